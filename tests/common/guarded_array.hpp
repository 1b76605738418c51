// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Arrays with canaries on both sides. A changed canary shows a write beyond the array.
#pragma once

#include "random.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace heddle_test {

//! Bytes between two guards. A test on a GPU copies whole_size() bytes from whole() to the device and back. The kernel
//! accesses the bytes from offset() on.
class guarded_bytes {
public:
    static constexpr std::size_t guard_size = 512;
    static constexpr std::size_t base_alignment = 256;
    static constexpr unsigned char canary = 0xc5;

    //! The first byte lies `skew` bytes after a multiple of base_alignment.
    explicit guarded_bytes(std::size_t size, std::size_t skew = 0)
        : size_(size),
          offset_(guard_size + skew),
          storage_(guard_size + skew + size + guard_size + base_alignment, canary)
    {
        auto const address = reinterpret_cast<std::uintptr_t>(storage_.data());
        start_ = (base_alignment - address % base_alignment) % base_alignment;
    }
    guarded_bytes(guarded_bytes const& other) : guarded_bytes(other.size(), other.offset() - guard_size)
    {
        if (size_ != 0) std::memcpy(data(), other.data(), size_);
    }
    guarded_bytes& operator=(guarded_bytes const&) = delete;

    unsigned char* data() { return whole() + offset_; }
    unsigned char const* data() const { return whole() + offset_; }
    std::size_t size() const { return size_; }

    unsigned char* whole() { return storage_.data() + start_; }
    unsigned char const* whole() const { return storage_.data() + start_; }
    std::size_t whole_size() const { return offset_ + size_ + guard_size; }
    std::size_t offset() const { return offset_; }

    bool guards_intact() const
    {
        return all_canaries(whole(), data()) && all_canaries(data() + size_, whole() + whole_size());
    }

private:
    static bool all_canaries(unsigned char const* first, unsigned char const* last)
    {
        return std::count(first, last, canary) == last - first;
    }

    std::size_t size_;
    std::size_t offset_;
    std::vector<unsigned char> storage_;
    std::size_t start_;
};

//! `count` trivially copyable elements between two guards, filled with random bytes.
//! Requires: alignof(Element) divides skew and guarded_bytes::base_alignment
template <class Element>
class guarded_array : public guarded_bytes {
public:
    guarded_array(std::size_t count, random_source& random, std::size_t skew = 0)
        : guarded_bytes(count * sizeof(Element), skew), count_(count)
    {
        random.fill(guarded_bytes::data(), guarded_bytes::size());
    }

    Element* data() { return reinterpret_cast<Element*>(guarded_bytes::data()); }
    Element const* data() const { return reinterpret_cast<Element const*>(guarded_bytes::data()); }
    Element& operator[](std::size_t i) { return data()[i]; }
    Element const& operator[](std::size_t i) const { return data()[i]; }
    Element* begin() { return data(); }
    Element* end() { return data() + count_; }
    std::size_t size() const { return count_; }

    //! Returns the index of the first element that differs from `other`, or size() if all elements are equal.
    //! Requires: other.size() == size()
    std::size_t first_difference(guarded_array const& other) const
    {
        unsigned char const *const bytes = guarded_bytes::data(), *const others = other.guarded_bytes::data();
        return static_cast<std::size_t>(std::mismatch(bytes, bytes + guarded_bytes::size(), others).first - bytes) /
               sizeof(Element);
    }

private:
    std::size_t count_;
};

}  // namespace heddle_test
