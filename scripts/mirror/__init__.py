# SPDX-License-Identifier: MIT
"""Parts of make_mirror.py: packages in, a redist folder out."""
