# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the pages of the API: Doxygen reads the public headers, and Breathe shows Doxygen's XML.

Doxygen reads copies of the headers, in which the comments are Markdown, and the names of each header are a group. From
the XML, `clean` removes what users do not write: conditions in templates, members that only heddle uses, and the
namespace detail in the types of signatures. A page shows the classes of a group before its functions.
"""
import re
import subprocess
import xml.etree.ElementTree as ElementTree

import comments

# The pages: header, and what it has. A page also has the headers in the folder of its name. (heddle.cuh has nothing of
# its own.)
PAGES = {
    "coalesced_ptr.cuh": "the pointer",
    "coalesced_ref.cuh": "the references `p[i]` and `*p`",
    "fields.cuh": "`HEDDLE_FIELDS`, for `p[i].x`",
    "update.cuh": "`update`, and `load_if`, `store_if` and `update_if` by a pointer",
    "atomic.cuh": "`atomic_add`, `atomic_min`, `atomic_max` of records",
    "policy.cuh": "policies of the pointer: `by_plan`, `whole_warps`, `in_block`, `system_scope`, `lane_by_lane`",
    "mdspan.cuh": "the accessor of an mdspan",
    "group_access.cuh": "loads and stores by groups of lanes",
    "blocked.cuh": "several elements per lane",
    "scratch.cuh": "shared memory in which warps transpose elements",
    "active_group.cuh": "groups of any active lanes of a warp",
    "transpose.cuh": "the transpose alone",
    "struct_words.cuh": "a struct in registers, with members by offset",
    "shuffle.cuh": "shuffles of any type",
    "warp.cuh": "collectives: reduce, scan, sort, broadcast, exchange, transpose",
    "block.cuh": "tiles of a block, and pipelines of tiles",
    "algorithm.cuh": "algorithms that the host calls",
    "records.cuh": "records whose layout is known at run time",
    "exchange.cuh": "the exchange of structs between GPUs",
    "thrust.cuh": "the policies for Thrust",
    "emulation.hpp": "device functions on an emulated warp",
    "bitwise_copyable.cuh": "which types may be elements",
    "device_pointer.cuh": "which types may stand for a pointer",
    "plan.cuh": "`plan_of`: what it costs to move structs of a size",
    "config.cuh": "checked builds",
    "version.hpp": "the version",
}

# Headers that have only specializations of other libraries' templates.
NOT_SHOWN = {"thrust/iterator.cuh"}
# Internal headers that have public names, too.
INTERNAL = {"block.cuh": ["block/detail/copy_engine.cuh"],
            "algorithm.cuh": ["algorithm/detail/aosoa_places.cuh", "algorithm/detail/sort_order.cuh"]}

# Classes of the namespace heddle::types whose names users do not write. Doxyfile.in excludes them.
UNNAMED = ("broadcast_result", "edited_element", "in_place_function", "member_ref", "par_nosync_t", "par_t",
           "policy_on_stream", "stream_policy", "tile_pipeline")


def group_of(header):
    """Returns the name of the group in which Doxygen finds the names of a header."""
    return re.sub(r"\W", "_", header)


def for_doxygen(header, text):
    """Returns the text of a header, with Markdown in its comments. Its names are in a group of Doxygen."""
    # Users write heddle::coalesced_ptr for the class heddle::types::coalesced_ptr.
    text = re.sub(rf"\btypes::({'|'.join(UNNAMED)})\b", r"detail::\1", text)
    text = re.sub(r"^namespace types \{$|^\}  // namespace types$|^ *using types::.*$", "", text, flags=re.M)
    text = text.replace("namespace heddle::types", "namespace heddle").replace("types::", "")
    # Doxygen takes a qualified call at the beginning of a statement for a definition.
    text = re.sub(r"^( +)detail::(?=\w+(?:<[^;{}()]*>)?\()", r"\1", text, flags=re.M)
    out, comment, indent = ["//! \\file", "", f"//! \\defgroup {group_of(header)} {header}", ""], [], ""
    for line in [*text.splitlines(), ""]:
        found = re.match(r"( *)//!(?!<) ?(.*)", line)
        if found:
            comment.append(found[2])
            indent = found[1]
            continue
        if comment and not indent:  # not of a member
            out.append(f"//! \\ingroup {group_of(header)}")
        out += [f"//! {part}" for part in comments.markdown(comment)]
        comment = []
        out.append(line)
    return "\n".join(out)


def headers_of(page, include):
    """Returns the headers whose names are on a page, by their paths below heddle/."""
    folder = include / page.rpartition(".")[0]
    inner = [path.relative_to(include).as_posix() for path in folder.glob("*.*")] if folder.is_dir() else []
    return [page, *sorted(header for header in inner if header not in NOT_SHOWN), *INTERNAL.get(page, [])]


def run_doxygen(doxygen, template, include, output):
    """Writes Doxygen's XML to OUTPUT/xml, and returns the warnings. (Macros without documentation are internal.)"""
    copies = output / "include/heddle"
    for header in (header for page in PAGES for header in headers_of(page, include)):
        copy = copies / header
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(for_doxygen(header, (include / header).read_text(encoding="utf-8")), encoding="utf-8")
    (copies / "namespace.hpp").write_text("//! \\file\n//! \\namespace heddle\n//! The library.\n", encoding="utf-8")
    text = template.read_text(encoding="utf-8").replace("@OUTPUT@", str(output))
    (output / "Doxyfile").write_text(text, encoding="utf-8")
    subprocess.run([doxygen, str(output / "Doxyfile")], check=True)
    warnings = (output / "warnings.txt").read_text(encoding="utf-8").replace(f"{output}/", "").splitlines()
    return sorted({warning for warning in warnings if "(macro definition)" not in warning})


def text_of(node):
    return "".join(node.itertext()).strip() if node is not None else ""


def is_hidden(member):
    """Returns whether a member is not for users: it explains a refusal, or only heddle calls it."""
    about = text_of(member.find("briefdescription")) + text_of(member.find("detaileddescription"))
    is_deleted = "=delete" in text_of(member.find("argsstring")).replace(" ", "")
    is_unreadable = text_of(member.find("name")) == "operator->*"  # by Sphinx
    return not about or about.startswith("Used by heddle") or is_deleted or is_unreadable


def clean_templates(root):
    """Removes unnamed template parameters, which are conditions, and internal base classes."""
    for owner in root.iter():
        params = owner.find("templateparamlist")
        for param in list(params) if params is not None else []:
            kind = text_of(param.find("type"))
            has_no_name = param.find("declname") is None and kind == "class"
            if "if_get_gives" in kind or param.find("defval") is not None and (has_no_name or kind == "class Maker"):
                params.remove(param)
        if params is not None and not len(params):
            owner.remove(params)
        for other in [*owner.findall("basecompoundref"), *owner.findall("derivedcompoundref")]:
            if "detail::" in text_of(other) or "<" in text_of(other):
                owner.remove(other)


def clean_members(section):
    """Removes members that are not for users, and those that differ from another one only in a condition."""
    seen = set()
    for member in section.findall("memberdef"):
        params = [text_of(param) for param in member.findall("templateparamlist/param")]
        signature = (text_of(member.find("name")), text_of(member.find("argsstring")), *params)
        if is_hidden(member) or signature in seen:
            section.remove(member)
        seen.add(signature)
        member.set("inline", "no")  # a member function that is defined in its class
        value = member.find("initializer")
        if re.search(r"\w_\b", text_of(value)):  # a private member
            member.remove(value)


def clean_code(root):
    """Joins the parts of each line of code. Breathe drops a part that has only spaces, such as an indentation."""
    for line in root.iter("codeline"):
        for space in line.iter("sp"):
            space.text = " "
        text = "".join(line.itertext())
        for part in list(line):
            line.remove(part)
        ElementTree.SubElement(line, "highlight", {"class": "normal"}).text = text


def clean(root):
    """Removes from XML what users do not write. Returns the names that had the namespace detail."""
    internal = set()
    clean_templates(root)
    clean_code(root)
    for section in root.iter("sectiondef"):
        clean_members(section)
        for part in section.iter():
            internal.update(re.findall(r"detail::(\w+)", f"{part.text} {part.tail}"))
            part.text = part.text and part.text.replace("detail::", "")
            part.tail = part.tail and part.tail.replace("detail::", "")
    return internal


def take_classes(group):
    """Removes the classes from a group, because Breathe would show them behind the functions. Returns them: kind and
    name."""
    classes = []
    for inner in group.findall("innerclass"):
        if "<" not in inner.text:  # specializations belong to their templates
            classes.append((inner.get("refid").partition("heddle")[0], inner.text))
        group.remove(inner)
    return classes


def namespace_of(group):
    """Returns the namespace of a group's names other than classes, or None if there are none."""
    if group.find(".//memberdef") is None:
        return None
    definitions = [text_of(definition) for definition in group.iter("definition")]
    return "heddle::device" if any("heddle::device::" in text for text in definitions) else "heddle"


def clean_all(xml):
    """Cleans all files of XML. Returns the groups that have names to show, each with its classes and the namespace of
    its other names, and the internal names in signatures."""
    shown, internal = {}, set()
    for path in xml.glob("*.xml"):
        tree = ElementTree.parse(path)
        internal |= clean(tree.getroot())
        for group in tree.getroot().findall("compounddef[@kind='group']"):
            name = text_of(group.find("compoundname"))
            classes, namespace = take_classes(group), namespace_of(group)
            if classes or namespace:
                shown[name] = (classes, namespace)
        tree.write(path, encoding="utf-8", xml_declaration=True)
    return shown, internal


def page_of(page, include, shown):
    """Returns the lines of the page of a header."""
    lines = [f"# {page}", "", "```cuda", f"#include <heddle/{page}>", "```", ""]
    for header in headers_of(page, include):
        classes, namespace = shown.get(group_of(header), ([], None))
        if header != page:
            if not classes and not namespace:
                continue
            lines += [f"## {header}", ""]
        text = (include / header).read_text(encoding="utf-8")
        lines += [*comments.markdown(comments.introduction(text)), ""]
        for kind, name in classes:
            lines += [f"```{{doxygen{kind}}} {name}", ":members:", "```", ""]
        if namespace == "heddle::device":
            lines += [f"All names of this header are in the namespace `{namespace}`.", ""]
        if namespace:
            lines += [f"```{{cpp:namespace}} {namespace}", "```", "", f"```{{doxygengroup}} {group_of(header)}",
                      ":content-only:", "```", "", "```{cpp:namespace} NULL", "```", ""]
    return lines


def write_pages(include, shown, folder):
    """Writes a page for each header, and index.md."""
    folder.mkdir(parents=True, exist_ok=True)
    rows, names = [], []
    for page, about in PAGES.items():
        lines = page_of(page, include, shown)
        names.append(page.rpartition("/")[2].rpartition(".")[0])
        (folder / f"{names[-1]}.md").write_text("\n".join(lines), encoding="utf-8")
        rows.append(f"| [{lines[0].removeprefix('# ')}]({names[-1]}.md) | {about} |")
    contents = ["```{toctree}", ":hidden:", ":titlesonly:", "", *names, "```", ""]
    (folder / "index.md").write_text("\n".join([*INDEX, *rows, "", *contents]), encoding="utf-8")


INDEX = """# The headers

`#include <heddle/heddle.cuh>` includes all of them but `block.cuh`, `warp.cuh`, `mdspan.cuh`, `struct_words.cuh`,
`algorithm.cuh`, `thrust.cuh` and `emulation.hpp`.
All names are in the namespace `heddle`; algorithms that need temporary storage are in `heddle::device`. In the
signatures, `element_t<Pointer>` is the type of the elements to which a pointer points, and `items_t<Items, Pointer>` is
that type, or a `blocked` of several elements if `Items` is not 0.

| header | what it has |
| --- | --- |""".split("\n")
