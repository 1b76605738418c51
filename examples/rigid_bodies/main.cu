// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Integrates rigid bodies for one time step: the semi-implicit Euler method for positions and velocities, and the
// derivative of a quaternion, q' = (0, angular velocity) q / 2, for orientations.
#include "compare.cuh"

#include <cmath>

struct rigid_body {  // 144 bytes
    float position[3];
    float orientation[4];  // a unit quaternion: w, x, y, z
    float velocity[3];
    float angular_velocity[3];
    float force[3];
    float torque[3];
    float inverse_mass;
    float inverse_inertia[3];           // about the principal axes of the body
    float inverse_world_inertia[3][3];  // in world coordinates
    float damping, angular_damping;     // factors of one step
    float restitution, friction;        // for contacts, which another kernel solves
};
HEDDLE_FIELDS(rigid_body, position, orientation, velocity, angular_velocity, force, torque, inverse_mass,
              inverse_inertia, inverse_world_inertia, damping, angular_damping, restitution, friction);
static_assert(sizeof(rigid_body) == 144);

//! Sets `r` to the rotation matrix of a unit quaternion.
HEDDLE_INLINE void rotation_of(float const (&q)[4], float (&r)[3][3])
{
    float const w = q[0], x = q[1], y = q[2], z = q[3];
    float const all[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                             {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                             {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) r[i][j] = all[i][j];
    }
}

//! Moves a body for the time dt, and clears its force and torque.
template <class Body>
HEDDLE_INLINE void step(Body& b, float dt)
{
    constexpr float gravity[3] = {0, 0, -9.81f};
    for (int k = 0; k < 3; ++k) {
        b.velocity[k] = (b.velocity[k] + (b.force[k] * b.inverse_mass + gravity[k]) * dt) * b.damping;
        b.position[k] += b.velocity[k] * dt;
        b.force[k] = 0;
    }

    // I⁻¹ = R diag(1 / i) Rᵀ, and the change of the angular velocity is I⁻¹ torque dt.
    float q[4] = {b.orientation[0], b.orientation[1], b.orientation[2], b.orientation[3]};
    float r[3][3];
    rotation_of(q, r);
    float const torque[3] = {b.torque[0], b.torque[1], b.torque[2]};
    float w[3];
    for (int i = 0; i < 3; ++i) {
        float change = 0;
        for (int j = 0; j < 3; ++j) {
            float sum = 0;
            for (int k = 0; k < 3; ++k) sum += r[i][k] * b.inverse_inertia[k] * r[j][k];
            b.inverse_world_inertia[i][j] = sum;
            change += sum * torque[j];
        }
        w[i] = b.angular_velocity[i] = (b.angular_velocity[i] + change * dt) * b.angular_damping;
        b.torque[i] = 0;
    }

    float const h = dt / 2;
    float const next[4] = {
        q[0] - h * (w[0] * q[1] + w[1] * q[2] + w[2] * q[3]), q[1] + h * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]),
        q[2] + h * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]), q[3] + h * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1])};
    float const length = sqrtf(next[0] * next[0] + next[1] * next[1] + next[2] * next[2] + next[3] * next[3]);
    for (int k = 0; k < 4; ++k) b.orientation[k] = next[k] / length;
}

// Plain code, and the same source with a coalesced_ptr.
struct integrate {
    float dt;

    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        auto& b = p[i];
        step(b, dt);
    }
};

struct integrate_moved {
    float dt;

    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const
    {
        auto b = p[i].edit();
        step(*b, dt);
    }
};

static std::vector<rigid_body> make_bodies(std::size_t count)
{
    std::vector<rigid_body> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        auto const number = [i](std::size_t k) { return static_cast<float>((i * 37 + k * 11) % 101) / 101; };
        rigid_body& b = bodies[i];
        float const half_angle = 3 * number(0);
        b.orientation[0] = std::cos(half_angle);
        b.orientation[3] = std::sin(half_angle);
        for (int k = 0; k < 3; ++k) {
            b.position[k] = 100 * number(k + 1u);
            b.velocity[k] = number(k + 4u) - 0.5f;
            b.angular_velocity[k] = number(k + 7u) - 0.5f;
            b.force[k] = 10 * number(k + 10u);
            b.torque[k] = number(k + 13u);
            b.inverse_inertia[k] = 1 + number(k + 16u);
        }
        b.inverse_mass = 1 + number(20);
        b.damping = 0.99f;
        b.angular_damping = 0.98f;
        b.restitution = 0.5f;
        b.friction = 0.3f;
    }
    return bodies;
}

int main(int argc, char** argv)
{
    using namespace heddle_examples;
    return run_example(argc, argv, "Integrates rigid bodies of 144 bytes", nullptr, [](options const& chosen) {
        constexpr float dt = 1.0f / 60;
        return compare("rigid_bodies", chosen, make_bodies(chosen.count_of(sizeof(rigid_body))),
                       plain("plain", integrate{dt}), moved("word alone", integrate{dt}),
                       moved("best", integrate_moved{dt}));
    });
}
