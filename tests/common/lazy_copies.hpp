// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An emulated engine for bulk copies that gives only the guarantees of the PTX instruction set. The engine copies as
// early or as late as the instruction set allows, and sees the writes of threads only after a fence.
#pragma once

#include <common/random.hpp>

#include <heddle/block/detail/copy_engine.cuh>
#include <heddle/emulation.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace heddle_test {

//! Thrown if an instruction is misused, or would wait forever.
struct copy_error : std::logic_error {
    using std::logic_error::logic_error;
};

enum class copies_happen { at_once, at_last, at_random };

//! Memory with two views: one for the threads (generic proxy), and one for the copy engine (async proxy). The engine
//! does not see what threads have written since the last fence. If threads have changed a byte since the last fence, a
//! write of the engine to this byte is lost.
class proxied_memory {
public:
    proxied_memory(void* first, std::size_t size, bool lies_in_shared)
        : is_shared(lies_in_shared), first_(static_cast<std::byte*>(first)), engine_view_(size)
    {
        fence();
    }
    void fence() { std::memcpy(engine_view_.data(), first_, engine_view_.size()); }
    bool contains(void const* at, std::size_t bytes) const
    {
        auto const begin = reinterpret_cast<std::uintptr_t>(first_);
        auto const address = reinterpret_cast<std::uintptr_t>(at);
        return address >= begin && address + bytes <= begin + engine_view_.size();
    }
    void read(std::vector<std::byte>& into, std::byte const* from) const
    {
        std::memcpy(into.data(), engine_view_.data() + (from - first_), into.size());
    }
    void write(std::byte* to, std::vector<std::byte> const& data)
    {
        for (std::size_t i = 0; i < data.size(); ++i) {
            std::byte& seen = engine_view_[static_cast<std::size_t>(to - first_) + i];
            if (to[i] == seen) to[i] = data[i];
            seen = data[i];
        }
    }
    bool is_shared;

private:
    std::byte* first_;
    std::vector<std::byte> engine_view_;
};

//! The copy engine of one emulated block at a time.
class lazy_copies {
public:
    lazy_copies(copies_happen when, random_source& random, bool is_first_last = false)
        : first_thread_is_last(is_first_last), when_(when), random_(random)
    {
        current() = this;
    }
    lazy_copies(lazy_copies const&) = delete;
    lazy_copies& operator=(lazy_copies const&) = delete;
    ~lazy_copies() { current() = nullptr; }
    static lazy_copies*& current()
    {
        static thread_local lazy_copies* engine = nullptr;
        return engine;
    }

    //! Adds an array that the engine may read and write. The engine refuses to access bytes outside the added arrays.
    template <class T>
    void add_array(T* first, std::size_t count)
    {
        auto* const memory = const_cast<std::remove_const_t<T>*>(first);
        memory_.emplace_back(memory, count * sizeof(T), false);
    }
    template <class Stages>
    void add_shared(Stages& stages)
    {
        memory_.emplace_back(&stages, sizeof(Stages), true);
    }

    //! Begins a kernel, which sees all earlier writes. end() completes all stores of the kernel.
    void begin()
    {
        barriers_.clear();
        fence(true);
        fence(false);
    }
    void end()
    {
        for (auto& [barrier, state] : barriers_) {
            if (!state.copies.empty()) throw copy_error("a block ended before what it has loaded");
        }
        for (auto& groups : stores_) {
            for (group& each : groups) {
                if (!each.reads_awaited) {
                    throw copy_error("a block ended before its shared memory had been read");
                }
                for (copy& one : each.copies) write(one);
            }
            groups.clear();
        }
    }

    void fence(bool shared)
    {
        for (proxied_memory& each : memory_) {
            if (each.is_shared == shared) each.fence();
        }
    }

    void init(heddle::detail::copy_barrier& barrier, unsigned arrivals)
    {
        if (arrivals != 1) throw copy_error("one thread arrives at the barrier of bulk copies");
        if (!barriers_.emplace(&barrier, barrier_state{}).second) {
            throw copy_error("a barrier is made where one is");
        }
    }
    void invalidate(heddle::detail::copy_barrier& barrier)
    {
        if (!state_of(barrier).copies.empty()) throw copy_error("a barrier goes before its copies");
        barriers_.erase(&barrier);
    }
    void arrive_and_expect(heddle::detail::copy_barrier& barrier, unsigned bytes)
    {
        barrier_state& state = state_of(barrier);
        if (state.arrived) throw copy_error("a phase of a barrier begins before the last has ended");
        state.arrived = true;
        state.expected_bytes = bytes;
    }
    void wait(heddle::detail::copy_barrier const& barrier, unsigned parity)
    {
        if (state_of(barrier).phases % 2 != parity) return;
        // Lets other threads run, because they may not have started the copy yet.
        if (!state_of(barrier).arrived) heddle::detail::emulated_lane::current()->converge();
        barrier_state& state = state_of(barrier);
        if (state.phases % 2 != parity) return;
        if (!state.arrived) throw copy_error("a thread waits for a copy that nobody begins");
        std::size_t bytes = 0;
        for (copy& each : state.copies) {
            read(each);
            write(each);
            bytes += each.data.size();
        }
        if (bytes != state.expected_bytes) throw copy_error("not as many bytes as were announced");
        state.copies.clear();
        state.arrived = false;
        ++state.phases;
    }

    void copy_in(void* to, void const* from, unsigned bytes, heddle::detail::copy_barrier& barrier)
    {
        if (!state_of(barrier).arrived) throw copy_error("a copy was not announced");
        loaded_bytes_ += bytes;
        state_of(barrier).copies.push_back(begin_copy(to, true, from, false, bytes));
    }
    void prefetch(void const* from, unsigned bytes)
    {
        if (!is_whole(from, bytes)) throw copy_error("what is fetched in bulk is whole chunks");
        find(from, bytes, false);
        fetched_.push_back({static_cast<std::byte const*>(from), bytes});
    }
    void store(void* to, void const* from, unsigned bytes)
    {
        open_group().copies.push_back(begin_copy(to, false, from, true, bytes));
    }
    void commit() { open_group().committed = true; }
    void await_reads(unsigned pending)
    {
        auto& groups = stores_of_thread();
        for (std::size_t i = 0; i + pending < committed(groups); ++i) {
            groups[i].reads_awaited = true;
            for (copy& each : groups[i].copies) read(each);
        }
    }
    void await_writes()
    {
        await_reads(0);
        auto& groups = stores_of_thread();
        for (std::size_t left = committed(groups); left > 0; --left) {
            for (copy& one : groups.front().copies) write(one);
            groups.pop_front();
        }
    }

    struct bytes_from {
        std::byte const* first;
        unsigned count;
    };
    //! Returns the ranges of memory that were prefetched to L2.
    std::vector<bytes_from> const& fetched() const { return fetched_; }

    //! Returns the number of bytes that the engine has copied to shared memory.
    std::size_t loaded_bytes() const { return loaded_bytes_; }

    bool const first_thread_is_last;

private:
    struct copy {
        std::byte* to;
        proxied_memory* to_memory;
        std::byte const* from;
        proxied_memory* from_memory;
        std::vector<std::byte> data;
        bool is_read = false, is_written = false;
    };
    struct group {
        std::vector<copy> copies;
        bool committed = false;
        bool reads_awaited = false;
    };
    struct barrier_state {
        unsigned phases = 0;
        bool arrived = false;
        std::size_t expected_bytes = 0;
        std::vector<copy> copies;
    };

    static bool is_whole(void const* at, unsigned bytes)
    {
        return reinterpret_cast<std::uintptr_t>(at) % 16 == 0 && bytes % 16 == 0 && bytes != 0;
    }
    copy begin_copy(void* to, bool to_shared, void const* from, bool from_shared, unsigned bytes)
    {
        if (!is_whole(to, bytes) || !is_whole(from, bytes)) {
            throw copy_error("a copy in bulk is of whole chunks");
        }
        copy result{static_cast<std::byte*>(to), find(to, bytes, to_shared), static_cast<std::byte const*>(from),
                    find(from, bytes, from_shared), std::vector<std::byte>(bytes)};
        if (happens_now()) read(result);
        if (result.is_read && happens_now()) write(result);
        return result;
    }
    bool happens_now()
    {
        if (when_ == copies_happen::at_random) return random_.below(2) == 0;
        return when_ == copies_happen::at_once;
    }
    static void read(copy& one)
    {
        if (!one.is_read) one.from_memory->read(one.data, one.from);
        one.is_read = true;
    }
    static void write(copy& one)
    {
        if (!one.is_written) one.to_memory->write(one.to, one.data);
        one.is_written = true;
    }
    static std::size_t committed(std::deque<group> const& groups)
    {
        return groups.size() - (!groups.empty() && !groups.back().committed ? 1 : 0);
    }
    proxied_memory* find(void const* at, std::size_t bytes, bool shared)
    {
        for (proxied_memory& each : memory_) {
            if (each.is_shared == shared && each.contains(at, bytes)) return &each;
        }
        throw copy_error(shared ? "a copy leaves the stages" : "a copy leaves the array");
    }
    barrier_state& state_of(heddle::detail::copy_barrier const& barrier)
    {
        auto const found = barriers_.find(&barrier);
        if (found == barriers_.end()) throw copy_error("a barrier is used before it is made");
        return found->second;
    }
    //! Returns the calling thread's group of stores that is not committed yet.
    group& open_group()
    {
        auto& groups = stores_of_thread();
        if (groups.empty() || groups.back().committed) groups.emplace_back();
        return groups.back();
    }
    std::deque<group>& stores_of_thread() { return stores_[heddle::detail::emulated_lane::current()->rank()]; }

    copies_happen when_;
    random_source& random_;
    std::size_t loaded_bytes_ = 0;
    std::vector<bytes_from> fetched_;
    std::deque<proxied_memory> memory_;
    std::map<heddle::detail::copy_barrier const*, barrier_state> barriers_;
    std::array<std::deque<group>, 32> stores_;
};

}  // namespace heddle_test
