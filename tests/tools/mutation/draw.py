# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Draws random mutants: changes of single places of the library that no person chose.

A place is found by its tokens. Code that a host test cannot notice is left out: preprocessor lines, the heads of
templates, assertions, and, unless a test reads the PTX, code for devices only.
"""
import pathlib
import random
import re
from dataclasses import dataclass

from places import tokens

SWAPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
           "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "+=": "-=", "-=": "+=",
           "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<", "|=": "&=", "&=": "|=",
           "true": "false", "false": "true"}
NO_OPERAND = ("template", "operator", "return", ",", "(", "=")
CLOSING = {"(": ")", "[": "]", "{": "}"}
# These macros and keywords begin a statement whose absence is no mutant.
NO_STATEMENT = frozenset("return using static_assert template typedef friend if for while do else switch case default "
                         "break continue goto public private protected namespace".split())
# Code within these parentheses only refuses wrong programs.
ASSERTIONS = frozenset("static_assert HEDDLE_EXPECTS __attribute__ decltype noexcept".split())


@dataclass(frozen=True)
class Change:
    kind: str
    begin: int  # positions in the text of the header
    end: int
    new: str
    on_device: bool  # whether the place is code for devices only

    def applied_to(self, text):
        return text[:self.begin] + self.new + text[self.end:]


def blank_out(text, begin, end):
    return text[:begin] + re.sub(r"[^\n]", " ", text[begin:end]) + text[end:]


def without_preprocessor(text):
    """Returns the text with preprocessor lines blanked out, and the ranges of code for devices only."""
    ranges, stack, at, result = [], [], 0, text
    lines = text.splitlines(keepends=True)
    continues = False
    for line in lines:
        directive = re.match(r"\s*#\s*(\w+)(.*)", line)
        if directive or continues:
            result = blank_out(result, at, at + len(line))
            continues = line.rstrip().endswith("\\")
        if directive:
            word, condition = directive.groups()
            of_device = re.search(r"__CUDA_ARCH__|__CUDACC__", condition) is not None
            negated = "!defined" in condition.replace(" ", "")
            if word.startswith("if"):
                stack.append(of_device and not negated if of_device else None)
            elif word in ("else", "elif") and stack[-1] is not None:
                stack[-1] = not stack[-1]
            elif word == "endif":
                stack.pop()
        if any(stack):
            ranges.append((at, at + len(line)))
        at += len(line)
    return result, ranges


class Source:
    """The tokens of a header, each with its closing parenthesis, and the parts in which places are drawn."""

    def __init__(self, text):
        self.text = text
        code, self.device_ranges = without_preprocessor(text)
        self.all = [token for token in tokens(code)]
        self.words = [word for word, _, _ in self.all]
        self.partner, self.in_function, self.excluded = {}, [False] * len(self.all), [False] * len(self.all)
        self.in_parentheses = [False] * len(self.all)
        self.find_parentheses()
        self.exclude()

    def find_parentheses(self):
        stack, functions = [], []
        for i, word in enumerate(self.words):
            self.in_function[i] = bool(functions and functions[-1])
            self.in_parentheses[i] = bool(stack) and self.words[stack[-1]] != "{"
            if word in CLOSING:
                stack.append(i)
                if word == "{":
                    functions.append(self.opens_function(i) or bool(functions and functions[-1]))
            elif stack and word == CLOSING[self.words[stack[-1]]]:
                first = stack.pop()
                self.partner[first], self.partner[i] = i, first
                if word == "}":
                    functions.pop()

    def opens_function(self, brace):
        before = brace - 1
        while before >= 0 and self.words[before] not in (";", "{", "}"):
            before -= 1
        head = self.words[before + 1:brace]
        return "(" in head and not {"struct", "class", "union", "enum", "namespace"} & set(head[:head.index("(")])

    def exclude(self):
        for i, word in enumerate(self.words[:-1]):
            following = self.words[i + 1]
            if word in ASSERTIONS and following == "(" and i + 1 in self.partner:
                self.excluded[i:self.partner[i + 1] + 1] = [True] * (self.partner[i + 1] + 1 - i)
            # Of PTX, only whole statements are left out.
            if following == "(" and (word == "asm" or (word == "volatile" and self.words[i - 1] == "asm")):
                self.excluded[i + 1:self.partner[i + 1] + 1] = [True] * (self.partner[i + 1] - i)
            if word == "template" and following == "<":
                depth, j = 0, i + 1
                while j < len(self.words):
                    depth += {"<": 1, ">": -1, ">>": -2}.get(self.words[j], 0)
                    self.excluded[j] = True
                    if depth <= 0:
                        break
                    j += 1

    def change(self, kind, first, last, new):
        begin, end = self.all[first][1], self.all[last][2]
        on_device = any(a <= begin < b for a, b in self.device_ranges)
        return Change(kind, begin, end, new, on_device)

    def span(self, first, last):
        return self.text[self.all[first][1]:self.all[last][2]]

    def is_spaced(self, i):
        _, begin, end = self.all[i]
        return self.text[begin - 1].isspace() and self.text[end:end + 1].isspace()

    def changes(self):
        """Yields every change of this header."""
        for i, word in enumerate(self.words):
            if self.excluded[i] or i + 1 >= len(self.words):
                continue
            if word in ("true", "false") or (word in SWAPPED and 0 < i and self.is_spaced(i)
                                             and self.words[i - 1] not in NO_OPERAND
                                             and (self.in_function[i] or word not in ("&", "*", "&&"))):
                yield self.change("operator", i, i, SWAPPED[word])
            number = re.fullmatch(r"(0x[\da-fA-F]+|\d+)(u?)", word)
            if number and self.in_function[i]:
                value = int(number.group(1), 0)
                for other in (value + 1, value - 1)[:2 if value else 1]:
                    yield self.change("constant", i, i, f"{other}{number.group(2)}")
            if word == "!" and self.in_function[i]:
                yield self.change("condition", i, i, "")
            if word in ("if", "while"):
                first = i + (2 if self.words[i + 1] == "constexpr" else 1)
                if first in self.partner:
                    last = self.partner[first]
                    yield self.change("condition", first, last, f"(!{self.span(first, last)})")
            if self.in_function[i] and word == "(" and i in self.partner:
                yield from self.swapped_arguments(i)
            if self.in_function[i] and i > 0 and not self.in_parentheses[i] and self.begins_statement(i):
                yield from self.deleted_statement(i)

    def swapped_arguments(self, opening):
        before = self.words[opening - 1]
        if not re.match(r"[A-Za-z_>]", before) or before in ("if", "for", "while", "switch"):
            return
        closing, commas, i = self.partner[opening], [], opening + 1
        while i < closing:
            if self.words[i] == ",":
                commas.append(i)
            i = self.partner[i] + 1 if self.words[i] in CLOSING else i + 1
        inside = self.words[opening + 1:closing]
        if len(commas) != 1 or "<" in inside or ";" in inside:
            return
        first, second = self.span(opening + 1, commas[0] - 1), self.span(commas[0] + 1, closing - 1)
        if first != second and not re.search(r"\w [\w&]", first + second):  # these are parameters
            yield self.change("arguments", opening + 1, closing - 1, f"{second}, {first}")

    def begins_statement(self, i):
        before = self.words[i - 1]
        if before == ")" and i - 1 in self.partner:
            opening = self.partner[i - 1]
            return self.words[opening - 1] in ("if", "for", "while", "constexpr")
        return before in (";", "{", "}", "else")

    def deleted_statement(self, first):
        word = self.words[first]
        if word in NO_STATEMENT or word.startswith("HEDDLE_") or not re.match(r"[A-Za-z_*+(:-]", word):
            return
        last = first
        while last < len(self.words) and self.words[last] != ";":
            if self.words[last] in ("{", "}", ")") or self.words[last] in ("delete", "default"):
                return
            last = self.partner[last] + 1 if self.words[last] in ("(", "[") and last in self.partner else last + 1
        words = self.words[first:last]
        if word == "asm":
            words = ["("]
        flat, depth = [], 0
        for each in words:  # without what stands in parentheses
            depth -= each in (")", "]")
            if depth == 0:
                flat.append(each)
            depth += each in ("(", "[")
        declares = any(re.match(r"[A-Za-z_>*&]", a) and re.match(r"[A-Za-z_]", b) for a, b in zip(flat, flat[1:])
                       if a not in ("=", "template"))
        if last < len(self.words) and not declares and ("(" in words or "=" in words or any("=" in w for w in words)
                                                         or "++" in words):
            yield self.change("statement", first, last, ";")


@dataclass(frozen=True)
class Drawn:
    id: str
    file: str
    tests: tuple
    change: Change

    on_gpu = False

    def applied_to(self, text):
        return self.change.applied_to(text)


def describe(text, change):
    """Returns the line and column, and the code before and after, in one line of text."""
    line = text.count("\n", 0, change.begin) + 1
    column = change.begin - text.rfind("\n", 0, change.begin)
    old = " ".join(text[change.begin:change.end].split())
    new = " ".join(change.new.split()) or "nothing"
    return f"{line}:{column} {change.kind}: `{old}` -> `{new}`{' (device)' if change.on_device else ''}"


def draw(include, subjects, count, seed, only=""):
    """Returns up to `count` mutants of the headers that `subjects` names, always the same ones for the same arguments.

    A header is drawn by the number of its places; then each kind of change is as likely as any other. `only` is a
    regular expression for the names of mutants.
    """
    numbers = random.Random(seed)
    kinds_of = {}  # for each header: the mutants of each kind
    for file, tests in sorted(subjects.items()):
        text = (pathlib.Path(include) / file).read_text()
        for change in Source(text).changes():
            able = tuple(test for test in tests if test.startswith("resources/") or not change.on_device)
            mutant = Drawn(f"{file}:{describe(text, change)}", file, able, change)
            if able and re.search(only, mutant.id):
                kinds_of.setdefault(file, {}).setdefault(change.kind, {})[mutant.id] = mutant
    drawn = []
    while len(drawn) < count and kinds_of:
        file = numbers.choices(list(kinds_of), [sum(map(len, kinds.values())) for kinds in kinds_of.values()])[0]
        kinds = kinds_of[file]
        # Most swapped arguments do not compile.
        kind = numbers.choices(list(kinds), [0.3 if kind == "arguments" else 1 for kind in kinds])[0]
        drawn.append(kinds[kind].pop(numbers.choice(list(kinds[kind]))))
        if not kinds[kind]:
            del kinds[kind]
        if not kinds:
            del kinds_of[file]
    return drawn
