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
highlight_language = "cuda"
primary_domain = "cpp"
toc_object_entries_show_parents = "hide"

breathe_projects = {"heddle": os.environ["HEDDLE_XML"]}
breathe_default_project = "heddle"
breathe_order_parameters_first = False
breathe_show_include = False

# Names in signatures that have no page: template parameters, internal types, and those of other libraries.
nitpick_ignore_regex = [("cpp:identifier", r".*")]

html_theme = "furo"
html_title = f"heddle {version}"
html_static_path = [os.environ["HEDDLE_STATIC"]]
html_css_files = ["style.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
