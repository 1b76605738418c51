// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What lanes get that want no element.
#pragma once

#include "../../config.cuh"
#include "../standard_library.hpp"
#include "words.cuh"

namespace heddle::detail {

struct zeros {
    template <class Element>
    HEDDLE_INLINE carried_t<Element> get() const
    {
        element_storage<Element> element;
        std::memset(element.bytes(), 0, sizeof(Element));
        return element.value;
    }
};

//! What nobody may read. On the device no instruction sets it; hosts, whose tools complain, have zeros.
struct indeterminate {
    template <class Element>
    HEDDLE_INLINE carried_t<Element> get() const
    {
#if defined(__CUDA_ARCH__)
        element_storage<Element> element;
        return element.value;
#else
        return zeros{}.get<Element>();
#endif
    }
};

template <class Value>
struct given {
    Value const& value;
    template <class Element>
    HEDDLE_INLINE carried_t<Element> get() const
    {
        return as_carried(value);
    }
};

}  // namespace heddle::detail
