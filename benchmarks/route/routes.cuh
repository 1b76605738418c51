// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// route_load, route_store, route_gather, route_scatter: every route that can move a struct, whatever the ladders would
// do (route_load/rows/28). docs/routes.md says what each earns.
#pragma once

#include "by_route.cuh"

namespace heddle_bench::routes {

//! "per_thread"
inline std::string variant_of(route taken)
{
    std::string name = heddle::detail::to_string(taken);
    for (char& c : name) c = c == ' ' || c == '-' ? '_' : c;
    return name;
}

//! The other side of gathers and scatters is a coalesced_ptr's.
template <class Element, route Route>
void add_route()
{
    constexpr heddle::plan p = heddle::plan_of<Element>();
    element_shape const shape = shape_of<Element>();
    using way = by_route<Route>;
    auto const add = [&](char const* pattern, measurement const& m) {
        add_measurement(name_of(pattern, variant_of(Route), shape), m);
    };
    if constexpr (moves(p, access_kind::load, true, Route)) {
        add("route_load",
            measure_load(load<Element, way>, shape.bytes, element_count(shape.bytes)));
    }
    if constexpr (moves(p, access_kind::store, true, Route)) {
        add("route_store",
            measure_store(store<Element, way>, shape.bytes, element_count(shape.bytes)));
    }
    if constexpr (moves(p, access_kind::load, false, Route)) {
        add("route_gather", measure_move(move<Element, gathers, way, coalesced>, shape.bytes));
    }
    if constexpr (moves(p, access_kind::store, false, Route)) {
        add("route_scatter", measure_move(move<Element, scatters, coalesced, way>, shape.bytes));
    }
}

template <class Element>
void add()
{
    add_route<Element, route::plain>();
    add_route<Element, route::per_thread>();
    add_route<Element, route::rows>();
    add_route<Element, route::dense_rows>();
    add_route<Element, route::sector_rows>();
    add_route<Element, route::staged>();
}

}  // namespace heddle_bench::routes
