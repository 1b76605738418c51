// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An element that copies itself in its own way cannot be moved by other lanes.
// expect: heddle: T must be trivially copyable, because its bytes are moved by other lanes

#include <heddle/coalesced_ptr.cuh>

#include <string>

std::string first(heddle::coalesced_ptr<std::string> names)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    return names[0];
#endif
    return *names.get();
}
