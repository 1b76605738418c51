// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// load, store, copy, update, gather and scatter of whole structs, and what a GPU reaches with 16-byte words.
// CMakeLists.txt compiles them for each size.
#pragma once

#include "cases.cuh"

namespace heddle_bench::brief {

//! Stores a sum in few threads, so that loads can be checked, but the stores take no time.
template <class T>
struct load_one {
    template <class In>
    HEDDLE_HOST_DEVICE void operator()(In in, std::uint32_t* sums, int i) const
    {
        T const v = in[i];
        std::uint32_t const sum = xor_of_words(v);
        if (sum % 1024 == 0) sums[i] = sum;
    }
};

template <class T>
struct store_one {
    template <class Out>
    HEDDLE_HOST_DEVICE void operator()(Out out, int i) const
    {
        out[i] = stored_element<T>(static_cast<std::size_t>(i));
    }
};

template <class T>
struct copy_one {
    template <class Out, class In>
    HEDDLE_HOST_DEVICE void operator()(Out out, In in, int i) const
    {
        T const v = in[i];
        out[i] = v;
    }
};

template <class T>
struct update_one {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        T const v = p[i];
        p[i] = updated(v);
    }
};

template <class T>
struct gather_one {
    template <class Out, class In>
    HEDDLE_HOST_DEVICE void operator()(Out out, In in, std::uint32_t const* index, int i) const
    {
        T const v = in[index[i]];
        out[i] = v;
    }
};

template <class T>
struct scatter_one {
    template <class Out, class In>
    HEDDLE_HOST_DEVICE void operator()(Out out, In in, std::uint32_t const* index, int i) const
    {
        T const v = in[i];
        out[index[i]] = v;
    }
};

//! Moves word w of a gather or scatter. Neighboring threads move neighboring words.
template <unsigned Words, bool Gathers>
struct by_words {
    template <class Out, class In>
    HEDDLE_HOST_DEVICE void operator()(Out out, In in, std::uint32_t const* index, int w) const
    {
        unsigned const word = static_cast<unsigned>(w);
        std::size_t const moved = std::size_t{index[word / Words]} * Words + word % Words;
        if constexpr (Gathers) {
            out[word] = in[moved];
        } else {
            out[moved] = in[word];
        }
    }
};

template <class Body, class... Uses>
row& add_access(session& run, case_facts const& what, std::tuple<Uses...> const& uses, Body const& body)
{
    return add_case(run, what, uses, plain("plain", body), moved("word", body), soa("soa", body));
}

//! Adds a gather or a scatter. The limit is a kernel that moves the same words without a transpose.
template <class T, class Body>
void add_indexed(session& run, case_facts const& what, std::vector<T> const& in, Body const& body)
{
    std::size_t const count = in.size();
    permutation const random(count);
    std::vector<std::uint32_t> index(count);
    for (std::size_t i = 0; i < count; ++i) index[i] = static_cast<std::uint32_t>(random(i));
    std::vector<T> const out(count);
    row& added = add_access(run, what, arrays(writes(out), reads(in), raw(reads(index))), body);
    if (!run.has_gpu()) {
        added.limit = static_cast<double>(needed_sectors(added, [](std::size_t i) { return i; }) +
                                          needed_sectors(added, [&](std::size_t i) { return std::size_t{index[i]}; }) +
                                          count * sizeof(std::uint32_t) / heddle::detail::sector_bytes);
        return;
    }
    constexpr unsigned word_bytes = sizeof(T) % 16 == 0 ? 16 : 4, words = sizeof(T) / word_bytes;
    using word = element<word_bytes, word_bytes>;
    std::vector<word> const in_words(count * words), out_words(count * words);
    added.limit = run_forms(run, arrays(writes(out_words), reads(in_words), raw(reads(index))),
                            plain("limit", by_words<words, std::is_same_v<Body, gather_one<T>>>{}))[0]
                      .seconds;
}

template <unsigned Bytes>
void add_accesses(session& run)
{
    using T = element<Bytes>;
    std::size_t const count = run.count_of(Bytes);
    std::vector<T> const in = random_structs<T>(count), out(count);
    std::vector<std::uint32_t> const sums(count);
    add_access(run, {"load", "load", 1, 0}, arrays(reads(in), raw(writes(sums))), load_one<T>{});
    add_access(run, {"store", "store", 0, 1}, arrays(writes(out)), store_one<T>{});
    add_access(run, {"copy", "copy", 1, 1}, arrays(writes(out), reads(in)), copy_one<T>{});
    add_access(run, {"update", "update", 1, 1}, arrays(changes(in)), update_one<T>{});
    add_indexed(run, {"gather", "copy", 1, 1, true}, in, gather_one<T>{});
    add_indexed(run, {"scatter", "copy", 1, 1, true}, in, scatter_one<T>{});
}

}  // namespace heddle_bench::brief
