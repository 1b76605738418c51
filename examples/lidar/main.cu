// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Rotates the points of a laser scan about the vertical axis, and classifies them by their height.
#include "compare.cuh"
#include "las.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

// Rotates one point about the vertical axis and classifies it, in double precision. A coordinate is integer * scale +
// offset.
struct rotation {
    las::header file;
    double cosine, sine, center[2];
    double ground;  // the height of the ground

    //! Returns the integer that represents a coordinate, rounded and limited to 32 bits.
    HEDDLE_HOST_DEVICE std::int32_t to_integer(double coordinate, int axis) const
    {
        double const number = floor((coordinate - file.offset[axis]) / file.scale[axis] + 0.5);
        return static_cast<std::int32_t>(fmin(fmax(number, -2147483648.0), 2147483647.0));
    }
    HEDDLE_HOST_DEVICE double to_coordinate(std::int32_t integer, int axis) const
    {
        return integer * file.scale[axis] + file.offset[axis];
    }
    //! Returns the class: 2 ground, 3 low vegetation, 4 medium vegetation, 5 high vegetation.
    HEDDLE_HOST_DEVICE unsigned class_of(double height) const
    {
        double const above = height - ground;
        return above < 0.2 ? 2 : above < 0.5 ? 3 : above < 2 ? 4 : 5;
    }

    template <class Point>
    HEDDLE_INLINE void apply(Point& q, unsigned class_mask) const
    {
        double const x = to_coordinate(q.x, 0) - center[0];
        double const y = to_coordinate(q.y, 1) - center[1];
        q.x = to_integer(cosine * x - sine * y + center[0], 0);
        q.y = to_integer(sine * x + cosine * y + center[1], 1);
        unsigned const flags = q.classes & ~class_mask;
        q.classes = static_cast<std::uint8_t>(flags | class_of(to_coordinate(q.z, 2)));
    }
};

// Instantiated with T* it is the baseline, with coalesced_ptr the ported kernel.
template <class T>
struct rotate {
    rotation by;

    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        auto& q = p[i];
        by.apply(q, T::class_mask);
    }
};

template <class T>
struct rotate_moved {
    rotation by;

    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        auto q = p[i].edit();
        by.apply(*q, T::class_mask);
    }
};

template <class T>
static std::vector<T> make_points(std::size_t count)
{
    std::vector<T> points(count);
    for (std::size_t i = 0; i < count; ++i) {
        T point{};
        point.x = static_cast<std::int32_t>(i * 7919 % 100'000);
        point.y = static_cast<std::int32_t>(i * 104'729 % 100'000);
        point.z = static_cast<std::int32_t>(i * 31 % 1000);  // 0 to 10 m
        point.intensity = static_cast<std::uint16_t>(i);
        point.returns = 9;                                                                  // the first of one return
        point.classes = static_cast<std::uint8_t>(i % 3 == 0 ? 0x80 & ~T::class_mask : 0);  // some are withheld
        point.source = 1;
        points[i] = point;
    }
    return points;
}

template <class T>
static bool compare_points(heddle_examples::options const& chosen, las::header const& file,
                           std::vector<T> const& points)
{
    using namespace heddle_examples;
    double const angle = 0.25;
    double sums[2] = {0, 0};
    std::int32_t lowest = 0x7fffffff;
    for (T const& point : points) {
        sums[0] += point.x;
        sums[1] += point.y;
        lowest = point.z < lowest ? point.z : lowest;
    }
    rotation by{file, std::cos(angle), std::sin(angle), {}, lowest * file.scale[2] + file.offset[2]};
    for (int k = 0; k < 2; ++k) {
        by.center[k] = sums[k] / static_cast<double>(points.size()) * file.scale[k] + file.offset[k];
    }
    return compare("lidar, LAS point format " + std::to_string(T::format), chosen, points,
                   plain("plain", rotate<T>{by}), moved("word alone", rotate<T>{by}),
                   moved("best", rotate_moved<T>{by}));
}

template <class T>
static bool compare_file(heddle_examples::options const& chosen, las::file const& file)
{
    std::size_t const count = std::min<std::size_t>(file.header.point_count, chosen.count_of(sizeof(T)));
    std::vector<T> points(count);
    std::memcpy(static_cast<void*>(points.data()), file.points.data(), count * sizeof(T));
    return compare_points(chosen, file.header, points);
}

template <class T>
static bool compare_made(heddle_examples::options const& chosen)
{
    return compare_points(chosen, {}, make_points<T>(chosen.count_of(sizeof(T))));
}

int main(int argc, char** argv)
{
    return heddle_examples::run_example(
        argc, argv, "Rotates and classifies the points of a laser scan",
        "a .las file with points of format 0, 1, 3 or 6 (default: points are made)",
        [](heddle_examples::options const& chosen) {
            if (chosen.file.empty()) {
                bool const is_right[] = {compare_made<las::point_0>(chosen), compare_made<las::point_1>(chosen),
                                         compare_made<las::point_3>(chosen), compare_made<las::point_6>(chosen)};
                return is_right[0] && is_right[1] && is_right[2] && is_right[3];
            }
            las::file const file = las::read(chosen.file);
            switch (file.header.format) {
                case 0:
                    return compare_file<las::point_0>(chosen, file);
                case 1:
                    return compare_file<las::point_1>(chosen, file);
                case 3:
                    return compare_file<las::point_3>(chosen, file);
                case 6:
                    return compare_file<las::point_6>(chosen, file);
                default:
                    throw std::logic_error("las::read accepts no other format");
            }
        });
}
