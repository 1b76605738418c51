// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Blocks that no GPU runs.
// expect first: heddle: the N of in_block<N> is the threads of a block, from 1 to 1024, as in coalesced_ptr<T, in_block<256>> for a launch <<<grid, 256>>>
// expect: in_block<0
// expect: in_block<2048

#include <heddle/coalesced_ptr.cuh>

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
heddle::coalesced_ptr<float, heddle::in_block<1>> a;
heddle::coalesced_ptr<float, heddle::in_block<100>> b;
heddle::coalesced_ptr<float, heddle::in_block<1024>> c;
#else
heddle::coalesced_ptr<float, heddle::in_block<0>> a;
heddle::coalesced_ptr<float, heddle::in_block<2048>> b;
#endif
