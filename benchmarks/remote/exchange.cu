// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The particles of exchange.cuh, step by step: with both halves on one GPU, and on two.

#include "../arrays.cuh"
#include "../common/measurement.hpp"
#include "halves.cuh"
#include "remote.cuh"

#include <algorithm>
#include <memory>
#include <string>

namespace heddle_bench {
namespace {

static_assert(exchange_threads == block_threads, "scratch_ptr declares scratch for block_threads");

std::size_t particle_count()
{
    return std::min(std::size_t{1} << 23, array_bytes() / sizeof(particle));
}

//! The halves of one kind of experiment; its forms take turns with them. Made when they are first
//! needed.
class lazy_halves {
public:
    explicit lazy_halves(int second_device) : second_device_(second_device) {}

    halves_of_box& get()
    {
        if (!made_) made_ = std::make_unique<halves_of_box>(particle_count(), 0, second_device_);
        return *made_;
    }

private:
    int second_device_;
    std::unique_ptr<halves_of_box> made_;
};

template <template <class> class Pointer>
void add_exchange(std::string const& kind, char const* access,
                  std::shared_ptr<lazy_halves> const& halves)
{
    // Each particle is read and written once.
    std::size_t const bytes = 2 * particle_count() * sizeof(particle);
    auto const count_wrong = [=] {
        constexpr unsigned steps = 3;
        halves->get().restart();
        for (unsigned i = 0; i < steps; ++i) halves->get().step<Pointer>();
        return halves->get().count_wrong();
    };
    add_measurement(kind + '/' + access + '/' + std::to_string(sizeof(particle)),
                    {bytes, [] {}, [=] { halves->get().step<Pointer>(); }, count_wrong});
}

void add_forms(std::string const& kind, int second_device)
{
    auto const halves = std::make_shared<lazy_halves>(second_device);
    add_exchange<plain_ptr>(kind, "plain", halves);
    add_exchange<coalesced_ptr>(kind, "coalesced", halves);
    add_exchange<scratch_ptr>(kind, "scratch", halves);
}

}  // namespace

void add_exchanges()
{
    add_forms("exchange", 0);
    if (int const peer = peer_of(0); peer != no_device) add_forms("peer_exchange", peer);
}

}  // namespace heddle_bench
