// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Five kernels as people often write them: each statement accesses fields of p[i]. Each kernel stands here twice, before
// and after one copy of the element in and out.
#include "compare.cuh"

#include <string>

struct key_point {  // 28 bytes: a point that a detector has found in one level of an image pyramid
    float x, y, size, angle, response;
    int level, track;
};
HEDDLE_FIELDS(key_point, x, y, size, angle, response, level, track);

struct surfel {  // 40 bytes: a disk on a scanned surface
    float position[3], normal[3];
    float radius, confidence;
    int color, time;
};
HEDDLE_FIELDS(surfel, position, normal, radius, confidence, color, time);

struct voxel {  // 32 bytes: distance to a scanned surface
    float distance, weight, color[3];
    int block, frame, flags;
};
HEDDLE_FIELDS(voxel, distance, weight, color, block, frame, flags);

struct sph_particle {  // 40 bytes: smoothed-particle hydrodynamics
    float x[3], v[3], force[3], density;
};
HEDDLE_FIELDS(sph_particle, x, v, force, density);

struct snow_particle {  // 124 bytes: material point method
    float x[3], v[3], elastic[3][3], plastic[3][3];
    float mass, volume, density, mu, lambda, hardening, temperature;
};
HEDDLE_FIELDS(snow_particle, x, v, elastic, plastic, mass, volume, density, mu, lambda, hardening, temperature);

static_assert(sizeof(key_point) == 28 && sizeof(surfel) == 40 && sizeof(voxel) == 32 && sizeof(sph_particle) == 40 &&
              sizeof(snow_particle) == 124);

// ---- key points: from the coordinates of their level to those of the image, which has a border ----

struct scale_key_points {
    float border;

    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        float const scale = static_cast<float>(1 << p[i].level);
        p[i].x = p[i].x * scale + border;
        p[i].y = p[i].y * scale + border;
        p[i].size *= scale;
        p[i].level = 0;
    }
};

struct scale_key_points_moved {
    float border;

    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        auto q = p[i].edit();
        float const scale = static_cast<float>(1 << q->level);
        q->x = q->x * scale + border;
        q->y = q->y * scale + border;
        q->size *= scale;
        q->level = 0;
    }
};

// ---- surfels: the mean of a surfel and a measured one, weighted by their confidence ----

struct fuse_surfels {
    int time;

    template <class Measured, class Surfels>
    HEDDLE_HOST_DEVICE void operator()(Measured m, Surfels p, int i) const
    {
        float const sum = p[i].confidence + m[i].confidence;
        float const old = p[i].confidence / sum, share = m[i].confidence / sum;
        for (int k = 0; k < 3; ++k) {
            p[i].position[k] = old * p[i].position[k] + share * m[i].position[k];
            p[i].normal[k] = old * p[i].normal[k] + share * m[i].normal[k];
        }
        p[i].radius = old * p[i].radius + share * m[i].radius;
        p[i].confidence = sum;
        p[i].color = m[i].color;
        p[i].time = time;
    }
};

struct fuse_surfels_moved {
    int time;

    template <class Measured, class Surfels>
    HEDDLE_HOST_DEVICE void operator()(Measured measured, Surfels p, int i) const
    {
        surfel const m = measured[i];
        auto q = p[i].edit();
        float const sum = q->confidence + m.confidence;
        float const old = q->confidence / sum, share = m.confidence / sum;
        for (int k = 0; k < 3; ++k) {
            q->position[k] = old * q->position[k] + share * m.position[k];
            q->normal[k] = old * q->normal[k] + share * m.normal[k];
        }
        q->radius = old * q->radius + share * m.radius;
        q->confidence = sum;
        q->color = m.color;
        q->time = time;
    }
};

// ---- voxels: their values before the first scan ----

struct reset_voxels {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        p[i].distance = 1;
        p[i].weight = 0;
        for (int k = 0; k < 3; ++k) p[i].color[k] = 0.5f;
        p[i].block = i / 512;
        p[i].frame = -1;
        p[i].flags = 0;
    }
};

struct reset_voxels_moved {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        voxel q;
        q.distance = 1;
        q.weight = 0;
        for (int k = 0; k < 3; ++k) q.color[k] = 0.5f;
        q.block = i / 512;
        q.frame = -1;
        q.flags = 0;
        p[i] = q;
    }
};

// ---- SPH particles: a step of the semi-implicit Euler method ----

struct move_particles {
    float dt;

    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        for (int k = 0; k < 3; ++k) {
            p[i].v[k] += p[i].force[k] / p[i].density * dt;
            p[i].x[k] += p[i].v[k] * dt;
        }
    }
};

struct move_particles_moved {
    float dt;

    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        auto q = p[i].edit();
        for (int k = 0; k < 3; ++k) {
            q->v[k] += q->force[k] / q->density * dt;
            q->x[k] += q->v[k] * dt;
        }
    }
};

// ---- snow particles: the elastic deformation F becomes (1 + dt ∇v) F, here in a flow that turns about the z axis ----

struct deform_snow {
    float dt, spin;

    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        for (int k = 0; k < 3; ++k) {
            p[i].x[k] += p[i].v[k] * dt;
            float const row_0 = p[i].elastic[0][k];
            p[i].elastic[0][k] -= dt * spin * p[i].elastic[1][k];
            p[i].elastic[1][k] += dt * spin * row_0;
        }
        p[i].density = p[i].mass / (p[i].volume * (1 + dt * spin * dt * spin));
    }
};

struct deform_snow_moved {
    float dt, spin;

    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        auto q = p[i].edit();
        for (int k = 0; k < 3; ++k) {
            q->x[k] += q->v[k] * dt;
            float const row_0 = q->elastic[0][k];
            q->elastic[0][k] -= dt * spin * q->elastic[1][k];
            q->elastic[1][k] += dt * spin * row_0;
        }
        q->density = q->mass / (q->volume * (1 + dt * spin * dt * spin));
    }
};

//! Returns structs whose fields are small positive numbers: set(element, number) sets them, with number(k) between 0.5
//! and 1.5.
template <class T, class Set>
static std::vector<T> make(heddle_examples::options const& chosen, Set const& set)
{
    std::vector<T> elements(chosen.count_of(sizeof(T)));
    for (std::size_t i = 0; i < elements.size(); ++i) {
        set(elements[i], [i](int k) { return 0.5f + static_cast<float>((i * 37 + unsigned(k) * 11u) % 101) / 101; });
    }
    return elements;
}

template <class Plain, class Moved, class Arrays>
static bool compare_kernels(char const* name, heddle_examples::options const& chosen, Arrays const& arrays,
                            Plain const& before, Moved const& after)
{
    using namespace heddle_examples;
    return compare(std::string("field_by_field, ") + name, chosen, arrays, plain("plain", before),
                   moved("word alone", before), moved("best", after));
}

static bool compare_all(heddle_examples::options const& chosen)
{
    using namespace heddle_examples;
    bool is_right = true;
    {
        auto const p = make<key_point>(chosen, [](key_point& q, auto number) {
            q = {number(0), number(1), number(2), number(3), number(4), static_cast<int>(8 * number(5)) % 4, 7};
        });
        is_right &=
            compare_kernels("key points", chosen, arrays(changes(p)), scale_key_points{16}, scale_key_points_moved{16});
    }
    {
        auto const set = [](surfel& q, auto number) {
            q = {{number(0), number(1), number(2)}, {0, 0, 1}, number(3), number(4), 7, 1};
        };
        auto const p = make<surfel>(chosen, set), measured = make<surfel>(chosen, [&](surfel&q, auto number) {
                                                      set(q, [&](int k) { return number(k + 20); });
                                                  });
        is_right &= compare_kernels("surfels", chosen, arrays(reads(measured), changes(p)), fuse_surfels{2},
                                    fuse_surfels_moved{2});
    }
    {
        auto const p = make<voxel>(chosen, [](voxel&, auto) {});
        is_right &= compare_kernels("voxels", chosen, arrays(writes(p)), reset_voxels{}, reset_voxels_moved{});
    }
    {
        auto const p = make<sph_particle>(chosen, [](sph_particle& q, auto number) {
            q = {{number(0), number(1), number(2)}, {number(3), number(4), number(5)}, {0, 0, -1}, number(6)};
        });
        is_right &= compare_kernels("SPH particles", chosen, arrays(changes(p)), move_particles{0.001f},
                                    move_particles_moved{0.001f});
    }
    auto const p = make<snow_particle>(chosen, [](snow_particle& q, auto number) {
        q = {{number(0), number(1), number(2)},
             {number(3), number(4), number(5)},
             {},
             {},
             number(6),
             number(7),
             0,
             1,
             1,
             10,
             -5};
        for (int k = 0; k < 3; ++k) q.elastic[k][k] = q.plastic[k][k] = 1;
    });
    return compare_kernels("snow particles", chosen, arrays(changes(p)), deform_snow{0.001f, 1},
                           deform_snow_moved{0.001f, 1}) &&
           is_right;
}

int main(int argc, char** argv)
{
    return heddle_examples::run_example(argc, argv, "Five kernels, before and after one copy in and out", nullptr,
                                        compare_all);
}
