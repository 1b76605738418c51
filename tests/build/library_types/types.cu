// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels with element types from libraries: the CUDA Toolkit (with Thrust and libcu++) and the standard library, Eigen,
// GLM and OpenCV. HEDDLE_TEST_LIBRARY selects the library. docs/rules.md shows the specializations of
// is_bitwise_copyable.
#include <heddle/heddle.cuh>

#include <type_traits>

#define CUDA 1
#define EIGEN 2
#define GLM 3
#define OPENCV 4

// Copies elements by value, and from element to element.
template <class T>
__global__ void move(heddle::coalesced_ptr<T const> from, heddle::coalesced_ptr<T> to)
{
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    T q = from[i];
    to[i] = q;
    to[i + 1] = from[i];
}

// Changes elements without calling a copy constructor of T in device code.
template <class T>
__global__ void edit(heddle::coalesced_ptr<T const> from, heddle::coalesced_ptr<T> to)
{
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    auto q = to[i].edit();
    reinterpret_cast<unsigned char&>(*q) ^= 1;
    to[i + 1] = from[i];
}

//! Instantiates the kernels that move elements of these types.
template <class... T>
void move_each()
{
    (static_cast<void>(&move<T>), ...);
}

#if HEDDLE_TEST_LIBRARY == CUDA

#    include <thrust/complex.h>
#    include <thrust/pair.h>

#    include <cuda_bf16.h>
#    include <cuda_fp16.h>
#    include <cuda/std/complex>
#    include <cuda/std/tuple>

#    include <tuple>
#    include <utility>

struct halves {
    __half2 of_two[7];
};
struct mixed {
    float3 position;
    __nv_bfloat162 weights[3];
    __half last;
};
static_assert(!std::is_trivially_copyable_v<halves>);
template void move_each<__half2, halves, mixed, thrust::complex<double>, cuda::std::complex<float>>();
template void move_each<std::pair<__half2, int>, std::tuple<int, short, double>>();
template void move_each<thrust::pair<int, std::pair<char, double>>, cuda::std::tuple<char, float, float4>>();
#    if CUDART_VERSION >= 13000
template void move_each<double4_16a, double4_32a>();
#    endif

#elif HEDDLE_TEST_LIBRARY == EIGEN

#    include <Eigen/Dense>

template <class S, int R, int C, int Options>
struct heddle::is_bitwise_copyable<Eigen::Matrix<S, R, C, Options, R, C>> : std::bool_constant<(R > 0 && C > 0)> {
};
struct body {
    Eigen::Vector3f position, velocity;
    Eigen::Matrix3f rotation;
};
HEDDLE_FIELDS(body, position, velocity, rotation);
template void move_each<Eigen::Vector3f, Eigen::Vector4d, Eigen::Matrix<double, 3, 3>, Eigen::Matrix4f, body>();
static_assert(!heddle::is_bitwise_copyable<Eigen::MatrixXf>::value);

#elif HEDDLE_TEST_LIBRARY == GLM

#    include <glm/glm.hpp>
#    include <glm/gtc/quaternion.hpp>

struct body {
    glm::vec3 position, velocity;
    glm::quat rotation;
};
template void move_each<glm::vec3, glm::dvec4, glm::mat3, glm::mat4, body>();

#elif HEDDLE_TEST_LIBRARY == OPENCV

#    include <opencv2/core/types.hpp>

template <class S, int Count>
struct heddle::is_bitwise_copyable<cv::Vec<S, Count>> : std::true_type {
};
template void move_each<cv::Point3f, cv::Rect2d, cv::KeyPoint, cv::Matx33f>();
// The copy constructor of cv::Vec is a host function.
template __global__ void edit(heddle::coalesced_ptr<cv::Vec<float, 6> const>, heddle::coalesced_ptr<cv::Vec<float, 6>>);

#endif
