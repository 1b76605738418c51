// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
#include <mesh.hpp>

int main() { return words_of_vertex() == heddle::plan_of<vertex>().word_count ? 0 : 1; }
