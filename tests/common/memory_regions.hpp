// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Memory that ends at an inaccessible page, and address space that may be larger than physical memory.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <new>
#include <stdexcept>

namespace heddle_test {

//! Reserves inaccessible address space. open() makes pages accessible.
class address_space {
public:
    explicit address_space(std::size_t size)
        : size_(size), data_(::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))
    {
        if (data_ == MAP_FAILED) throw std::bad_alloc();
    }
    address_space(address_space const&) = delete;
    address_space& operator=(address_space const&) = delete;
    ~address_space() { ::munmap(data_, size_); }

    static std::size_t page_size()
    {
        static std::size_t const size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
        return size;
    }

    std::size_t size() const { return size_; }
    unsigned char* data() const { return static_cast<unsigned char*>(data_); }

    //! Makes the pages of [offset, offset + size) readable and writable, and returns the first byte.
    unsigned char* open(std::size_t offset, std::size_t size)
    {
        if (offset > size_ || size > size_ - offset) throw std::out_of_range("address_space");
        std::size_t const first = offset / page_size() * page_size();
        if (::mprotect(data() + first, offset + size - first, PROT_READ | PROT_WRITE) != 0) {
            throw std::bad_alloc();
        }
        return data() + offset;
    }

private:
    std::size_t size_;
    void* data_;
};

//! Bytes in front of an inaccessible page. An access to this page terminates the program.
class fenced_bytes {
public:
    explicit fenced_bytes(std::size_t capacity)
        : capacity_((capacity + address_space::page_size() - 1) / address_space::page_size() *
                    address_space::page_size()),
          space_(capacity_ + address_space::page_size())
    {
        space_.open(0, capacity_);
    }

    unsigned char* begin() const { return space_.data(); }
    unsigned char* end() const { return space_.data() + capacity_; }
    std::size_t size() const { return capacity_; }

    unsigned char* last(std::size_t size) const { return end() - size; }

private:
    std::size_t capacity_;
    address_space space_;
};

}  // namespace heddle_test
