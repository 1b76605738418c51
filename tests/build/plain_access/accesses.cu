// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Accesses about which HEDDLE_WARN_PLAIN warns, and other accesses. check_warnings.py describes the comments.
#include <heddle/heddle.cuh>

struct particle {
    float x, y, vx, vy, m, force[7];
    HEDDLE_HOST_DEVICE float operator[](int k) const;
};
HEDDLE_FIELDS(particle, x, y, vx, vy, m, force);

template <class Real>
struct pair_of {
    Real a, b, c[6];
};
HEDDLE_TEMPLATE_FIELDS((class Real), (pair_of<Real>), a, b, c);

struct charged : particle {
    float charge;
};

struct vertex {
    float a[3];
};

struct quad {
    float a[4];
};

// The type node is incomplete where coalesced_ptr<node> is named.
struct node {
    heddle::coalesced_ptr<node> next;
    HEDDLE_HOST_DEVICE auto get() const -> decltype(*next);
    HEDDLE_HOST_DEVICE auto get(int i) const -> decltype(next[i]);
    float a[12];
};

struct table {
    float entries[400];
};

// An alignment of one to several words.
struct alignas(16) word {
    float a[4];
};
struct alignas(32) two_words {
    float a[8];
};
struct alignas(128) eight_words {
    float a[32];
};

// Headers of Thrust turn nvcc's warning off.
#if defined(HEDDLE_TEST_THRUST_LAST)
#    include <thrust/device_ptr.h>
#endif

HEDDLE_HOST_DEVICE void take(particle& p);
HEDDLE_HOST_DEVICE void take_pointer(particle const* p);

HEDDLE_HOST_DEVICE void access_in_each_lane(heddle::coalesced_ptr<particle> p, heddle::coalesced_ptr<particle const> c,
                                            int i)
{
    p[i].x = 1;              // warns: auto q = p[i].edit()
    p[i].force[2] += 1;      // warns: write p.get()[i].force
    float const m = c[i].m;  // warns: is plain code
    p[i].vx = 1;             // warns: p[i] = q to fill
    p[i].vy = 1;             // warns: if others write it
    (p + i)->y = m;          // warns: write p.get()->x
    particle& r = p[i];      // warns: p[i] = r to fill
    take(p[i]);              // warns: through T& r
    take_pointer(&p[i]);     // warns: write p.get() + i
    take_pointer(&c[i]);     // warns: through &p[i]
    float particle::*const field = &particle::vx;
    (p + i)->*field = 1;      // warns: write p.get()->x
    float const k = p[i][3];  // warns: write p.get()[i][k]
    r.x = k;
}

HEDDLE_HOST_DEVICE float access_bases(heddle::coalesced_ptr<charged> p, int i)
{
    particle& r = p[i];  // warns: through T& r
    take(p[i]);          // warns: through T& r
    particle const q = p[i], s(p[i]);
    particle const& copy = p[i];
    return r.x + q.x + s.x + copy.x;
}

HEDDLE_HOST_DEVICE void access_elements_that_a_warp_does_not_move(heddle::coalesced_ptr<float> f,
                                                                  heddle::coalesced_ptr<table> t,
                                                                  heddle::coalesced_ptr<word> w, int i)
{
    word const aligned = w[i];  // warns: elements of this size
    w.get()[i] = aligned;
    float const one = f[i];  // warns: elements of this size
    f[i + 1] = one;          // warns: write p.get()[i]
    table const all = t[i];  // warns: tiles of a block
    heddle::coalesced_ptr<float, heddle::lane_by_lane> const by_lane(f);
    by_lane[i] = all.entries[0];
    f.get()[i] = one;
}

template <class Element>
HEDDLE_HOST_DEVICE void access_in_template(heddle::coalesced_ptr<Element> p, int i)
{
    p[i].a = 1;  // warns: is plain code
    Element q = p[i];
    q.a += 1;
    p[i] = q;
}
template HEDDLE_HOST_DEVICE void access_in_template(heddle::coalesced_ptr<pair_of<float>>, int);

HEDDLE_HOST_DEVICE void move_whole_elements(heddle::coalesced_ptr<particle> p, heddle::coalesced_ptr<particle const> c,
                                            heddle::coalesced_ptr<vertex> v, heddle::coalesced_ptr<quad> e4,
                                            heddle::coalesced_ptr<two_words> w2, heddle::coalesced_ptr<eight_words> w8,
                                            int i)
{
    w2[i] = w2[i + 1];
    w8[i] = w8[i + 1];
    particle q = c[i];
    q.x += 1;
    p[i] = q;
    p[i] = c[i];
    particle const& copy = c[i];
    auto e = p[i].edit();
    e->x += copy.y;
    take(*e);
    heddle::update(p + i, [](particle& u) { u.x = 0; });
    heddle::store_if(i < 7, p + i, heddle::load_if(i < 7, c + i));
    vertex const w = v[i];
    quad const d = e4[i];  // moved as one word, which plain code does not do
    e4[i + 1] = d;
    v[i + 1] = w;
    swap(p[i], p[i + 1]);
}

HEDDLE_HOST_DEVICE void keep_plain_accesses(heddle::coalesced_ptr<particle> p, int i)
{
    p[i].member<&particle::x>() += p[i].member<&particle::y>();
    p.get()[i].m = 2;
    (p + i).get()->vx = 3;
    particle& r = p.get()[i];
    take_pointer(p.get() + i);
    r.x = p.get()[i][3];
}
