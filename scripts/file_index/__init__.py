# SPDX-License-Identifier: MIT
"""Parts of index_files.py: which files of a package are worth a row, and what libraries are called."""
