// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Propagates selected tracks of charged particles to a plane, in a homogeneous magnetic field along y. The equations of
// motion with z as parameter are those of E. Bos and E. Rodrigues, The LHCb track extrapolator tools (LHCb-2007-140).
#include "compare.cuh"

#include <cmath>
#include <random>
#include <utility>

struct track {             // 128 bytes
    float state[5];        // x, y (mm), their slopes dx/dz, dy/dz, and charge / momentum (1/GeV)
    float covariance[15];  // covariance matrix of `state`: its lower triangle, row by row
    float z;               // position of the plane in which `state` is given (mm)
    float chi2, length, time, time_variance, mass;
    int hits, holes, outliers, vertex, particle, flags;
};

struct precise_track {  // 176 bytes
    double state[5], covariance[15];
    double z, chi2;
};

static_assert(sizeof(track) == 128 && sizeof(precise_track) == 176);

//! Moves a track to the plane z. The field has `tesla` T.
template <class Track>
HEDDLE_INLINE void propagate(Track& t, double z, double tesla)
{
    using real = decltype(t.z);
    real const dz = static_cast<real>(z) - t.z;
    real const slope_x = t.state[2], slope_y = t.state[3];
    real const n = std::sqrt(1 + slope_x * slope_x + slope_y * slope_y);
    real const k = static_cast<real>(-2.99792458e-4 * tesla) * n;
    real const bend_x = k * (1 + slope_x * slope_x) * dz;  // the change of the slope, divided by charge / momentum
    real const bend_y = k * slope_x * slope_y * dz;

    // F, the derivative of the new state by the old state, has 1 on the diagonal, F[0][2] = F[1][3] = dz, and f[j] =
    // F[j][4] (column 4 is charge / momentum). The bends are taken as constant.
    real const f[5] = {bend_x * dz / 2, bend_y * dz / 2, bend_x, bend_y, 0};
    real old[5];
    HEDDLE_UNROLL
    for (int j = 0; j < 5; ++j) old[j] = t.state[j];
    HEDDLE_UNROLL
    for (int j = 0; j < 5; ++j) t.state[j] = old[j] + (j < 2 ? dz * old[j + 2] : 0) + f[j] * old[4];

    // covariance = F covariance Fᵀ
    real c[5][5];
    HEDDLE_UNROLL
    for (int j = 0; j < 5; ++j) {
        HEDDLE_UNROLL
        for (int l = 0; l <= j; ++l) c[j][l] = c[l][j] = t.covariance[j * (j + 1) / 2 + l];
    }
    HEDDLE_UNROLL
    for (int j = 0; j < 5; ++j) {
        HEDDLE_UNROLL
        for (int l = 0; l < 5; ++l) c[j][l] += (j < 2 ? dz * c[j + 2][l] : 0) + f[j] * c[4][l];
    }
    HEDDLE_UNROLL
    for (int j = 0; j < 5; ++j) {
        HEDDLE_UNROLL
        for (int l = 0; l <= j; ++l) {
            t.covariance[j * (j + 1) / 2 + l] = c[j][l] + (l < 2 ? dz * c[j][l + 2] : 0) + f[l] * c[j][4];
        }
    }
    t.z = static_cast<real>(z);
}

// Instantiated with T* it is the baseline, with coalesced_ptr the ported kernel.
template <class Track>
struct propagate_selected {
    double z, tesla;

    template <class Indices, class From, class To>
    HEDDLE_HOST_DEVICE void operator()(Indices selected, From tracks, To propagated, int i) const
    {
        Track t = tracks[selected[i]];
        propagate(t, z, tesla);
        propagated[i] = t;
    }
};

template <class Track>
static std::vector<Track> make_tracks(std::size_t count)
{
    using real = decltype(Track::z);
    std::vector<Track> tracks(count);
    for (std::size_t i = 0; i < count; ++i) {
        auto const number = [i](std::size_t k) { return static_cast<real>((i * 37 + k * 11) % 101) / 101; };
        Track& t = tracks[i];
        t.state[0] = 100 * number(0);
        t.state[1] = 100 * number(1);
        t.state[2] = number(2) / 4;
        t.state[3] = number(3) / 4;
        t.state[4] = (number(4) - real(0.5)) / 4;
        for (int k = 0; k < 5; ++k) t.covariance[k * (k + 3) / 2] = (1 + number(5)) / 16;  // the diagonal
        t.z = 500 + number(6);
        t.chi2 = 10 * number(7);
    }
    return tracks;
}

//! Returns the indices of half of the tracks, in random order.
static std::vector<int> select_half(std::size_t count)
{
    std::vector<int> indices(count);
    std::mt19937 random(1);
    for (std::size_t i = 0; i < count; ++i) {
        indices[i] = static_cast<int>(i);
        std::swap(indices[i], indices[random() % (i + 1)]);
    }
    indices.resize((count + 1) / 2);
    return indices;
}

template <class Track>
static bool compare_tracks(std::string const& name, heddle_examples::options const& chosen)
{
    using namespace heddle_examples;
    auto const tracks = make_tracks<Track>(chosen.count_of(sizeof(Track)));
    std::vector<int> const selected = select_half(tracks.size());
    std::vector<Track> const propagated(selected.size());
    propagate_selected<Track> const kernel{2500, 1};
    return compare(name, chosen, arrays(raw(reads(selected)), reads(tracks), writes(propagated)),
                   plain("plain", kernel), moved("word alone = best", kernel), soa("SoA", kernel));
}

int main(int argc, char** argv)
{
    using namespace heddle_examples;
    return run_example(argc, argv, "Propagates selected tracks", nullptr, [](options const& chosen) {
        bool const is_right = compare_tracks<track>("tracks, single precision", chosen);
        return compare_tracks<precise_track>("tracks, double precision", chosen) && is_right;
    });
}
