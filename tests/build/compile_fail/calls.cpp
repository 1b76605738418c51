// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls that a host compiler must refuse: arguments in a wrong order or number, and wrong functions for update.
// (refusals.py describes the test. build/idioms/idioms.def has calls that users of a T* write.)

#include <heddle/emulation/emulated_group.hpp>
#include <heddle/heddle.cuh>

#include <functional>
#include <utility>

#define REFUSED(name, ...)
#define ACCEPTED(name, ...) __VA_ARGS__

struct vec {
    float x, y, z, w, t;
};
using warp = heddle::emulated_group<32>;

void edit_one(heddle::coalesced_ptr<vec> p, heddle::coalesced_ptr<vec const> c)
{
    auto q = p[0].edit();
    *q = c[0];
    q->x = (*q).y;
    auto const r = heddle::edit(p + 1);
    q->z = r->z;
    // expect: edit_is_not_copied
    REFUSED(moved_edit, auto s = std::move(q); s->x = 1;)
    // expect: write_q_arrow
    REFUSED(edit_as_an_element, vec const s = q;)
    // expect: edit takes one pointer
    REFUSED(edit_with_index, auto s = heddle::edit(p, 3);)
}

void clear(vec&);
void normalize(vec&);
bool normalize(float&);
template <class T>
void zero(T&);
// Arguments that convert, among them null pointers, objects with conversions that are not const, and temporaries.
struct becomes_bool {
    operator bool();
};
struct becomes_count {
    operator unsigned();
};
struct becomes_vec {
    operator vec() &&;
};
void call_with_conversions(warp const& tile, heddle::coalesced_ptr<vec> p, heddle::coalesced_ptr<vec*> pointers,
                           becomes_bool wanted, becomes_count count)
{
    heddle::store(tile, pointers, 0);
    heddle::store_if(wanted, pointers, 0);
    heddle::store(tile, p, becomes_vec{});
    heddle::store_if(tile, wanted, p, becomes_vec{});
    heddle::store_contiguous(tile, p, heddle::load_contiguous(tile, p, count), count);
}
void call_wrongly(warp const& tile, heddle::coalesced_ptr<vec> p, vec const& v, int i, int n,
                  heddle::warp_scratch<heddle::blocked<vec, 4>>& scratch, heddle::warp_scratch<vec>& other)
{
    heddle::update(p + i, [](vec& q) { q.x = 0; });
    heddle::store_if(tile, i < n, p + i, heddle::load_if(tile, i < n, p + i, v));
    heddle::store_if(i & 1, p + i, heddle::load_if(i & 1, p + i));
    heddle::store(tile, p + i, heddle::load(tile, p + i));
    heddle::store_contiguous(tile, p, heddle::load_contiguous(tile, p, 20), 20);
    heddle::store_contiguous<4>(tile, p, heddle::load_contiguous<4>(tile, p, 20, scratch), scratch);
    heddle::store_if(tile, i < n, p + i, heddle::load_if(tile, i < n, p + i, v, other), other);
    // expect: update takes a pointer
    REFUSED(update_swapped, heddle::update([](vec& q) { q.x = 0; }, p + i);)
    REFUSED(update_by_function_swapped, heddle::update(clear, p + i);)
    REFUSED(update_by_function_pointer_swapped, heddle::update(&clear, p + i);)
    // expect: has several functions
    REFUSED(update_by_overloaded_functions, heddle::update(p + i, normalize);)
    REFUSED(update_by_name_of_template, heddle::update(p + i, zero);)
    REFUSED(update_if_by_overloaded_functions, heddle::update_if(i < n, p + i, &normalize);)
    // expect: update_if takes
    REFUSED(update_if_by_function_swapped, heddle::update_if(i < n, clear, p + i);)
    REFUSED(update_if_without_condition, heddle::update_if(p + i, [](vec& q) { q.x = 0; });)
    // expect: load_if takes
    REFUSED(load_if_of_element, vec const q = heddle::load_if(i < n, p[i]);)
    REFUSED(load_if_of_group_swapped, vec const q = heddle::load_if(tile, p + i, i < n);)
    REFUSED(load_if_of_group_with_no_fallback, vec const q = heddle::load_if(tile, i < n, p + i, 5);)
    // expect: store_if takes
    REFUSED(store_if_by_group_of_no_element, heddle::store_if(tile, i < n, p + i, 5);)
    REFUSED(store_if_of_value_first, heddle::store_if(i < n, v, p + i);)
    REFUSED(store_if_of_no_element, heddle::store_if(i < n, p + i, tile);)
    // expect: load takes a group
    REFUSED(load_without_group, vec const q = heddle::load(p + i);)
    REFUSED(load_by_group_of_element, vec const q = heddle::load(tile, p[i]);)
    REFUSED(load_by_group_with_condition, vec const q = heddle::load(tile, p + i, i < n);)
    // expect: store takes a group
    REFUSED(store_by_group_of_no_element, heddle::store(tile, p + i, 5);)
    REFUSED(store_by_group_of_scratch_first, heddle::store(tile, p + i, other, v);)
    REFUSED(store_without_group, heddle::store(p + i, v);)
    REFUSED(store_by_group_to_element, heddle::store(tile, p[i], v);)
    // expect: load_contiguous takes a
    REFUSED(load_contiguous_without_group, auto const q = heddle::load_contiguous<4>(p);)
    REFUSED(load_contiguous_of_element, vec const q = heddle::load_contiguous(tile, p[0], 20);)
    REFUSED(load_contiguous_with_value, vec const q = heddle::load_contiguous(tile, p, v);)
    // expect: store_contiguous takes a
    REFUSED(store_contiguous_without_element, heddle::store_contiguous(tile, p, 20);)
    REFUSED(store_contiguous_of_count_first, heddle::store_contiguous(tile, p, 20, v);)
    REFUSED(store_contiguous_of_items_without_element, heddle::store_contiguous<4>(tile, p);)
    REFUSED(store_contiguous_without_group, heddle::store_contiguous(p, v);)
    REFUSED(store_contiguous_to_element, heddle::store_contiguous(tile, p[0], v);)
}

struct moving {
    float x, vx;
    void push(float dt) { x += vx * dt; }
};
void clear_copy(vec);
void update_by(heddle::coalesced_ptr<vec> p, heddle::coalesced_ptr<moving> q, float dt)
{
    heddle::update(p + 3, [](vec& v) { v.x = 0; });
    heddle::update(p + 3, [](vec& v) { return v.x > 0; });
    heddle::update_if(true, p + 3, [](auto const& v) { return v.x > 0; });
    heddle::update(q, [&](moving& m) { m.push(dt); });
    // expect: the element by value
    REFUSED(update_by_value_of_ref, heddle::update(p + 3, std::ref(clear_copy));)
    // expect: no matching function
    REFUSED(swap_std, std::swap(p[0], p[1]);)
    // expect: auto_would_copy
    REFUSED(exchange_std, vec const v = std::exchange(p[0], vec{});)
    // expect: what update calls returns
    REFUSED(update_with_another_result, heddle::update(p + 3, [](vec& v) { return v.x = 0; });)
    // expect: cannot call this function
    REFUSED(update_by_a_function_of_more, heddle::update(q, &moving::push);)
}

// The third argument of load_if without a group would look like an index, and like a fallback.
void access_if(heddle::coalesced_ptr<float> p, float const* raw, warp const& tile, int i)
{
    float const x = heddle::load_if(i < 7, p + i);
    heddle::store_if(i < 7, p + i, heddle::load_if(tile, i < 7, raw + i, 2.9f) + x);
    heddle::update_if(i < 7, p + i, [](float& f) { f += 1; });
    // expect: load_if takes
    REFUSED(load_if_with_a_fallback, static_cast<void>(heddle::load_if(i < 7, p, 2.9f));)
    REFUSED(load_if_with_braces, static_cast<void>(heddle::load_if(i < 7, p, {}));)
    REFUSED(load_if_with_an_index, static_cast<void>(heddle::load_if(i < 7, raw, i));)
    // expect: store_if takes
    REFUSED(store_if_with_an_index_and_braces, heddle::store_if(i < 7, p, i, {});)
    REFUSED(store_if_with_an_index_of_a_raw_pointer, heddle::store_if(i < 7, p.get(), i, 2.9f);)
    // expect: update_if takes
    REFUSED(update_if_with_an_index_of_a_raw_pointer, heddle::update_if(i < 7, p.get(), i, [](float& f) { f += 1; });)
}
