# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Finds the place of a mutant in a header, also after lines of the header were wrapped anew or names changed.

Code is compared token by token, so white space and comments do not matter. Nor do namespaces of heddle before a name.
If a mutant's old code does not occur, a place with other names is searched: each old name corresponds to one new name,
and all other tokens are the same. If there are several such places, the place that shares most names with the old code
is taken; there must be only one. PTX, in the strings of asm statements, is compared as text.
"""
import re

TOKEN = re.compile(r"""
    (?P<blank>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<name>(?:(?:heddle|detail|in_thrust|types)::)*[A-Za-z_]\w*)
  | (?P<other>"(?:\\.|[^"\\])*"|\d[\w.']*|->|<<=?|>=|<=|==|!=|&&|\|\||\+\+|--|[-+*/%&|^]=|::|.)
""", re.VERBOSE | re.DOTALL)
KEYWORDS = frozenset("if else for while return const constexpr static bool unsigned int auto true false template typename "
                     "class struct operator using sizeof alignof".split())


class NoPlace(Exception):
    pass


def tokens(text):
    """Returns each token with the positions of its beginning and its end in the text."""
    return [(match.group(), *match.span()) for match in TOKEN.finditer(text) if match.lastgroup != "blank"]


def is_name(token):
    return (token[0].isalpha() or token[0] == "_") and token not in KEYWORDS


def unqualified(name):
    return name.rpartition("::")[2]


def names_between(old, new):
    """Returns the name in `new` for each name in `old`, or None if the two differ in more than names."""
    forth, back = {}, {}
    for a, b in zip(old, new):
        if not is_name(a) or not is_name(b):
            if a != b:
                return None
        elif forth.setdefault(a, b) != b or back.setdefault(b, a) != a:
            return None
    return forth


def find(text, old, nth=0):
    """Returns the positions at which the old code begins and ends in the text, and the present names for its names."""
    there = tokens(text)
    words = [word for word, _, _ in there]
    wanted = [word for word, _, _ in tokens(old)]
    exact, renamed = [], []
    for at in range(len(words) - len(wanted) + 1):
        names = names_between(wanted, words[at:at + len(wanted)])
        if names is None:
            continue
        same = sum(unqualified(a) == unqualified(b) for a, b in names.items())
        (exact if same == len(names) else renamed).append((same, at, names))
    places = exact
    if not exact and renamed:
        most = max(same for same, _, _ in renamed)
        places = [place for place in renamed if place[0] == most]
    if not places or (len(places) > 1 and nth == 0) or nth > len(places):
        raise NoPlace(f"its old code occurs {len(exact)} times, with other names {len(renamed)} times")
    _, at, names = places[max(nth, 1) - 1]
    return there[at][1], there[at + len(wanted) - 1][2], names


def replace(text, old, new, nth=0):
    """Returns the text after replacing one occurrence of the old code with the new code, in the present names."""
    if nth == 0 and sum(old in word for word, _, _ in tokens(text) if word[0] == '"') == 1:
        return text.replace(old, new)
    begin, end, names = find(text, old, nth)
    pieces, last = [], 0
    for word, first, behind in tokens(new):
        pieces += [new[last:first], names.get(word, word)]
        last = behind
    return text[:begin] + "".join(pieces) + new[last:] + text[end:]
