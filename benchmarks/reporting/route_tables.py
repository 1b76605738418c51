# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""What each route reaches of the fastest one's speed, by pattern and size."""

from .patterns import FAMILIES

# Those of detail/plan/route.hpp, in its order. Files may have others, which are gone: they have no column.
ROUTES = ["plain", "per_thread", "rows", "dense_rows", "sector_rows", "staged"]


def route_shares(file):
    """By pattern and size, of each route the share of the fastest one's speed."""
    values = {pattern: {} for pattern in FAMILIES["route"]}
    for (pattern, size, _, _, route), line in file.lines.items():
        if route in ROUTES and line.is_correct:
            values[pattern].setdefault(size, {})[route] = line.value
    return {pattern: {size: {route: value / max(routes.values()) for route, value in routes.items()}
                      for size, routes in sizes.items()} for pattern, sizes in values.items()}


def route_tables(file):
    """Of each pattern its name and the lines of its table."""
    for pattern, sizes in route_shares(file).items():
        columns = [route for route in ROUTES if any(route in routes for routes in sizes.values())]
        lines = ["| bytes | " + " | ".join(route.replace("_", " ") for route in columns) + " |",
                 "| ---: |" + " ---: |" * len(columns)]
        for size, routes in sorted(sizes.items()):
            shares = [f"{routes[route]:.2f}" if route in routes else "–" for route in columns]
            lines.append(f"| {size} | " + " | ".join(shares) + " |")
        yield pattern, lines


def print_routes(file):
    for pattern, lines in route_tables(file):
        print(f"\n### {pattern}\n\nShares of the fastest route's speed.\n")
        print("\n".join(lines))
