// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Experiments in a warp: the same collective operation is executed round after round, in several forms. A form derives
// from one of the three base classes below, and has these members:
//   static constexpr char const* name;
//   __device__ T operator()(T value);
#pragma once

#include "../common/measurement.hpp"
#include "../harness.cuh"

#include <algorithm>
#include <array>

namespace heddle_bench {

// ---- types: numbers, and structs that can be added and compared ----

template <unsigned Count>
struct floats {
    float part[Count];

    floats() = default;
    __host__ __device__ explicit floats(unsigned number)
    {
        for (unsigned i = 0; i < Count; ++i) part[i] = static_cast<float>(number + 3 * i);
    }
    __host__ __device__ friend floats operator+(floats const& a, floats const& b)
    {
        floats sum;
        for (unsigned i = 0; i < Count; ++i) sum.part[i] = a.part[i] + b.part[i];
        return sum;
    }
    __host__ __device__ friend bool operator<(floats const& a, floats const& b) { return a.part[0] < b.part[0]; }
};

using vector7 = floats<7>;
using vector13 = floats<13>;

//! A point and its brightness. The struct has no padding, so its alignment is 1.
#pragma pack(push, 1)
struct point13 {
    float x, y, z;
    std::uint8_t brightness;

    point13() = default;
    __host__ __device__ explicit point13(unsigned number)
        : x(static_cast<float>(number)), y(x + 1), z(x + 2), brightness(static_cast<std::uint8_t>(number))
    {
    }
    __host__ __device__ friend point13 operator+(point13 const& a, point13 const& b)
    {
        point13 sum = a;
        sum.x += b.x;
        sum.y += b.y;
        sum.z += b.z;
        sum.brightness = static_cast<std::uint8_t>(a.brightness + b.brightness);
        return sum;
    }
    __host__ __device__ friend bool operator<(point13 const& a, point13 const& b) { return a.x < b.x; }
};
#pragma pack(pop)
static_assert(sizeof(point13) == 13 && alignof(point13) == 1);

//! Returns the name of a type as it appears in the names of benchmarks.
template <class T>
std::string type_name()
{
    std::string const bits = std::to_string(8 * sizeof(T));
    if (std::is_integral_v<T>) return "int" + bits;
    if (std::is_floating_point_v<T>) return "fp" + bits;
    return (alignof(T) == 1 ? "packed" : "struct") + std::to_string(sizeof(T));
}

//! Returns pseudo-random numbers below `bound`, which are the same in every run and exact in every type.
inline unsigned random_number(std::size_t i, unsigned bound)
{
    return mixed(static_cast<std::uint32_t>(i) + 0x9e3779b9u) % bound;
}

struct addition {
    template <class T>
    __host__ __device__ __forceinline__ T operator()(T const& a, T const& b) const
    {
        return a + b;
    }
};

// ---- sizes ----

// The tests compile the benchmarks but do not run them, so a single size is enough.
#if defined(HEDDLE_BENCH_ONE_SIZE)
inline constexpr bool has_one_size = true;
#else
inline constexpr bool has_one_size = false;
#endif

inline constexpr unsigned verified_rounds = 3;
inline constexpr unsigned many_rounds = 4096;
inline constexpr unsigned block_sizes[] = {64, 128, 256, 512, 1024};
inline constexpr unsigned threads_of_multiprocessor = 2048;

__device__ __forceinline__ unsigned this_lane() { return threadIdx.x % 32; }

// ---- forms ----

// Three ways to use shared memory: with the synchronization that a warp needs, with that of the original experiments,
// and without synchronization. The third way is not guaranteed to work. It is measured here, and used nowhere else.
struct synchronized_warp {
    static constexpr char const* name = "shared_syncwarp";
    __device__ __forceinline__ static void sync() { __syncwarp(); }
};
struct synchronized_block {
    static constexpr char const* name = "shared_syncthreads";
    __device__ __forceinline__ static void sync() { __syncthreads(); }
};
struct not_synchronized {
    static constexpr char const* name = "shared_volatile_UNSAFE";
    __device__ __forceinline__ static void sync() {}
};

struct register_form {
    static constexpr char const* name = "shuffle";
    static constexpr bool is_unsafe = false;
    static constexpr unsigned shared_bytes = 0;
    __device__ __forceinline__ void attach(void*) {}
};

//! A form that uses shared memory for `Count` values per warp.
template <class T, class Sync, unsigned Count>
struct shared_form {
    static constexpr char const* name = Sync::name;
    static constexpr bool is_unsafe = std::is_same_v<Sync, not_synchronized>;
    static constexpr unsigned shared_bytes = Count * sizeof(T);
    std::conditional_t<is_unsafe, T volatile*, T*> values;
    __device__ __forceinline__ void attach(void* shared) { values = static_cast<T*>(shared); }
};

//! An implementation (form) that needs CUB's temporary storage.
template <class Collective>
struct cub_form {
    using storage = typename Collective::TempStorage;
    static constexpr char const* name = "cub";
    static constexpr bool is_unsafe = false;
    static constexpr unsigned shared_bytes = (sizeof(storage) + 15) / 16 * 16;
    storage* temporary;
    __device__ __forceinline__ void attach(void* shared) { temporary = static_cast<storage*>(shared); }
    __device__ __forceinline__ Collective collective() const { return Collective(*temporary); }
};

//! Returns the calling warp's instance of a form: of an implementation that is measured.
template <class Form>
__device__ __forceinline__ Form form_of_warp()
{
    extern __shared__ uint4 shared_words[];
    auto* const shared = reinterpret_cast<unsigned char*>(shared_words);
    Form form;
    form.attach(shared + threadIdx.x / 32 * Form::shared_bytes);
    return form;
}

// ---- measurements ----

//! Memory for as many threads as fill a GPU. It is filled only once.
template <class T>
struct round_arrays {
    unsigned count = multiprocessors() * threads_of_multiprocessor;
    T *in, *out = allocate<T>(count);

    round_arrays()
    {
        std::vector<T> numbers(count);
        for (unsigned i = 0; i < count; ++i) numbers[i] = static_cast<T>(random_number(i, 1000));
        in = copy_to_device(numbers);
    }
};

//! Measures a kernel(in, out, rounds) with 2048 threads on each multiprocessor. expected(first) computes the results of
//! verified_rounds rounds for the 32 values of a warp. Only the first `valid_lanes` results are compared.
template <class Form, class T, class Expected>
void add_experiment(std::string const& name, void (*kernel)(T const*, T*, unsigned), unsigned block, unsigned rounds,
                    unsigned valid_lanes, Expected const& expected)
{
    unsigned const shared = block / 32 * Form::shared_bytes;
    if (shared > 48 * 1024) return;
    auto const run = [=](unsigned how_often) {
        auto const& a = made_once<round_arrays<T>>();
        kernel<<<a.count / block, block, shared>>>(a.in, a.out, how_often);
        HEDDLE_BENCH_CHECK(cudaGetLastError());
    };
    measurement m;
    m.launch = [=] { run(rounds); };
    m.count_wrong = [=] {
        auto const& a = made_once<round_arrays<T>>();
        run(verified_rounds);
        auto const in = copy_to_host(a.in, a.count);
        auto const out = copy_to_host(a.out, a.count);
        std::size_t wrong = 0;
        for (unsigned first = 0; first < a.count; first += 32) {
            std::array<T, 32> const right = expected(&in[first]);
            for (unsigned l = 0; l < valid_lanes; ++l)
                wrong += std::memcmp(&out[first + l], &right[l], sizeof(T)) == 0 ? 0 : 1;
        }
        return wrong;
    };
    m.facts["shared_bytes/block"] = shared;
    m.facts["rounds"] = rounds;
    m.operations = threads_of_multiprocessor / 32.0 * rounds;
    m.is_unsafe = Form::is_unsafe;
    add_measurement(name + '/' + Form::name + '/' + std::to_string(block), m);
}

template <class Form, class T>
__global__ void __launch_bounds__(1024) run_rounds(T const* in, T* out, unsigned rounds)
{
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    Form form = form_of_warp<Form>();
    T const own = in[i];
    T sum{};
#pragma unroll 4
    for (unsigned r = 0; r < rounds; ++r) sum = sum + form(own + static_cast<T>(r));
    out[i] = sum;
}

//! An operation, and its reference on the host: 32 results of 32 values, of which the first valid_lanes are compared.
template <class T>
struct experiment {
    std::string name;
    unsigned rounds, valid_lanes;
    std::function<std::array<T, 32>(std::array<T, 32>)> reference;

    template <class... Form>
    void add() const
    {
        (add_form<Form>(), ...);
    }
    //! Adds a form with shared memory, once for each way to synchronize.
    template <template <class T_, class Sync> class Form>
    void add_shared() const
    {
        add<Form<T, synchronized_warp>, Form<T, synchronized_block>, Form<T, not_synchronized>>();
    }

private:
    template <class Form>
    void add_form() const
    {
        auto const expected = [of = reference](T const* in) {
            std::array<T, 32> sum{};
            for (unsigned r = 0; r < verified_rounds; ++r) {
                std::array<T, 32> values;
                for (unsigned l = 0; l < 32; ++l) values[l] = in[l] + static_cast<T>(r);
                std::array<T, 32> const result = of(values);
                for (unsigned l = 0; l < 32; ++l) sum[l] = sum[l] + result[l];
            }
            return sum;
        };
        for (unsigned const block : block_sizes) {
            add_experiment<Form, T>(name + '/' + type_name<T>(), run_rounds<Form, T>, block, rounds, valid_lanes,
                                    expected);
        }
    }
};

}  // namespace heddle_bench
