// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the random cases of tests/tools/fuzz on a GPU, one warp per case. Compares the results with memcpy on the host.
// case_options.hpp explains the variables HEDDLE_FUZZ_CASES, HEDDLE_FUZZ_SEED and HEDDLE_FUZZ_REPLAY.
#include "common/case_options.hpp"
#include "common/gpu.cuh"
#include "tools/fuzz/generate.hpp"
#include "tools/fuzz/reference.hpp"
#include "tools/fuzz/subject_list.hpp"

#include <cooperative_groups.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace heddle_test::fuzz_test {

namespace {

using namespace fuzz;

template <class Subject>
__global__ void run_cases(fuzz_case const* cases, case_memory const* memories, unsigned count)
{
    constexpr unsigned lane_count = Subject::traits.lane_count;
    constexpr unsigned capacity = Subject::traits.capacity;
    unsigned const number = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (number >= count) return;
    fuzz_case const& c = cases[number];
    auto const group = cooperative_groups::tiled_partition<lane_count>(cooperative_groups::this_thread_block());
    unsigned const rank = group.thread_rank();
    if (threadIdx.x % 32 / lane_count != c.group || (c.present >> rank & 1u) == 0) return;
    auto const sync = [&] { __syncwarp(c.present << c.group * lane_count); };
    if constexpr (capacity != 0) {
        // In a kernel with scratch, each block is one warp.
        __shared__ heddle::warp_scratch<typename Subject::staged, capacity> scratch;
        run_steps<Subject>(group, rank, c, memories[number], sync, scratch);
    } else {
        run_steps<Subject>(group, rank, c, memories[number], sync);
    }
}

struct gpu_subject {
    subject_traits traits;
    void (*launch)(fuzz_case const*, case_memory const*, unsigned count);
};

template <class Subject>
void launch(fuzz_case const* cases, case_memory const* memories, unsigned count)
{
    unsigned const warps = Subject::traits.capacity != 0 ? 1 : 2;
    run_cases<Subject><<<(count + warps - 1) / warps, 32 * warps>>>(cases, memories, count);
}

template <class... Subjects>
std::vector<gpu_subject> on_gpu(subject_list<Subjects...>)
{
    return {{Subjects::traits, launch<Subjects>}...};
}

//! Several ranges of device memory. If there is enough memory, they are more than 4 GiB apart.
class device_windows {
public:
    static constexpr std::size_t window_bytes = std::size_t{96} << 20;

    device_windows() : distance_(distance()), memory_((window_count - 1) * distance_ + window_bytes) {}
    unsigned char* begin(unsigned window) const { return memory_.data() + window * distance_; }

private:
    static std::size_t distance()
    {
        constexpr std::size_t far = (std::size_t{5} << 30) + (std::size_t{77} << 16);
        std::size_t free = 0, total = 0;
        check_cuda(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
        return free > window_count * far ? far : window_bytes;
    }

    std::size_t distance_;
    device_memory memory_;
};

class fuzz_test : public gpu_test {
protected:
    void check(std::vector<gpu_subject> const& subjects)
    {
        ASSERT_FALSE(subjects.empty());
        auto const [seed, first, count] = case_options("HEDDLE_FUZZ", usual_or_small(500, 50));
        ASSERT_GT(count, 0u);
        device_windows const windows;
        for (unsigned s = 0; s < subjects.size(); ++s) {
            subject_traits const& t = subjects[s].traits;
            std::uint64_t const batch = (device_windows::window_bytes / 2) / region_bytes(t) / 4;
            for (std::uint64_t done = 0; done < count && !HasFailure(); done += batch) {
                run_batch(windows, subjects[s], s, seed, first + done,
                          static_cast<unsigned>(std::min(batch, count - done)));
            }
        }
    }

private:
    static constexpr std::size_t guard_bytes = 256;

    //! Returns the number of bytes for an array at its maximum offset and with its guards.
    static std::size_t region_bytes(subject_traits const& t)
    {
        std::size_t const bytes = guard_bytes + 64 + t.array_bytes() + guard_bytes;
        return (bytes + 255) / 256 * 256;
    }

    void run_batch(device_windows const& windows, gpu_subject const& subject, unsigned index, std::uint64_t seed,
                   std::uint64_t first, unsigned count)
    {
        subject_traits const& t = subject.traits;
        std::size_t const region = region_bytes(t);
        std::size_t const results_of_case = std::size_t{max_steps} * max_lanes * t.value_bytes();
        std::vector<unsigned char> memory[window_count];
        device_vector<unsigned char> const results(std::vector<unsigned char>(count * results_of_case, 0xee));
        std::vector<fuzz_case> cases;
        std::vector<case_memory> on_device, on_host;
        for (auto& window : memory) window.resize(count * region);
        for (unsigned i = 0; i < count; ++i) {
            fuzz_case const c = make_case(seed, first + i, index, t);
            case_memory device{}, host{};
            for (unsigned w = 0; w < window_count; ++w) {
                std::size_t const offset = i * region;
                fill_value(c.key(max_steps, w), memory[w].data() + offset, static_cast<unsigned>(region));
                device.array[w] = windows.begin(w) + offset + guard_bytes + c.skew;
                host.array[w] = memory[w].data() + offset + guard_bytes + c.skew;
            }
            device.results = results.data() + i * results_of_case;
            cases.push_back(c);
            on_device.push_back(device);
            on_host.push_back(host);
        }
        for (unsigned w = 0; w < window_count; ++w) {
            check_cuda(cudaMemcpy(windows.begin(w), memory[w].data(), memory[w].size(), cudaMemcpyHostToDevice),
                       "cudaMemcpy to the device");
        }
        check_cuda(cudaDeviceSynchronize(), "cudaMemcpy to the device");
        device_vector<fuzz_case> const device_cases(cases);
        device_vector<case_memory> const device_memories(on_device);
        subject.launch(device_cases.data(), device_memories.data(), count);
        cudaError_t const status = cudaDeviceSynchronize();
        ASSERT_EQ(cudaSuccess, status) << cudaGetErrorString(status) << " in cases " << first << " … "
                                       << first + count - 1 << " of seed " << seed << ", " << describe(t);

        std::vector<unsigned char> had = results.to_host(count * results_of_case);
        std::vector<unsigned char> found[window_count];
        for (unsigned w = 0; w < window_count; ++w) {
            found[w].resize(memory[w].size());
            check_cuda(cudaMemcpy(found[w].data(), windows.begin(w), found[w].size(), cudaMemcpyDeviceToHost),
                       "cudaMemcpy from the device");
        }
        for (unsigned i = 0; i < count; ++i) {
            on_host[i].results = had.data() + i * results_of_case;
            std::string wrong = check_results(cases[i], t, on_host[i]);
            for (unsigned w = 0; w < window_count; ++w) {
                bool const same = std::memcmp(found[w].data() + i * region, memory[w].data() + i * region, region) == 0;
                if (!same) wrong += "window " + std::to_string(w) + " differs\n";
            }
            ASSERT_TRUE(wrong.empty()) << "seed " << seed << ", case " << first + i << "\n"
                                       << describe(cases[i], t) << wrong << "replay it with HEDDLE_FUZZ_REPLAY=" << seed
                                       << ':' << first + i;
        }
    }
};

FULL_TEST_F(fuzz_test, direct) { check(on_gpu(direct_subjects{})); }

FULL_TEST_F(fuzz_test, rows)
{
    check(on_gpu(subject_list<of_collectives<12, 4, 32>, of_collectives<24, 8, 32>, of_collectives<28, 4, 16>,
                              of_collectives<48, 16, 8>, of_collectives<64, 4, 32>, of_collectives<13, 1, 32>,
                              of_collectives<33, 1, 8>, of_collectives<50, 2, 32>, of_collectives<51, 1, 4>,
                              of_collectives<300, 4, 32>>{}));
}

// For 756, 772 and 1020 bytes, a division by the number of words per element needs a reciprocal of more than 20 bits.
FULL_TEST_F(fuzz_test, scratch)
{
    check(
        on_gpu(subject_list<of_collectives<28, 4, 32, 16>, of_collectives<33, 1, 32, 8>, of_collectives<756, 4, 32, 32>,
                            of_collectives<772, 4, 32, 32>, of_collectives<1020, 4, 32, 32>>{}));
}

FULL_TEST_F(fuzz_test, blocked)
{
    check(on_gpu(subject_list<of_blocked<1, 1, 32, 16>, of_blocked<2, 2, 8, 5>, of_blocked<2, 2, 32, 8>,
                              of_blocked<3, 1, 8, 4>, of_blocked<3, 1, 32, 5>, of_blocked<3, 1, 32, 16>,
                              of_blocked<8, 4, 32, 4>, of_blocked<12, 4, 32, 4>, of_blocked<13, 1, 32, 4>,
                              of_blocked<28, 4, 32, 2>, of_blocked<3, 1, 32, 7, 32>, of_blocked<12, 4, 32, 4, 32>>{}));
}

FULL_TEST_F(fuzz_test, pointer)
{
    check(on_gpu(subject_list<of_pointer<8, 8>, of_pointer<13, 1>, of_pointer<28, 4>, of_pointer<50, 2>,
                              of_pointer<64, 16>, of_pointer<124, 4>, of_pointer<28, 4, heddle::lane_by_lane>,
                              of_pointer<76, 4, heddle::whole_warps>, of_pointer<33, 1, heddle::in_block<64>>,
                              of_pointer<28, 4, heddle::in_block<64>>>{}));
}

TEST_F(fuzz_test, some)
{
    check(on_gpu(subject_list<of_collectives<28, 4, 32>, of_pointer<50, 2>, of_blocked<3, 1, 32, 4>,
                              of_blocked<13, 1, 32, 4, 32>>{}));
}

}  // namespace

}  // namespace heddle_test::fuzz_test
