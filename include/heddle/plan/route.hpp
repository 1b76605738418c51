// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The route by which a group moves its elements, decided in one place: device code, what counts its accesses,
// `heddle plan` and the tests all ask choose().
#pragma once

#include "../config.cuh"
#include "plan.hpp"

namespace heddle {

//! What lanes do with their elements.
enum class access_kind { load, store };

//! How elements are moved between memory and registers.
enum class route {
    plain,         //!< each lane its own element, as the compiler copies a T
    own_words,     //!< each lane its own element, in words
    shared_words,  //!< each lane its own element and all words that it shares with its neighbours
    rows,          //!< rows of words, transposed in registers
    narrow_rows,   //!< the same in words of 4 bytes, for elements that straddle words of 8
    dense_rows,    //!< rows without gaps, of consecutive elements that straddle words
    sector_rows,   //!< each element in rows that end with sectors, for elements that straddle words
    stage,         //!< chunks of 16 bytes, transposed in shared memory
};

//! The words that documentation and `heddle plan` have for it.
HEDDLE_HOST_DEVICE constexpr char const* to_string(route r)
{
    switch (r) {
        case route::plain:
            return "plain";
        case route::own_words:
            return "own words";
        case route::shared_words:
            return "shared words";
        case route::rows:
            return "rows";
        case route::narrow_rows:
            return "narrow rows";
        case route::dense_rows:
            return "dense rows";
        case route::sector_rows:
            return "sector rows";
        case route::stage:
            return "stage";
    }
    return "";
}

//! What choose() asks of an access, as values. Device code answers by votes and shuffles instead: each
//! question is asked once at most, in this order, and only where its answer matters.
struct access_facts {
    unsigned wanting_lanes;  //!< lanes that want an element; 0 unless the group is converged
    bool are_consecutive;    //!< all lanes' elements; or the first ones, known to be contiguous
    bool begin_with_words;   //!< the wanted elements; elements that straddle words need not
    bool share_whole_words;  //!< all lanes want one, and they share no word with others
    bool have_stage;         //!< the group has shared memory for them
    unsigned lane_count;     //!< n

    HEDDLE_HOST_DEVICE constexpr unsigned wanting() const { return wanting_lanes; }
    HEDDLE_HOST_DEVICE constexpr bool consecutive() const { return are_consecutive; }
    HEDDLE_HOST_DEVICE constexpr bool in_shared_words() const { return share_whole_words; }
    HEDDLE_HOST_DEVICE constexpr bool staged() const
    {
        return have_stage && are_consecutive && begin_with_words;
    }
    HEDDLE_HOST_DEVICE constexpr bool in_rows() const
    {
        return are_consecutive && begin_with_words && wanting_lanes == lane_count;
    }
};

//! A route as a type, of a base that stands for those that an access never takes.
struct any_route {};
template <route Route>
struct route_constant : any_route {
    static constexpr route value = Route;
};

//! Calls take(route_constant) with the route of a group's elements and returns what that returns. Device code
//! comes with the function that moves the elements: of a route that is a number, its compiler would ask
//! again which one it is.
//! Facts: has the functions of access_facts
HEDDLE_EXEC_CHECK_DISABLE
template <class Facts, class Take>
HEDDLE_INLINE constexpr auto choose(plan const& p, access_kind kind, Facts& facts, Take const& take)
{
    bool const loads = kind == access_kind::load;
    if (!p.moves_words()) return take(route_constant<route::plain>{});
    if (loads ? !p.loads_together() : !p.cooperates()) {
        return take(route_constant<route::own_words>{});
    }
    if (!p.cooperates_for(facts.wanting())) return take(route_constant<route::own_words>{});
    bool const consecutive = facts.consecutive();
    if (loads && p.loads_through_cache() && consecutive) {
        if (p.straddles() && facts.in_shared_words()) {
            return take(route_constant<route::shared_words>{});
        }
        return take(route_constant<route::own_words>{});
    }
    if (facts.staged()) return take(route_constant<route::stage>{});
    bool const in_rows = facts.in_rows();
    if (!loads && p.stores_sectors()) {
        if (in_rows) return take(route_constant<route::dense_rows>{});
        return take(route_constant<route::sector_rows>{});
    }
    if (loads && p.narrows_indexed() && !in_rows) {
        return take(route_constant<route::narrow_rows>{});
    }
    return take(route_constant<route::rows>{});
}

namespace detail {

struct value_of_route {
    template <class Constant>
    HEDDLE_HOST_DEVICE constexpr route operator()(Constant) const
    {
        return Constant::value;
    }
};

}  // namespace detail

//! The route as a value.
template <class Facts>
HEDDLE_HOST_DEVICE constexpr route choose(plan const& p, access_kind kind, Facts&& facts)
{
    return choose(p, kind, facts, detail::value_of_route{});
}

//! Some of the routes.
class route_set {
public:
    HEDDLE_HOST_DEVICE constexpr bool has(route r) const
    {
        return (bits_ >> static_cast<unsigned>(r) & 1u) != 0;
    }
    HEDDLE_HOST_DEVICE constexpr void add(route r) { bits_ |= 1u << static_cast<unsigned>(r); }

private:
    unsigned bits_ = 0;
};

//! All that choose() may answer: no other route needs code.
//! converges: whether the group ever cooperates; staged: whether it has shared memory
HEDDLE_HOST_DEVICE constexpr route_set routes_of(plan const& p, access_kind kind, bool converges,
                                                 bool staged)
{
    route_set set;
    unsigned const wanting[] = {0, converges ? p.lane_count - 1 : 0, converges ? p.lane_count : 0};
    for (unsigned lanes : wanting) {
        for (unsigned bits = 0; bits < 16; ++bits) {
            access_facts facts{lanes,
                               (bits & 1u) != 0,
                               (bits & 2u) != 0,
                               (bits & 4u) != 0,
                               staged && (bits & 8u) != 0,
                               p.lane_count};
            set.add(choose(p, kind, facts));
        }
    }
    return set;
}

}  // namespace heddle
