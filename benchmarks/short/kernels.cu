// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels of applications before and after they are moved to heddle. The moved family measures these and more.
#include "cases.cuh"

namespace heddle_bench::brief {

namespace {

struct add_border {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        heddle_bench::changes::add_border_to(p, i, 16.0f);
    }
};

template <how How>
struct zero {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        one_way::zero_element<How>(p, i);
    }
};

template <how How>
struct reset {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        one_way::reset_element<How>(p, i);
    }
};

template <how How, class T, class Argument>
struct change {
    Argument argument;

    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        heddle_bench::changes::change_element<How, T>(p, i, argument);
    }
};

template <class T, class Plain, class Best>
row& add_kernel(session& run, case_facts const& what, Plain const& body, Best const& best, unsigned percent = 100)
{
    std::vector<T> const structs = structs_of_powers<T>(run.count_of(sizeof(T)), percent);
    auto const add = [&](auto const& uses) -> row& {
        return add_case(run, what, uses, plain("plain", body), moved("word", body), moved("best", best));
    };
    return what.loads == 0 ? add(arrays(writes(structs))) : add(arrays(changes(structs)));
}

template <class T, how Best, class Argument>
row& add_change(session& run, case_facts const& what, Argument const& argument, unsigned percent = 100)
{
    return add_kernel<T>(run, what, change<how::by_reference, T, Argument>{argument},
                         change<Best, T, Argument>{argument}, percent);
}

void add_kernels(session& run)
{
    namespace changes = heddle_bench::changes;
    using changes::key_point, changes::particle;
    add_kernel<one_way::force>(run, {"zero_force", "store", 0, 1}, zero<how::by_field>{}, zero<how::by_value>{});
    add_kernel<key_point>(run, {"key_points", "update", 1, 1}, add_border{},
                          change<how::by_edit, key_point, float>{16.0f});
    add_kernel<one_way::voxel>(run, {"voxel_reset", "store", 0, 1}, reset<how::by_field>{}, reset<how::by_value>{});
    add_change<particle, how::by_value>(run, {"sph_position", "update", 1, 1}, 0.125f);
    add_change<changes::grid_node, how::by_change>(run, {"snow_node", "update", 1, 1}, 0.125f);
    // Coordinates are at most 16. In particles inside the box, x[0], the first word, is 0.
    constexpr unsigned outside = 2;
    row& walled = add_change<particle, how::by_change>(run, {"wall_constraint", "load", 1, outside / 100.0},
                                                       changes::walls{{-17, -17, -17}, {0.0625f, 17, 17}}, outside);
    if (!run.has_gpu()) {
        walled.limit = static_cast<double>(
            needed_sectors(walled, [](std::size_t i) { return i; }) +
            needed_sectors(walled, [](std::size_t i) { return takes(i, outside) ? i : no_element; }));
    }
    add_change<changes::collision_box, how::by_edit>(run, {"boxes_tolerance", "update", 1, 1}, 0.5f);
}

registration const registered(add_kernels);

}  // namespace

}  // namespace heddle_bench::brief
