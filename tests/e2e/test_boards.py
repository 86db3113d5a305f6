# SPDX-License-Identifier: MIT
"""resolve --sysroot: what boards and servers get."""

import shlex

from fixtures import SYSROOTS, make_sysroot
from harness import ARM, CROSS, X86, CommandTest, codes_of, components_of, main, release_of


class BoardTest(CommandTest):
    def setUp(self):
        super().setUp()
        for name in SYSROOTS:
            make_sysroot(self.folder, name)

    def on(self, board, *options):
        """The plan for a board, for a build machine that is x86_64."""
        return self.resolve("--sysroot", board, *X86, *options)

    def refused_on(self, board, *options):
        return self.refuse("--sysroot", board, *X86, *options)

    def assert_tag(self, expected, board, *options):
        with self.subTest(board, options=options):
            self.assertEqual(self.on(board, *options)["tag"], expected)


class Jetson(BoardTest):
    def test_libraries_set_the_ceiling_not_the_compiler(self):
        libraries = ("--caps", "7.2", "--profile", "libraries", *ARM)
        error = self.refuse("--cuda", "12.6.3", *libraries)
        self.assertEqual(error["code"], "library_lacks_capability")
        self.assert_mentions(error["message"], "libcublas", "linux-aarch64", "sm_87")
        plan = self.resolve(*libraries)
        self.assertEqual((release_of(plan), plan["tag"]), ("12.2.2", "linux-aarch64"))
        self.assertIn("libcublas", components_of(plan))
        # The compiler holds no kernels, so it alone may be newer.
        compiler = self.resolve("--caps", "7.2", "--components", "cuda_nvcc", "--cuda", "12.6.3",
                                *ARM)
        self.assertIn("board_runs_up_to", codes_of(compiler))

    def test_refusal_suggests_the_release_whose_libraries_serve(self):
        error = self.refuse("--caps", "7.2", "--profile", "libraries", "--cuda", "12.6.3", *ARM)
        self.assertIn("12.2.2", " ".join([error["message"], *error["hints"]]))

    def test_never_sbsa_in_place_of_a_missing_jetson_tag(self):
        error = self.refused_on("r36", "--caps", "8.7", "--cuda", "12.3.2")
        self.assertEqual(error["code"], "tag_not_in_release")
        self.assert_mentions(error["message"], "12.3.2", "linux-aarch64")
        self.assert_mentions(" ".join(error["hints"]), "12.2.2", "12.4.0")
        self.assert_tag("linux-aarch64", "r36", "--caps", "8.7", "--cuda", "12.4.1")

    def test_tag_depends_on_the_release_too(self):
        self.assert_tag("linux-sbsa", "r39", "--caps", "8.7", "--cuda", "13.2.1")
        plan = self.resolve("--caps", "8.7,11.0", "--cuda", "13.2.1", *CROSS)
        self.assertEqual(plan["tag"], "linux-sbsa")
        error = self.refuse("--caps", "8.7,9.0", "--cuda", "12.6.3", *CROSS)
        self.assertEqual(error["code"], "mixed_capabilities")

    def test_old_boards_have_no_redist(self):
        error = self.refused_on("r32", "--caps", "5.3")
        self.assertEqual(error["code"], "no_release_serves")
        error = self.refused_on("r35", "--caps", "7.2", "--cuda", "11.7.1")
        self.assertEqual(error["code"], "tag_not_in_release")
        self.assertIn("11.8", error["message"])
        self.assertIn("--cuda 11.8.0", " ".join(error["hints"]))

    def test_old_boards_are_pointed_at_their_own_toolkit(self):
        for options in (("--caps", "5.3"), ()):
            with self.subTest(options):
                error = self.refused_on("r32", *options)
                self.assertIn("10.2", " ".join([error["message"], *error["hints"]]))

    def test_newer_l4t_than_known_is_no_error(self):
        for board in ("r39", "r41"):
            outcome = self.run_tool("resolve", "--caps", "8.7", "--sysroot", board, *X86)
            self.assertNotIn("unsupported", outcome.stdout + outcome.stderr)
            self.assertEqual(outcome.stderr, "")
            self.assert_tag("linux-sbsa", board, "--caps", "8.7")
        self.assertIn("l4t_newer_than_tables", codes_of(self.on("r41", "--caps", "8.7")))
        components = components_of(self.on("r41", "--caps", "8.7"))
        self.assertFalse([name for name in components if "compat" in name])

    def test_l4t_that_never_was_is_refused(self):
        error = self.refused_on("r37", "--caps", "8.7", "--cuda", "12.6.3")
        self.assertEqual(error["code"], "l4t_cannot_run_release")
        self.assertIn("37", error["message"])

    def test_patch_level_of_l4t_does_not_matter(self):
        known = self.on("r36", "--caps", "8.7")
        unknown = self.on("r36_unknown_patch", "--caps", "8.7")
        for key in known.keys() - {"rejected"}:  # Its reasons name the patch level.
            self.assertEqual(unknown[key], known[key])

    def test_board_without_a_release_file(self):
        for board in ("nixos", "oe4t"):
            self.assert_tag("linux-aarch64", board, "--caps", "8.7", "--cuda", "12.6.3")
            self.assert_tag("linux-aarch64", board, "--cuda", "12.6.3")
            outcome = self.run_tool("resolve", "--cuda", "12.6.3", "--sysroot", board, "--explain")
            self.assertRegex(outcome.stdout, r"tegra\s+\S.*\s/proc/device-tree/compatible\n")

    def test_cuda_13_on_l4t_36(self):
        error = self.refused_on("r36", "--caps", "8.7", "--cuda", "13.2.1")
        self.assertEqual(error["code"], "l4t_cannot_run_release")
        self.assert_mentions(error["message"], "13.2", "12.9")

    def test_refusal_of_the_old_tag_says_which_one_jetsons_take_now(self):
        error = self.refuse("--tag", "linux-aarch64", "--cuda", "13.0.2")
        self.assertEqual(error["code"], "tag_not_in_release")
        self.assertIn("linux-sbsa", error["message"])

    def test_two_names_of_thor(self):
        for caps, cuda, other in (("10.1", "13.0.2", "11.0"), ("11.0", "12.9.1", "10.1")):
            with self.subTest(caps, cuda=cuda):
                error = self.refuse("--caps", caps, "--cuda", cuda, *CROSS)
                self.assertEqual(error["code"], "capability_renamed")
                same = f"cudafetch resolve --caps {other} --cuda {cuda} {shlex.join(CROSS)}"
                self.assertIn(same, error["hints"])
        plan = self.on("r38", "--cuda", "13.0.2")
        self.assertEqual((plan["capabilities"], plan["capabilities_from"]), (["11.0"], "board"))
        error = self.refused_on("r38", "--caps", "10.1", "--cuda", "12.9.1")
        self.assertEqual(error["code"], "l4t_cannot_run_release")

    def test_refusal_of_the_old_name_on_a_new_board_says_what_to_do(self):
        hints = self.refused_on("r38", "--caps", "10.1", "--cuda", "12.9.1")["hints"]
        self.assertTrue(any("11.0" in hint for hint in hints), hints)


class Undecided(BoardTest):
    def test_container_without_evidence(self):
        self.assert_tag("linux-aarch64", "container", "--caps", "8.7", "--cuda", "12.6.3")
        self.assert_tag("linux-sbsa", "container", "--caps", "8.0")
        error = self.refused_on("container")
        self.assertEqual(error["code"], "no_capability_given")
        self.assert_mentions(error["message"], "device tree", "L4T", "ACPI")
        for option in ("--caps", "--l4t", "--tag"):
            self.assertIn(option, " ".join(error["hints"]))

    def test_board_with_an_integrated_and_a_discrete_gpu(self):
        self.assert_tag("linux-sbsa", "igx", "--caps", "8.9", "--cuda", "12.6.3")
        self.assert_tag("linux-aarch64", "igx", "--caps", "8.7", "--cuda", "12.6.3")
        error = self.refused_on("igx", "--caps", "8.7,8.9", "--cuda", "12.6.3")
        self.assertEqual(error["code"], "mixed_capabilities")
        plan = self.on("igx", "--cuda", "12.6.3")
        self.assertEqual(plan["capabilities"], ["8.7"])
        self.assertIn("discrete_gpu_present", codes_of(plan))

    def test_request_for_another_board_is_noted(self):
        self.assertIn("not_this_board", codes_of(self.on("nixos", "--caps", "7.2")))

    def test_sysroot_without_uname_is_known_by_its_loader(self):
        loader = self.folder / "bare" / "lib" / "ld-linux-aarch64.so.1"
        loader.parent.mkdir(parents=True)
        loader.write_bytes(b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\0\xb7\0" + bytes(44))
        self.assert_tag("linux-aarch64", "bare", "--caps", "8.7", "--cuda", "12.6.3")


class Server(BoardTest):
    def test_spark_is_a_server(self):
        self.assert_tag("linux-sbsa", "spark", "--caps", "12.1", "--cuda", "13.0.2")
        error = self.refused_on("spark", "--caps", "12.1", "--cuda", "12.6.3")
        self.assertEqual(error["code"], "capability_too_new")
        self.assert_mentions(error["message"], "12.6.3", "12.1", "12.9")

    def test_explanation_names_the_rule(self):
        text = self.run_tool("resolve", "--caps", "12.1", "--sysroot", "spark", "--explain").stdout
        decided = text[text.index("\ndecided\n"):]
        self.assertIn("linux-sbsa", decided)

    def test_no_capability_on_a_server_is_no_constraint(self):
        plan = self.on("grace")
        self.assertEqual((plan["tag"], plan["capabilities"], plan["capabilities_from"]),
                         ("linux-sbsa", [], "default"))


if __name__ == "__main__":
    main()
