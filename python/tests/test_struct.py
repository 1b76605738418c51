# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the layouts of C++ structs with NumPy's: the compiler checks the offsets that their definitions assert."""

import dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import heddle_cuda as hc
from heddle_cuda import _compile

# Names that C++, CUDA, heddle or the definition use, too.
WORDS = ["std", "float4", "int", "near", "memcpy", "__half", "heddle", "heddle_element", "heddle_fault", "value_type"]
# Fields with the names of other members, of structs and of functions of the definition. Structs s<k> have them.
COLLIDING = [
    {"names": ["heddle_padding_0", "b"], "formats": ["u1", "f4"], "offsets": [0, 4]},
    {"names": ["set_r", "rgb", "r"], "formats": ["u1", "f4", "u1"], "offsets": [8, 0, 1]},
    {"names": ["memcpy", "rgb", "r"], "formats": ["u1", "f4", "u1"], "offsets": [8, 0, 1]},
    [("a_b", [("x", "f4")]), ("a", [("b", [("y", "f8")])])],
    [("s4_a", "f4"), ("type_of_a", "f4"), ("a", [("x", "f4"), ("a", [("s4", "f4"), ("type_of_a", "f4")])])],
    [(name, [(inner, "f4") for inner in [*WORDS, "s5"]]) for name in WORDS],
    {"names": [*WORDS, "h"], "formats": ["f4"] * len(WORDS) + ["f2"], "offsets": [0] * len(WORDS) + [2]},
]
NAMES = ["class", "a b", "a_b", "1st", "é", "__x__", "_Y", "x" * 300, "p"]


def compiled(source, arch="sm_90"):
    return _compile.compile_source(source + "\n__global__ void k() {}\n", "k", arch)[1]


@settings(max_examples=1)
@given(st.lists(dtypes.dtypes(depth=2), min_size=25, max_size=25))
def test_layouts(types):
    structs = [hc.struct(f"s{k}", dtype) for k, dtype in enumerate([*types, *dtypes.ALL])]
    for struct in structs:
        # Each member has its assertion, and so does the struct. A field that overlaps another one has none.
        own = [name for name in struct.members.values() if f'"heddle_cuda: {struct.name}::{name} has' in struct.source]
        assert f"static_assert(sizeof({struct.name}) == " in struct.source
        assert len(own) == len(struct.dtype.names) - struct.source.count("\n    __device__ void set_")
        assert len(set(struct.members.values())) == len(struct.dtype.names)
    assert compiled("".join(struct.source for struct in structs))[:4] == b"\x7fELF"


def test_wrong_offset_does_not_compile():
    source = hc.struct("particle", dtypes.PARTICLE).source
    with pytest.raises(hc.CompileError, match="particle::mass has another offset than in its NumPy type"):
        compiled(
            source.replace("float mass;", "unsigned char mass;").replace("float v[3];", "float v[3]; char more[3];")
        )
    with pytest.raises(hc.CompileError, match="another size or alignment"):
        compiled(source.replace("aligned(1)", "aligned(4)"))


def test_members():
    struct = hc.struct("p", [(name, "u1") for name in NAMES])
    assert list(struct.members) == NAMES
    assert list(struct.members.values()) == ["class_", "a_b", "a_b_", "_1st", "_", "_x_", "f_Y", "x" * 300, "p_"]


def test_alignment():
    assert hc.struct("p", dtypes.PARTICLE).align == 1
    assert hc.struct("p", dtypes.NESTED).align == 8
    natural = hc.struct("p", dtypes.PARTICLE, align=4)
    assert natural.align == 4 and "packed" not in natural.source
    with pytest.raises(hc.LayoutError, match="28 bytes, so that not every record"):
        hc.struct("p", dtypes.PARTICLE, align=8)
    with pytest.raises(ValueError, match="power of two"):
        hc.struct("p", dtypes.PARTICLE, align=3)


def test_alignment_of_types_that_numpy_calls_unaligned():
    """numpy.rec and dtype[[...]] keep the offsets that align=True made, but say that the alignment is 1."""
    aligned = np.dtype([("x", "u1"), ("y", "f4"), ("z", "f8")], align=True)
    by_format = np.rec.array([(1, 2.0, 3.0)], formats="u1,f4,f8", names="x,y,z", aligned=True).dtype
    nested = np.dtype((np.record, np.dtype([("a", aligned), ("b", "i2")], align=True)))
    for dtype, align in [
        (np.zeros(3, aligned).view(np.recarray).dtype, 8), (by_format, 8), (aligned[["x", "y"]], 4), (nested, 8),
    ]:  # fmt: skip
        struct = hc.struct("p", dtype)
        assert dtype.alignment == 1 and struct.align == align and "packed" not in struct.source
    for dtype in [
        np.rec.array([(1, 2.0)], formats="u1,f4").dtype, np.dtype([("x", "f4"), ("y", "f4")]),
        np.dtype({"names": ["x", "y"], "formats": ["u1", "f8"], "offsets": [0, 8]}), np.dtype([("a", aligned)]),
    ]:  # fmt: skip
        assert hc.struct("p", dtype).align == 1
    assert compiled(hc.struct("p", nested).source + "__device__ double& z_of(p& q) { return q.a.z; }")


def test_uses():
    """Compiles uses of members: their names, references to them, and the functions of fields that overlap."""
    named, natural = (
        hc.struct("named", [(name, "u1") for name in NAMES]),
        hc.struct("natural", dtypes.PARTICLE, align=4),
    )
    overlapping = hc.struct("overlapping", dtypes.OVERLAPPING)
    colliding = [hc.struct(f"s{k}", dtype) for k, dtype in enumerate(COLLIDING)]
    twins = [hc.struct("a", [("b_c", [("x", "f4")]), ("b", [("x", "f4")])]), hc.struct("a_b", [("c", [("y", "f8")])])]
    assert colliding[1].members == {"set_r": "set_r", "rgb": "rgb", "r": "r_0"}
    assert compiled(f"""{named.source} {natural.source} {overlapping.source}
        {"".join(struct.source for struct in [*colliding, *twins])}
        __global__ void use(named* q) {{ {" ".join(f"q->{member} = 1;" for member in named.members.values())} }}
        __device__ float& mass_of(natural& q) {{ return q.mass; }}
        __global__ void change(overlapping* q) {{ q->set_xy(1, 0, q->xy(0, 1) + q->rgb); q->set_r(q->r() + 1); }}
    """)


@pytest.mark.parametrize(
    ("dtype", "message"),
    [
        ([("x", "O")], "points to Python objects"),
        ([("x", [("y", "f4"), ("z", "O")])], "the field 'z'|the field 'x'|the type"),
        ([("x", ">f4")], "byte order.*newbyteorder"),
        ([("x", "f4"), ("y", (">i2", 3))], "the field 'y' has the byte order"),
        ([], "no bytes"),
        ("f4", "has none: write np.dtype"),
        (("f4", 3), "not the array"),
    ],
)
def test_refused_types(dtype, message):
    with pytest.raises(hc.LayoutError, match=message):
        hc.struct("p", np.dtype(dtype))


@pytest.mark.parametrize("name", ["", "1p", "class", "int", "a b", "a__b", "p;", "p\0", "p\n"])
def test_refused_names(name):
    way = "word of the language: write 'class_'|write 'int_'" if name in ("class", "int") else "use letters, digits"
    with pytest.raises(ValueError, match=f"is no name for a C.*({way})"):
        hc.struct(name, dtypes.PARTICLE)


def test_fields_without_bytes_have_no_member():
    struct = hc.struct("p", np.dtype([("a", "S0"), ("x", "f4"), ("y", "f4", 0)]))
    assert list(struct.members) == ["x"] and "float x" in struct.source
