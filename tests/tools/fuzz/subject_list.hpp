// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Lists the subjects (functions under test). Several subjects take each route.
#pragma once

#include "subject.hpp"

namespace heddle_test::fuzz {

template <class... Subjects>
struct subject_list {
};

// Subjects that take the plain or the per-thread route: small elements, elements of one word, groups of one lane.
using direct_subjects = subject_list<of_collectives<1, 1, 32>, of_collectives<3, 1, 16>, of_collectives<4, 4, 32>,
                                     of_collectives<4, 1, 32>, of_collectives<8, 2, 8>, of_collectives<11, 1, 32>,
                                     of_collectives<16, 16, 32>, of_collectives<16, 4, 4>, of_collectives<28, 4, 1>>;

// Elements of whole words of 4, 8 and 16 bytes, in groups of any size. Some elements are less aligned than their words.
using word_subjects = subject_list<of_collectives<12, 4, 32>, of_collectives<20, 4, 2>, of_collectives<24, 8, 32>,
                                   of_collectives<28, 4, 32>, of_collectives<28, 4, 16>, of_collectives<32, 16, 8>,
                                   of_collectives<36, 1, 32>, of_collectives<40, 4, 4>, of_collectives<48, 16, 32>,
                                   of_collectives<64, 4, 32>, of_collectives<72, 8, 16>, of_collectives<96, 2, 32>,
                                   of_collectives<100, 4, 32>, of_collectives<128, 16, 32>, of_collectives<144, 16, 2>,
                                   of_collectives<248, 8, 32>, of_collectives<256, 4, 8>>;

// Elements of unaligned sizes.
using straddling_subjects =
    subject_list<of_collectives<13, 1, 32>, of_collectives<14, 2, 8>, of_collectives<22, 2, 32>,
                 of_collectives<26, 2, 2>, of_collectives<51, 1, 2>, of_collectives<71, 1, 4>,
                 of_collectives<33, 1, 32>, of_collectives<34, 2, 16>, of_collectives<50, 2, 32>,
                 of_collectives<51, 1, 4>, of_collectives<65, 1, 32>, of_collectives<66, 2, 8>,
                 of_collectives<127, 1, 16>, of_collectives<130, 2, 32>, of_collectives<255, 1, 32>>;

// Elements whose rows take several passes, and elements that are too large for rows.
using large_subjects =
    subject_list<of_collectives<300, 4, 32>, of_collectives<420, 4, 16>, of_collectives<760, 8, 32>,
                 of_collectives<1012, 4, 8>, of_collectives<1022, 2, 32>, of_collectives<1023, 1, 32>,
                 of_collectives<1024, 16, 32>, of_collectives<1028, 4, 32>>;

// Elements that are moved through shared memory. The scratch has room for all elements of a warp, or for some of them.
using staged_subjects =
    subject_list<of_collectives<13, 1, 32, 32>, of_collectives<28, 4, 32, 16>, of_collectives<33, 1, 32, 8>,
                 of_collectives<50, 2, 32, 4>, of_collectives<50, 2, 32, 32>, of_collectives<64, 16, 32, 8>,
                 of_collectives<64, 4, 32, 32>, of_collectives<100, 4, 32, 2>, of_collectives<128, 4, 32, 32>,
                 of_collectives<132, 4, 32, 1>, of_collectives<248, 8, 32, 16>, of_collectives<300, 4, 32, 32>,
                 of_collectives<512, 16, 32, 4>, of_collectives<756, 4, 32, 32>, of_collectives<772, 4, 32, 16>,
                 of_collectives<772, 4, 32, 32>, of_collectives<820, 4, 32, 32>, of_collectives<884, 4, 32, 1>,
                 of_collectives<1020, 4, 32, 32>, of_collectives<1023, 1, 32, 2>>;

// Several elements per lane, in registers and through shared memory.
using blocked_subjects =
    subject_list<of_blocked<1, 1, 32, 16>, of_blocked<2, 2, 8, 5>, of_blocked<2, 2, 32, 4>, of_blocked<3, 1, 8, 4>,
                 of_blocked<3, 1, 32, 4>, of_blocked<3, 1, 32, 16>, of_blocked<4, 4, 32, 3>, of_blocked<5, 1, 32, 3>,
                 of_blocked<6, 2, 16, 4>, of_blocked<8, 4, 32, 4>, of_blocked<12, 4, 32, 2>, of_blocked<12, 4, 32, 4>,
                 of_blocked<28, 4, 32, 2>, of_blocked<3, 1, 32, 7, 32>, of_blocked<12, 4, 32, 4, 32>>;

using pointer_subjects =
    subject_list<of_pointer<1, 1>, of_pointer<12, 4>, of_pointer<13, 1>, of_pointer<28, 4>, of_pointer<50, 2>,
                 of_pointer<64, 4>, of_pointer<96, 8>, of_pointer<255, 1>, of_pointer<1020, 4>,
                 of_pointer<28, 4, heddle::lane_by_lane>, of_pointer<28, 4, heddle::whole_warps>,
                 of_pointer<76, 4, heddle::whole_warps>, of_pointer<33, 1, heddle::in_block<32>>,
                 of_pointer<64, 8, heddle::in_block<128>>, of_pointer<100, 4, heddle::in_block<64>>,
                 of_pointer<28, 4, heddle::in_block<256>>, of_pointer<50, 2, heddle::in_block<32>>>;

}  // namespace heddle_test::fuzz
