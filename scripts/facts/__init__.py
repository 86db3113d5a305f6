# SPDX-License-Identifier: MIT
"""The fact tables in manifests/: reading them, and what must hold in them."""
