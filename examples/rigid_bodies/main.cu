// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Integrates rigid bodies for one time step: the semi-implicit Euler method for positions and velocities, and the
// derivative of a quaternion, q' = (0, angular velocity) q / 2, for orientations. Also moves poses, and balls that do
// not turn.
#include "compare.cuh"

#include <cmath>
#include <string>

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
struct ball {  // 36 bytes
    float position[3];
    float velocity[3];
    float radius, restitution, damping;
};
HEDDLE_FIELDS(ball, position, velocity, radius, restitution, damping);
struct pose {  // 28 bytes
    float position[3];
    float orientation[4];
};
HEDDLE_FIELDS(pose, position, orientation);
static_assert(sizeof(rigid_body) == 144 && sizeof(ball) == 36 && sizeof(pose) == 28);

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

//! Sets q to from / |from|.
HEDDLE_INLINE void set_unit(float (&q)[4], float const (&from)[4])
{
    float const length = sqrtf(from[0] * from[0] + from[1] * from[1] + from[2] * from[2] + from[3] * from[3]);
    for (int k = 0; k < 4; ++k) q[k] = from[k] / length;
}

//! Moves a body for the time dt, and clears its force and torque.
HEDDLE_INLINE void step(rigid_body& b, float dt)
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
    set_unit(
        b.orientation,
        {q[0] - h * (w[0] * q[1] + w[1] * q[2] + w[2] * q[3]), q[1] + h * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]),
         q[2] + h * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]), q[3] + h * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1])});
}

//! Moves a ball for the time dt. The ball bounces off the floor.
HEDDLE_INLINE void step(ball& b, float dt)
{
    b.velocity[2] -= 9.81f * dt;
    for (int k = 0; k < 3; ++k) {
        b.velocity[k] *= b.damping;
        b.position[k] += b.velocity[k] * dt;
    }
    if (b.position[2] < b.radius) {
        b.position[2] = b.radius;
        b.velocity[2] = -b.restitution * b.velocity[2];
    }
}

//! Moves a pose at 2 m/s along its own x axis, and turns it about its own z axis at one radian per second.
HEDDLE_INLINE void step(pose& p, float dt)
{
    float const q[4] = {p.orientation[0], p.orientation[1], p.orientation[2], p.orientation[3]};
    float r[3][3];
    rotation_of(q, r);
    for (int k = 0; k < 3; ++k) p.position[k] += r[k][0] * 2 * dt;
    float const h = dt / 2;  // q' = q (0, 0, 0, 1) / 2
    set_unit(p.orientation, {q[0] - h * q[3], q[1] + h * q[2], q[2] - h * q[1], q[3] + h * q[0]});
}

// Instantiated with T* it is the baseline, with coalesced_ptr the ported kernel.
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

static std::vector<ball> make_balls(std::size_t count)
{
    std::vector<ball> balls(count);
    for (std::size_t i = 0; i < count; ++i) {
        auto const number = [i](std::size_t k) { return static_cast<float>((i * 37 + k * 11) % 101) / 101; };
        balls[i] = {{number(0), number(1), number(2)},
                    {number(3) - 0.5f, number(4) - 0.5f, number(5) - 0.5f},
                    number(6) / 8,
                    0.5f,
                    0.99f};
    }
    return balls;
}

static std::vector<pose> make_poses(std::size_t count)
{
    std::vector<pose> poses(count);
    for (std::size_t i = 0; i < count; ++i) {
        auto const number = [i](std::size_t k) { return static_cast<float>((i * 37 + k * 11) % 101) / 101; };
        float const half_angle = 3 * number(0);
        poses[i] = {{number(1), number(2), number(3)}, {std::cos(half_angle), std::sin(half_angle), 0, 0}};
    }
    return poses;
}

template <class T>
static bool compare_bodies(std::string const& name, heddle_examples::options const& chosen,
                           std::vector<T> (*make)(std::size_t))
{
    using namespace heddle_examples;
    constexpr float dt = 1.0f / 60;
    return compare(name, chosen, make(chosen.count_of(sizeof(T))), plain("plain", integrate{dt}),
                   moved("word alone", integrate{dt}), moved("best", integrate_moved{dt}));
}

int main(int argc, char** argv)
{
    using namespace heddle_examples;
    return run_example(argc, argv, "Integrates rigid bodies, balls and poses", nullptr, [](options const& chosen) {
        bool const is_right[] = {compare_bodies("rigid_bodies", chosen, make_bodies),
                                 compare_bodies("rigid_bodies, balls", chosen, make_balls),
                                 compare_bodies("rigid_bodies, poses", chosen, make_poses)};
        return is_right[0] && is_right[1] && is_right[2];
    });
}
