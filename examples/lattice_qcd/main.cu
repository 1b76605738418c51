// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Two kernels of lattice QCD: the product of two SU(3) matrices for each link, and the product of an SU(3) matrix and a
// spinor for each site.
#include "compare.cuh"

#include <cmath>
#include <initializer_list>

template <class Real>
struct complex {
    Real re, im;
};

template <class Real>
struct su3 {  // 72 or 144 bytes: a unitary matrix with determinant 1
    complex<Real> at[3][3];
};

template <class Real>
struct spinor {  // 96 or 192 bytes: four spins of three colors
    complex<Real> at[4][3];
};

//! Adds the product a b to `sum`.
template <class Real>
HEDDLE_INLINE void add_product(complex<Real>& sum, complex<Real> const& a, complex<Real> const& b)
{
    sum.re += a.re * b.re - a.im * b.im;
    sum.im += a.re * b.im + a.im * b.re;
}

template <class Real>
HEDDLE_INLINE su3<Real> product(su3<Real> const& a, su3<Real> const& b)
{
    su3<Real> c{};
    HEDDLE_UNROLL
    for (int row = 0; row < 3; ++row) {
        HEDDLE_UNROLL
        for (int column = 0; column < 3; ++column) {
            HEDDLE_UNROLL
            for (int k = 0; k < 3; ++k) add_product(c.at[row][column], a.at[row][k], b.at[k][column]);
        }
    }
    return c;
}

template <class Real>
HEDDLE_INLINE spinor<Real> product(su3<Real> const& u, spinor<Real> const& psi)
{
    spinor<Real> result{};
    HEDDLE_UNROLL
    for (int spin = 0; spin < 4; ++spin) {
        HEDDLE_UNROLL
        for (int color = 0; color < 3; ++color) {
            HEDDLE_UNROLL
            for (int k = 0; k < 3; ++k) add_product(result.at[spin][color], u.at[color][k], psi.at[spin][k]);
        }
    }
    return result;
}

// The kernels move whole elements, so they need no change: instantiated with T* they are the baseline, with
// coalesced_ptr the ported kernels.
template <class Real>
struct multiply_links {
    template <class From, class To>
    HEDDLE_HOST_DEVICE void operator()(From a, From b, To c, int i) const
    {
        su3<Real> const x = a[i], y = b[i];
        c[i] = product(x, y);
    }
};

template <class Real>
struct multiply_spinors {
    template <class Links, class From, class To>
    HEDDLE_HOST_DEVICE void operator()(Links u, From psi, To chi, int i) const
    {
        su3<Real> const x = u[i];
        spinor<Real> const y = psi[i];
        chi[i] = product(x, y);
    }
};

//! Returns a unitary matrix made of pseudo-random numbers: row 1 is orthogonal to row 0, and row 2 is the conjugate of
//! the cross product of both.
template <class Real>
static su3<Real> make_link(std::size_t i)
{
    double m[3][3][2];
    for (std::size_t k = 0; k < 12; ++k) {
        m[k / 6][k / 2 % 3][k % 2] = static_cast<double>((i * 37 + k * k * 11) % 101) / 101 - 0.45;
    }
    double re = 0, im = 0, norm = 0;  // the product of row 0, conjugated, and row 1
    for (int k = 0; k < 3; ++k) {
        re += m[0][k][0] * m[1][k][0] + m[0][k][1] * m[1][k][1];
        im += m[0][k][0] * m[1][k][1] - m[0][k][1] * m[1][k][0];
        norm += m[0][k][0] * m[0][k][0] + m[0][k][1] * m[0][k][1];
    }
    for (int k = 0; k < 3; ++k) {
        m[1][k][0] -= (re * m[0][k][0] - im * m[0][k][1]) / norm;
        m[1][k][1] -= (re * m[0][k][1] + im * m[0][k][0]) / norm;
    }
    for (auto& row : {std::ref(m[0]), std::ref(m[1])}) {
        double length = 0;
        for (auto const& number : row.get()) length += number[0] * number[0] + number[1] * number[1];
        for (auto& number : row.get()) {
            number[0] /= std::sqrt(length);
            number[1] /= std::sqrt(length);
        }
    }
    for (int k = 0; k < 3; ++k) {
        auto const &a = m[0][(k + 1) % 3], &b = m[0][(k + 2) % 3], &c = m[1][(k + 1) % 3], &d = m[1][(k + 2) % 3];
        m[2][k][0] = a[0] * d[0] - a[1] * d[1] - b[0] * c[0] + b[1] * c[1];
        m[2][k][1] = -(a[0] * d[1] + a[1] * d[0] - b[0] * c[1] - b[1] * c[0]);
    }
    su3<Real> link;
    for (int k = 0; k < 9; ++k) link.at[k / 3][k % 3] = {Real(m[k / 3][k % 3][0]), Real(m[k / 3][k % 3][1])};
    return link;
}

template <class Real>
static std::vector<su3<Real>> make_links(std::size_t count, std::size_t first)
{
    std::vector<su3<Real>> links(count);
    for (std::size_t i = 0; i < count; ++i) links[i] = make_link<Real>(first + i);
    return links;
}

template <class Real>
static bool compare_precision(heddle_examples::options const& chosen, std::string const& precision)
{
    using namespace heddle_examples;
    auto const a = make_links<Real>(chosen.count_of(sizeof(su3<Real>)), 0);
    auto const b = make_links<Real>(a.size(), 5);
    std::vector<su3<Real>> const c(a.size());
    bool const is_right =
        compare("lattice_qcd, SU(3) times SU(3), " + precision, chosen, arrays(reads(a), reads(b), writes(c)),
                plain("plain", multiply_links<Real>{}), moved("word alone = best", multiply_links<Real>{}),
                soa("SoA", multiply_links<Real>{}));

    auto const u = make_links<Real>(chosen.count_of(sizeof(spinor<Real>)), 0);
    std::vector<spinor<Real>> psi(u.size());
    std::vector<spinor<Real>> const chi(u.size());
    for (std::size_t i = 0; i < psi.size(); ++i) {
        for (std::size_t k = 0; k < 12; ++k) psi[i].at[k / 3][k % 3] = {Real((i + k) % 13), Real((i * 3 + k) % 7)};
    }
    return compare("lattice_qcd, SU(3) times spinor, " + precision, chosen, arrays(reads(u), reads(psi), writes(chi)),
                   plain("plain", multiply_spinors<Real>{}), moved("word alone = best", multiply_spinors<Real>{}),
                   soa("SoA", multiply_spinors<Real>{})) &&
           is_right;
}

int main(int argc, char** argv)
{
    using namespace heddle_examples;
    return run_example(argc, argv, "Multiplies SU(3) matrices and spinors", nullptr, [](options const& chosen) {
        bool const is_right = compare_precision<float>(chosen, "single");
        return compare_precision<double>(chosen, "double") && is_right;
    });
}
