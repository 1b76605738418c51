#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that mutate.py changes what it should in a header, and nothing else."""
import unittest

from mutate import changes_of

CODE = """
#if SOME_MACRO > 3
template <class T, bool IsLarge = (sizeof(T) > 4)>
struct widget {
    static_assert(sizeof(T) < 64, "2 < 3");
    void go(int first, T const& second, T&& third)
    {
        int const sum = first + second.size_2;  // 7 + 8
        if (!done && sum >= 2) finish(first, 0x1F);
#    if defined(__CUDA_ARCH__)
        while (is_waiting) asm volatile("mov %0, 1;" : "=r"(a[1]));
#    else
        meet('3', 1.5f);
#    endif
        return true;
    }
};
#endif
"""


class MutateTest(unittest.TestCase):
    def changed_lines(self, of_device):
        """Returns the changed line of each mutant."""
        texts = [CODE[:begin] + new + CODE[end:] for begin, end, new in changes_of(CODE, of_device)]
        lines = CODE.splitlines()
        return sorted(new.strip() for text in texts for old, new in zip(lines, text.splitlines()) if old != new)

    def test_changes(self):
        condition = "if (!done && sum >= 2) finish(first, 0x1F);"
        on_host = ["int const sum = first - second.size_2;  // 7 + 8",
                   condition.replace("!", ""), condition.replace("&&", "||"),
                   condition.replace(">=", ">"), condition.replace("2", "1"), condition.replace("2", "3"),
                   condition.replace("0x1F", "30"), condition.replace("0x1F", "32"),
                   f"if (!(!done && sum >= 2)){condition[22:]}", "return false;"]
        self.assertEqual(sorted(on_host), self.changed_lines(of_device=False))
        waits = 'while (!(is_waiting)) asm volatile("mov %0, 1;" : "=r"(a[1]));'
        self.assertEqual(sorted([*on_host, waits]), self.changed_lines(of_device=True))


if __name__ == "__main__":
    unittest.main()
