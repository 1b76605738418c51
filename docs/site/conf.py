# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The settings of Sphinx. build.py sets the variables of the environment that this file reads."""
import os

project = "heddle"
author = "The heddle authors"
copyright = "2026 The heddle authors"
release = version = os.environ["HEDDLE_VERSION"]

extensions = ["myst_parser", "breathe"]
root_doc = "index"
# The same anchors as on GitHub.
myst_heading_anchors = 6
myst_enable_extensions = ["attrs_inline"]
highlight_language = "cuda"
primary_domain = "cpp"
toc_object_entries_show_parents = "hide"

breathe_projects = {"heddle": os.environ["HEDDLE_XML"]}
breathe_default_project = "heddle"
breathe_order_parameters_first = False
breathe_show_include = False

# Names in signatures that have no page: those of CUDA, NCCL, Thrust, internal ones, members, and values of templates.
nitpick_ignore_regex = [("cpp:identifier", r"(cuda|nccl|thrust|detail\b).*"),
                        ("cpp:identifier", rf"({os.environ['HEDDLE_INTERNAL']})\b.*"),
                        ("cpp:identifier", r"heddle|layout|element_reference|data_handle_type::reference|untyped"),
                        ("cpp:identifier", r"stream_policy<.*"),
                        ("cpp:identifier", r"plan_of<T, 32>|is_bitwise_copyable<T>.*")]

# Some blocks of code in comments are formulas.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = f"heddle {version}"
html_static_path = [os.environ["HEDDLE_STATIC"]]
html_css_files = ["style.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
