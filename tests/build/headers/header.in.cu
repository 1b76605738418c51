// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Template of a translation unit that includes one public header twice.
#include <@HEADER@>
#include <@HEADER@>
