# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the tables of conversions with those that heddle's headers make."""

import ctypes
import functools

import host_gpu
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle_cuda import include_path
from heddle_cuda._conversion_plan import LARGE, LINE, SMALL, Move, assertions, plan

_SOURCE = """
#include <cstring>
#include <heddle/records/detail/conversion_launches.hpp>
ASSERTIONS
using namespace heddle::detail;
struct number { unsigned long long offset, bytes, order, column; };
template <class Table>
static int make(conversion_plan const& plan, unsigned char* out, int capacity, unsigned* window_unit, unsigned* pitch)
{
    int count = 0;
    *window_unit = plan.window_unit();
    *pitch = plan.pitch();
    for_each_table<Table>(plan, 1000, nullptr, [&](Table const& table, std::size_t) {
        if (++count > capacity) return 1;
        std::memcpy(out + (count - 1) * sizeof table, &table, sizeof table);
        return 0;
    });
    return count;
}
extern "C" int make_tables(int is_small, int splits, int keeps_others, unsigned long long bytes,
                           unsigned long long distance, number const* fields, int count, unsigned long long rows,
                           unsigned char* out, int capacity, unsigned* window_unit, unsigned* pitch)
{
    std::vector<heddle::record_field> list;
    std::vector<std::byte*> columns;
    for (int k = 0; k < count; ++k) {
        list.push_back({fields[k].offset, fields[k].bytes, static_cast<heddle::byte_order>(fields[k].order)});
        columns.push_back(reinterpret_cast<std::byte*>(fields[k].column));
    }
    auto const layout = heddle::record_layout(bytes, list).with_distance(distance);
    conversion_way const way = splits ? conversion_way::rows_to_columns : conversion_way::columns_to_rows;
    conversion_request const request{way, layout, reinterpret_cast<std::byte*>(rows), columns.data(), nullptr,
                                     keeps_others != 0};
    conversion_plan const plan(request);
    return is_small ? make<SMALL>(plan, out, capacity, window_unit, pitch)
                    : make<LARGE>(plan, out, capacity, window_unit, pitch);
}
extern "C" unsigned tile_rows(unsigned long long count, unsigned pitch) { return tile_rows_of(count, pitch); }
"""


@functools.lru_cache
def library():
    if host_gpu.COMPILER is None:
        pytest.skip("g++ was not found")
    source = _SOURCE.replace("ASSERTIONS", assertions(SMALL) + assertions(LARGE))
    source = source.replace("SMALL", SMALL.type).replace("LARGE", LARGE.type)
    return host_gpu.compiled(source, "-O0", f"-I{include_path()}")


def tables_of_headers(capacity, size, distance, fields, rows, splits, keeps_others):
    """Returns the tables, the unit and the pitch."""
    tables = np.zeros(64, capacity.dtype)
    flat = np.array(fields, np.uint64)
    unit, pitch = ctypes.c_uint(), ctypes.c_uint()
    count = library().make_tables(
        int(capacity == SMALL), int(splits), int(keeps_others), ctypes.c_uint64(size), ctypes.c_uint64(distance),
        ctypes.c_void_p(flat.ctypes.data), len(fields), ctypes.c_uint64(rows), ctypes.c_void_p(tables.ctypes.data),
        len(tables), ctypes.byref(unit), ctypes.byref(pitch),
    )  # fmt: skip
    assert 0 < count <= len(tables)
    return tables[:count], unit.value, pitch.value


@st.composite
def layouts(draw):
    """Returns the size of a record, and fields as (offset, size, whether they are reversed, address of the column)."""
    sizes = draw(
        st.sampled_from([[1, 2, 4, 8, 16], [4, 8], [1], [4], [1, 2, 3, 4, 8, 12, 16, 40], [5, 300, 4, 8, 700]])
    )
    most_gap = draw(st.sampled_from([0, 0, 3, 100]))
    aligned = draw(st.booleans())
    count = draw(st.integers(1, draw(st.sampled_from([6, 40, 300]))))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    fields, end = [], 0
    for _ in range(count):
        size = int(random.choice(sizes))
        end += int(random.integers(0, most_gap + 1))
        if aligned and size in (2, 4, 8, 16):
            end = -(-end // size) * size
        is_reversed = size in (2, 4, 8, 16) and random.integers(4) == 0
        column = (
            2**40 + int(random.integers(1, 2**20)) * 16 + (int(random.integers(16)) if random.integers(8) == 0 else 0)
        )
        fields.append((end, size, int(is_reversed), column))
        end += size
    random.shuffle(fields)
    return end + draw(st.sampled_from([0, 0, 1, 5, 200])), [tuple(map(int, field)) for field in fields]


@given(
    layout=layouts(), gap=st.sampled_from([0, 0, 2, 8]), place=st.sampled_from([0, 0, 1, 4, 8, 14]),
    splits=st.booleans(), keeps_others=st.booleans(), forced=st.booleans(),
)  # fmt: skip
def test_tables_are_those_of_the_headers(layout, gap, place, splits, keeps_others, forced):
    size, fields = layout
    rows = 2**41 + place
    moves = [Move(offset, width, k, 0, width, bool(order)) for k, (offset, width, order, _) in enumerate(fields)]
    columns = [column % 16 for *_, column in fields]
    made = plan(
        size, size + gap, moves, rows % 16, columns, splits=splits, keeps_others=keeps_others,
        capacity=LARGE if forced else None,
    )  # fmt: skip
    capacity = made.launches[0].capacity
    expected, unit, pitch = tables_of_headers(capacity, size, size + gap, fields, rows, splits, keeps_others)
    assert (made.unit, made.pitch, len(made.launches)) == (unit, pitch, len(expected))
    for launch, table in zip(made.launches, expected, strict=True):
        own = launch.table.copy()
        own["memory"]["rows"] = rows
        for line, column, offset in zip(launch.lines, launch.columns, launch.offsets, strict=True):
            own["lines"]["address"][line] = fields[column][3] + offset
        for name in ("distance", "unit", "is_flat", "keeps_others", "rows"):
            assert own["memory"][name] == table["memory"][name], name
        slices = int(own["slice_count"])
        assert slices == table["slice_count"]
        for name in own["slices"].dtype.names:
            assert (own["slices"][name][:slices] == table["slices"][name][:slices]).all(), name
        assert (own["written"][:slices] == table["written"][:slices]).all()
        last = own["slices"][slices - 1]
        lines = int(last["first_line"]) + int(last["masks"]["first"])
        for name in LINE.names:
            assert (own["lines"][name][:lines] == table["lines"][name][:lines]).all(), name


@given(count=st.integers(1, 2**40), pitch=st.integers(1, 272))
def test_tiles_are_those_of_the_headers(count, pitch):
    from heddle_cuda._conversion_plan import tile_rows_of

    assert tile_rows_of(count, pitch) == library().tile_rows(ctypes.c_uint64(count), ctypes.c_uint(pitch))
