# SPDX-License-Identifier: MIT
"""Failures that end a run with a message; anything else that is raised is a bug."""


class MirrorError(Exception):
    """The run cannot go on: what was wrong, where, and what to do next."""


class UsageError(MirrorError):
    """The options contradict each other or the packages found."""


class SourceUnavailable(MirrorError):
    """A source has nothing to offer here; another source may."""


class IntegrityError(MirrorError):
    """A file is not what its package's RECORD says; never passed over."""
