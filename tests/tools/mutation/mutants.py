# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The mutants: the change of each in a header, and the tests that should fail.

A change is written as `git diff --word-diff` prints it: [-removed-], {+added+}, and the code around them. If the old
code occurs several times in a file, `nth` selects an occurrence, counted from 1. A test is a source and, after a colon,
a GoogleTest filter. Tests are tried in their order. host/plan is plan_test.cpp, and gpu/sweep is sweep_test.cu, in the
folder of its topic. resources/… compares the PTX of a source with the expectations in the source. compile_fail/… must
not compile. runtime_calls/… runs with its own CUDA runtime. gpu/… and mutation/gpu_warp need a GPU.
"""
import re
from dataclasses import dataclass


def needs_gpu(test):
    return test.startswith(("gpu/", "mutation/gpu_warp"))


@dataclass(frozen=True)
class Mutant:
    id: str
    file: str
    old: str
    new: str
    tests: tuple
    nth: int = 0

    @property
    def on_gpu(self):
        return any(needs_gpu(test) for test in self.tests)


MUTANTS = []

# The additional sources that a test links. They are compiled once, with the unchanged library.
HELPERS = {test: ("host/access_scenarios",) for test in ("mutation/routes", "host/staged_access", "host/tile_access",
                                                         "host/tile_access_alignments")}


def before_and_after(change):
    """Returns the code before and after a change."""
    removed, added = r"(?s)\[-(.*?)-\]", r"(?s)\{\+(.*?)\+\}"
    return (re.sub(removed, r"\1", re.sub(added, "", change)), re.sub(added, r"\1", re.sub(removed, "", change)))


def mutants_of(file, *tests):
    """Returns mutants of one header. The same tests should notice them, unless a mutant names other tests."""
    prefix = file.split("/")[-1].rsplit(".", 1)[0]
    extension = file.rsplit(".", 1)[1]

    def add(name, change, *others, nth=0):
        old, new = before_and_after(change)
        MUTANTS.append(Mutant(f"{prefix}-{extension}.{name}" if prefix in TWICE else f"{prefix}.{name}",
                              file, old, new, others or tests, nth))
    return add


TWICE = ("unaligned_rows",)

# The plan.

mutants_of("detail/plan/thresholds.hpp", "host/plan")("max-direct", "max_direct_bytes = [-11-]{+12+}")

plan = mutants_of("detail/plan/plan.hpp", "host/plan")
plan("ending-words", "element_bytes + word_bytes[- - alignment-]) / word_bytes")
plan("touched-words", "element_bytes + word_bytes - [-1-]{+2+}, alignment")
plan("half-of-the-lanes", "lane_count / 2[- + 1-]")
plan("wanted-bytes", "(min_valid_bytes * lane_count[- + element_bytes - 1-]) / element_bytes")
plan("all-lanes-suffice", "return fewest[- < lane_count ? fewest : lane_count-];")
plan("held-words", "word_count[- < touched_words() ? touched_words() : word_count-]")
plan("banks", "begin % [-all_banks_bytes-]{+64+} / bank_bytes")
plan("cached-or-conflicts", "element_bytes <= max_cached_bytes [-&&-]{+||+} !has_bank_conflicts()")
plan("sectors-in-pieces", "pass_words [-=-]{+<+}= word_count;")
plan("sectors-of-whole-words", "return [-is_unaligned() && -]cooperates()")
plan("per-thread-load", "element_bytes >{+=+} max_per_thread_load_bytes")
plan("wide-stores-aligned", "word_bytes == 4 &&[- alignment == 4 &&-]", "host/active_store")
plan("narrow-odd", "[-alignment == 1 ? max_narrow_odd_bytes : -]max_narrow_bytes")
plan("narrow-even", "[-alignment == 1 ? max_narrow_odd_bytes : max_narrow_bytes-]{+max_narrow_odd_bytes+}")
plan("one-word-more", "(fewest + 1, p.word_bytes, lane_count) [-<-]{+>+}")
plan("pieces-rounded",
     "[-(p.word_count * registers + max_row_registers - 1) / max_row_registers-]{+p.word_count * registers / "
     "max_row_registers + 1+}")
plan("piece-rounded", "[-(p.word_count + passes - 1) / passes-]{+p.word_count / passes + 1+}")
plan("last-piece", "[-left < p.pass_words ? left : -]p.pass_words")
plan("largest-shuffled", "element_bytes >{+=+} max_shuffled_bytes) return p")

# The choice of the route. The scenarios compare the counted traffic with that of the route.

route = mutants_of("detail/plan/route.hpp", "host/route")
route("plain", "if (!p.[-moves_words-]{+cooperates+}())")
route("loads-together", "[-loads ? !p.loads_together() : -]!p.cooperates()")
route("few-lanes", "if ([-!p.cooperates_for(access.valid_lanes)-]{+access.valid_lanes == 0+})")
route("cached-loads", "if ([-loads && -]p.loads_through_cache()")
route("cached-consecutive", "p.loads_through_cache()[- && access.consecutive-]")
route("staged-scratch", "if (access.[-has_scratch && access.-]consecutive")
route("staged-consecutive", "access.has_scratch[- && access.consecutive-]")
route("staged-whole-words", "access.consecutive[- && access.whole_words-]")
route("sectors", "if ([-loads || !p.stores_sectors()-]{+true+})")
route("dense-of-some", "access.consecutive [-&& is_full -]?", "mutation/routes")

# The network.

network = mutants_of("detail/plan/network.hpp", "host/network")
network("order-block", "[-(common - r) % common-]{+r+}")
network("order-step", "j / common[- + (r != 0 ? 1 : 0)-]")
network("row-lane-wraps", "s + common > word_count {++ 1 +}&& word")
network("element-block", "l % common [---]{+++} s % common")
network("element-round", "l % common <{+=+} s % common ? 1 : 0")
network("element-round-wraps", "&& [-round == rows_per_common-]{+false+}) round = 0")
network("row-bound", "return [-word_count < lane_count ? word_count : -]lane_count")
network("inverse", "x {++ 1 +}< modulus; ++x")
network("log2", "(1u << digits) <{+=+} count")
network("quotient", "([-(1u << shift) + divisor - 1-]{+1u << shift+}) / divisor", "host/network")
network("quotient-bits", "shift = [-26-]{+22+}", "host/network")
network("element-rotation", "return d / [-lanes_per_common-]{+rows_per_common+}")

transpose = mutants_of("transpose.cuh", "host/transpose")
transpose("direction", "Upwards ? [-Count - distance :-]{+distance : Count -+} distance")
transpose("common-direction", "rotate_words<[-false-]{+true+}, net.common,")
transpose("order", "moved[j] = words[[-net.order(j)-]{+j+}]")
transpose("rounds", "bit [-!=-]{++ 1 <+} ceil_log2(Bound)")

# Words.

words = mutants_of("detail/words.cuh", "host/words")
words("bits-of-bytes", "bits = bytes % 4 * [-8-]{+4+}")
words("whole-word", "bytes & [-4u-]{+2u+}")
words("upwards-from-the-end", "[-Upwards ? Count - 1 - k : -]k", nth=2)
words("unit-of-element", ">> u * unit_bytes % [-4-]{+2+} * 8")
words("unit-of-word", "<< (u * unit_bytes % [-4-]{+2+} * 8)")

# The choice of a route in load and store: each condition, and the cases in which it does not hold.

loads = mutants_of("detail/load.cuh", "mutation/routes")
loads("plain", "if constexpr (!p.[-moves_words-]{+cooperates+}())")
loads("plain-valid", "[-if (is_valid) -]return as_carried(*pointer);")
loads("together", "if constexpr (p.[-loads_together-]{+cooperates+}()) {\n            together")
loads("converged", "together = [-converged && -]p.cooperates_for(", "host/divergence")
loads("few-lanes", "converged[- && p.cooperates_for(valid.count(p.lane_count))-]")
loads("cached", "[-p.loads_through_cache() && -]places.consecutive")
loads("cached-consecutive", "p.loads_through_cache()[- && places.consecutive-]")
loads("range-of-all", "[-if (is_full) -]range = range_of")
loads("range-of-one", "[-if (is_full) range = range_of<Element>(places.first, p.lane_count)-];")
loads("usable", "if ([-scratch.is_usable-]{+Scratch::has_memory+} && consecutive", "host/scratch")
loads("staged-consecutive", "scratch.is_usable[- && consecutive-]")
loads("staged-whole-words", "consecutive[- && whole_words-]) {")
loads("staged-start", "[-starts_in_word = false;-]")
loads("rows-consecutive", "in_rows = [-consecutive && -]whole_words")
loads("rows-whole-words", "consecutive && [-whole_words && -]is_full")
loads("rows-full", "consecutive && whole_words[- && is_full-]")
loads("through-cache", "[-together = false;-]", nth=2)
loads("whole-start", "if ([-starts_in_word-]{+p.word_bytes > 1+}) move_start")
loads("unaligned-start", "bool starts_in_word = [-p.is_unaligned()-]{+false+};")
loads("valid", "[-if (is_valid) -]return element_from_words<Element>(words);")
loads("plan-of-a-warp", "plan_of<Element, [-lane_count_v<Group>-]{+32+}>()", "host/lane_counts")
loads("warp-converged", "lanes.warp(), [-lanes.are_converged()-]{+true+},", "host/divergence")

stores = mutants_of("detail/store.cuh", "mutation/routes")
stores("plain", "if constexpr (!p.[-moves_words-]{+cooperates+}())")
stores("plain-valid", "[-if (is_valid) -]store_plainly(pointer, value);")
stores("converged", "!p.cooperates() ||[- !converged ||-]", "host/divergence")
stores("few-lanes", "!converged[- || !p.cooperates_for(valid.count(p.lane_count))-]")
stores("compacted", "constexpr bool compacts = [-Compacts-]{+false+} && ", "host/active_store")
stores("compacted-valid", "[-if (is_valid) -]store_compacted")
stores("usable", "if ([-scratch.is_usable-]{+Scratch::has_memory+} && places", "host/scratch")
stores("staged-consecutive", "scratch.is_usable[- && places.consecutive-]")
stores("staged-whole-words", "places.consecutive[- && whole_words-]) {")
stores("rows-consecutive", "!Scratch::has_memory && [-places.consecutive && -]whole_words")
stores("rows-whole-words", "places.consecutive &&[- whole_words &&-]\n")
stores("rows-full", "whole_words[- &&\n                                 valid.count(p.lane_count) == p.lane_count-];")
stores("sectors", "if constexpr ([-!p.stores_sectors()-]{+true+})")
stores("dense", "} else if ([-in_rows-]{+false+}) {")
stores("dense-of-some", "} else if ([-in_rows-]{+places.consecutive+}) {")
stores("warp-converged", "lanes.warp(), [-lanes.are_converged()-]{+true+},", "host/divergence")
stores("whole-warps", "store<Element, [-Policy::value.cooperates_diverged-]{+true+}>", "host/policy")
stores("warps-alone", "store<Element, [-is_warp && -]has_lanes>")
stores("after-rows", "[-            group.sync();-]", "resources/fences")

# Per-thread accesses.

own = mutants_of("detail/per_thread.cuh", "mutation/routes")
own("first-word", "bool const is_inner =[- w > 0 &&-]")
own("inner-words-alone", "is_inner[- || range.contains(address, p.word_bytes)-]")
own("last-word", "[-w < p.ending_words() || address < range.end-]{+true+}")
own("whole-range", "if ([-range.is_whole(WordBytes)-]{+true+})")
own("wide-whole", "begin + parts <[-=-] start + count;", "host/active_store")
own("wide-before", "!is_whole && i[- >= start && i-]", "host/active_store")
own("wide-behind", "i >= start[- && i < start + count-];", "host/active_store")
own("wide-steps", "{+2 * +}step < parts; step *= 2", "host/active_store")

# Addresses, and rows of elements in registers.

places = mutants_of("detail/addresses.cuh", "host/element_addresses")
places("of-another-lane", "lane_rank(group) * Step, lane{+ + 1+}));")
places("step", "return [-HEDDLE_BYTES_AFTER(first, lane * Step)-]{+first+};")
places("idle-lanes", "group.all([-is_idle || -]begins_with_word<Element>(places.first))")
places("whole-words-vote",
       "[-group.all(is_idle || begins_with_word<Element>(places.first)-]{+is_idle || "
       "begins_with_word<Element>(places.first+})")
places("words-of-an-aligned-type", "if constexpr ([-p.is_unaligned() || p.alignment >= p.word_bytes-]{+true+})")
places("begin-of-word", "offset_in_word(element, p.word_bytes) [-=-]{+!+}= 0;")
places("all-lanes", "bool consecutive = [-valid.count(lane_count_v<Group>) == lane_count_v<Group>-]{+true+};")
places("vote", "[-group.all(first == shuffle(group, first, 0)-]{+first == shuffle(group, first, 0+})")
mutants_of("detail/lanes.cuh", "host/element_addresses")(
    "count", "{[-count < lane_count ? static_cast<unsigned>(count) : lane_count-]{+static_cast<unsigned>(count)+}}")

in_row = mutants_of("detail/addresses.cuh", "host/network")
in_row("skipped-words", "(p.word_count - count)[- + begin-]")
in_row("begin-of-piece", "row * row_bytes[- + begin * p.word_bytes-]")
in_row("stored-to-the-end", "at <[-=-] start + bytes - p.word_bytes + element * bytes")
in_row("from-the-start", "[-is_valid = is_valid && at >= start-];")
in_row("loaded-to-the-end", "is_valid = [-at < last-]{+true+};")
in_row("own-words", "at <[-=-] static_cast<unsigned>(p.element_bytes) - p.word_bytes", "mutation/routes")
in_row("unwanted", "[-place.is_valid = valid.any_lane(owner);-]", "mutation/routes")

rows = mutants_of("detail/rows.cuh", "mutation/routes")
rows("no-next-word", "[-has_next ? next : 0-]{+next+}",
     "host/scratch:quiet_tile.ends_within_a_word_that_no_lane_has")
rows("next-lane", "words[0].part[i], lane_rank(group)[- + 1-])")
rows("words-behind", "w = [-p.word_count-]{+WordCount+}; w < WordCount; ++w) words[w] = {}")
rows("plan-of-a-warp", "plan_of<Element, [-lane_count_v<Group>-]{+32+}>();\n    static_assert(WordCount",
     "host/lane_counts")
rows("before-load", "[-group.sync();\n    -]auto const range", "resources/fences")
rows("after-load", "[-if constexpr (pass::is_last) group.sync();-]", "resources/fences")
rows("before-store", "[-if constexpr (Pass::begin == 0) group.sync();-]", "resources/fences")

ends = mutants_of("detail/ends.cuh", "mutation/routes")
ends("far", "return [-start + bytes >= far * word_bytes-]{+false+}")
ends("head-in-range", "is_valid[- && HEDDLE_BYTES_BEFORE(own, start) < range.first-]")
ends("tail-in-range",
     "is_valid[- && HEDDLE_BYTES_AFTER(HEDDLE_BYTES_AFTER(own, bytes),\n                                      "
     "         (word_bytes - rest) % word_bytes) > range.end-]")
ends("next-part-of-head", "[-has_part ? at + Bytes : -]at")
ends("next-part-of-tail", "[-has_part ? end - Bytes : -]end")
ends("upper-half", "bits[- >> 32 * i-]")

# Stores of unaligned sizes: rows without gaps, rows that end with sectors.

dense = mutants_of("detail/plan/unaligned_rows.hpp", "host/unaligned_rows")
dense("word-choice", "6 * narrow <[-= 5-]{+ 4+} * 2 * wide")
dense("reciprocal", "([-(1u << reciprocal_bits) + element_bytes - 1-]{+1u << reciprocal_bits+}) / element_bytes")
dense("reciprocal-bits", "reciprocal_bits = [-22-]{+20+}")
dense("owner", "q * word_bytes [-+ word_bytes - 1 -]- start")
dense("wrap", "[-wrapped < far ? wrapped : -]far")
dense("rotation-bound", "max_gaps() < word_count ? max_gaps()[- + 1-]")
dense("least-words", "least_words(lane_count * element_bytes / word_bytes{+ + 1+})")
sector = mutants_of("detail/plan/unaligned_rows.hpp", "host/unaligned_rows")
sector("first-register", "[-(row - 1) * row_bytes() + part_bytes-]{+row * row_bytes()+}")
sector("row-count", "([-2 * -]row_bytes() - part_bytes + element_bytes - 1)")
sector("may-end", "[-(row + 1)-]{+row+} * row_bytes() > element_bytes")

unaligned = mutants_of("detail/unaligned_rows.cuh", "mutation/routes")
unaligned("neighbour", "own_end, lane_rank(group)[- - 1-]")
unaligned("first-word", "bool is_valid = [-row > 0 || lane > 0 || start == 0-]{+true+};")
unaligned("last-word", "q <{+=+} dense.first_word(dense.lane_count, start)")
unaligned("before-the-element", "is_valid[- && at >= 0-]")
unaligned("second-register", "q >[-=-] static_cast<int>(last *")
unaligned("byte-of-word", "(at & [-3-]{+1+}) * 8")
unaligned("before-dense-store", "[-group.sync();\n    -]store_ends", "resources/fences")
unaligned("before-sector-store", "transposed);[-\n    group.sync();-]", "resources/fences")

# Through shared memory.

stage = mutants_of("detail/plan/stage_layout.hpp", "host/stage")
stage("free-chunks", "x / period_bytes * {+2 * +}chunk_bytes")
stage("period", "[-8-]{+16+} / common * chunks * chunk_bytes")
stage("cells", "[-(most + stage_word_bytes() - 1)-]{+most+} / stage_word_bytes()", "mutation/routes")
stage("any-skew", "+ [-2 * -]chunk_bytes;")
stage("few-words", "&&[- !has_few_words() &&-]")
stage("fits", ".bytes() >{+=+} max_bytes")
stage("common", "greatest_common_divisor(chunks, [-8-]{+4+})")

staged = mutants_of("detail/staged.cuh", "mutation/routes")
staged("count", "is_valid = chunk <{+=+} bytes.chunks;")
staged("nothing-left", "end [-< first ? 0 : end -]- first")
staged("skew", "return [-chunks.skew-]{+0+};")
staged("whole-chunks", "&&[- end == Stage::p.lane_count &&-]")
staged("before-next-load", "[-group.sync();\n        -]unsigned const skew", "resources/fences")
staged("before-next-store", "[-group.sync();\n        -]unsigned const element = lane - first;", "resources/fences")
staged("before-reading", "[-group.sync();\n        -]unsigned const element = lane_rank(group) - first;")
staged("before-writing-out", "[-group.sync();\n        -]move_round", "host/scratch")
staged("last-of-round", "[-element + 1 == Capacity || -]lane")
staged("shared-word", "Stage::stage_word_bytes [->-]{+>=+} start + sizeof(Element)")

chunks = mutants_of("detail/chunks.cuh", "mutation/routes")
chunks("head-of-few", "before[- < bytes ? before : bytes-]")
chunks("tail", "[-(bytes - head) % chunk_bytes-]{+0+}}")
chunks("behind-chunks", "x[- < head ? x : x + chunks * chunk_bytes-]")

scratch = mutants_of("scratch.cuh", "host/stage")
scratch("warps", "[-(BlockThreads + 31)-]{+BlockThreads+} / 32")
scratch("room", "threads <= warp_count * [-32-]{+64+}", "host/scratch")
scratch("whole-warps", "lane_count_v<Group> == [-32-]{+16+}", "mutation/routes")

# Compacted stores by the active lanes of a warp.

compacted = mutants_of("detail/plan/compacted_plan.hpp", "host/active_store")
compacted("a-little-nearer", "min_compacted_distance(p) - [-1-]{+2+}")
compacted("a-little-farther", "min_compacted_distance(p)[- - 1-]")
compacted("before-only", "a - b [-+ nearer > 2 * nearer-]{+> nearer && a > b+}")
compacted("distance-of-unaligned", "[-if (p.is_unaligned()) return min_compacted_distance_of_unaligned;-]")
compacted("few-accesses-to", "p.element_bytes <[-=-] max_few_accesses_bytes")
compacted("few-accesses-of-wide-words", "[-p.element_bytes % wide_word_bytes == 0 ||-]")
compacted("distance-of-many", ": [-min_compacted_distance_of_many_accesses-]{+min_compacted_distance_of_few_accesses+}")
compacted("fewer-rows", "p.pass_words >{+=+} p.lane_count")
compacted("small-ones-too", "[-p.element_bytes >= min_broadcast_bytes && -]!p.is_unaligned()")
compacted("unaligned-too", "min_broadcast_bytes[- && !p.is_unaligned()-]")

thresholds = mutants_of("detail/plan/thresholds.hpp", "host/active_store")
thresholds("wide-words-from", "min_wide_store_bytes = [-52-]{+56+}")
thresholds("few-accesses-to", "max_few_accesses_bytes = [-24-]{+23+}")

ranks = mutants_of("detail/compacted.cuh", "host/active_store")
ranks("vote-of-all", "if ([-together || !p.stores_wide_words()-]{+true+}) {", "resources/launch_bounds")
ranks("fewer-lanes", "count >[-=-] compacted_lanes", "host/active_store")
ranks("near", "[-if (together) together = any_lie_apart<Element>(mask, own);-]", "host/active_store")
ranks("whole-words", "[-together = ballot_of_lanes(mask, whole) == mask;-]", "host/active_store")
ranks("whole-words-of-one", "ballot_of_lanes(mask, whole) [-== mask-]{+!= 0+};", "host/active_store")
ranks("all-in-groups", "rank_in(mask) < count[- / compacted_lanes * compacted_lanes-]")
ranks("own-too", "[-if (!in_group) -]store_own<Element>")
ranks("alone", "lone_lane{mask[- & ~grouped-]}")
ranks("first-element", "own[- - groups.thread_rank() * sizeof(Element)-]")
ranks("held-words", "return per_thread[- < compacted ? compacted : per_thread-];")
ranks("skipped-words", "first[- + rank * skipped-]")
ranks("no-second-element", "[-rank < last * Count - begin ? columns_[first] : columns_[last-]{+columns_[first+}]")
ranks("second-element-late", "rank <{+=+} last * Count - begin ?")
ranks("first-of-next-row", "[-(begin - 1)-]{+begin+} / Count + 1")
ranks("own-column", "own_.of_lane(groups, e)[- + rank * WordBytes-]")

groups = mutants_of("active_group.cuh", "host/active_group")
groups("bits-above-the-lane", "return source_of(rank)[- % 32-];")
groups("table-of-16", "place % [-8-]{+4+});")
groups("last-group", "[-(number + 1)-]{+number+} * LaneCount <= detail")

# The active lanes of an access, and their emulation.

active = mutants_of("detail/active_lanes.cuh", "host/divergence")
active("converged", "return mask_ [-== 0xffffffffu-]{+!= 0+};")
active("warp-of-all", "emulated_group<32>(*lane_[-, mask_-])")
active("valid-of-some", "[-are_converged() ? warp().ballot(own) : 0-]{+warp().ballot(own)+}", "host/update")
active("storing-of-some", "[-are_converged() ? valid.mask : ballot_of_lanes(mask_, valid.own)-]{+valid.mask+}",
       "host/active_store")
mutants_of("emulation/emulated_group.hpp", "host/divergence")("active", "meet([-active_-]{+all_lanes+}, ")

# Results and sizes that algorithms return to the host, and lists of fields that must be refused.

partition = mutants_of("thrust/detail/partition.cuh", "runtime_calls/returned_calls")
partition("rejected", "rejected + [-(last - first - found)-]{+found+}")
partition("middle", "return [-first +-]{+last -+}\n               selected_by(")
temporary = mutants_of("thrust/detail/two_phase.cuh", "runtime_calls/returned_calls")
temporary("alignment", "temporary_alignment = [-256-]{+128+}")
temporary("room", "bytes[- + temporary_alignment - 1-])")
mutants_of("algorithm/detail/cub_call.cuh", "runtime_calls/sort_calls")("earlier-error", "[-cudaGetLastError()-]{+0+}")

fields = mutants_of("fields.cuh", "compile_fail/fields_without_the_last")
fields("size", "sizeof(Fields) != sizeof([-T-]{+Fields+})")
fields("missing", "[-lacks_members<T, Member...>()-]{+false+}", "compile_fail/fields_without_one_in_padding")

# Warp barriers before and after accesses by lanes to the elements of other lanes.

update = mutants_of("update.cuh", "resources/fences")
update("meet", "[-lanes.meet();-]", nth=1)
update("meet-if-changed", "[-lanes.meet();-]", nth=2)

policy = mutants_of("policy.cuh", "host/policy")
policy("in-block", "return [-scratch.stage()-]{+no_scratch{}+};")
policy("by-plan", "value = {true, [-true-]{+false+}, 0};", "host/active_store")
policy("whole-warps", "value = {true, [-false-]{+true+}, 0};")
policy("lane-by-lane", "value = {[-false-]{+true+}, false, 0};")

# Tiles of a block, and their pipelines.

shared = mutants_of("block/detail/shared_element.cuh", "host/shared_element:shared_words.*")
shared("rotation", "k [-/ (128 / word_bytes / rotations) -]% rotations")
element = mutants_of("block/detail/shared_element.cuh", "host/shared_element")
element("wrap", "w + rotation >[-=-] s.word_count")
element("odd-end", "alignof(Element) == 1 && end [-% 2 != 0-]{+== 1+}")

tile = mutants_of("block/block_tile.cuh", "host/block_tile")
tile("room",
     "[-count < Stages::capacity ? static_cast<unsigned>(count) : Stages::capacity-]{+static_cast<unsigned>(count)+}")
tile("start", "[-+ offset_in_word(first, line_bytes)-];")
tile("publish", "[-mover.publish();-]", "host/tile_order")
tile("await-writes", "[-mover.await_writes();-]", "host/tile_order")

each = mutants_of("block/this_block.cuh", "host/block_tile")
each("pairs", "[-(k | (all - 1))-]{+k+} < count")
each("unrolled", "k + (Unrolled - 1) * step <{+=+} count")

stages = mutants_of("block/tile_stages.cuh", "host/block_tile", "host/tile_pipeline")
stages("any-start", "sizeof(T)[- + detail::line_bytes - 1-])")
stages("half-the-threads", "bytes * [-3 / -]2")

copy = mutants_of("block/detail/tile_copy.cuh", "host/block_tile", "host/tile_pipeline_order")
copy("chunk-before", "[-if (before <= static_cast<std::size_t>(begin - array_begin)) -]begin",
     "host/tile_pipeline_order")
copy("chunk-behind", "[-if (after <= static_cast<std::size_t>(array_end - end)) -]end", "host/tile_pipeline_order")
copy("ends", "visit([-bytes.rest_at(unit)-]{+unit+}")
copy("init-published", "instructions::init(barrier, arrivals);[-\n                publish();-]", "resources/fences")
copy("count", "chunk <{+=+} bytes.chunks);")
copy("skew", "bytes.skew = offset_in_word(begin, [-line_bytes-]{+64+})")
copy("order-loads", "[-instructions::order_bulk_accesses();-]", "host/tile_order", nth=1)
copy("order-stores", "[-instructions::order_bulk_accesses();-]", "host/tile_order", nth=2)
copy("ends-published", "[-if (bytes.head + bytes.tail != 0) publish();-]", "host/tile_order",
     "host/tile_pipeline_order")
copy("announced", "arrive_and_expect(barrier, [-whole-]{+0+})", "host/tile_order")

pipeline = mutants_of("block/detail/pipeline.cuh", "host/tile_pipeline", "host/tile_pipeline_order")
pipeline("lag", "[-stage_count > 1-]{+false+} ? 1 : 0", "host/tile_pipeline_order")
pipeline("parity", "parity_ ^= [-1-]{+0+}", "host/tile_pipeline_order")
pipeline("step", "[-share_.count * -]capacity")
pipeline("sync-of-two", "stage_count < 2[- + lag-]")
pipeline("asked-before", "[-is_asked_for_ = false;\n        -]is_dropped_ = false;", "host/tile_pipeline_order")

pipeline("await-reads", "reads ? 0 : stage_count - [-2-]{+1+}", "host/tile_pipeline_order")
pipeline("await-writes", "last.[-await_writes-]{+template await_reads<0>+}();", "host/tile_pipeline_order")
pipeline("first-retire", "[-if (lag == 0 || tile_start_ != first_start()) -]load_next()", "host/tile_pipeline_order")
pipeline("await-reads-of-older", "[-if (is_dropped_) own.template await_reads<0>();-]", "host/tile_pipeline_order")
pipeline("publish", "[-own.publish();-]", "host/tile_pipeline_order")
pipeline("last-tile", "if ([-has_tile-]{+false+}) {")
pipeline("asked-for", "any_thread([-is_asked_for_ && -]!is_dropped_)", "host/tile_pipeline_order")
pipeline("dropped-last", "any_thread(is_asked_for_[- && !is_dropped_-])", "host/tile_pipeline_order")
pipeline("dropped", "[-if (!is_dropped_) -]own.store", "host/tile_pipeline_order")

engine = mutants_of("block/detail/copy_engine.cuh", "resources/fences")
engine("publish", '[-asm volatile("fence.proxy.async.shared::cta;" ::: "memory");-]')
engine("order", '[-asm volatile("fence.proxy.async.global;" ::: "memory");-]')
engine("await-writes", "cp.async.bulk.wait_group{+.read+} 0;")

# Look-back.

states = mutants_of("algorithm/detail/tile_states.cuh", "resources/fences")
states("count-bits", "return bits >> [-2-]{+1+};", "host/look_back")
states("fence-of-block", "fence.acq_rel.[-gpu-]{+cta+}")
states("weak-status", "st.relaxed.[-gpu-]{+cta+}.global.u64")
states("weak-sum", "red.relaxed.[-gpu-]{+cta+}.global.add.u64")
states = mutants_of("algorithm/detail/count_states.cuh", "host/look_back")
states("arrived", "count << count_bit[- | 1-]);")
states("knows-before", "count << count_bit[- | 1ull << before_bit-]")
states("sum-of-group", "bits >> [-count_bit-]{+before_bit+}};")
states("fence-before-count", "[-if (ordered_) fence_statuses();-]", "resources/fences", nth=3)
states("fence-after-count", "[-if (ordered_) fence_statuses();-]", "resources/fences", nth=4)
states("fence-before-sum", "[-if (ordered_) fence_statuses();-]", "resources/fences", nth=1)
states("fence-after-sum", "[-if (ordered_) fence_statuses();-]", "resources/fences", nth=2)
states = mutants_of("algorithm/detail/value_states.cuh", "host/look_back")
states("word-of-value", "warp.shfl(words[[-w-]{+0+}].part[0], 0)")
states("lane-of-word", "[-if (w == first + lane) -]own = word;")
states("state-of-value", "return {[-known[0].state()-]{+tile_state::own+}, to_value")

back = mutants_of("algorithm/detail/look_back.cuh", "host/look_back")
back("nearest", "shuffle(warp, known.value, [-nearest-]{+0+})")
back("first-part", "number - [-(back <= number ? back : 1)-]{+back+}")
back("one-that-knows-all", "all_know(state)[- && lanes_that_know_all(state) != 0-]")
back("those-behind-it", "[-all_know(state) && -]lanes_that_know_all(state) != 0")
back("lanes-without-part", "[-lane < asked && -]back <= number")
back("parts-asked", "nearest + 1; l < [-asked-]{+lanes+}")
back("parts-in-order", "combine([-sum, heddle::shuffle(warp, known.value, l)-]{+shuffle(warp, known.value, l), sum+})")
back("group-of-32", "known, [-combine(before, own)-]{+before+}")
back("first-group", "[-number < lanes ? tile_state::all : -]tile_state::own",
     "host/look_back:look_back.asks_for_no_part_that_is_not_there")
back("first-of-group", "[-if (place == 0) return own;-]")
back("count-before", "shared.groups.add_before(warp, group, [-before-]{+0+})")
back("single-tile-drawn", "[-if (drawn == nullptr) return 0;-]")
back("single-tile-alone", "[-if (shared.drawn == nullptr) return own;-]")
back("single-tile-count", "[-if (shared.drawn == nullptr) return 0;-]")

ranges = mutants_of("algorithm/detail/tile_ranges.cuh", "host/scan")
ranges("fetched-ahead", "array + [-later-]{+start+}", "host/algorithm_order")
ranges("fetched-to-the-end", "later < count[- && count - later >= capacity-]", "host/algorithm_order")
ranges("upwards", "results.data() [-<-]{+>+} to.data()")
ranges("lines", "[-(bytes + line_bytes - 1)-]{+bytes+} / line_bytes * line_bytes", "host/select")

# Algorithms.

select = mutants_of("algorithm/detail/select_memory.cuh", "host/select")
select("rows-of-lanes", "fit[- / lanes * lanes-]")
select = mutants_of("algorithm/detail/wanted_rows.cuh", "host/select")
select("within-tile", "[-k < tile.size() && -]is_wanted(k)")
select("rows-before", "total + sum[- - own-]")
select("total", "shuffle(warp, sum, lanes - [-1-]{+2+})")
select = mutants_of("algorithm/detail/compact_tile.cuh", "host/select")
select("lanes-before", "bits & (([-1u-]{+2u+} << lane) - 1)")
select("others", "others.store(k[- - before-],")
select("read-before-stored", "[-block.sync();\n                -]HEDDLE_UNROLL")
select = mutants_of("algorithm/detail/select_tile.cuh", "host/select")
select("moves", "own < size [-||-]{+&&+} !is_in_place")
select("selected", "if (start + size [-==-]{+<+} count)")

scan = mutants_of("algorithm/detail/scan_tile.cuh", "host/scan")
scan("odd-steps", "fit[- - (fit - pack) % (2 * pack)-]")
scan("first-lane", "[-if (lane > 0) -]before.add(left);")
scan("warps-before", "w {++ 1 +}< warp_number; ++w) before.add")
scan("initial-first", "combine([-initial.value, total-]{+total, initial.value+})")
scan("own-items", "[-size - begin < Items ? size - begin : -]Items")
scan("last-thread", "[-rank == used - 1 || -]lane == lanes - 1")
scan("initial-alone", "[-if (number == 0) in_group = initial.value;-]")
scan("groups-and-tiles", "[-if (place > 0 || (Initial::exists && number == 0)) -]before.add")
scan("all-in-order",
     "combine(memory.[-of_groups.read(0), memory.in_group-]{+in_group.read(0), memory.of_groups+}.read(0))")
scan("all-of-last", "if ([-group > 0 && place == lanes - 1 && warp_number == 0-]{+false+})")
scan("full-to-nine-tenths", "scan_tile_bytes / 10 * [-9-]{+8+}")
scan("room-for-sums", "(scan_tile_bytes[- - sums_beside_tile * element_bytes-])")
scan("first-of-thread", "j < n[- && i + j > 0-]")
scan("end-of-pack", "[-j < n && -]i + j > 0")
scan("rest-of-packs", "[-if (Pack > 1 && i < count) visit(i, count - i);-]")
scan("rest-stored", "j < Pack[- && j < count-]")

reduce = mutants_of("algorithm/detail/reduce_tile.cuh", "host/reduce")
reduce("members", "[-block_count - group_first < sums.group_size ? block_count - group_first : -]sums.group_size")
reduce("single-block", "if (share.count == [-1-]{+0+}) {")
reduce("few-elements", "[-count <= max_count &&-]")
reduce("threads", "return [-most < threads ? most : -]threads;")
reduce("groups", "[-(block_count - 1)-]{+block_count+} / sums.group_size + 1")
reduce("last-alone", "[-memory.scratch.is_last && -]block.thread_rank() == 0")

launch = mutants_of("algorithm/detail/launch.cuh", "host/launch")
launch("keeps-errors", "if ([-status == cudaSuccess && -]is_kept)")
launch("device-beyond", "device <{+=+} kept_devices")
launch("asks-again", "[-if (count != 0) return cudaSuccess;-]")

sums = mutants_of("algorithm/detail/accumulator.cuh", "host/reduce")
sums("called", "if constexpr ([-std::is_invocable_v<Operation, Init, Input>-]{+false+})")
sums("transformed", "[-accumulator_t<Operation, input, Init>-]{+Init+}>{}")
sums("assigned", "[-value = from-]{+static_cast<void>(from)+};")

packs = mutants_of("algorithm/detail/element_packs.cuh", "host/reduce")
packs("before-chunk", "(offset + [-sizeof(Element)-]{+1+}) % chunk_bytes")
packs("rest", "k[- < before ? k : k + packs * per_pack-]")

items = mutants_of("algorithm/detail/thread_items.cuh", "host/transform")
items("rest", "[-count / Items * Items + -]k);")
transform = mutants_of("algorithm/detail/transform_tile.cuh", "host/transform")
transform("stencil-first", "call(function.function.function, item.get()...)){+, (item.get(), ...)+};")
for_each = mutants_of("algorithm/detail/for_each_tile.cuh", "host/transform")
for_each("last-tile", "[-left < Capacity ? static_cast<unsigned>(left) : -]Capacity;")
assign = mutants_of("algorithm/detail/assign.cuh", "host/assigned_results")
assign("before", "[-store_plainly(address_of(after.value), as_carried(*element));-]")
assign("own-operator", "[-as_element(after.value) = std::forward<Value-]{+after.value = static_cast<T+}>(value);")
markers = mutants_of("algorithm/detail/markers.cuh", "host/transform")
markers("stencil-values", "[-value_of<Stencil>-]{+auto&&+} value = *(")

layout = mutants_of("algorithm/members.cuh", "host/aosoa")
layout("row-alignment", "[-round_up(alignment);-]")
layout("row-length", "end += [-row_length * -]bytes")
layout = mutants_of("algorithm/detail/layout_write_back.cuh", "host/layout")
layout("keeps", "[-is_member[u * UnitBytes] != 0-]{+true+}", "host/aosoa")
marked = mutants_of("algorithm/detail/tile_marks.cuh", "host/partial_writes")
marked("all", "is_full = is_full [-&&-]{+||+} part[p] == full(p)")
marked("next-part", "if (shift + length > [-32-]{+33+}) part[p + 1]")
marked("carry", "before = [-marks.part[p]-]{+0+};")
marked("rest", "if ([-rest != 0-]{+false+}) add_bits")
marked("clear", "[-parts_[p] = 0;-]")
marked("words", "of_before[[-w].part[0] != of_after[w-]{+0].part[0] != of_after[0+}].part[0]")
marked = mutants_of("algorithm/detail/marked_tile.cuh", "host/partial_writes")
marked("any", "if (![-block_.any(any_)-]{+any_+}) return;")
marked("everywhere", "if ([-!block_.any(!-]{+block_.any(+}all_)) {")
marked("full-items", "if ([-full_items_ % 2 != 0-]{+false+}) marks_.add")
marked("in-part", "!is_whole[- && (marked[i] >> u & 1) != 0-]")
marked("whole", "bool const is_whole = marked[i] [-== all_units-]{+!= 0+}")
marked("inside", "marked[i] = [-w < words ? of_word : 0-]{+of_word+}")
aosoa = mutants_of("algorithm/detail/aosoa_tile.cuh", "host/aosoa")
aosoa("padding", "Layout::has_padding[- || size % Layout::length != 0-]")

# The warp toolbox.

shuffle = mutants_of("shuffle.cuh", "host/warp_programs")
shuffle("exists", "upwards ? lane [-- bound : bound-]{+: lane_count_v<Group>+} - lane")
moves = mutants_of("warp/exchange.cuh", "host/warp_programs")
moves("lower", "lane [-<-]{+>+} (lane ^ mask)")
moves = mutants_of("warp/rotate.cuh", "host/warp_programs")
moves("direction", "[-+-]{+-+} static_cast<unsigned>(distance)")
moves = mutants_of("warp/broadcast.cuh", "host/warp_programs")
moves("none", "[-found ? highest : detail::lane_count_v<Group>-]{+highest+}, found")
toolbox = mutants_of("warp/reduce.cuh", "host/warp_programs")
toolbox("count", "lane + distance <{+=+} count")
toolbox("to-all-in-order", "if constexpr ([-detail::is_commutative<Operation, Value>-]{+sizeof(Value) > 0+})")
toolbox = mutants_of("warp/scan.cuh", "host/warp_programs")
toolbox("initial-first",
        "operation([-initial, heddle::inclusive_scan(group, value, operation)-]{+inclusive_scan(group, value, "
        "operation), initial+})")
toolbox = mutants_of("warp/segmented.cuh", "host/warp_programs")
toolbox("first-lane", "is_head[- || detail::lane_rank(group) == 0-]")
toolbox = mutants_of("warp/detail/sort_network.cuh", "host/warp_sort")
toolbox("flip", "[-Flips ? Count - 1 - i : -]i")
toolbox("lower", "(lane & size / 2) [-=-]{+!+}= 0")
toolbox = mutants_of("warp/block_reduce.cuh", "host/warp_layers")
toolbox("share", "[-(tile_count + lane_count - 1)-]{+tile_count+} / lane_count")
toolbox("count", "[-(count + lane_count - 1)-]{+count+} / lane_count);\n}")
toolbox = mutants_of("warp/grid_reduce.cuh", "host/warp_layers")
toolbox("share", "[-(used + threads - 1)-]{+used+} / threads")
toolbox("fence-before", "[-__threadfence();\n    -]bool", "resources/fences")
toolbox("fence-after", "number);[-\n    __threadfence();-]", "resources/fences")
toolbox("own-values", "[-std::size_t{number} * block_count-]{+number+}")
toolbox = mutants_of("warp/detail/block_share.cuh", "host/warp_layers")
toolbox("first-row", "block * each[- + (block < more ? block : more)-]")
toolbox("rest", "[-after < limit ? static_cast<unsigned>(limit - after) : -]0")

# Code that only a GPU executes.

gpu = mutants_of("warp/segmented.cuh", "mutation/gpu_warp")
gpu("gpu-no-head", "[-(heads | 1u)-]{+heads+}")
gpu("gpu-own-lane", "~(([-2u-]{+1u+} << lane) - 1u)")
gpu = mutants_of("warp/scan.cuh", "mutation/gpu_warp")
gpu("gpu-clamp", "[-(32 - lane_count_v<Group>) << 8-]{+0+}")
gpu = mutants_of("warp/reduce.cuh", "mutation/gpu_warp")
gpu("gpu-sign", "compares && [-std::is_signed_v<T>-]{+false+}")
gpu("gpu-halves", "[-high << 32 | low-]{+low << 32 | high+}")
gpu = mutants_of("active_group.cuh", "mutation/gpu_warp")
gpu("gpu-bits-above-the-lane", "lanes >> [-lane_of-]{+source_of+}(rank) & 1u")
gpu = mutants_of("shuffle.cuh", "mutation/gpu_warp")
gpu("gpu-clamp", "[-(32 - lane_count_v<Group>) << 8 | -]bound")
gpu("gpu-exists", "exists = [-found != 0-]{+true+}")
gpu = mutants_of("block/detail/copy_engine.cuh", "gpu/tile_pipeline")
gpu("gpu-arrived", "unsigned done = [-0-]{+1+};")
