# SPDX-License-Identifier: MIT
"""What several of the scripts do alike."""
