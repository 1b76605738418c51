# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""What the scripts of the benchmarks share: the names of what is measured, the results files, the tables."""
