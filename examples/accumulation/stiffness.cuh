// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Assembly of the stiffness matrix of linear elasticity from tetrahedra with linear shape functions. Each pair of
// corners of a tetrahedron adds a block of 3 by 3 numbers to the matrix.
#pragma once

#include "compare.cuh"
#include "ways_to_add.cuh"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

template <class Real>
struct block {  // 36 or 72 bytes
    Real at[3][3];
};
template <class Real>
struct tetrahedron {
    Real gradient[4][3];  // the gradients of the shape functions
    Real lambda, mu;      // Lamé's parameters, multiplied by the volume
};
static_assert(sizeof(block<float>) == 36 && sizeof(block<double>) == 72);

//! Thread i adds the block of corners i / 4 % 4 and i % 4 of tetrahedron i / 16.
template <class Real, class Way>
struct assemble {
    template <class Blocks>
    HEDDLE_HOST_DEVICE void operator()(int const* places, tetrahedron<Real> const* all, Blocks matrix, int i) const
    {
        tetrahedron<Real> const& t = all[i / 16];
        Real const(&a)[3] = t.gradient[i / 4 % 4];
        Real const(&b)[3] = t.gradient[i % 4];
        Real const product = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        block<Real> change;
        HEDDLE_UNROLL
        for (int row = 0; row < 3; ++row) {
            HEDDLE_UNROLL
            for (int column = 0; column < 3; ++column) {
                Real const sum = t.lambda * a[row] * b[column] + t.mu * b[row] * a[column];
                change.at[row][column] = rounded(row == column ? sum + t.mu * product : sum);
            }
        }
        Way::add(matrix + places[i], change);
    }
};

//! A cube of unit cells, each of which is cut into six tetrahedra. A node and its neighbors differ by 0 or 1 in each
//! coordinate, or by 0 or -1, so the matrix has 15 blocks in each row.
template <class Real>
struct elastic_cube {
    cubic_grid grid;
    std::vector<tetrahedron<Real>> tetrahedra;
    std::vector<int> places;  // for each pair of corners of each tetrahedron, the index of its block

    static constexpr std::size_t blocks_in_row = 15;

    explicit elastic_cube(std::size_t block_count)
        : grid{std::max(2, static_cast<int>(std::cbrt(static_cast<double>(block_count / blocks_in_row) + 0.5)))}
    {
        int const cells = grid.nodes_in_row - 1;
        for (int cell = 0; cell < cells * cells * cells; ++cell) {
            int const corner[3] = {cell / cells / cells, cell / cells % cells, cell % cells};
            // A tetrahedron goes along the axes in one of the six orders, from one corner of the cell to the opposite.
            constexpr int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
            for (int const(&order)[3] : orders) add_tetrahedron(corner, order);
        }
    }
    std::size_t block_count() const { return grid.node_count() * blocks_in_row; }

private:
    void add_tetrahedron(int const (&first)[3], int const (&order)[3])
    {
        int corner[4][3];
        for (int c = 0; c < 4; ++c) {
            for (int k = 0; k < 3; ++k)
                corner[c][k] =
                    first[k] + (c > 0 && order[0] == k) + (c > 1 && order[1] == k) + (c > 2 && order[2] == k);
        }
        tetrahedra.push_back(made_tetrahedron(corner));
        for (auto const& a : corner) {
            for (auto const& b : corner) places.push_back(place_of(a, b));
        }
    }
    int node_of(int const (&corner)[3]) const { return grid.index(corner[0], corner[1], corner[2]); }
    int place_of(int const (&a)[3], int const (&b)[3]) const
    {
        int up = 0, down = 0;
        for (int k = 0; k < 3; ++k) {
            up = 2 * up + (b[k] > a[k]);
            down = 2 * down + (b[k] < a[k]);
        }
        return node_of(a) * static_cast<int>(blocks_in_row) + (down == 0 ? up : 7 + down);
    }
    //! Returns a tetrahedron whose corners are moved by up to 1/8 from the nodes.
    tetrahedron<Real> made_tetrahedron(int const (&corner)[4][3]) const
    {
        Real x[4][3];
        for (int c = 0; c < 4; ++c) {
            for (int k = 0; k < 3; ++k) {
                auto const moved =
                    random_number(static_cast<std::uint64_t>(node_of(corner[c])), static_cast<std::uint64_t>(k)) - 0.5f;
                x[c][k] = static_cast<Real>(corner[c][k]) + static_cast<Real>(moved) / 4;
            }
        }
        // The gradients of the shape functions of corners 1 to 3 are the rows of the inverse of a matrix, whose columns
        // are the edges from corner 0.
        Real edge[3][3];
        for (int c = 0; c < 3; ++c) {
            for (int k = 0; k < 3; ++k) edge[c][k] = x[c + 1][k] - x[0][k];
        }
        tetrahedron<Real> t{};
        for (int c = 0; c < 3; ++c) {
            Real const(&u)[3] = edge[(c + 1) % 3];
            Real const(&v)[3] = edge[(c + 2) % 3];
            for (int k = 0; k < 3; ++k) {
                t.gradient[c + 1][k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
            }
        }
        Real const determinant =
            edge[0][0] * t.gradient[1][0] + edge[0][1] * t.gradient[1][1] + edge[0][2] * t.gradient[1][2];
        for (int c = 1; c < 4; ++c) {
            for (int k = 0; k < 3; ++k) {
                t.gradient[c][k] /= determinant;
                t.gradient[0][k] -= t.gradient[c][k];
            }
        }
        Real const volume = std::abs(determinant) / 6;
        t.lambda = 60 * volume;
        t.mu = 40 * volume;
        return t;
    }
};

template <class Real>
bool compare_assembly(std::string const& name, heddle_examples::options const& chosen)
{
    using namespace heddle_examples;
    elastic_cube<Real> const cube(chosen.count_of(sizeof(block<Real>)));
    std::vector<block<Real>> const matrix(cube.block_count());
    return compare(name, chosen, arrays(raw(reads(cube.places)), raw(reads(cube.tetrahedra, 1.0 / 16)), writes(matrix)),
                   plain("plain", assemble<Real, member_by_member>{}),
                   plain("atomic_add", assemble<Real, as_record>{}));
}

inline bool compare_stiffness(heddle_examples::options const& chosen)
{
    bool const is_right = compare_assembly<float>("assembly of blocks of 36 bytes", chosen);
    return compare_assembly<double>("assembly of blocks of 72 bytes", chosen) && is_right;
}
