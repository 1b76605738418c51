# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Draws two results that warp_report.py has read: transposes over m, and n-body over the bodies."""

import matplotlib

matplotlib.use("Agg")  # draws into files, also where there is no display

from matplotlib import pyplot

TRANSPOSES = {"shuffle": ("#0072b2", "shuffles"),
              "shared_syncwarp": ("#d55e00", "shared memory"),
              "shared_syncwarp_padded": ("#009e73", "shared memory, padded")}
NBODIES = {"shared": ("#d55e00", "tiles in shared memory"),
           "shuffle": ("#0072b2", "tiles by shuffles")}


def plot_transpose(axes, table):
    for form, (colour, label) in TRANSPOSES.items():
        points = [(m, table[m][form]["ns/op/SM"]) for m in sorted(table) if form in table[m]]
        axes.plot(*zip(*points), "o" if "padded" in form else ".-", color=colour, label=label)
    axes.set_title("transpose of m int32 a lane")
    axes.set_xlabel("m")
    axes.set_ylabel("ns a warp, on a full multiprocessor")
    axes.set_ylim(0, 90)


def plot_nbody(axes, table):
    for family, (colour, label) in NBODIES.items():
        points = [(size, max(run["Ginteractions/s"] for form, run in table[size].items()
                             if form.startswith(family))) for size in sorted(table)]
        axes.plot(*zip(*points), ".-", color=colour, label=label + ", the best form")
    axes.set_title("n-body, all pairs")
    axes.set_xlabel("bodies")
    axes.set_xscale("log", base=2)
    axes.set_ylabel("billion interactions a second")
    axes.set_ylim(bottom=0)


def draw_plot(results, path):
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4))
    plot_transpose(left, results.tables["transpose", "int32, blocks of 256, by m"])
    plot_nbody(right, results.tables["nbody", "fp32"])
    for axes in (left, right):
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
    figure.suptitle(results.context.get("gpu", ""))
    figure.tight_layout()
    figure.savefig(path, dpi=120)
