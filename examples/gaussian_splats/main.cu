// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// 3D Gaussian splats: unpacks and packs the records of .ply files, computes colors from spherical harmonics, and the
// gradients of their coefficients.
#include "compare.cuh"
#include "harmonics.cuh"
#include "kernels.cuh"
#include "ply.hpp"

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

static std::vector<ply::record> make_records(std::size_t count)
{
    std::vector<ply::record> records(count);
    for (std::size_t i = 0; i < count; ++i) {
        auto const number = [i](int k) { return static_cast<float>((i * 37 + k * 11u) % 101) / 101 - 0.5f; };
        ply::record& r = records[i];
        for (int k = 0; k < 3; ++k) {
            r.position[k] = 20 * number(k);
            r.f_dc[k] = 2 * number(k + 3);
            r.scale[k] = number(k + 6) - 4;
        }
        for (int k = 0; k < 45; ++k) r.f_rest[k] = 0.5f * number(k + 9);
        r.opacity = 6 * number(54);
        for (int k = 0; k < 4; ++k) r.rotation[k] = number(k + 55);
        r.rotation[0] += 1;
    }
    return records;
}

//! Returns a number whose bits look random (the finalizer of MurmurHash3).
static std::uint64_t hash(std::uint64_t i)
{
    i = (i ^ i >> 33) * 0xff51afd7ed558ccdu;
    i = (i ^ i >> 33) * 0xc4ceb9fe1a85ec53u;
    return i ^ i >> 33;
}

static bool compare_colors(heddle_examples::options const& chosen, std::vector<harmonics> const& all,
                           std::vector<vec3> const& positions, int visible_percent)
{
    using namespace heddle_examples;
    vec3 const camera{1, 2, -30};
    std::size_t const count = all.size();
    std::vector<int> radii(count);
    std::vector<vec3> const no_colors(count);
    std::vector<vec3> colors(count), changes(count);
    std::size_t visible = 0;
    for (std::size_t i = 0; i < count; ++i) {
        radii[i] = static_cast<int>(hash(i) % 100) < visible_percent ? 3 : 0;
        visible += radii[i] > 0;
        changes[i] = {0.25f * static_cast<float>(i % 7), 1, -0.5f};
        forward{camera}(all.data(), positions.data(), radii.data(), colors.data(), static_cast<int>(i));
    }
    double const share = static_cast<double>(visible) / static_cast<double>(count);
    std::string const name = std::to_string(visible_percent) + " % visible";
    bool const is_right[] = {
        compare("gaussian_splats, forward, " + name, chosen,
                arrays(reads(all, share), reads(positions, share), raw(reads(radii)), writes(no_colors, share)),
                plain("plain", forward{camera}), moved("word alone", forward{camera}),
                moved("copy", forward_moved{camera}), moved("load_if", forward_if{camera}),
                soa("SoA", forward_moved{camera})),
        compare("gaussian_splats, backward, " + name, chosen,
                arrays(writes(all, share), reads(positions, share), raw(reads(radii)), reads(colors, share),
                       reads(changes, share)),
                plain("plain", backward{camera}), moved("word alone", backward{camera}),
                moved("copy", backward_moved{camera}), moved("store_if", backward_if{camera}),
                soa("SoA", backward_moved{camera}))};
    return is_right[0] && is_right[1];
}

static bool compare_splats(heddle_examples::options const& chosen)
{
    using namespace heddle_examples;
    std::error_code unknown;
    if (!chosen.file.empty() && std::filesystem::equivalent(chosen.file, chosen.output, unknown)) {
        throw std::invalid_argument("--output would replace the file that is read, which may have more splats");
    }
    std::size_t const wanted = chosen.count_of(sizeof(ply::record));
    std::vector<ply::record> const records =
        chosen.file.empty() ? make_records(wanted) : ply::read(chosen.file, wanted);
    if (!chosen.output.empty()) ply::write(chosen.output, records);
    std::size_t const count = records.size();
    std::vector<vec3> positions(count);
    std::vector<shape> shapes(count);
    std::vector<harmonics> all(count);
    for (std::size_t i = 0; i < count; ++i) {
        unpack_all{}(records.data(), positions.data(), shapes.data(), all.data(), static_cast<int>(i));
    }
    bool const is_right[] = {
        compare("gaussian_splats, unpack .ply", chosen,
                arrays(reads(records), writes(positions), writes(shapes), writes(all)), plain("plain", unpack_all{}),
                moved("word alone", unpack_all{}), moved("best", unpack_all_moved{}), soa("SoA", unpack_all_moved{})),
        compare("gaussian_splats, pack .ply", chosen,
                arrays(writes(records), reads(positions), reads(shapes), reads(all)), plain("plain", pack_all{}),
                moved("word alone", pack_all{}), moved("best", pack_all_moved{}), soa("SoA", pack_all_moved{})),
        compare_colors(chosen, all, positions, 100), compare_colors(chosen, all, positions, 60)};
    return is_right[0] && is_right[1] && is_right[2] && is_right[3];
}

int main(int argc, char** argv)
{
    return heddle_examples::run_example(argc, argv, "Unpacks, packs and shades 3D Gaussian splats",
                                        "a .ply file of splats (default: splats are made)", compare_splats,
                                        "writes the splats to this .ply file, too");
}
