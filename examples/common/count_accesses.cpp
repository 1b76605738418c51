// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts the accesses of code on emulated warps, including plain code. With -fsanitize=thread, compilers insert a call
// before each load and each store, for example of __tsan_read4. This file defines the called functions in place of the
// ThreadSanitizer library, so the file itself is compiled without this option.
#include "report.hpp"

#include <heddle/emulation.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

namespace heddle_examples {

namespace {

using heddle::detail::collective;
using heddle::detail::emulated_lane;

struct byte_range {
    std::uintptr_t first = 0;
    std::uintptr_t bytes = 0;

    bool contains(std::uintptr_t address) const { return address - first < bytes; }
};

//! The arrays whose plain accesses are counted.
thread_local std::vector<counted_array> counted_arrays;

//! The sectors that each warp has loaded.
using loaded_sectors = std::set<std::pair<std::size_t, std::uintptr_t>>;

//! A lane that also counts plain accesses. heddle reports each of its accesses before it makes the access, so such
//! accesses are not counted again.
class counting_lane final : public emulated_lane {
public:
    counting_lane(loaded_sectors& loaded, std::size_t warp) : lane_(current()), loaded_(loaded), warp_(warp)
    {
        current() = this;
    }
    ~counting_lane() { current() = lane_; }
    counting_lane(counting_lane const&) = delete;
    counting_lane& operator=(counting_lane const&) = delete;

    unsigned rank() const override { return lane_->rank(); }
    std::uint64_t meet(std::uint32_t lanes, collective what, std::uint64_t value, unsigned argument) override
    {
        std::uint64_t const result = lane_->meet(lanes, what, value, argument);
        current() = this;  // other lanes have run in the meantime
        return result;
    }
    std::uint32_t converge() override
    {
        std::uint32_t const lanes = lane_->converge();
        current() = this;
        return lanes;
    }
    void count_access(std::uint32_t lanes, bool stores, void const* pointer, unsigned bytes) override
    {
        if (pointer != nullptr) {
            auto const address = reinterpret_cast<std::uintptr_t>(pointer);
            if (has_accessed_) announced_.clear();
            has_accessed_ = false;
            announced_.push_back({stores, {address, bytes}});
            add_sectors(stores, address, bytes);
        }
        lane_->count_access(lanes, stores, pointer, bytes);
    }

    void access(bool stores, std::uintptr_t address, std::size_t bytes, std::size_t alignment)
    {
        has_accessed_ = true;
        for (announcement& each : announced_) {
            if (!each.range.contains(address)) continue;
            if (stores) each.stored_end = std::max(each.stored_end, address + bytes);
            // An atomic operation loads from the range of a store before it stores there.
            if (each.stores == stores || (each.stores && address >= each.stored_end)) return;
        }
        add_sectors(stores, address, bytes);
        std::uint32_t const lanes = converge();
        std::size_t word = std::min(alignment, std::size_t{16});
        while (bytes % word != 0 || address % word != 0) word /= 2;
        for (std::size_t at = 0; at < bytes; at += word) {
            lane_->count_access(lanes, stores, reinterpret_cast<void const*>(address + at),
                                static_cast<unsigned>(word));
        }
    }

private:
    void add_sectors(bool stores, std::uintptr_t address, std::size_t bytes)
    {
        constexpr std::size_t sector = heddle::detail::sector_bytes;
        if (stores) return;
        for (std::uintptr_t k = address / sector; k * sector < address + bytes; ++k) loaded_.insert({warp_, k});
    }

    struct announcement {
        bool stores;
        byte_range range;
        std::uintptr_t stored_end = 0;  //!< where the last store of this range ended
    };

    emulated_lane* lane_;
    loaded_sectors& loaded_;
    std::size_t warp_;
    std::vector<announcement> announced_;  //!< accesses that heddle has reported, and then makes
    bool has_accessed_ = false;
};

void count_plain(bool stores, void const* pointer, std::size_t bytes)
{
    auto const address = reinterpret_cast<std::uintptr_t>(pointer);
    if (bytes == 0 || emulated_lane::current() == nullptr) return;
    for (counted_array const& array : counted_arrays) {
        if (!byte_range{reinterpret_cast<std::uintptr_t>(array.data), array.bytes}.contains(address)) continue;
        static_cast<counting_lane*>(emulated_lane::current())->access(stores, address, bytes, array.alignment);
        return;
    }
}

template <class Number>
void add_numbers(Number* sum, Number const* change, unsigned count)
{
    count_plain(true, sum, count * sizeof(Number));
    for (unsigned i = 0; i < count; ++i) sum[i] += change[i];
}

struct counting_scope {
    explicit counting_scope(std::vector<counted_array> const& arrays) { counted_arrays = arrays; }
    ~counting_scope() { counted_arrays.clear(); }
};

}  // namespace

result count_accesses(std::vector<counted_array> const& arrays, std::size_t count,
                      std::function<void(std::size_t)> const& body)
{
    constexpr std::size_t lanes_of_warp = 32;
    counting_scope const scope(arrays);
    loaded_sectors loaded;
    result counted;
    counted.traffic = heddle::emulate_grid(count, [&](std::size_t i) {
        counting_lane const lane(loaded, i / lanes_of_warp);
        body(i);
    });
    counted.sectors_loaded_once = loaded.size();
    return counted;
}

void add_on_host(float* sum, float const* change, unsigned count) { add_numbers(sum, change, count); }
void add_on_host(double* sum, double const* change, unsigned count) { add_numbers(sum, change, count); }

}  // namespace heddle_examples

extern "C" {

#define HEDDLE_EXAMPLES_COUNT(bytes)                                                                          \
    void __tsan_read##bytes(void* address) { heddle_examples::count_plain(false, address, bytes); }           \
    void __tsan_write##bytes(void* address) { heddle_examples::count_plain(true, address, bytes); }           \
    void __tsan_unaligned_read##bytes(void* address) { heddle_examples::count_plain(false, address, bytes); } \
    void __tsan_unaligned_write##bytes(void* address) { heddle_examples::count_plain(true, address, bytes); }
HEDDLE_EXAMPLES_COUNT(1)
HEDDLE_EXAMPLES_COUNT(2)
HEDDLE_EXAMPLES_COUNT(4)
HEDDLE_EXAMPLES_COUNT(8)
HEDDLE_EXAMPLES_COUNT(16)
#undef HEDDLE_EXAMPLES_COUNT

// Atomic operations: of static variables, of shared_ptr, and of std::atomic beside a kernel. g++ calls the
// compare_exchange functions with _strong and _weak, clang the one with _val.
#define HEDDLE_EXAMPLES_READ_MODIFY_WRITE(bits, name, function)                                                        \
    std::uint##bits##_t __tsan_atomic##bits##_##name(std::uint##bits##_t volatile* address, std::uint##bits##_t value, \
                                                     int)                                                              \
    {                                                                                                                  \
        return function(address, value, __ATOMIC_SEQ_CST);                                                             \
    }
#define HEDDLE_EXAMPLES_COMPARE_EXCHANGE(bits, name)                                                         \
    bool __tsan_atomic##bits##_##name(std::uint##bits##_t volatile* address, std::uint##bits##_t* expected,  \
                                      std::uint##bits##_t value, int, int)                                   \
    {                                                                                                        \
        return __atomic_compare_exchange_n(address, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }
#define HEDDLE_EXAMPLES_ATOMIC(bits)                                                                              \
    std::uint##bits##_t __tsan_atomic##bits##_load(std::uint##bits##_t const volatile* address, int)              \
    {                                                                                                             \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                        \
    }                                                                                                             \
    void __tsan_atomic##bits##_store(std::uint##bits##_t volatile* address, std::uint##bits##_t value, int)       \
    {                                                                                                             \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                                       \
    }                                                                                                             \
    HEDDLE_EXAMPLES_READ_MODIFY_WRITE(bits, exchange, __atomic_exchange_n)                                        \
    HEDDLE_EXAMPLES_READ_MODIFY_WRITE(bits, fetch_add, __atomic_fetch_add)                                        \
    HEDDLE_EXAMPLES_READ_MODIFY_WRITE(bits, fetch_sub, __atomic_fetch_sub)                                        \
    HEDDLE_EXAMPLES_READ_MODIFY_WRITE(bits, fetch_and, __atomic_fetch_and)                                        \
    HEDDLE_EXAMPLES_READ_MODIFY_WRITE(bits, fetch_or, __atomic_fetch_or)                                          \
    HEDDLE_EXAMPLES_READ_MODIFY_WRITE(bits, fetch_xor, __atomic_fetch_xor)                                        \
    HEDDLE_EXAMPLES_COMPARE_EXCHANGE(bits, compare_exchange_strong)                                               \
    HEDDLE_EXAMPLES_COMPARE_EXCHANGE(bits, compare_exchange_weak)                                                 \
    std::uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(                                               \
        std::uint##bits##_t volatile* address, std::uint##bits##_t expected, std::uint##bits##_t value, int, int) \
    {                                                                                                             \
        __tsan_atomic##bits##_compare_exchange_strong(address, &expected, value, 0, 0);                           \
        return expected;                                                                                          \
    }
HEDDLE_EXAMPLES_ATOMIC(8)
HEDDLE_EXAMPLES_ATOMIC(16)
HEDDLE_EXAMPLES_ATOMIC(32)
HEDDLE_EXAMPLES_ATOMIC(64)
#undef HEDDLE_EXAMPLES_ATOMIC
#undef HEDDLE_EXAMPLES_COMPARE_EXCHANGE
#undef HEDDLE_EXAMPLES_READ_MODIFY_WRITE

void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) {}

void __tsan_read_range(void* address, std::size_t bytes) { heddle_examples::count_plain(false, address, bytes); }
void __tsan_write_range(void* address, std::size_t bytes) { heddle_examples::count_plain(true, address, bytes); }
void* __tsan_memcpy(void* to, void const* from, std::size_t bytes)
{
    heddle_examples::count_plain(false, from, bytes);
    heddle_examples::count_plain(true, to, bytes);
    return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, void const* from, std::size_t bytes)
{
    heddle_examples::count_plain(false, from, bytes);
    heddle_examples::count_plain(true, to, bytes);
    return std::memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, std::size_t bytes)
{
    heddle_examples::count_plain(true, to, bytes);
    return std::memset(to, value, bytes);
}
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

}  // extern "C"
