# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests the output file OUT of `heddle stl`: links, permissions, and names that the program must refuse."""
import os
import pathlib
import unittest

from program import ProgramTest, random_mesh, to_stl

BEFORE = random_mesh(100)
ROOT_ALONE = unittest.skipUnless(os.geteuid() == 0, "only root gives files away")


class output(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("in.stl", to_stl(BEFORE))

    def repair(self, out, before=""):
        return self.run_shell(before + self.command("stl", "in.stl", out, "--device", "cpu"))

    def expect_repair(self, out, before="", result=None):
        """Checks that OUT is accepted, and the file that gets the result, if it is named."""
        done = self.repair(out, before)
        self.assertEqual((0, ""), (done.status, done.errors))
        if result:
            self.expect_mesh(BEFORE, result)

    def make_old(self, mode, owner=None):
        self.write("out.stl", "precious")
        if owner:
            os.chown(self.folder / "out.stl", *owner)
        (self.folder / "out.stl").chmod(mode)

    def mode(self):
        return (self.folder / "out.stl").stat().st_mode & 0o7777

    def as_somebody(self, groups="--clear-groups"):
        """Returns the beginning of a shell command that runs the rest of the command as a user without privileges."""
        prefix = f"setpriv --reuid 65534 --regid 65534 {groups} "
        if self.run_shell(prefix + "true").status != 0:
            self.skipTest("setpriv is missing")
        return prefix

    def test_follows_a_symbolic_link_to_a_file_that_is_not_there(self):
        (self.folder / "folder").mkdir()
        for link, target in (("relative.stl", "target.stl"), ("absolute.stl", self.folder / "absolute-target.stl"),
                             ("first.stl", "folder/second.stl"), ("folder/second.stl", "../third.stl")):
            (self.folder / link).symlink_to(target)
        for link, target in (("relative.stl", "target.stl"), ("absolute.stl", "absolute-target.stl"),
                             ("first.stl", "third.stl")):
            self.expect_repair(link, result=target)
            self.assertTrue((self.folder / link).is_symlink(), link)
            self.assertFalse((self.folder / target).is_symlink(), target)
        self.assertTrue((self.folder / "folder/second.stl").is_symlink())

    def test_refuses_names_before_any_work(self):
        for link, target in (("loop", "loop"), ("astray", "missing/out.stl"), ("folder", "missing/")):
            (self.folder / link).symlink_to(target)
        there = self.files()
        for out, words in (("loop", "Too many levels of symbolic links"), ("astray", "No such file or directory"),
                           ("folder", "No such file or directory"), ("x" * 256, "File name too long"),
                           ("/" * 5001 + "x", "File name too long"), ("/proc/self/fd/99", "No such file or directory"),
                           ("missing/out.stl", "No such file or directory"), ("new/", "No such file or directory"),
                           ("in.stl/out.stl", "Not a directory"), (f"{self.folder}/", "it is a directory"),
                           ("", "OUT: a name is missing")):
            # The program refuses OUT before it opens IN, which does not exist.
            result = self.heddle("stl", "none.stl", out)
            self.expect_refusal(result, 1 if out else 2, words)
            self.assertEqual("", result.output)
        self.assertEqual(there, self.files())

    def test_takes_the_longest_name(self):
        self.expect_repair("x" * 255, result="x" * 255)

    def test_is_named_in_one_line(self):
        self.expect_refusal(self.heddle("stl", "in.stl", "two\nlines/out.stl"), 1, "two?lines")
        self.expect_refusal(self.heddle("weave\n\x1b[31m"), 2, "weave??[31m")

    def test_has_the_permissions_of_any_new_file(self):
        self.expect_repair("out.stl", "umask 027; ")
        self.assertEqual(0o640, self.mode())

    def test_keeps_its_permissions_but_sets_no_id(self):
        self.make_old(0o6750)
        self.expect_repair("out.stl", result="out.stl")
        self.assertEqual(0o750, self.mode())

    @ROOT_ALONE
    def test_keeps_its_owner(self):
        self.make_old(0o6640, owner=(1234, 2345))
        self.expect_repair("out.stl", result="out.stl")
        status = (self.folder / "out.stl").stat()
        self.assertEqual((1234, 2345, 0o640), (status.st_uid, status.st_gid, self.mode()))

    @ROOT_ALONE
    def test_gives_a_group_no_more_than_it_had(self):
        self.folder.chmod(0o777)
        for groups, group, mode in (("--groups 2345", 2345, 0o676), ("--clear-groups", 65534, 0o666)):
            self.make_old(0o676, owner=(1234, 2345))
            self.expect_repair("out.stl", self.as_somebody(groups))
            self.assertEqual((group, mode), ((self.folder / "out.stl").stat().st_gid, self.mode()))
            (self.folder / "out.stl").unlink()

    @ROOT_ALONE
    def test_of_another_user_is_left_alone_where_only_owners_replace(self):
        self.folder.chmod(0o1777)
        self.make_old(0o666)
        self.expect_refusal(self.repair("out.stl", self.as_somebody()), 1, "Operation not permitted")
        self.assertEqual(b"precious", self.read("out.stl"))
        self.assertEqual(["in.stl", "out.stl"], self.files())

    def test_leaves_other_hard_links_alone(self):
        os.link(self.folder / "in.stl", self.folder / "out.stl")
        self.expect_repair("out.stl", result="out.stl")
        self.assertEqual(to_stl(BEFORE), self.read("in.stl"))

    def test_may_be_an_open_file_without_a_name(self):
        result = self.run_shell("exec 3<>gone; rm gone; " + self.command("stl", "in.stl", "/dev/fd/3")
                                + " && cat /dev/fd/3 >out.stl")
        self.assertEqual(0, result.status, result.errors)
        self.expect_mesh(BEFORE, "out.stl")
        self.assertEqual(["in.stl", "out.stl"], self.files())

    def test_may_be_a_pipe_that_loses_its_reader(self):
        self.write("large.stl", to_stl(random_mesh(10000)))  # more than a pipe holds
        result = self.run_shell("mkfifo pipe; sleep 0.1 <pipe & " +
                                self.command("stl", "large.stl", "pipe", "--device", "cpu"))
        self.expect_refusal(result, 1, "Broken pipe")
        self.assertTrue((self.folder / "pipe").is_fifo())

    def test_leaves_devices_where_they_are(self):
        self.expect_repair("/dev/null")
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())
        link = self.folder / "null.stl"
        link.symlink_to("/dev/null")
        self.expect_repair("null.stl")
        self.assertTrue(link.is_symlink() and link.is_char_device())


if __name__ == "__main__":
    unittest.main()
