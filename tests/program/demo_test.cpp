// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests `heddle demo`, which measures and repairs a sphere with wrong normals. If admesh is installed, compares the
// results of the program with those of admesh.
#include "mesh.hpp"
#include "program.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <regex>

namespace heddle::test {

namespace {

constexpr double pi = 3.14159265358979323846;

class demo_command : public program_test {
protected:
    std::string sphere() const { return path("sphere.stl"); }
    std::string repaired() const { return path("sphere-repaired.stl"); }
};

//! Returns the largest error of the components of a stored normal, or NaN if an error is NaN.
double error_of(facet const& f)
{
    double worst = 0;
    auto const normal = expected_normal(f);
    for (std::size_t k = 0; k < 3; ++k) {
        double const error = std::abs(f.normal[k] - static_cast<double>(normal[k]));
        worst = error <= worst ? worst : error;  // keeps the larger error, or NaN
        if (std::isnan(error)) return error;
    }
    return worst;
}

TEST_F(demo_command, repairs_a_sphere)
{
    outcome const result = run_well({"demo", "--subdivisions", "6", "--directory", path(""), "--device", "cpu"});
    EXPECT_EQ(result.first_line().rfind("As asked, emulated warps", 0), 0u) << result.output;
    EXPECT_NE(result.output.find(sphere()), std::string::npos);
    EXPECT_NE(result.output.find(repaired()), std::string::npos);
    EXPECT_EQ(files(), (std::vector<std::string>{"sphere-repaired.stl", "sphere.stl"}));

    EXPECT_EQ(result.number("triangles"), 81920);
    EXPECT_EQ(result.number("normals changed"), 81920 * 3 / 8);
    EXPECT_EQ(result.number("degenerate triangles"), 0);
    // The facets lie within the sphere.
    EXPECT_LT(result.number("surface area"), 4 * pi);
    EXPECT_NEAR(result.number("surface area"), 4 * pi, 0.002);
    EXPECT_LT(result.number("signed volume"), 4 * pi / 3);
    EXPECT_NEAR(result.number("signed volume"), 4 * pi / 3, 0.001);

    mesh const before = from_stl(read_file(sphere()));
    std::size_t wrong = 0;
    for (facet const& f : before) wrong += !(error_of(f) <= 1e-7);
    EXPECT_EQ(wrong, before.size() * 3 / 8);
    expect_repaired(before, from_stl(read_file(repaired())));
}

TEST_F(demo_command, counts_fewer_sectors_for_coalesced_access)
{
    outcome const result = run_well({"demo", "--subdivisions", "3", "--directory", path("a/b"), "--device", "cpu"});
    for (char const* kind : {"load", "store"}) {
        std::smatch match;
        std::regex const line(std::string(kind) + " sectors +([0-9]+) +([0-9]+) ");
        ASSERT_TRUE(std::regex_search(result.output, match, line)) << result.output;
        double const plain = std::stod(match[1]), coalesced = std::stod(match[2]);
        EXPECT_GT(plain, 5 * coalesced);
        // Accesses to all bytes touch at least the sectors that hold these bytes.
        EXPECT_GE(coalesced * 32, 1280 * 50);
    }
}

TEST_F(demo_command, needs_a_directory_that_it_can_make)
{
    write_file(path("file"), "precious");
    expect_refusal(run({"demo", "--subdivisions", "0", "--directory", path("file")}), 1, "file");
    EXPECT_EQ(read_file(path("file")), "precious");
}

class admesh : public demo_command {
protected:
    void SetUp() override
    {
        if (run_shell("admesh --version").status != 0) GTEST_SKIP() << "admesh is not installed";
    }

    //! Runs admesh on a file, and returns its output.
    outcome examine(std::string const& file) const
    {
        outcome const result = run_shell("admesh " + quoted(file));
        EXPECT_EQ(result.status, 0) << result.errors;
        return result;
    }

    //! Checks that the results of the program and of admesh agree for `file`. admesh computes in single precision.
    void expect_agreement(outcome const& ours, std::string const& file) const
    {
        outcome const theirs = examine(file);
        EXPECT_EQ(theirs.number("Number of facets"), ours.number("triangles"));
        EXPECT_EQ(theirs.number("Normals fixed"), ours.number("normals changed"));
        double const volume = ours.number("signed volume");
        std::smatch match;
        ASSERT_TRUE(std::regex_search(theirs.output, match, std::regex("Volume *: *([0-9.e+-]+)")));
        EXPECT_NEAR(std::stod(match[1]), volume, 1e-5 * volume);

        std::string box = "bounding box         ";
        std::regex const extent("Min ([XYZ]) = *([0-9.-]+), Max [XYZ] = *([0-9.-]+)");
        std::sregex_iterator line(theirs.output.begin(), theirs.output.end(), extent);
        std::regex const own("bounding box +x (\\S+) to (\\S+), y (\\S+) to (\\S+), z (\\S+) to (\\S+)\n");
        ASSERT_TRUE(std::regex_search(ours.output, match, own)) << ours.output;
        for (std::size_t axis = 0; axis < 3; ++axis, ++line) {
            ASSERT_NE(line, std::sregex_iterator());
            EXPECT_NEAR(std::stod((*line)[2]), std::stod(match[2 * axis + 1]), 1e-6);
            EXPECT_NEAR(std::stod((*line)[3]), std::stod(match[2 * axis + 2]), 1e-6);
        }
    }
};

TEST_F(admesh, agrees_about_the_sphere)
{
    // admesh adds up the volume in single precision. Its error would exceed the tolerance for a finer mesh.
    outcome const result = run_well({"demo", "--subdivisions", "6", "--directory", path("")});
    expect_agreement(result, sphere());
    EXPECT_EQ(examine(repaired()).number("Normals fixed"), 0);
}

TEST_F(admesh, agrees_about_a_moved_sphere_with_broken_normals)
{
    run_well({"demo", "--subdivisions", "5", "--directory", path("")});
    mesh facets = from_stl(read_file(repaired()));
    std::mt19937 engine(5);
    for (facet& f : facets) {
        for (point& vertex : f.vertices) vertex = {2 * vertex[0] + 1, vertex[1] - 2, 3 * vertex[2]};
    }
    facets = with_right_normals(facets);
    std::size_t broken = 0;
    for (facet& f : facets) {
        if (engine() % 3 != 0) continue;
        ++broken;
        switch (engine() % 3) {
            case 0:
                f.normal = {};
                break;
            case 1:
                f.normal.fill(std::numeric_limits<float>::quiet_NaN());
                break;
            default:
                f.normal = {-f.normal[0], -f.normal[1], -f.normal[2]};
        }
    }
    write_file(path("broken.stl"), to_stl(facets));
    outcome const result = run_well({"stl", path("broken.stl"), path("mended.stl")});
    EXPECT_EQ(result.number("normals changed"), static_cast<double>(broken));
    expect_agreement(result, path("broken.stl"));
    EXPECT_EQ(examine(path("mended.stl")).number("Normals fixed"), 0);
}

}  // namespace

}  // namespace heddle::test
