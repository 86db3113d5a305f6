# SPDX-License-Identifier: MIT
"""Parts of scripts/bench."""
