// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// copy_if and similar algorithms through both doors, compared with Thrust and raw pointers.

#include "thrust_algorithms.cuh"

#include <thrust/copy.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/unique.h>

namespace heddle_test::thrust_select_test {
namespace {

template <class Element>
void check(door_comparison& doors)
{
    doors.compare<Element, Element>("copy_if", [](auto in, auto out, std::size_t n, auto const&... policy) {
        thrust::copy_if(policy..., in, in + n, out, is_some{});
    });
    doors.compare<Element, unsigned>(
        "copy_if with a stencil", [](auto in, auto stencil, std::size_t n, auto const&... policy) {
            // Thrust wants other memory for the result.
            device_memory const other(n * sizeof(Element));
            auto* const kept = reinterpret_cast<Element*>(other.data());
            auto const result = decltype(in)(kept);
            auto const end = thrust::copy_if(policy..., in, in + n, stencil, result, is_some{});
            finish_kernel();
            check_cuda(cudaMemcpy(raw(in), kept, static_cast<std::size_t>(end - result) * sizeof(Element),
                                  cudaMemcpyDeviceToDevice),
                       "cudaMemcpy");
        });
    doors.compare<Element, Element>("remove_copy_if", [](auto in, auto out, std::size_t n, auto const&... policy) {
        thrust::remove_copy_if(policy..., in, in + n, out, is_some{});
    });
    doors.compare<Element, Element>("remove_if", [](auto in, auto, std::size_t n, auto const&... policy) {
        clear_behind(in, thrust::remove_if(policy..., in, in + n, is_some{}), n);
    });
    doors.compare<Element, Element>("unique", [](auto in, auto, std::size_t n, auto const&... policy) {
        clear_behind(in, thrust::unique(policy..., in, in + n, are_alike{}), n);
    });
    doors.compare<Element, Element>("unique_copy", [](auto in, auto out, std::size_t n, auto const&... policy) {
        thrust::unique_copy(policy..., in, in + n, out, are_alike{});
    });
    doors.compare<Element, Element>("stable_partition", [](auto in, auto out, std::size_t n, auto const&... policy) {
        auto const middle = thrust::stable_partition(policy..., in, in + n, is_some{});
        Element number{};
        number.value[0] = static_cast<unsigned char>(middle - in);
        leave(out, n, number);
    });
}

template <class Element>
class thrust_select_test : public gpu_test {
};
TYPED_TEST_SUITE(thrust_select_test, door_elements);

HEDDLE_TEST_DOORS(thrust_select_test)

}  // namespace
}  // namespace heddle_test::thrust_select_test
