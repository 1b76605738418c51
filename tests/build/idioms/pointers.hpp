// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The idioms with raw pointers, and with coalesced_ptr of each policy. Each kind of pointer has its own namespace. The
// policy in_block<128> is omitted if HEDDLE_IDIOMS_IN_BLOCK is 0. HEDDLE_IDIOM_FUNCTION and HEDDLE_IDIOM_BEGIN must be
// defined before this file is included (functions.hpp).
#pragma once

#include "elements.hpp"

namespace heddle_idioms {

#define HEDDLE_IDIOM_PLAIN 1
namespace plain {
#include "functions.hpp"
}  // namespace plain
#undef HEDDLE_IDIOM_PLAIN

#define HEDDLE_IDIOM_PLAIN 0
namespace by_plan {
using policy = heddle::by_plan;
#include "functions.hpp"
}  // namespace by_plan

#if HEDDLE_IDIOMS_IN_BLOCK
namespace in_block {
using policy = heddle::in_block<128>;
#    include "functions.hpp"
}  // namespace in_block
#endif

namespace lane_by_lane {
using policy = heddle::lane_by_lane;
#include "functions.hpp"
}  // namespace lane_by_lane

namespace whole_warps {
using policy = heddle::whole_warps;
#include "functions.hpp"
}  // namespace whole_warps
#undef HEDDLE_IDIOM_PLAIN

}  // namespace heddle_idioms
