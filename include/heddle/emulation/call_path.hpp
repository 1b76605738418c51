// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Identifies the accesses of a running program by the calls that lead to them.
#pragma once

#include <heddle/config.cuh>

#include <unwind.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The return addresses of a lane's calls, the outermost first. If two paths differ, the lesser path leads to the code
//! that comes first in the function where the paths part.
using call_path = std::vector<std::uintptr_t>;

//! Sets `path` to the calls that lead here from the function whose __builtin_frame_address(0) is `outermost`.
inline void find_call_path(void const* outermost, call_path& path)
{
    struct walk {
        std::uintptr_t outermost;
        call_path& path;
    } state{reinterpret_cast<std::uintptr_t>(outermost), path};
    path.clear();
    _Unwind_Backtrace(
        [](_Unwind_Context* context, void* pointer) {
            walk& here = *static_cast<walk*>(pointer);
            if (_Unwind_GetCFA(context) > here.outermost) return _URC_END_OF_STACK;
            here.path.push_back(_Unwind_GetIP(context));
            return _URC_NO_REASON;
        },
        &state);
    std::reverse(path.begin(), path.end());
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
