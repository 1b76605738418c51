// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Helpers for tests of algorithms with temporary storage: calls in two phases, in a stream or captured in a graph, with
// storage of random contents between guards.
#pragma once

#include "common/guarded_array.hpp"
#include "common/random.hpp"
#include "gpu.cuh"

#include <cstddef>
#include <vector>

namespace heddle_test {

//! Returns the numbers of elements that the algorithms are tested with.
inline std::vector<std::size_t> algorithm_counts(std::size_t element_bytes)
{
    std::size_t const most = element_bytes <= 256 ? usual_or_small(100003, 30011) : 1003;
    return {0, 1, 31, 32, 33, 255, 256, 257, most};
}

class own_stream {
public:
    own_stream()
    {
        check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate");
    }
    ~own_stream() { cudaStreamDestroy(stream_); }
    own_stream(own_stream const&) = delete;
    own_stream& operator=(own_stream const&) = delete;

    operator cudaStream_t() const { return stream_; }
    void wait() const { check_cuda(cudaStreamSynchronize(stream_), "stream"); }

private:
    cudaStream_t stream_ = nullptr;
};

//! Calls call(temporary, temporary_bytes, stream) for the number of bytes, then for the work: in a graph that is
//! launched `launches` times, or without a graph if `launches` is 0.
template <class Call>
void run_in_two_phases(random_source& random, unsigned launches, Call const& call)
{
    own_stream const stream;
    std::size_t size = 0;
    check_cuda(call(nullptr, size, stream), "first phase");
    ASSERT_LT(0u, size);
    // Storage has random contents, and lies between guards.
    guarded_array<unsigned char> storage(size, random);
    device_copy<unsigned char> const on_device(storage);
    if (launches == 0) {
        check_cuda(call(on_device.data(), size, stream), "second phase");
        stream.wait();
    } else {
        cudaGraph_t graph = nullptr;
        cudaGraphExec_t program = nullptr;
        check_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "capture");
        cudaError_t const status = call(on_device.data(), size, stream);
        check_cuda(cudaStreamEndCapture(stream, &graph), "end of capture");
        check_cuda(status, "captured phase");
        check_cuda(cudaGraphInstantiate(&program, graph, 0), "cudaGraphInstantiate");
        for (unsigned i = 0; i < launches; ++i) {
            check_cuda(cudaGraphLaunch(program, stream), "cudaGraphLaunch");
        }
        stream.wait();
        cudaGraphExecDestroy(program);
        cudaGraphDestroy(graph);
    }
    on_device.copy_to(storage);
    EXPECT_TRUE(storage.guards_intact());
    std::size_t too_few = size - 1;
    EXPECT_EQ(cudaErrorInvalidValue, call(on_device.data(), too_few, stream));
}

}  // namespace heddle_test
