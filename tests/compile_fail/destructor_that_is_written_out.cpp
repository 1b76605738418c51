// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A type that says that copying its bytes copies it must not have a destructor: the copies are not destroyed.
// expect: heddle: the destructor of T must do nothing, because copies of its bytes are not destroyed

#include <heddle/update.cuh>

struct sample {
    float value[5];
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    ~sample() {}
#endif
};
template <>
struct heddle::is_bitwise_copyable<sample> : std::true_type {
};

void reset(heddle::coalesced_ptr<sample> p)
{
    heddle::update(p + 3, [](sample& s) { s.value[0] = 0; });
}
