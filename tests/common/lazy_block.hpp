// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An emulated block. An emulated copy engine, lazy_copies, copies the tiles of the block.
#pragma once

#include "lazy_copies.hpp"

#include <heddle/block/detail/copy_engine.cuh>
#include <heddle/emulation.hpp>

namespace heddle_test {

//! These functions replace the copy instructions in a lazy_block.
struct lazy_instructions {
    using barrier = heddle::detail::copy_barrier;
    static constexpr heddle::copy_engine best = heddle::copy_engine::bulk;

    static lazy_copies& engine() { return *lazy_copies::current(); }
    static void init(barrier& made, unsigned arrivals) { engine().init(made, arrivals); }
    static void invalidate(barrier& made) { engine().invalidate(made); }
    static void arrive_and_expect(barrier& at, unsigned bytes) { engine().arrive_and_expect(at, bytes); }
    static void wait(barrier const& of, unsigned parity) { engine().wait(of, parity); }
    static void copy_in_bulk(void* to, void const* from, unsigned bytes, barrier& told)
    {
        engine().copy_in(to, from, bytes, told);
    }
    static void prefetch_in_bulk(void const* from, unsigned bytes) { engine().prefetch(from, bytes); }
    static void store_in_bulk(void* to, void const* from, unsigned bytes) { engine().store(to, from, bytes); }
    static void commit_bulk_stores() { engine().commit(); }
    template <unsigned Pending>
    static void await_bulk_reads()
    {
        engine().await_reads(Pending);
    }
    static void await_bulk_writes() { engine().await_writes(); }
    static void publish_to_bulk() { engine().fence(true); }
    static void order_bulk_accesses() { engine().fence(false); }
};

//! A block of emulated lanes. Each group of WarpLanes lanes acts as one warp of the block.
template <unsigned Threads, unsigned WarpLanes = Threads>
class lazy_block {
public:
    explicit lazy_block(heddle::emulated_group<Threads> const& all) : all_(all) {}

    static constexpr unsigned num_threads() { return Threads; }
    unsigned thread_rank() const
    {
        bool const is_turned = lazy_copies::current()->first_thread_is_last;
        return is_turned ? Threads - 1 - all_.thread_rank() : all_.thread_rank();
    }
    void sync() const { all_.sync(); }
    bool any(bool condition) const { return all_.any(condition); }
    heddle::emulated_group<WarpLanes> warp() const
    {
        return heddle::emulated_group<WarpLanes>(*heddle::detail::emulated_lane::current());
    }

private:
    heddle::emulated_group<Threads> all_;
};

}  // namespace heddle_test

template <unsigned Threads, unsigned WarpLanes>
struct heddle::detail::instructions_of<heddle_test::lazy_block<Threads, WarpLanes>> {
    using type = heddle_test::lazy_instructions;
};

namespace heddle_test {

//! Runs body(block) as a kernel of one block.
template <unsigned Threads, unsigned WarpLanes = Threads, class Body>
void run_lazily(lazy_copies& engine, Body const& body)
{
    engine.begin();
    heddle::emulate_group<Threads>([&](auto const& all) { body(lazy_block<Threads, WarpLanes>(all)); });
    engine.end();
}

}  // namespace heddle_test
