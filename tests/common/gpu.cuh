// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Helpers for all tests on a GPU: a fixture that skips its tests without a device, calls with error checks, and copies
// of guarded arrays on the device.
#pragma once

#include "common/full_test.hpp"
#include "common/guarded_array.hpp"
#include "common/random.hpp"

#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace heddle_test {

inline void check_cuda(cudaError_t status, char const* what)
{
    if (status == cudaSuccess) return;
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

//! Waits for all kernels. Throws if the last launch or a kernel failed.
inline void finish_kernel()
{
    check_cuda(cudaGetLastError(), "kernel launch");
    check_cuda(cudaDeviceSynchronize(), "kernel");
}

//! Throws if there is a GPU that does not work, because tests that are skipped would hide that.
inline bool has_device()
{
    int count = 0;
    cudaError_t const status = cudaGetDeviceCount(&count);
    // Without any driver, the runtime says that the driver is insufficient.
    if (status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver) return false;
    check_cuda(status, "cudaGetDeviceCount");
    return count > 0;
}

//! Returns `small` if HEDDLE_TEST_SMALL is set (docs/tests.md), otherwise `usual`. Both are large enough that every
//! kernel has several tiles and blocks.
inline std::size_t usual_or_small(std::size_t usual, std::size_t small)
{
    char const* const text = std::getenv("HEDDLE_TEST_SMALL");
    return text == nullptr || *text == '\0' || std::strcmp(text, "0") == 0 ? usual : small;
}

class gpu_test : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (!has_device()) GTEST_SKIP() << "no CUDA device";
    }
};

class device_memory {
public:
    explicit device_memory(std::size_t size) { check_cuda(cudaMalloc(&data_, size > 0 ? size : 1), "cudaMalloc"); }
    ~device_memory() { cudaFree(data_); }
    device_memory(device_memory const&) = delete;
    device_memory& operator=(device_memory const&) = delete;

    unsigned char* data() const { return static_cast<unsigned char*>(data_); }

private:
    void* data_ = nullptr;
};

//! Owns a stream. With the flags cudaStreamDefault, this stream and the default stream wait for each other.
class own_stream {
public:
    explicit own_stream(unsigned flags = cudaStreamNonBlocking)
    {
        check_cuda(cudaStreamCreateWithFlags(&stream_, flags), "cudaStreamCreate");
    }
    ~own_stream() { cudaStreamDestroy(stream_); }
    own_stream(own_stream const&) = delete;
    own_stream& operator=(own_stream const&) = delete;

    operator cudaStream_t() const { return stream_; }
    void wait() const { check_cuda(cudaStreamSynchronize(stream_), "stream"); }

private:
    cudaStream_t stream_ = nullptr;
};

//! An executable graph of the operations that a stream has captured since cudaStreamBeginCapture.
class captured_graph {
public:
    explicit captured_graph(cudaStream_t stream)
    {
        check_cuda(cudaStreamEndCapture(stream, &graph_), "end of a capture");
        check_cuda(cudaGraphInstantiate(&program_, graph_, 0), "cudaGraphInstantiate");
    }
    ~captured_graph()
    {
        cudaGraphExecDestroy(program_);
        cudaGraphDestroy(graph_);
    }
    captured_graph(captured_graph const&) = delete;
    captured_graph& operator=(captured_graph const&) = delete;

    void launch(cudaStream_t stream) const { check_cuda(cudaGraphLaunch(program_, stream), "cudaGraphLaunch"); }

private:
    cudaGraph_t graph_ = nullptr;
    cudaGraphExec_t program_ = nullptr;
};

//! Captures the operations of work(stream) in a graph, launches the graph `launches` times, and waits for the stream.
template <class Work>
void run_in_graph(Work const& work, unsigned launches = 1)
{
    own_stream const stream(cudaStreamDefault);
    check_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "begin of a capture");
    work(static_cast<cudaStream_t>(stream));
    captured_graph const graph(stream);
    for (unsigned i = 0; i < launches; ++i) graph.launch(stream);
    stream.wait();
}

//! Owns a copy of a guarded array in device memory, or in other memory that the device can access. The copy includes
//! the guards, and has the same misalignment.
template <class Element, class Memory = device_memory>
class device_copy {
public:
    explicit device_copy(guarded_array<Element> const& host) : memory_(host.whole_size())
    {
        offset_ = host.offset();
        check_cuda(cudaMemcpy(memory_.data(), host.whole(), host.whole_size(), cudaMemcpyDefault),
                   "cudaMemcpy to the device");
        // cudaMemcpy may return before the copy is complete, and non-blocking streams do not wait for the copy.
        check_cuda(cudaDeviceSynchronize(), "cudaMemcpy to the device");
    }
    Element* data() const { return reinterpret_cast<Element*>(memory_.data() + offset_); }

    void copy_to(guarded_array<Element>& host) const
    {
        check_cuda(cudaMemcpy(host.whole(), memory_.data(), host.whole_size(), cudaMemcpyDefault),
                   "cudaMemcpy from the device");
    }

private:
    Memory memory_;
    std::size_t offset_;
};

//! Copies the arrays to the device, calls launch(pointer...) with the copies, waits, and copies the results back.
template <class Launch, class... Element>
void on_device(Launch const& launch, guarded_array<Element>&... arrays)
{
    auto const run = [&](device_copy<Element> const&... copies) {
        launch(copies.data()...);
        finish_kernel();
        (copies.copy_to(arrays), ...);
    };
    run(device_copy<Element>(arrays)...);
    EXPECT_TRUE((arrays.guards_intact() && ...)) << "a canary is dead";
}

template <class T>
class device_vector {
public:
    explicit device_vector(std::vector<T> const& host) : memory_(host.size() * sizeof(T))
    {
        check_cuda(cudaMemcpy(memory_.data(), host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice),
                   "cudaMemcpy to the device");
        check_cuda(cudaDeviceSynchronize(), "cudaMemcpy to the device");
    }
    T* data() const { return reinterpret_cast<T*>(memory_.data()); }
    std::vector<T> to_host(std::size_t count) const
    {
        std::vector<T> host(count);
        check_cuda(cudaMemcpy(host.data(), memory_.data(), count * sizeof(T), cudaMemcpyDeviceToHost),
                   "cudaMemcpy from the device");
        return host;
    }

private:
    device_memory memory_;
};

}  // namespace heddle_test
