// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The picture: a panel of bars for each kind of access, and one for the kernels of applications. A bar is the share of
// the limit that a form reaches. The number above is what the best form gains over plain code.
#include "table.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <iterator>
#include <memory>
#include <stdexcept>

namespace heddle_bench::brief {

namespace {

constexpr double width = 960, height = 478, left = 56, panel_height = 120, gap = 14, top = 98;
constexpr double second_top = top + panel_height + 70;

// The picture follows the light or dark mode of the page. The colors are Okabe and Ito's, which color-blind people can
// tell apart.
constexpr char const* style = R"(<style>
text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#1f2328}
.card{fill:#fff;stroke:#d8dee4}.grid{stroke:#d8dee4}
.plain{fill:#d55e00}.soa{fill:#8c959f}.word{fill:#e69f00}.best{fill:#0072b2}
@media(prefers-color-scheme:dark){
text{fill:#e6edf3}.card{fill:#0d1117;stroke:#2f3742}.grid{stroke:#2f3742}
.plain{fill:#f07c32}.soa{fill:#8b949e}.word{fill:#f0c05a}.best{fill:#56b4e9}}
</style>)";

class picture {
public:
    explicit picture(std::string const& path) : path_(path), file_(std::fopen(path.c_str(), "w"), std::fclose)
    {
        if (file_ == nullptr) fail();
    }
    __attribute__((format(printf, 2, 3))) void add(char const* format, ...)
    {
        std::va_list arguments;
        va_start(arguments, format);
        std::vfprintf(file_.get(), format, arguments);
        va_end(arguments);
    }
    void text(double x, double y, std::string const& words, double size = 12, char const* anchor = "middle")
    {
        add("<text x=\"%.1f\" y=\"%.1f\" font-size=\"%g\" text-anchor=\"%s\">%s</text>\n", x, y, size, anchor,
            words.c_str());
    }
    void box(double x, double y, double box_width, double box_height, char const* form)
    {
        add("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\"/>\n", x, y, box_width, box_height,
            form);
    }
    void close()
    {
        bool const is_bad = std::ferror(file_.get()) != 0;
        if (std::fclose(file_.release()) != 0 || is_bad) fail();
    }

private:
    [[noreturn]] void fail() const { throw std::runtime_error("the picture cannot be written: " + path_); }

    std::string path_;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

using cost_of_row = double row::*;

struct bar {
    cost_of_row cost;
    char const* form;
};

void draw_panel(picture& to, std::vector<row> const& rows, double x, double y, double panel_width,
                std::vector<bar> const& bars, bool has_names)
{
    double const bottom = y + panel_height;
    for (double share : {0.0, 0.5, 1.0}) {
        to.add("<path d=\"M%.1f %.1fh%.1f\" class=\"grid\"/>\n", x, bottom - share * panel_height, panel_width);
    }
    double const step = panel_width / static_cast<double>(rows.size());
    double const bar_width = std::min(24.0, 0.8 * step / static_cast<double>(bars.size()));
    double center = x + step / 2;
    for (row const& each : rows) {
        double at = center - bar_width * static_cast<double>(bars.size()) / 2;
        for (bar const& form : bars) {
            double const tall = std::min(each.limit / (each.*form.cost), 1.1) * panel_height;
            to.box(at, bottom - tall, bar_width, tall, form.form);
            at += bar_width;
        }
        char gain[32];
        double const ratio = each.plain / each.best;
        std::snprintf(gain, sizeof gain, ratio < 9.95 ? "%.1f×" : "%.0f×", ratio);
        to.text(center, bottom - 1.1 * panel_height - 2, each.is_right ? gain : "WRONG", 10);
        to.text(center, bottom + 15, std::to_string(each.element_bytes), 11);
        if (has_names) to.text(center, bottom + 29, each.what.name, 11);
        center += step;
    }
}

void draw_legend(picture& to)
{
    double x = left;
    auto const entry = [&](char const* form, char const* words, double step) {
        to.box(x, height - 22, 11, 11, form);
        to.text(x + 17, height - 12, words, 12, "start");
        x += step;
    };
    entry("plain", "plain: T*", 90);
    entry("soa", "soa: a structure of arrays", 190);
    entry("word", "word: plain with coalesced_ptr&lt;T&gt;", 240);
    entry("best", "best: whole structs with coalesced_ptr&lt;T&gt;", 300);
}

}  // namespace

void draw_picture(session const& run, std::string const& path)
{
    picture to(path);
    to.add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" width=\"%g\" height=\"%g\">\n%s\n", width,
           height, width, height, style);
    to.box(0.5, 0.5, width - 1, height - 1, "card");
    to.text(width / 2, 28,
            run.has_gpu() ? "Share of the limit on one " + run.chosen.device
                          : "No GPU: needed sectors as a share of those that emulated warps count",
            15);
    to.text(width / 2, 48,
            run.has_gpu()
                ? "below the bars: bytes of a struct; above: the speed of the best form, relative to plain code"
                : "below the bars: bytes of a struct; above: sectors of plain code / sectors of the best form");
    double const panel_width = (width - left - gap * panels.size()) / panels.size();
    for (std::size_t panel = 0; panel <= panels.size(); ++panel) {
        std::vector<row> rows;
        std::copy_if(run.rows.begin(), run.rows.end(), std::back_inserter(rows),
                     [=](row const& each) { return each.panel() == panel; });
        if (rows.empty()) continue;
        bool const has_kernels = panel == panels.size();
        double const x = has_kernels ? left : left + (panel_width + gap) * static_cast<double>(panel);
        double const y = has_kernels ? second_top : top;
        bar const second = has_kernels ? bar{&row::word, "word"} : bar{&row::soa, "soa"};
        draw_panel(to, rows, x, y, has_kernels ? width - left - gap : panel_width,
                   {{&row::plain, "plain"}, second, {&row::best, "best"}}, has_kernels);
        to.text(x, y - 27, has_kernels ? "kernels of applications" : panels[panel], 13, "start");
        if (panel != 0 && !has_kernels) continue;
        for (int share : {0, 50, 100}) {
            to.text(x - 6, y + panel_height * (1 - share / 100.0) + 4, std::to_string(share) + " %", 11, "end");
        }
    }
    draw_legend(to);
    to.add("</svg>\n");
    to.close();
    std::printf("picture: %s\n", path.c_str());
}

}  // namespace heddle_bench::brief
