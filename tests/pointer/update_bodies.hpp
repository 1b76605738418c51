// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Bodies of update that get a reference to the element, and bodies that get a copy. Each compiler that includes this
// file tests that heddle tells them apart.
#pragma once

#include <heddle/update.cuh>

#include <functional>
#include <utility>

namespace heddle_update_bodies {

struct base {
    float x;
};
struct vec : base {
    float y, z, w, t;
};
template <class Number>
struct vec_of {
    Number x, y, z;
};
struct made_of_vec {
    HEDDLE_HOST_DEVICE made_of_vec(vec const&);
};
HEDDLE_HOST_DEVICE inline void change(vec& q) { q.x = 1; }

template <class Body, class T = vec>
inline constexpr bool is_accepted = heddle::detail::takes_reference<Body, T>();

// Functions, and classes without operator() that convert to a function pointer or to a reference to a function.
template <class Parameter>
using function = void (*)(Parameter);
template <class Parameter>
using function_noexcept = bool (*)(Parameter) noexcept;
template <class Function>
struct converts {
    HEDDLE_HOST_DEVICE operator Function() const;
};
template <class Parameter>
using converts_to_pointer = converts<void (*)(Parameter)>;
template <class Parameter>
using converts_to_reference = converts<bool (&)(Parameter)>;
template <class Parameter>
struct converts_final final {
    HEDDLE_HOST_DEVICE operator function<Parameter>() const;
};

// Classes. A body of kind N is called as F::operator()(N).
#define DEFINE_FUNCTOR(name, ...)                                  \
    template <class Parameter>                                     \
    struct name {                                                  \
        HEDDLE_HOST_DEVICE void operator()(Parameter) __VA_ARGS__; \
    };
DEFINE_FUNCTOR(functor, )
DEFINE_FUNCTOR(functor_const, const)
DEFINE_FUNCTOR(functor_volatile, volatile)
DEFINE_FUNCTOR(functor_const_volatile, const volatile noexcept)
DEFINE_FUNCTOR(functor_lvalue, &)
DEFINE_FUNCTOR(functor_rvalue, &&)
#undef DEFINE_FUNCTOR
template <class Parameter>
struct functor_default {
    HEDDLE_HOST_DEVICE bool operator()(Parameter, int = 3) const& noexcept;
};
template <class Parameter>
struct functor_final final {
    HEDDLE_HOST_DEVICE void operator()(Parameter) const;
};
template <class Parameter>
struct functor_overloaded {
    HEDDLE_HOST_DEVICE void operator()(Parameter) const;
    HEDDLE_HOST_DEVICE void operator()(base&) const;
    HEDDLE_HOST_DEVICE void operator()(int) const;
    template <class T>
    HEDDLE_HOST_DEVICE void operator()(T const*) const;
};
template <class Parameter>
struct functor_derived : functor_const<Parameter> {
};
template <class Parameter>
class functor_private {
    functor_private();
    ~functor_private();

public:
    HEDDLE_HOST_DEVICE void operator()(Parameter) const;
};
template <class Parameter>
union functor_union {
    int number;
    HEDDLE_HOST_DEVICE void operator()(Parameter) const;
};

template <template <class> class Functor>
constexpr bool is_told_apart()
{
    static_assert(is_accepted<Functor<vec&>> && is_accepted<Functor<vec const&>> &&
                  is_accepted<Functor<float&>, float>);
    static_assert(!is_accepted<Functor<vec>> && !is_accepted<Functor<vec const>> &&
                  !is_accepted<Functor<float>, float>);
    static_assert(!is_accepted<Functor<double>, float> && !is_accepted<Functor<int*>, int*>);
    static_assert(is_accepted<std::reference_wrapper<Functor<vec&>>>);
    static_assert(!is_accepted<std::reference_wrapper<Functor<vec>>>);
    return true;
}
template <template <class> class... Functor>
constexpr bool are_told_apart = (is_told_apart<Functor>() && ...);
static_assert(are_told_apart<function, function_noexcept, converts_to_pointer, converts_to_reference, converts_final>);
static_assert(are_told_apart<functor, functor_const, functor_volatile, functor_const_volatile, functor_lvalue>);
static_assert(are_told_apart<functor_default, functor_final, functor_overloaded, functor_derived, functor_private>);
static_assert(are_told_apart<functor_union>);
static_assert(is_accepted<functor_rvalue<vec&>> && !is_accepted<functor_rvalue<vec>>);
template <class T>
struct functor_of_both final {
    HEDDLE_HOST_DEVICE void operator()(T&) const;
    HEDDLE_HOST_DEVICE void operator()(T&&) const;
};
static_assert(is_accepted<functor_of_both<vec>> && is_accepted<functor_of_both<float>, float> &&
              is_accepted<functor_of_both<vec_of<float>>, vec_of<float>> && is_accepted<functor_of_both<int*>, int*>);
template <template <class> class... Body>
constexpr bool may_take_a_base = ((is_accepted<Body<base&>> && !is_accepted<Body<base>> &&
                                   !is_accepted<Body<made_of_vec>>)&&...);
static_assert(may_take_a_base<function, functor_const, converts_to_pointer>);
static_assert(is_accepted<functor_const<vec volatile&>> && !is_accepted<function<made_of_vec const&>>);
static_assert(is_accepted<void (&)(vec&)> && !is_accepted<void (&)(vec)> && is_accepted<void (vec::*)()>);
static_assert(is_accepted<function<vec&> const> && is_accepted<converts_to_reference<vec const&> const>);
static_assert(is_accepted<function<int*&>, int*> && !is_accepted<function<int const*>, int*>);
static_assert(is_accepted<functor_const<vec&> const> && !is_accepted<functor_const<vec> const>);
static_assert(is_accepted<std::reference_wrapper<functor_const<vec&> const> const>);
static_assert(is_accepted<std::reference_wrapper<void(vec&)>> && !is_accepted<std::reference_wrapper<void(vec)>>);
static_assert(is_accepted<std::function<void(vec&)>>);
#if !HEDDLE_CLANG_CUDA
static_assert(!is_accepted<std::function<void(vec)>>);
#endif

// Wrappers of other bodies. Only a std::reference_wrapper does nothing but call the other body.
template <class Body>
struct assigns_result {
    using type = Body;
    HEDDLE_HOST_DEVICE Body& get() const;
    HEDDLE_HOST_DEVICE operator Body&() const;
    template <class T>
    HEDDLE_HOST_DEVICE void operator()(T& q) const
    {
        q = get()(q);
    }
};
static_assert(is_accepted<assigns_result<functor_const<vec>>>);
template <class Body>
union forwards {
    Body* body;
    template <class T>
    HEDDLE_HOST_DEVICE void operator()(T&& q) const
    {
        (*body)(std::forward<T>(q));
    }
};
static_assert(is_accepted<forwards<functor_const<vec&>>>);

// Templates. The code of a body must not be instantiated for a type that update does not pass.
struct template_of_vec {
    template <class Number>
    HEDDLE_HOST_DEVICE void operator()(vec_of<Number>&) const;
};
struct template_of_vec_copy {
    template <class Number>
    HEDDLE_HOST_DEVICE void operator()(vec_of<Number>) const;
};
struct overloaded_template {
    HEDDLE_HOST_DEVICE void operator()(vec&) const;
    template <class T>
    HEDDLE_HOST_DEVICE void operator()(T const&) const
    {
        static_assert(sizeof(T) == 0);
    }
};
static_assert(is_accepted<template_of_vec, vec_of<float>> && !is_accepted<template_of_vec_copy, vec_of<float>>);
static_assert(is_accepted<overloaded_template>);

template <class... Body>
HEDDLE_HOST_DEVICE constexpr unsigned accepted_count(Body const&...)
{
    return (is_accepted<Body> + ... + 0u);
}
template <class T>
HEDDLE_HOST_DEVICE constexpr bool lambdas_are_told_apart()
{
    constexpr unsigned accepted = accepted_count(
        [](T& q) mutable { q.x = 1; }, [](T& q, int k = 0) { q.x = k; }, [](auto& q) { q.x = 1; },
        [](auto&& q) { change(std::forward<decltype(q)>(q)); }, [](auto&& q) mutable noexcept -> void { q.x = 1; },
        [](auto&&... q) { (change(std::forward<decltype(q)>(q)), ...); }, [](auto const& q) { return q.x > 1; });
    constexpr unsigned accepted_copies =
        accepted_count([](T q) { return q.x > 1; }, [](T q, int = 0) noexcept { return q.x > 1; },
                       [](auto q) { q.x = 1; }, [](auto q) mutable { q.x = 1; }, [](auto q, int k = 0) { q.x = k; },
                       [](auto const q) { return q.x > 1; }, [](auto... q) { (change(q), ...); });
    return accepted == 7 && accepted_copies == 0;
}
static_assert(lambdas_are_told_apart<vec>());

}  // namespace heddle_update_bodies
