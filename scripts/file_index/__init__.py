# SPDX-License-Identifier: MIT
"""Parts of index_files.py."""
