// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Random numbers from one fixed seed, which is printed. The numbers are the same on every platform and in every run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace heddle_test {

class splitmix64 {
public:
    explicit splitmix64(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next()
    {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

private:
    std::uint64_t state_;
};

class random_source : public splitmix64 {
public:
    static constexpr std::uint64_t default_seed = 20140215;

    //! Prints the seed and the purpose of the numbers.
    explicit random_source(char const* purpose, std::uint64_t seed = default_seed) : splitmix64(seed)
    {
        std::printf("[   seed   ] %llu: %s\n", static_cast<unsigned long long>(seed), purpose);
    }

    std::uint32_t next_word() { return static_cast<std::uint32_t>(next() >> 32); }

    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }

    bool coin() { return (next() & 1u) != 0; }

    void fill(void* memory, std::size_t size)
    {
        auto* const first = static_cast<unsigned char*>(memory);
        for (std::size_t i = 0; i < size; i += sizeof(std::uint64_t)) {
            std::uint64_t const word = next();
            std::size_t const left = size - i;
            std::memcpy(first + i, &word, left < sizeof(word) ? left : sizeof(word));
        }
    }

    //! Returns the numbers 0 … count - 1 in random order.
    std::vector<std::size_t> permutation(std::size_t count)
    {
        std::vector<std::size_t> result(count);
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t const j = below(i + 1);
            result[i] = result[j];
            result[j] = i;
        }
        return result;
    }
};

}  // namespace heddle_test
