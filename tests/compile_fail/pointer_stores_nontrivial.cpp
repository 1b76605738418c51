// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Nor can it be stored by other lanes.
// expect: heddle: T must be trivially copyable, because its bytes are moved by other lanes

#include <heddle/coalesced_ptr.cuh>

#include <string>

void rename(heddle::coalesced_ptr<std::string> names, std::string const& name)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    names[0] = name;
#endif
    *names.get() = name;
}
