// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests `heddle stl` with files that it must accept.
#include "mesh.hpp"
#include "program.hpp"

#include <cctype>
#include <cmath>
#include <cstring>
#include <limits>
#include <regex>
#include <sstream>

#include <sys/stat.h>

namespace heddle::test {

namespace {

//! Runs each test on emulated warps and on the device that the program chooses by default.
class stl_command : public program_test, public testing::WithParamInterface<char const*> {
protected:
    outcome repair(std::string const& in, std::string const& out) const
    {
        outcome const result = run_well({"stl", in, out, "--device", GetParam()});
        std::string const line = result.first_line();
        bool const known = line.rfind("GPU: ", 0) == 0 || line.rfind("No GPU (", 0) == 0 ||
                           line.rfind("As asked, emulated warps", 0) == 0;
        EXPECT_TRUE(known) << line;
        return result;
    }
};
INSTANTIATE_TEST_SUITE_P(devices, stl_command, testing::Values("cpu", "auto"),
                         [](auto const& device) { return device.param; });

TEST_P(stl_command, changes_the_normals_and_nothing_else)
{
    // Some counts fill whole warps, others do not. Emulation divides larger counts between threads.
    for (std::size_t count : {1u, 31u, 32u, 33u, 64u, 65u, 1000u, 4097u}) {
        mesh const before = random_mesh(count);
        write_file(path("in.stl"), to_stl(before));
        outcome const result = repair(path("in.stl"), path("out.stl"));
        std::string const bytes = read_file(path("out.stl"));
        expect_repaired(before, from_stl(bytes));
        EXPECT_EQ(bytes.substr(0, header_bytes), to_stl(before).substr(0, header_bytes));
        EXPECT_EQ(read_file(path("in.stl")), to_stl(before));
        EXPECT_EQ(result.number("triangles"), static_cast<double>(count));
        EXPECT_EQ(result.number("normals changed"), static_cast<double>(count));
        EXPECT_EQ(result.number("degenerate triangles"), 0);
    }
    EXPECT_EQ(files(), (std::vector<std::string>{"in.stl", "out.stl"}));
}

TEST_P(stl_command, counts_changed_normals)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    mesh facets = with_right_normals(random_mesh(100));
    facets[3].normal = {0, 0, 0};
    for (float& x : facets[5].normal) x = -x;
    facets[7].normal[1] = nan;
    facets[9].normal[2] += 0.0011f;
    facets[11].normal[2] += 0.0009f;
    write_file(path("in.stl"), to_stl(facets));
    EXPECT_EQ(repair(path("in.stl"), path("out.stl")).number("normals changed"), 4);
    expect_repaired(facets, from_stl(read_file(path("out.stl"))));

    EXPECT_EQ(repair(path("out.stl"), path("again.stl")).number("normals changed"), 0);
    EXPECT_EQ(read_file(path("again.stl")), read_file(path("out.stl")));
}

TEST_P(stl_command, measures_a_box)
{
    // The mesh is the box from (1, 2, 3) to (3, 5, 7). Each of the six sides consists of two triangles.
    mesh facets;
    point const low{1, 2, 3}, high{3, 5, 7};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::size_t const a = (axis + 1) % 3, b = (axis + 2) % 3;
        for (bool upper : {false, true}) {
            std::array<point, 4> corner;
            for (std::size_t i = 0; i < 4; ++i) {
                corner[i][axis] = upper ? high[axis] : low[axis];
                corner[i][a] = (i == 1 || i == 2) ? high[a] : low[a];
                corner[i][b] = i >= 2 ? high[b] : low[b];
            }
            if (!upper) std::swap(corner[1], corner[3]);
            facets.push_back({{}, {corner[0], corner[1], corner[2]}, 0});
            facets.push_back({{}, {corner[0], corner[2], corner[3]}, 0});
        }
    }
    write_file(path("in.stl"), to_stl(facets));
    outcome const box = repair(path("in.stl"), path("out.stl"));
    EXPECT_EQ(box.number("surface area"), 2 * (2 * 3 + 3 * 4 + 4 * 2));
    EXPECT_EQ(box.number("signed volume"), 2 * 3 * 4);
    EXPECT_NE(box.output.find("x 1 to 3, y 2 to 5, z 3 to 7\n"), std::string::npos) << box.output;

    for (facet& f : facets) std::swap(f.vertices[0], f.vertices[1]);
    write_file(path("in.stl"), to_stl(facets));
    EXPECT_EQ(repair(path("in.stl"), path("out.stl")).number("signed volume"), -24);
}

TEST_P(stl_command, gives_degenerate_triangles_the_zero_normal)
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    mesh const good = random_mesh(40);
    mesh facets = good;
    facets[2].vertices = {point{1, 2, 3}, point{1, 2, 3}, point{1, 2, 3}};
    facets[4].vertices = {point{1, 2, 3}, point{1, 2, 3}, point{4, 5, 6}};
    // The vertices lie on a line. The differences have too many bits for exact products.
    facets[6].vertices = {point{1.1e-6f, 1.1e-6f, 1.1e-6f}, point{3.3f, 3.3f, 3.3f}, point{77.7f, 77.7f, 77.7f}};
    facets[8].vertices[1][2] = nan;
    facets[10].vertices[0][0] = infinity;
    facets[12].vertices = {};
    facets[12].normal = {};
    // Small and large triangles are not degenerate.
    facets[14].vertices = {point{1e-38f, 0, 0}, point{0, 1e-38f, 0}, point{0, 0, 1e-38f}};
    facets[16].vertices = {point{3e38f, 0, 0}, point{0, 3e38f, 0}, point{0, 0, 3e38f}};
    write_file(path("in.stl"), to_stl(facets));

    outcome const result = repair(path("in.stl"), path("out.stl"));
    EXPECT_EQ(result.number("degenerate triangles"), 6);
    EXPECT_NE(result.output.find("(2 of them with vertices that are not finite)"), std::string::npos);
    EXPECT_EQ(result.number("normals changed"), 39);
    EXPECT_NE(result.output.find("x "), std::string::npos);
    mesh const after = from_stl(read_file(path("out.stl")));
    for (std::size_t i : {2, 4, 6, 8, 10, 12}) {
        EXPECT_EQ(after[i].normal, (point{0, 0, 0})) << "facet " << i;
        EXPECT_EQ(std::memcmp(&after[i].vertices, &facets[i].vertices, 36), 0);
    }
    for (std::size_t i : {14, 16}) {
        for (float x : after[i].normal) EXPECT_NEAR(x, 0.57735027, 1e-7) << "facet " << i;
    }
}

TEST_P(stl_command, takes_a_mesh_without_triangles)
{
    write_file(path("in.stl"), to_stl({}));
    outcome const result = repair(path("in.stl"), path("out.stl"));
    EXPECT_EQ(result.number("triangles"), 0);
    EXPECT_EQ(result.number("surface area"), 0);
    EXPECT_NE(result.output.find("bounding box          none\n"), std::string::npos);
    EXPECT_EQ(read_file(path("out.stl")), to_stl({}));
}

TEST_P(stl_command, is_not_fooled_by_a_title_that_looks_like_something_else)
{
    mesh const before = random_mesh(10);
    for (char const* title : {"solid as a rock", "SOLID", " solid", "<html>", "PK\x03\x04", "\x1f\x8b",
                              "version https://git-lfs.github.com/spec/v1"}) {
        write_file(path("in.stl"), to_stl(before, title));
        repair(path("in.stl"), path("out.stl"));
        expect_repaired(before, from_stl(read_file(path("out.stl"))));
    }
}

TEST_P(stl_command, leaves_out_padding_and_says_so)
{
    mesh const before = random_mesh(10);
    for (std::string const& padding : {std::string(1, '\0'), std::string("!\n"), std::string(49, ' '),
                                       std::string(50, '\0'), std::string(4096, '\0')}) {
        for (char const* title : {"a title", "solid"}) {
            write_file(path("in.stl"), to_stl(before, title) + padding);
            outcome const result = run({"stl", path("in.stl"), path("out.stl"), "--device", GetParam()});
            EXPECT_EQ(result.status, 0) << result.errors;
            EXPECT_EQ(result.errors, "heddle: warning: '" + path("in.stl") + "': " + std::to_string(padding.size()) +
                                         " bytes of padding after its 10 triangles are left out\n");
            expect_repaired(before, from_stl(read_file(path("out.stl"))));
        }
    }
}

TEST_P(stl_command, reads_text_in_any_spelling)
{
    mesh before = random_mesh(3);
    std::string text = "solid a cube\n";
    for (facet& f : before) {
        f.attribute = 0;
        std::ostringstream lines;
        lines.precision(9);
        lines << "  facet normal nan +0.0 -1e-50\n    outer loop\n";
        for (point const& v : f.vertices) {
            lines << "      vertex " << v[0] << ' ' << v[1] << ' ' << std::scientific << v[2] << '\n';
        }
        text += lines.str() + "    endloop\n  endfacet\n";
    }
    auto const with = [](std::string changed, char const* from, char const* to) {
        return std::regex_replace(changed, std::regex(from), to);
    };
    std::string upper = text;
    for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    for (std::string const& spelled :
         {text + "endsolid a cube\n", text + "endsolid", text, " \t\r\n" + text, "\xef\xbb\xbf" + text,
          "\xef\xbb\xbf  " + upper + "ENDSOLID", with(text, "\n", "\r\n"), with(text, "\n", "\r"),
          with(text, "\\s+", " "), with(text, "a cube", ""), with(text, "a cube", "facet solid facet"),
          with(text, "    endloop", "\n\tendloop")}) {
        write_file(path("in.stl"), spelled);
        outcome const result = repair(path("in.stl"), path("out.stl"));
        EXPECT_EQ(result.number("normals changed"), 3) << spelled;
        std::string const bytes = read_file(path("out.stl"));
        EXPECT_EQ(bytes.substr(0, 3), "STL") << spelled;
        expect_repaired(before, from_stl(bytes));
    }
    EXPECT_EQ(files(), (std::vector<std::string>{"in.stl", "out.stl"}));

    // Several solids are one mesh. A solid without triangles is a mesh, too.
    write_file(path("in.stl"), text + "endsolid a\n" + text + "endsolid b\n");
    EXPECT_EQ(repair(path("in.stl"), path("out.stl")).number("triangles"), 6);
    EXPECT_EQ(read_file(path("out.stl")).substr(0, 11), std::string("STL a cube\0", 11));
    write_file(path("in.stl"), "solid\nendsolid\n");
    EXPECT_EQ(repair(path("in.stl"), path("out.stl")).number("triangles"), 0);
}

TEST_P(stl_command, repairs_a_file_in_place)
{
    mesh const before = random_mesh(100);
    write_file(path("mesh.stl"), to_stl(before));
    ASSERT_EQ(::chmod(path("mesh.stl").c_str(), 0640), 0);
    std::filesystem::create_symlink("mesh.stl", path("link.stl"));
    repair(path("mesh.stl"), path("link.stl"));
    expect_repaired(before, from_stl(read_file(path("mesh.stl"))));
    EXPECT_TRUE(std::filesystem::is_symlink(path("link.stl")));
    struct stat status {};
    ASSERT_EQ(::stat(path("mesh.stl").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777u, 0640u);
    EXPECT_EQ(files(), (std::vector<std::string>{"link.stl", "mesh.stl"}));
}

TEST_P(stl_command, writes_to_a_pipe)
{
    mesh const before = random_mesh(100);
    write_file(path("in.stl"), to_stl(before));
    outcome const result = run_shell(
        "mkfifo " + quoted(path("pipe")) + " && { cat <" + quoted(path("pipe")) + " >" + quoted(path("out.stl")) +
        " & " + command({"stl", path("in.stl"), path("pipe"), "--device", GetParam()}) + "; wait; }");
    EXPECT_EQ(result.errors, "");
    expect_repaired(before, from_stl(read_file(path("out.stl"))));
}

TEST_F(program_test, finds_the_same_on_every_device)
{
    write_file(path("in.stl"), to_stl(random_mesh(100000)));
    outcome const emulated = run_well({"stl", path("in.stl"), path("cpu.stl"), "--device", "cpu"});
    outcome const chosen = run_well({"stl", path("in.stl"), path("auto.stl")});
    EXPECT_EQ(read_file(path("cpu.stl")), read_file(path("auto.stl")));
    for (char const* name : {"surface area", "signed volume"}) {
        double const expected = emulated.number(name);
        EXPECT_NEAR(chosen.number(name), expected, 1e-12 * std::abs(expected)) << name;
    }
    EXPECT_GT(emulated.number("load sectors"), 0);
}

}  // namespace

}  // namespace heddle::test
