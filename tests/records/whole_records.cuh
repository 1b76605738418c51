// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls functions of whole records on the device, and compares their results with those of the host, byte for byte, with
// the bytes between records.
#pragma once

#include "common/algorithms.cuh"

#include <heddle/records/whole.cuh>

#include <cstddef>
#include <cstring>
#include <vector>

namespace heddle_test::whole_records {

using record_array = guarded_array<unsigned char>;

//! Returns the number of bytes from the first record to the end of the last.
inline std::size_t size_of(heddle::record_layout const& layout, std::size_t count)
{
    return count == 0 ? 0 : (count - 1) * layout.distance() + layout.record_bytes();
}

//! Copies record from[k] of `in` to record to[k] of `out` on the host.
template <class From, class To>
void copy_records(heddle::record_layout const& layout, record_array const& in, record_array& out, std::size_t count,
                  From const& from, To const& to)
{
    for (std::size_t k = 0; k < count; ++k) {
        std::memcpy(out.data() + to(k) * layout.distance(), in.data() + from(k) * layout.distance(),
                    layout.record_bytes());
    }
}

//! Calls launch(in, out) with copies on the device, and expects that `out` then has the expected bytes.
template <class Launch>
void expect_result(record_array const& in, record_array& out, record_array const& expected, Launch const& launch)
{
    device_copy<unsigned char> const device_in(in), device_out(out);
    launch(device_in.data(), device_out.data());
    finish_kernel();
    device_out.copy_to(out);
    EXPECT_EQ(out.size(), out.first_difference(expected));
    EXPECT_TRUE(out.guards_intact()) << "a canary is dead";
}

//! Expects of a selection, which call(temporary, size, stream, in, out, selected) runs, the records at `places`.
template <class Selected, class Call>
void check_selection(heddle::record_layout const& layout, record_array const& in,
                     std::vector<std::size_t> const& places, std::size_t selected, std::size_t out_skew,
                     unsigned launches, random_source& random, Call const& call)
{
    std::size_t const total = in.size() == 0 ? 0 : (in.size() - layout.record_bytes()) / layout.distance() + 1;
    record_array out(size_of(layout, total), random, out_skew), expected(out);
    copy_records(
        layout, in, expected, places.size(), [&](std::size_t k) { return places[k]; }, [](std::size_t k) { return k; });
    device_vector<Selected> const count(std::vector<Selected>{static_cast<Selected>(77)});
    expect_result(in, out, expected, [&](unsigned char const* from, unsigned char* to) {
        run_in_two_phases(random, launches, [&](void* temporary, std::size_t& size, cudaStream_t stream) {
            return call(temporary, size, stream, from, to, count.data());
        });
    });
    EXPECT_EQ(static_cast<Selected>(selected), count.to_host(1)[0]);
}

}  // namespace heddle_test::whole_records
