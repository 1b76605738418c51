// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Atomic operations that a host compiler must refuse: arguments in a wrong order or number, pointers to const, and
// records with members that are no numbers. (refusals.py describes the test.)

#include <heddle/emulation/emulated_group.hpp>
#include <heddle/heddle.cuh>

#include <cstdint>

#define REFUSED(name, ...)
#define ACCEPTED(name, ...) __VA_ARGS__

using warp = heddle::emulated_group<32>;
struct vec {
    float x, y, z, w, t;
};
struct other {
    float x;
};
struct node {
    vec momentum;
    int count;
    char tag[4];
};
HEDDLE_FIELDS(node, momentum, count, tag);
// Objects that convert, as in calls of stores.
struct becomes_bool {
    operator bool();
};
struct becomes_vec {
    operator vec() &&;
};

// A user's function of this name, which takes other arguments.
namespace user {
using namespace heddle;
inline void atomic_add(double* place, double change) { *place += change; }
inline void atomic_add(warp const&, double* place, double change) { *place += change; }
inline void add(warp const& tile, double* place)
{
    atomic_add(place, 1);
    atomic_add(tile, place, 1.0f);
}
}  // namespace user

void call(warp const& tile, heddle::coalesced_ptr<vec> p, vec* raw, node* nodes, vec const& v, node const& q, int i,
          int n, heddle::warp_scratch<vec>& scratch, becomes_bool wanted)
{
    heddle::atomic_add(p + i, v);
    heddle::atomic_add(raw + i, {1, 2, 3, 4, 5});
    heddle::atomic_min(p + i, becomes_vec{});
    heddle::atomic_max(tile, raw + i, v);
    heddle::atomic_add(tile, p + i, becomes_vec{}, scratch);
    heddle::atomic_add_if(wanted, p + i, v);
    heddle::atomic_add_if(i & 1, raw + i, {1, 2, 3, 4, 5});
    heddle::atomic_add_if(tile, i < n, p + i, v, scratch);
    heddle::atomic_add<&node::count, &node::momentum>(nodes + i, q);
    heddle::atomic_add_if<&node::count>(tile, i < n, nodes + i, q);
    // expect: atomic_add takes a
    REFUSED(atomic_add_without_value, heddle::atomic_add(p + i);)
    REFUSED(atomic_add_of_value_first, heddle::atomic_add(v, p + i);)
    REFUSED(atomic_add_of_no_element, heddle::atomic_add(p + i, 5);)
    REFUSED(atomic_add_of_a_member, heddle::atomic_add<&node::count>(nodes + i, q.count);)
    REFUSED(atomic_add_to_element, heddle::atomic_add(p[i], v);)
    REFUSED(atomic_add_with_condition_and_raw_pointer, heddle::atomic_add(i < n, raw + i, v);)
    REFUSED(atomic_add_with_index, heddle::atomic_add(raw, i, v);)
    REFUSED(atomic_add_by_group_with_condition, heddle::atomic_add(tile, i < n, p + i, v);)
    REFUSED(atomic_add_by_group_without_value, heddle::atomic_add(tile, raw + i);)
    REFUSED(atomic_add_by_group_of_no_element, heddle::atomic_add(tile, p + i, 5, scratch);)
    // expect: atomic_min takes a
    REFUSED(atomic_min_of_value_first, heddle::atomic_min(v, p + i);)
    // expect: atomic_max takes a
    REFUSED(atomic_max_with_condition, heddle::atomic_max(i < n, raw + i, v);)
    // expect: atomic_add_if takes
    REFUSED(atomic_add_if_without_condition, heddle::atomic_add_if(p + i, v);)
    REFUSED(atomic_add_if_swapped, heddle::atomic_add_if(p + i, i < n, v);)
    REFUSED(atomic_add_if_of_condition_last, heddle::atomic_add_if(raw + i, v, i < n);)
    REFUSED(atomic_add_if_of_no_element, heddle::atomic_add_if(i < n, raw + i, 5);)
    REFUSED(atomic_add_if_of_element, heddle::atomic_add_if(i < n, p[i], v);)
    REFUSED(atomic_add_if_by_group_without_condition, heddle::atomic_add_if(tile, p + i, v);)
    REFUSED(atomic_add_if_by_group_swapped, heddle::atomic_add_if(tile, raw + i, i < n, v);)
    REFUSED(atomic_add_if_by_group_of_a_member, heddle::atomic_add_if<&node::count>(tile, i < n, nodes + i, 5);)
    // expect: atomic_min_if takes
    REFUSED(atomic_min_if_swapped, heddle::atomic_min_if(p + i, i < n, v);)
    // expect: atomic_max_if takes
    REFUSED(atomic_max_if_by_group_swapped, heddle::atomic_max_if(tile, p + i, i < n, v);)
}

void change_const(warp const& tile, heddle::coalesced_ptr<vec const> p, vec const* raw, heddle::coalesced_ptr<vec> q,
                  vec const& v)
{
    q[3].atomic_add(v);
    q[3].atomic_min<>(v);
    // expect: cannot_write_through
    REFUSED(atomic_add_by_reference_to_const, p[3].atomic_add(v);)
    REFUSED(atomic_min_by_reference_to_const, p[3].atomic_min(v);)
    REFUSED(atomic_max_by_reference_to_const, p[3].atomic_max<&vec::x>(v);)
    // expect: cannot write through
    REFUSED(atomic_add_through_const, heddle::atomic_add(p + 3, v);)
    REFUSED(atomic_add_if_through_const, heddle::atomic_add_if(true, raw + 3, v);)
    REFUSED(atomic_min_by_group_through_const, heddle::atomic_min(tile, raw + 3, v);)
    REFUSED(atomic_max_if_by_group_through_const, heddle::atomic_max_if(tile, true, p + 3, v);)
}

// Members that are no numbers.

enum class color { red };
struct labeled {
    float mass;
    bool is_heavy;
    color hue;
    vec const* next;
};
HEDDLE_FIELDS(labeled, mass, is_heavy, hue, next);
struct nested {
    double weight;
    labeled inner;
};
HEDDLE_FIELDS(nested, weight, inner);
struct shorts {
    std::int16_t value[4];
};
struct unlisted {
    float mass;
    int count;
};
struct closed {
    explicit closed(float m) : mass(m) {}
    float mass;
};
struct holds_closed {
    int count;
    closed hidden;
};
HEDDLE_FIELDS(holds_closed, count, hidden);
void change_members(warp const& tile, node* nodes, heddle::coalesced_ptr<labeled> p, nested* inside, shorts* small,
                    unlisted* plain, closed* sealed, holds_closed* holders)
{
    heddle::atomic_add<&labeled::mass>(p, labeled{});
    heddle::atomic_add<&nested::weight>(inside, nested{});
    heddle::atomic_add_if<&node::momentum>(tile, true, nodes, node{});
    heddle::atomic_max<&holds_closed::count>(holders, *holders);
    // expect: is no such number
    // also: node::tag
    REFUSED(atomic_add_to_characters, heddle::atomic_add(nodes, node{});)
    REFUSED(atomic_min_of_characters_by_group, heddle::atomic_min(tile, nodes, node{});)
    // expect: is no such number
    // also: labeled::is_heavy
    REFUSED(atomic_add_to_bool, heddle::atomic_add<&labeled::mass, &labeled::is_heavy>(p, labeled{});)
    // expect: is no such number
    // also: labeled::hue
    REFUSED(atomic_add_to_enumeration, heddle::atomic_add<&labeled::hue>(p, labeled{});)
    REFUSED(atomic_max_of_enumeration_by_reference, p[0].atomic_max<&labeled::hue>(labeled{});)
    // expect: is no such number
    // also: labeled::next
    REFUSED(atomic_add_to_pointer, heddle::atomic_add<&labeled::next>(p, labeled{});)
    // expect: is no such number
    // also: labeled::is_heavy
    REFUSED(atomic_add_to_bool_of_inner_struct, heddle::atomic_add<&nested::inner>(inside, nested{});)
    // expect: the line HEDDLE_FIELDS
    // also: shorts
    REFUSED(atomic_add_to_shorts, heddle::atomic_add(small, shorts{});)
    // expect: the line HEDDLE_FIELDS
    // also: unlisted
    REFUSED(atomic_add_to_members_of_two_types, heddle::atomic_add(plain, unlisted{});)
    // expect: the line HEDDLE_FIELDS
    // also: closed
    REFUSED(atomic_add_to_class, heddle::atomic_add(sealed, *sealed);)
    // expect: the line HEDDLE_FIELDS
    // also: holds_closed::hidden
    REFUSED(atomic_add_to_member_of_a_class, heddle::atomic_add(holders, *holders);)
    // expect: that names members
    REFUSED(atomic_add_to_members_that_no_line_names, heddle::atomic_add<&unlisted::mass>(plain, unlisted{});)
    // expect: takes pointers to members
    REFUSED(atomic_add_to_members_of_another_struct, heddle::atomic_add<&other::x>(nodes, node{});)
}

// Lines that do not fit the struct, which p[i] would refuse, too.

struct misordered {
    float mass;
    int count;
};
HEDDLE_FIELDS(misordered, count, mass)
struct holds_misordered {
    float weight;
    misordered inner;
};
HEDDLE_FIELDS(holds_misordered, weight, inner)
void change_by_lines(misordered* p, holds_misordered* holders)
{
    heddle::atomic_add<&holds_misordered::weight>(holders, *holders);
    // expect: must name all data
    REFUSED(atomic_add_by_misordered_line, heddle::atomic_add(p, *p);)
    REFUSED(atomic_add_by_misordered_line_of_a_member, heddle::atomic_add(holders, *holders);)
}

// Numbers that may be misaligned.

struct __attribute__((packed)) packed {
    float x, y;
};
struct __attribute__((packed, aligned(4))) aligned_to_4 {
    double x, y;
};
struct aligned_to_8 {
    double x, y;
};
struct with_packed {
    float x;
    char tag;
    packed inner;
    char padding[3];
};
HEDDLE_FIELDS(with_packed, x, tag, inner, padding)
struct __attribute__((packed)) of_5_bytes {
    char tag;
    float x;
};
HEDDLE_PACKED_FIELDS(of_5_bytes, tag, x)
void change_packed(packed* p, aligned_to_4* fours, aligned_to_8* eights, with_packed* outer, of_5_bytes* fives)
{
    heddle::atomic_add(eights, *eights);
    heddle::atomic_add<&with_packed::x>(outer, *outer);
    // expect: T must not be
    REFUSED(atomic_add_to_packed, heddle::atomic_add(p, *p);)
    REFUSED(atomic_add_to_aligned_to_4, heddle::atomic_add(fours, *fours);)
    REFUSED(atomic_add_to_packed_member, heddle::atomic_add<&with_packed::inner>(outer, *outer);)
    REFUSED(atomic_add_to_5_bytes, heddle::atomic_add<&of_5_bytes::x>(fives, *fives);)
}
