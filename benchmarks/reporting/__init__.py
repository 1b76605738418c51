# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Modules that the scripts of the benchmarks share: names of measurements, results files, tables."""
