// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls of algorithms that nvcc must refuse. (refusals.py describes the test.)

#define REFUSED(name, ...)
#define ACCEPTED(name, ...) __VA_ARGS__

#include <thrust/version.h>
// expect: needs Thrust 2.3
#ifdef thrust_before_2_3
#    undef THRUST_VERSION
#    define THRUST_VERSION 200200
#endif
#include <heddle/thrust.cuh>

// Algorithms refuse a type with a nontrivial destructor, even if is_bitwise_copyable is specialized for the type.
#include <heddle/algorithm/scan.cuh>
struct sum {
    float value[5];
    // expect: scanned values must be
    REFUSED(scan_of_destroyed, __host__ __device__ ~sum(){})
};
template <>
struct heddle::is_bitwise_copyable<sum> : std::true_type {
};
struct plus {
    __device__ sum operator()(sum a, sum const& b) const
    {
        a.value[0] += b.value[0];
        return a;
    }
};
void scan(sum const* from, std::size_t count, sum* to)
{
    std::size_t bytes = 0;
    heddle::device::inclusive_scan(nullptr, bytes, nullptr, from, from + count, to, plus{});
}

// Layout conversions need exactly one array for each named member, with elements of the member's type.
#include <heddle/algorithm/aosoa.cuh>
#include <heddle/algorithm/layout.cuh>
struct point {
    float x, y;
    int id;
    float length() const;
};
void split(point const* first, float* xs, float* ys, int* ids, double* doubles, void* blocks)
{
    auto const last = first + 1;
    heddle::aos_to_soa<&point::x, &point::id>(nullptr, first, last, xs, ids);
    heddle::aos_to_soa<heddle::members<float, float, int>>(nullptr, first, last, xs, ys, ids);
    heddle::aos_to_aosoa<32, heddle::members<float, float, int>>(nullptr, first, last, blocks);
    // expect: members are named
    REFUSED(aos_to_soa_of_a_function, heddle::aos_to_soa<&point::length>(nullptr, first, last, xs);)
    // expect: elements of another type
    REFUSED(aos_to_soa_of_another_type, heddle::aos_to_soa<&point::x>(nullptr, first, last, doubles);)
    // expect: members and arrays differ
    REFUSED(aos_to_soa_without_an_array, heddle::aos_to_soa<&point::x, &point::id>(nullptr, first, last, xs);)
    // expect: must list all members
    REFUSED(aos_to_soa_of_some_types, heddle::aos_to_soa<heddle::members<float, float>>(nullptr, first, last, xs, ys);)
    REFUSED(aosoa_of_some_types, heddle::aos_to_aosoa<32, heddle::members<float, float>>(nullptr, first, last, blocks);)
}
void join(point* first, point const* read_only, float const* xs, float const* ys)
{
    heddle::soa_to_aos<&point::x, &point::y>(nullptr, first, first + 1, xs, ys);
    // expect: a member is named
    REFUSED(soa_to_aos_of_a_member_twice, heddle::soa_to_aos<&point::x, &point::x>(nullptr, first, first + 1, xs, ys);)
    // expect: write the structs
    REFUSED(soa_to_aos_of_const, heddle::soa_to_aos<&point::x>(nullptr, read_only, read_only + 1, xs);)
}

// The lanes of a warp exchange sums by copying their bytes, so the type of a sum must be trivially copyable.
#include <heddle/algorithm/reduce.cuh>
struct tracked {
    float value;
    __host__ __device__ explicit tracked(float v) : value(v) {}
    __host__ __device__ tracked(tracked const& other) : value(other.value) {}
    tracked& operator=(tracked const&) = default;
};
void sum(void* temporary, std::size_t& bytes, float const* first, float* sum, tracked* sums)
{
    heddle::device::reduce(temporary, bytes, nullptr, first, first + 100, sum, 0.f, heddle::plus{});
    auto const track = [] __device__(float v) { return tracked(v); };
    auto const add = [] __device__(tracked const& a, tracked const& b) { return tracked(a.value + b.value); };
    // expect: reduced values must be
    REFUSED(reduce_to_nontrivial, heddle::device::transform_reduce(temporary, bytes, nullptr, first, first + 100, sums,
                                                                   tracked(0.f), track, add);)
}

// remove_if works in place, which is possible only in an array.
#include <heddle/algorithm/select.cuh>
#include <iterator>
void remove(void* temporary, std::size_t& bytes, float* first, int* selected)
{
    auto const is_negative = [] __device__(float value) { return value < 0; };
    heddle::device::remove_if(temporary, bytes, nullptr, first, first + 100, selected, is_negative);
    // expect: works in place
    REFUSED(remove_from_iterator, auto const last = std::make_reverse_iterator(first);
            heddle::device::remove_if(temporary, bytes, nullptr, last - 100, last, selected, is_negative);)
}

// Selections stage at least one element in shared memory, so elements must not be too large.
#include <heddle/algorithm/select.cuh>
template <unsigned Bytes>
struct page {
    char bytes[Bytes];
};
void copy_used(void* temporary, std::size_t& bytes, page<100>* small, page<16385>* large, int* count)
{
    auto const is_used = [] __device__(auto const& page) { return page.bytes[0] != 0; };
    heddle::device::copy_if(temporary, bytes, nullptr, small, small + 9, small + 10, count, is_used);
    // expect: too large to be
    REFUSED(select_too_large,
            heddle::device::copy_if(temporary, bytes, nullptr, large, large + 9, large + 10, count, is_used);)
}

// Sums in a fixed order need arrays of records of one type, and integers as indices.
#include <heddle/algorithm/deterministic_scatter_add.cuh>
#include <iterator>
struct amount {
    float value[3];
};
void add(void* temporary, std::size_t& bytes, amount* deltas, int* indices, amount* out, float* numbers)
{
    using heddle::device::deterministic_scatter_add;
    deterministic_scatter_add(temporary, bytes, nullptr, deltas, indices, 100, out);
    // expect: takes arrays of deltas
    REFUSED(add_from_iterator, deterministic_scatter_add(temporary, bytes, nullptr, std::make_reverse_iterator(deltas),
                                                         indices, 100, out);)
    // expect: type of the records
    REFUSED(add_other_deltas, deterministic_scatter_add(temporary, bytes, nullptr, numbers, indices, 100, out);)
    // expect: must be integers
    REFUSED(add_at_floats, deterministic_scatter_add(temporary, bytes, nullptr, deltas, numbers, 100, out);)
    // expect: records of const T
    REFUSED(add_to_constants, deterministic_scatter_add(temporary, bytes, nullptr, deltas, indices, 100,
                                                        static_cast<amount const*>(out));)
}

// Function objects that are host code.
#include <heddle/algorithm.cuh>
struct triple {
    float x, y, z;
    triple operator+(triple const& other) const { return {x + other.x, y, z}; }
};
struct constexpr_code {
    constexpr triple operator()(triple const& q) const { return q; }
};
struct on_host {
    triple operator()(triple const& q) const { return q; }
    triple operator()(triple const& a, triple const&) const { return a; }
};
struct anywhere {
    __host__ __device__ triple operator()(triple const& q) const { return q; }
    __host__ __device__ triple operator()(triple const& a, triple const&) const { return a; }
};
void call_by(void* memory, std::size_t& bytes, triple* first)
{
    triple* const last = first + 100;
    heddle::transform(nullptr, first, last, first, anywhere{});
    heddle::device::reduce(memory, bytes, nullptr, first, last, first, triple{}, anywhere{});
    heddle::device::inclusive_scan(memory, bytes, nullptr, first, last, first, anywhere{});
    // expect: calling a __host__ function
    REFUSED(reduce_by_host_plus,
            heddle::device::reduce(memory, bytes, nullptr, first, last, first, triple{}, heddle::plus{});)
    REFUSED(transform_by_host_code, heddle::transform(nullptr, first, last, first, on_host{});)
    REFUSED(reduce_by_host_code,
            heddle::device::reduce(memory, bytes, nullptr, first, last, first, triple{}, on_host{});)
    REFUSED(scan_by_host_code, heddle::device::inclusive_scan(memory, bytes, nullptr, first, last, first, on_host{});)
    // expect: calling a constexpr __host__
    REFUSED(transform_by_constexpr_host_code, heddle::transform(nullptr, first, last, first, constexpr_code{});)
}

// Results that a host-only constructor converts.
#include <heddle/algorithm.cuh>
struct converted {
    float x[3];
    converted() = default;
    converted(float first) : x{first} {}
};
void fill_converted(converted* first)
{
    heddle::fill(nullptr, first, first + 100, converted{});
    // expect: calling a __host__ function
    REFUSED(fill_by_host_conversion, heddle::fill(nullptr, first, first + 100, 3.0f);)
}

// Records whose layout is known at run time.
#include <heddle/records.cuh>
void move_records(heddle::record_layout const& layout, void* memory, std::size_t& bytes, void* records, int* indices,
                  bool* flags, std::size_t* number)
{
    heddle::gather(nullptr, layout, records, indices, 100, records);
    heddle::device::copy_if(memory, bytes, nullptr, layout, records, flags, 100, records, number);
    // expect: must be integers
    REFUSED(gather_at_flags, heddle::gather(nullptr, layout, records, flags, 100, records);)
    // expect: pointer to integers
    REFUSED(gather_at_nothing, heddle::gather(nullptr, layout, records, nullptr, 100, records);)
    // expect: one byte
    REFUSED(select_by_integers,
            heddle::device::copy_if(memory, bytes, nullptr, layout, records, indices, 100, records, number);)
    // expect: integer in device memory
    REFUSED(select_without_number,
            heddle::device::copy_if(memory, bytes, nullptr, layout, records, flags, 100, records, nullptr);)
}
