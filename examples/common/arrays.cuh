// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The arguments of the kernels of compare.cuh: arrays, what a kernel does to each, and copies on the host or the GPU.
#pragma once

#include "soa_ptr.cuh"

#include <cstring>
#include <memory>
#include <new>
#include <tuple>
#include <type_traits>
#include <vector>

namespace heddle_examples {

//! Returns whether two elements have the same bytes. If T has padding, define bool is_same_element(T const&, T const&)
//! in the namespace of T, and compare the members there.
template <class T>
bool is_same_element(T const& a, T const& b)
{
    return std::memcmp(std::addressof(a), std::addressof(b), sizeof(T)) == 0;
}

//! An array, and what a kernel does to it.
template <class T, bool IsWritten, bool IsRaw>
struct array_use {
    using value_type = T;
    static_assert(!std::is_same_v<T, bool>, "a std::vector<bool> has no array of elements: use std::vector<char>");
    using pointee = std::conditional_t<IsWritten, T, T const>;
    static constexpr bool is_written = IsWritten, is_raw = IsRaw;

    std::vector<T> const* elements;
    bool is_read;
    double share;                    //!< elements that a thread accesses, on average
    std::vector<T>* left = nullptr;  //!< gets the elements that the last form leaves

    std::size_t bytes() const { return elements->size() * sizeof(T); }
    double read_bytes() const { return is_read ? share * sizeof(T) : 0; }
    double written_bytes() const { return IsWritten ? share * sizeof(T) : 0; }
};

//! Each thread reads one element of the array, or `share` elements on average. Kernels get a pointer to T const.
template <class T>
array_use<T, false, false> reads(std::vector<T> const& array, double share = 1)
{
    return {&array, true, share};
}
//! Each thread writes one element of the array, or `share` elements on average.
template <class T>
array_use<T, true, false> writes(std::vector<T> const& array, double share = 1)
{
    return {&array, false, share};
}
//! Each thread reads and writes one element of the array, or `share` elements on average.
template <class T>
array_use<T, true, false> changes(std::vector<T> const& array, double share = 1)
{
    return {&array, true, share};
}
//! All forms get a T* to this array: raw(reads(indices)).
template <class T, bool IsWritten>
array_use<T, IsWritten, true> raw(array_use<T, IsWritten, false> const& use)
{
    return {use.elements, use.is_read, use.share};
}
//! After the comparison, `left` has the elements that the last form has left in the array: kept(changes(p), left).
template <class T, bool IsRaw>
array_use<T, true, IsRaw> kept(array_use<T, true, IsRaw> use, std::vector<T>& left)
{
    use.left = &left;
    return use;
}

//! The arrays of a kernel, in the order of its arguments. The first array has one element for each thread.
template <class... Uses>
std::tuple<Uses...> arrays(Uses const&... uses)
{
    return {uses...};
}

//! Allocates memory of the host, aligned to 256 bytes like memory from cudaMalloc.
struct host_memory {
    static constexpr std::align_val_t alignment{256};
    static void* allocate(std::size_t bytes) { return ::operator new(bytes, alignment); }
    static void deallocate(void* memory) { ::operator delete(memory, alignment); }
    static void copy(void* to, void const* from, std::size_t bytes) { std::memcpy(to, from, bytes); }
};

//! A copy of an array, in host memory or in GPU memory. All forms use this copy, one after the other.
template <class Memory, class Use>
class array_copy {
public:
    using T = typename Use::value_type;

    explicit array_copy(Use const& use) : use_(use), memory_(Memory::allocate(use.bytes()), Memory::deallocate) {}

    //! Copies the elements to this memory, in the layout of a form.
    template <class Form>
    void fill(Form const&)
    {
        if constexpr (Form::is_soa && !Use::is_raw) {
            std::vector<unsigned char> words(use_.bytes());
            soa_ptr<T> const to(reinterpret_cast<T*>(words.data()), use_.elements->size());
            for (std::size_t i = 0; i < use_.elements->size(); ++i) to[i] = (*use_.elements)[i];
            Memory::copy(memory_.get(), words.data(), use_.bytes());
        } else {
            Memory::copy(memory_.get(), use_.elements->data(), use_.bytes());
        }
    }
    //! Returns the pointer that a form gets.
    template <class Form>
    auto pointer(Form const& form) const
    {
        auto* const array = static_cast<typename Use::pointee*>(memory_.get());
        if constexpr (Use::is_raw) {
            return array;
        } else {
            return form.pointer(array, use_.elements->size());
        }
    }
    //! Returns the elements that a form has left in the array, or no elements if the kernel only reads the array.
    template <class Form>
    std::vector<T> left(Form const&) const
    {
        // Replaces the bytes of a copy: T may lack a default constructor and operator=.
        std::vector<T> elements = Use::is_written ? *use_.elements : std::vector<T>();
        if (elements.empty()) return elements;
        if constexpr (Form::is_soa && !Use::is_raw) {
            std::vector<unsigned char> words(use_.bytes());
            Memory::copy(words.data(), memory_.get(), use_.bytes());
            soa_ptr<T const> const from(reinterpret_cast<T const*>(words.data()), elements.size());
            for (std::size_t i = 0; i < elements.size(); ++i) {
                T const element = from[i];
                std::memcpy(static_cast<void*>(elements.data() + i), std::addressof(element), sizeof(T));
            }
        } else {
            Memory::copy(elements.data(), memory_.get(), use_.bytes());
        }
        return elements;
    }
    //! Copies the elements that a form has left to the vector of kept(), if there is one.
    template <class Form>
    void keep(Form const& form) const
    {
        if (use_.left != nullptr) *use_.left = left(form);
    }
    void const* data() const { return memory_.get(); }
    std::size_t bytes() const { return use_.bytes(); }

private:
    Use use_;
    std::unique_ptr<void, void (*)(void*)> memory_;
};

template <class T>
bool are_same(std::vector<T> const& a, std::vector<T> const& b)
{
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!is_same_element(a[i], b[i])) return false;
    }
    return a.size() == b.size();
}

}  // namespace heddle_examples
