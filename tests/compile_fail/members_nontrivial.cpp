// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Members whose copying does more than to copy their bytes.
// expect: heddle: members must be trivially copyable; specialize heddle::is_bitwise_copyable<Member> if copying a member's bytes copies it

#include <heddle/algorithm/members.cuh>

#include <string>
#include <utility>

#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
using named = heddle::members<float, std::string>;
#else
using named = heddle::members<float, std::pair<int, float>>;
#endif

std::size_t bytes_of_named() { return sizeof(named); }
