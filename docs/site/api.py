# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the pages of the API: Doxygen reads the public headers, and Breathe shows Doxygen's XML.

Doxygen reads copies of the headers, in which the comments are Markdown. In the headers themselves, comments are plain
text: labels such as "Requires:" have a column of their own, and code is not marked.
"""
import re
import subprocess
import xml.etree.ElementTree as ElementTree

# The pages: header, and what it has. A page also has the headers in the folder of its name. (heddle.cuh has nothing of
# its own.)
PAGES = {
    "coalesced_ptr.cuh": "the pointer",
    "coalesced_ref.cuh": "the references `p[i]` and `*p`",
    "fields.cuh": "`HEDDLE_FIELDS`, for `p[i].x`",
    "update.cuh": "`update`, and `load_if`, `store_if` and `update_if` by a pointer",
    "policy.cuh": "policies of the pointer: `by_plan`, `whole_warps`, `in_block`, `lane_by_lane`",
    "mdspan.cuh": "the accessor of an mdspan",
    "group_access.cuh": "loads and stores by groups of lanes",
    "blocked.cuh": "several elements per lane",
    "scratch.cuh": "shared memory in which warps transpose elements",
    "active_group.cuh": "groups of any active lanes of a warp",
    "transpose.cuh": "the transpose alone",
    "shuffle.cuh": "shuffles of any type",
    "warp.cuh": "collectives: reduce, scan, sort, broadcast, exchange, transpose",
    "block.cuh": "tiles of a block, and pipelines of tiles",
    "algorithm.cuh": "algorithms that the host calls",
    "thrust.cuh": "the policies for Thrust",
    "emulation.hpp": "device functions on an emulated warp",
    "bitwise_copyable.cuh": "which types may be elements",
    "device_pointer.cuh": "which types may stand for a pointer",
    "detail/plan/plan.hpp": "`plan_of`: how structs of a size move",
    "config.cuh": "checked builds",
    "version.hpp": "the version",
}

# Headers that have only specializations of other libraries' templates.
NOT_SHOWN = {"thrust/iterator.cuh"}
# Internal headers that have public names, too.
INTERNAL = {"block.cuh": ["block/detail/copy_engine.cuh"],
            "algorithm.cuh": ["algorithm/detail/aosoa_places.cuh", "algorithm/detail/sort_order.cuh"]}
# The public names of a header whose namespace is heddle::detail.
PUBLIC = {"detail/plan/plan.hpp": {"plan_of", "plan", "element_words"}}

# The labels of comments.
LABEL = ("Group|Requires|Cost|Errors|Throws|Order|Policy|Pointer|Scratch|Capacity|In place|Shape|Races|Source|Storage|"
         "Stream|Temporary|Iterators|Members|Sums|selected|Tiles|Units")
LABELED = re.compile(rf"((?:{LABEL})(?:, (?:{LABEL}))*): +(.*)")
# Code in a comment: what is between backticks, names with something behind them (T<U>, f(x), p[i], a.b, a->b),
# names with an underscore, pointer types, and names of headers.
BEHIND = (r"(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>|\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\]|"
          r"(?:\.|->|::)[A-Za-z_]\w*)")
CODE = re.compile(rf"`[^`]*`|\b[\w/]+\.[ch][uhp]*\b|&?\b[A-Za-z]\w*{BEHIND}+[*&]*|"
                  r"\b(?=\w*_)(?=\w*[A-Za-z])\w+\b|\b[A-Z]\w*(?: const)?[*&]+(?!\w)")


def escaped(text):
    """Returns the text as Markdown: code is between backticks, and Doxygen finds no commands and no tags."""
    def plain(part):
        return re.sub(r"[\\@<>&#%*]", r"\\\g<0>", part)

    parts, end = [], 0
    for code in CODE.finditer(text):
        parts += [plain(text[end:code.start()]), "`", code[0].strip("`"), "`"]
        end = code.end()
    return "".join(parts) + plain(text[end:])


def markdown(lines):
    """Returns the lines of a comment as Markdown: paragraphs, items for labels, and blocks of code."""
    blocks = []  # each a kind and its lines
    for line in lines:
        label = LABELED.match(line)
        kind = blocks[-1][0] if blocks else ""
        if not line.strip():
            blocks.append(("", []))
        elif label:
            blocks.append(("label", [label[1], label[2]]))
        elif line.startswith("  ") and kind == "label":
            blocks[-1][1].append(line.strip())
        elif line.startswith("    "):
            blocks.append(("code", [line[4:]])) if kind != "code" else blocks[-1][1].append(line[4:])
        elif kind == "text":
            blocks[-1][1].append(line.strip())
        else:
            blocks.append(("text", [line.strip()]))

    out = []
    for kind, content in blocks:
        if kind == "text":
            out += ["", escaped(" ".join(content)), ""]
        elif kind == "code":
            out += ["", "```cpp", *(line.replace("…", "...") for line in content), "```", ""]
        elif kind == "label":
            # A table: each row is a name, two spaces or more, and text.
            rows = [re.fullmatch(r"(\S+) {2,}(.*)", line) for line in content[1:]]
            if rows[0] is None:
                out.append(f"- **{content[0]}**: {escaped(' '.join(content[1:]))}")
                continue
            out.append(f"- **{content[0]}**:")
            for row, line in zip(rows, content[1:]):
                out += [f"  - `{row[1]}`: {escaped(row[2])}"] if row else ["", f"  {escaped(line)}"]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip("\n").split("\n") if out else []


def introduction(text):
    """Returns the lines of the comment that begins a header, without the license."""
    lines = [line[3:] for line in re.match(r"(?:// SPDX.*\n)*//\n((?://.*\n)*)", text)[1].splitlines()]
    first = next((i for i, line in enumerate(lines) if line.startswith("  ") and LABELED.match(line[2:])), len(lines))
    return lines[:first] + [line.removeprefix("  ") for line in lines[first:]]


def group_of(header):
    """Returns the name of the group in which Doxygen finds the names of a header."""
    return re.sub(r"\W", "_", header)


def for_doxygen(header, text):
    """Returns the text of a header, with Markdown in its comments. Its names are in a group of Doxygen."""
    if header in PUBLIC:
        text = re.sub(r"^using detail::.*$", "", text.replace("namespace heddle::detail", "namespace heddle"), flags=re.M)
    out, comment, indent = ["//! \\file", "", f"//! \\defgroup {group_of(header)} {header}", ""], [], ""
    for line in [*text.splitlines(), ""]:
        found = re.match(r"( *)//!(?!<) ?(.*)", line)
        if found:
            comment.append(found[2])
            indent = found[1]
            continue
        if comment and not indent:  # not of a member
            out.append(f"//! \\ingroup {group_of(header)}")
        out += [f"//! {part}" for part in markdown(comment)]
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
    return not about or about.startswith("Used by heddle") or "=delete" in text_of(member.find("argsstring")).replace(" ", "")


def clean(root):
    """Removes what is no part of the signature that a user writes: conditions, names of refusals, the namespace
    detail. Returns the names that were in this namespace."""
    internal = set()
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
    for section in root.iter("sectiondef"):
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
        for part in section.iter():
            internal.update(re.findall(r"detail::(\w+)", f"{part.text} {part.tail}"))
            part.text = part.text and part.text.replace("detail::", "")
            part.tail = part.tail and part.tail.replace("detail::", "")
    return internal


def clean_all(xml):
    """Cleans all XML files. Returns the classes of each group that has names to show. In the XML, the groups keep
    their other names only, because Breathe would show these before the classes. Also returns the internal names."""
    shown, internal = {}, set()
    for path in xml.glob("*.xml"):
        tree = ElementTree.parse(path)
        internal |= clean(tree.getroot())
        for group in tree.getroot().findall("compounddef[@kind='group']"):
            public = next((PUBLIC[header] for header in PUBLIC if group_of(header) == group.find("compoundname").text), None)
            for section in group.findall("sectiondef") if public else []:
                for member in section.findall("memberdef"):
                    if text_of(member.find("name")) not in public:
                        section.remove(member)
            classes = []
            for inner in group.findall("innerclass"):
                if "<" not in inner.text:  # specializations belong to their templates
                    classes.append((inner.get("refid").partition("heddle")[0], inner.text))
                group.remove(inner)
            has_others = group.find(".//memberdef") is not None
            if classes or has_others:
                shown[group.find("compoundname").text] = (classes, has_others)
        tree.write(path, encoding="utf-8", xml_declaration=True)
    return shown, internal


def write_pages(include, shown, folder):
    """Writes a page for each header, and index.md."""
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for page in PAGES:
        names.append(page.rpartition("/")[2].rpartition(".")[0])
        title = "plan_of" if page.startswith("detail/") else page
        included = "heddle.cuh" if page.startswith("detail/") else page
        lines = [f"# {title}", "", "```cuda", f"#include <heddle/{included}>", "```", ""]
        for header in headers_of(page, include):
            if header != page and group_of(header) not in shown:
                continue
            if header != page:
                lines += [f"## {header}", ""]
            lines += [*markdown(introduction((include / header).read_text(encoding="utf-8"))), ""]
            classes, has_others = shown.get(group_of(header), ([], False))
            for kind, name in classes:
                lines += [f"```{{doxygen{kind}}} {name}", ":members:", "```", ""]
            if has_others:
                lines += ["```{cpp:namespace} heddle", "```", ""]
                lines += [f"```{{doxygengroup}} {group_of(header)}", ":content-only:", "```", ""]
                lines += ["```{cpp:namespace} NULL", "```", ""]
        (folder / f"{names[-1]}.md").write_text("\n".join(lines), encoding="utf-8")
    rows = [f"| [{page if not page.startswith('detail/') else 'plan_of'}]({name}.md) | {about} |"
            for name, (page, about) in zip(names, PAGES.items())]
    (folder / "index.md").write_text("\n".join([*INDEX, *rows, "", "```{toctree}", ":hidden:", ":titlesonly:", "", *names, "```", ""]),
                                     encoding="utf-8")


INDEX = """# The headers

`#include <heddle/heddle.cuh>` includes all of them but `mdspan.cuh`, `algorithm.cuh`, `thrust.cuh` and `emulation.hpp`.
All names are in the namespace `heddle`. In the signatures, `element_t<Pointer>` is the type of the elements to which a
pointer points, and `items_t<Items, Pointer>` is that type, or a `blocked` of several elements if `Items` is not 0.

| header | what it has |
| --- | --- |""".split("\n")
