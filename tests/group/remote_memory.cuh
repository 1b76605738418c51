// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Allocates remote memory for kernels on this GPU: pinned and mapped memory of the host, or memory of another GPU.
// Defines fixtures that skip their tests if no such memory is available.
#pragma once

#include "../../benchmarks/remote/peer.hpp"
#include "common/gpu.cuh"

namespace heddle_test {

class host_memory {
public:
    explicit host_memory(std::size_t size)
    {
        check_cuda(cudaHostAlloc(&on_host_, size > 0 ? size : 1, cudaHostAllocMapped), "cudaHostAlloc");
        check_cuda(cudaHostGetDevicePointer(&data_, on_host_, 0), "cudaHostGetDevicePointer");
    }
    ~host_memory() { cudaFreeHost(on_host_); }
    host_memory(host_memory const&) = delete;
    host_memory& operator=(host_memory const&) = delete;

    unsigned char* data() const { return static_cast<unsigned char*>(data_); }

private:
    void* on_host_ = nullptr;
    void* data_ = nullptr;
};

//! Memory of another GPU. Only for tests of the fixture peer_test, which enables the access to this memory.
class peer_memory {
public:
    explicit peer_memory(std::size_t size)
    {
        heddle_bench::current_device const scope(heddle_bench::peer_of(0));
        check_cuda(cudaMalloc(&data_, size > 0 ? size : 1), "cudaMalloc on the peer");
    }
    ~peer_memory() { cudaFree(data_); }
    peer_memory(peer_memory const&) = delete;
    peer_memory& operator=(peer_memory const&) = delete;

    unsigned char* data() const { return static_cast<unsigned char*>(data_); }

private:
    void* data_ = nullptr;
};

using host_test = gpu_test;

class peer_test : public gpu_test {
protected:
    void SetUp() override
    {
        gpu_test::SetUp();
        if (IsSkipped()) return;
        int const peer = heddle_bench::peer_of(0);
        if (peer == heddle_bench::no_device) {
            GTEST_SKIP() << "no second GPU whose memory this one reaches";
        }
        heddle_bench::enable_access(0, peer);
    }
};

}  // namespace heddle_test
