// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Gradients of Gaussian splats on the screen: the backward pass of the reference rasterizer of B. Kerbl, G. Kopanas,
// T. Leimkühler and G. Drettakis, 3D Gaussian Splatting for Real-Time Radiance Field Rendering (2023). The threads of a
// warp, one for each pixel, add to the same splat, and many have nothing to add.
#pragma once

#include "compare.cuh"
#include "ways_to_add.cuh"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

struct splat {      // 36 bytes; also the gradient with respect to these numbers
    float mean[2];  // in pixels
    float conic[3];
    float opacity;
    float color[3];
};
static_assert(sizeof(splat) == 36);

//! The state of a pixel after the forward pass, and the gradient with respect to its color.
struct pixel {
    float transmittance;
    int splat_count;  // splats of the tile up to the last one that changed the color
    float gradient[3];
};

//! The splats that a square of 16 by 16 pixels shows: a range in an array of indices, from front to back.
struct screen_tile {
    int begin, end;
};

//! Returns the alpha of a splat at the distance (x, y) from a pixel, or 0 if the pixel does not show the splat.
HEDDLE_INLINE float alpha_of(splat const& s, float x, float y, float& gauss)
{
    float const power = -0.5f * (s.conic[0] * x * x + s.conic[2] * y * y) - s.conic[1] * x * y;
    gauss = expf(power);
    float const alpha = fminf(0.99f, s.opacity * gauss);
    return power > 0 || alpha < 1.0f / 255 ? 0 : alpha;
}

//! The backward pass of one pixel, from its last splat to its first.
struct backward_pass {
    float x, y;
    float gradient[3];
    float transmittance;
    float last_alpha = 0, last_color[3] = {}, color_behind[3] = {};

    HEDDLE_INLINE backward_pass(pixel const& p, int column, int row)
        : x(static_cast<float>(column)),
          y(static_cast<float>(row)),
          gradient{p.gradient[0], p.gradient[1], p.gradient[2]},
          transmittance(p.transmittance)
    {
    }
    //! Sets `change` to what the pixel adds to the gradient of a splat. If the pixel does not show the splat, changes
    //! nothing and returns false.
    HEDDLE_INLINE bool set_change(splat const& s, splat& change)
    {
        float const dx = s.mean[0] - x, dy = s.mean[1] - y;
        float gauss;
        float const alpha = alpha_of(s, dx, dy, gauss);
        if (alpha == 0) return false;
        transmittance = transmittance / (1 - alpha);
        float by_alpha = 0;  // the derivative by alpha
        HEDDLE_UNROLL
        for (int k = 0; k < 3; ++k) {
            color_behind[k] = last_alpha * last_color[k] + (1 - last_alpha) * color_behind[k];
            last_color[k] = s.color[k];
            by_alpha += (s.color[k] - color_behind[k]) * gradient[k];
            change.color[k] = rounded(alpha * transmittance * gradient[k]);
        }
        by_alpha *= transmittance;
        last_alpha = alpha;
        float const by_gauss = s.opacity * by_alpha, gauss_x = gauss * dx, gauss_y = gauss * dy;
        change.mean[0] = rounded(by_gauss * (-gauss_x * s.conic[0] - gauss_y * s.conic[1]));
        change.mean[1] = rounded(by_gauss * (-gauss_y * s.conic[2] - gauss_x * s.conic[1]));
        change.conic[0] = rounded(-0.5f * gauss_x * dx * by_gauss);
        change.conic[1] = rounded(-0.5f * gauss_x * dy * by_gauss);
        change.conic[2] = rounded(-0.5f * gauss_y * dy * by_gauss);
        change.opacity = rounded(gauss * by_alpha);
        return true;
    }
};

//! Thread i is pixel i % 256 of tile i / 256.
template <class Way>
struct add_gradients {
    int tiles_in_row;

    template <class Gradients>
    HEDDLE_HOST_DEVICE void operator()(pixel const* pixels, screen_tile const* tiles, int const* indices,
                                       splat const* splats, Gradients gradients, int i) const
    {
        int const t = i / 256;
        pixel const own = pixels[i];
        screen_tile const range = tiles[t];
        backward_pass pass(own, t % tiles_in_row * 16 + i % 16, t / tiles_in_row * 16 + i / 16 % 16);
        for (int k = range.end - 1; k >= range.begin; --k) {
            int const s = indices[k];
            splat change{};
            bool const shows = k - range.begin < own.splat_count && pass.set_change(splats[s], change);
            Way::add_if(shows, gradients + s, change);
        }
    }
};

//! An image of splats, and the indices of the splats of each tile.
struct splat_image {
    std::vector<pixel> pixels;
    std::vector<screen_tile> tiles;
    std::vector<int> indices;
    std::vector<splat> splats;
    int tiles_in_row;
    double splats_of_pixel = 0;  // splats that a pixel shows, on average

    //! Makes splats with standard deviations of 1 to 4 pixels. The array is sorted by depth.
    explicit splat_image(std::size_t pixel_count) : pixels(pixel_count), tiles((pixel_count + 255) / 256)
    {
        tiles_in_row = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(tiles.size()))));
        int const tiles_in_column = (static_cast<int>(tiles.size()) + tiles_in_row - 1) / tiles_in_row;
        std::vector<std::vector<int>> in_tile(static_cast<std::size_t>(tiles_in_row * tiles_in_column));
        splats.resize(24 * tiles.size());
        for (std::size_t i = 0; i < splats.size(); ++i) {
            splat& s = splats[i];
            s.mean[0] = random_number(i, 0) * static_cast<float>(16 * tiles_in_row);
            s.mean[1] = random_number(i, 1) * static_cast<float>(16 * tiles_in_column);
            float const along = 1 + 3 * random_number(i, 2), across = 1 + 3 * random_number(i, 3);
            float const c = std::cos(7 * random_number(i, 4)), d = std::sin(7 * random_number(i, 4));
            float const a = 1 / (along * along), b = 1 / (across * across);
            s.conic[0] = a * c * c + b * d * d;
            s.conic[1] = (a - b) * c * d;
            s.conic[2] = a * d * d + b * c * c;
            s.opacity = 0.1f + 0.8f * random_number(i, 5);
            for (unsigned k = 0; k < 3; ++k) s.color[k] = random_number(i, 6 + k);
            float const radius = 3 * std::max(along, across);
            auto const first = [&](float x) { return std::max(0, static_cast<int>((x - radius) / 16)); };
            auto const last = [&](float x, int count) {
                return std::min(count - 1, static_cast<int>((x + radius) / 16));
            };
            for (int row = first(s.mean[1]); row <= last(s.mean[1], tiles_in_column); ++row) {
                for (int column = first(s.mean[0]); column <= last(s.mean[0], tiles_in_row); ++column) {
                    in_tile[static_cast<std::size_t>(row * tiles_in_row + column)].push_back(static_cast<int>(i));
                }
            }
        }
        for (std::size_t t = 0; t < tiles.size(); ++t) {
            tiles[t].begin = static_cast<int>(indices.size());
            indices.insert(indices.end(), in_tile[t].begin(), in_tile[t].end());
            tiles[t].end = static_cast<int>(indices.size());
        }
        for (std::size_t i = 0; i < pixels.size(); ++i) draw(i);
        splats_of_pixel /= static_cast<double>(pixels.size());
    }

private:
    //! The forward pass of a pixel.
    void draw(std::size_t i)
    {
        auto const t = static_cast<int>(i / 256), in_tile = static_cast<int>(i % 256);
        auto const x = static_cast<float>(t % tiles_in_row * 16 + in_tile % 16);
        auto const y = static_cast<float>(t / tiles_in_row * 16 + in_tile / 16);
        pixel& p = pixels[i];
        p = {1, 0, {}};
        for (unsigned k = 0; k < 3; ++k) p.gradient[k] = (random_number(i, 9 + k) - 0.5f) / 2;
        screen_tile const range = tiles[i / 256];
        for (int k = range.begin; k < range.end; ++k) {
            splat const& s = splats[static_cast<std::size_t>(indices[static_cast<std::size_t>(k)])];
            float gauss;
            float const alpha = alpha_of(s, s.mean[0] - x, s.mean[1] - y, gauss);
            if (p.transmittance * (1 - alpha) < 0.0001f) break;
            if (alpha == 0) continue;
            p.transmittance *= 1 - alpha;
            p.splat_count = k + 1 - range.begin;
            ++splats_of_pixel;
        }
    }
};

inline bool compare_splats(heddle_examples::options const& chosen)
{
    using namespace heddle_examples;
    splat_image const image(chosen.count_of(256));  // a megapixel for the default of --mib
    std::vector<splat> const gradients(image.splats.size());
    int const n = image.tiles_in_row;
    // A warp reads each splat of its tile once.
    double const splats_read = static_cast<double>(image.indices.size()) / static_cast<double>(image.tiles.size()) / 32;
    return compare(
        "gradients of splats", chosen,
        arrays(raw(reads(image.pixels)), raw(reads(image.tiles, 1.0 / 256)), raw(reads(image.indices, splats_read)),
               raw(reads(image.splats, splats_read)), writes(gradients, image.splats_of_pixel)),
        plain("plain", add_gradients<member_by_member>{n}), plain("sum of warp", add_gradients<as_sum_of_warp>{n}),
        plain("atomic_add_if", add_gradients<as_record>{n}),
        plain("atomic_add", add_gradients<as_record_or_zeros<false>>{n}),
        plain("vote, atomic_add", add_gradients<as_record_or_zeros<true>>{n}));
}
