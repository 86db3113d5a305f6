#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""resolve: drivers, compat components, what code is accepted, boards, profiles and siblings."""

import json
import os
import shlex

from fixtures import make_sysroot
from harness import ADA, CROSS, X86, CommandTest, codes_of, components_of, main, release_of
from installs import InstallTest
from mirrors import Mirror, tar_xz, tree_members


class Drivers(CommandTest):
    def test_the_driver_below_a_sysroot_bounds_the_major_and_only_warns_below_it(self):
        pc = make_sysroot(self.folder, "pc")  # 535.104.05
        plan = self.resolve("--sysroot", pc, *X86, "--caps", "8.9")
        self.assertEqual(release_of(plan).split(".")[0], "12")
        self.assertIn("driver_older_than_release", codes_of(plan))
        refused = {r["code"] for r in plan["rejected"]}
        self.assertEqual(refused, {"driver_too_old"})
        at_home = self.resolve("--sysroot", pc, *X86, "--caps", "8.9", "--cuda", "12.2.2")
        self.assertNotIn("driver_older_than_release", codes_of(at_home))
        error = self.refuse("--sysroot", pc, *X86, "--caps", "8.9", "--cuda", "13.0.2")
        self.assertEqual(error["code"], "driver_too_old")
        self.assert_mentions(error["message"], "535.104.05", "580.65.06")
        self.assertTrue(any("--driver 580.65.06" in hint for hint in error["hints"]), error)

    def test_a_driver_may_be_given_by_hand(self):
        for driver, major in (("450.80.02", "11"), ("525.60.13", "12"), ("580", "13")):
            plan = self.resolve("--target", "x86_64", *ADA, "--driver", driver)
            self.assertEqual(release_of(plan).split(".")[0], major, driver)

    def test_a_board_has_no_driver_of_that_kind(self):
        orin = make_sysroot(self.folder, "orin")
        (orin / "sys/module/nvidia").mkdir(parents=True, exist_ok=True)
        (orin / "sys/module/nvidia/version").write_text("470.57.02\n")
        plan = self.resolve("--sysroot", orin, *X86)
        self.assertEqual(release_of(plan), "12.9.2")
        self.assertNotIn("driver_too_old", {r["code"] for r in plan["rejected"]})


class Compat(CommandTest):
    def on(self, root, *options):
        return ("--sysroot", make_sysroot(self.folder, root), *X86, "--with-compat", *options)

    def test_pairs_that_nvidia_does_not_list(self):
        plan = self.resolve(*self.on("r36", "--caps", "8.7", "--cuda", "13.2.1"))
        self.assertEqual(plan["tag"], "linux-sbsa")
        self.assertIn("cuda_compat_orin", components_of(plan))
        self.assertIn("compat_override", codes_of(plan))
        error = self.refuse(*self.on("r36", "--caps", "8.7", "--cuda", "13.0.2"))
        self.assertEqual(error["code"], "compat_missing")
        error = self.refuse(*self.on("r35", "--cuda", "12.9.1", "--caps", "8.7"))
        self.assertEqual(error["code"], "l4t_cannot_run_release")

    def test_a_refusal_names_the_option(self):
        root = make_sysroot(self.folder, "r36")
        error = self.refuse("--sysroot", root, *X86, "--caps", "8.7", "--cuda", "13.2.1")
        self.assertEqual(error["code"], "l4t_cannot_run_release")
        self.assertIn("--with-compat", error["hints"][0])

    def test_a_server_gets_the_data_centres(self):
        plan = self.resolve(*self.on("grace", "--caps", "9.0", "--cuda", "13.2.1"))
        compat = next(a for a in plan["archives"] if a["component"] == "cuda_compat")
        self.assertEqual((compat["tag"], compat["variant"]), ("linux-sbsa", "cuda13.2"))
        error = self.refuse(*self.on("grace", "--caps", "9.0", "--cuda", "13.4.2"))
        self.assertEqual(error["code"], "compat_missing")

    def test_it_lifts_the_bound_of_a_servers_driver(self):
        pc = self.on("pc", "--caps", "9.0", "--cuda", "13.2.1")
        self.assertIn("compat_for_data_centre", codes_of(self.resolve(*pc)))


class Code(CommandTest):
    def test_what_is_less_than_native_is_said_and_can_be_refused(self):
        library = ("nvjpeg2000@0.8.1", "--cuda", "12.6.3", *X86, "--target", "x86_64")
        plan = self.resolve("--caps", "8.9", *library)
        self.assertIn("code_by_compatibility", codes_of(plan))
        error = self.refuse("--caps", "8.9", "--accept", "native", *library)
        self.assertEqual(error["code"], "library_lacks_capability")
        self.assertIn("of its own", error["message"])
        native = self.resolve("--caps", "9.0", "--accept", "native", *library)
        self.assertNotIn("code_by_compatibility", codes_of(native))

    def test_ptx_takes_what_has_no_real_code(self):
        board = ("--caps", "7.2", "--profile", "libraries", "--cuda", "12.6.3", *CROSS)
        self.assertEqual(self.refuse(*board)["code"], "library_lacks_capability")
        plan = self.resolve(*board, "--accept", "ptx")
        self.assertIn("ptx_unknown", codes_of(plan))

    def test_anything_else_is_a_usage_error(self):
        self.refuse("--accept", "cubin", status=2)


class Boards(CommandTest):
    def test_a_board_gets_no_data_centre_driver_whatever_it_builds_for(self):
        board = ("--board", "IGX Orin", "--caps", "8.9", "--cuda", "13.2.1", *X86)
        self.assertIn("cuda_compat_orin", components_of(self.resolve("--with-compat", *board)))
        error = self.refuse("--components", "cuda_compat", *board)
        self.assertEqual(error["code"], "component_not_for_tag")

    def test_what_is_said_in_vain_is_noted(self):
        plan = self.resolve("--board", "orin", "--driver", "470", *X86)
        self.assertIn("driver_ignored", codes_of(plan))
        self.assertIn("l4t_ignored", codes_of(self.resolve("--l4t", "36.4", *ADA)))

    def test_a_board_stands_for_its_capability(self):
        for name in ("Jetson Orin Nano", "orin-nano", "p3767-0005", "tegra234"):
            plan = self.resolve("--board", name, "--l4t", "36.4", *X86)
            self.assertEqual((plan["capabilities"], plan["capabilities_from"], plan["tag"]),
                             (["8.7"], "board", "linux-aarch64"), name)

    def test_a_board_takes_the_release_s_name_of_thor(self):
        for release, name in (("12.9.2", "10.1"), ("13.0.2", "11.0")):
            plan = self.resolve("--board", "thor", "--cuda", release, *X86)
            self.assertEqual(plan["capabilities"], [name])

    def test_names_that_are_none_or_many(self):
        error = self.refuse("--board", "orin nnao")
        self.assertEqual(error["code"], "unknown_board")
        self.assertIn("did you mean", error["message"])
        self.assertTrue(error["hints"])
        self.assertEqual(self.refuse("--board", "jetson")["code"], "ambiguous_board")


class Names(CommandTest):
    """What is misspelt is refused with what it may mean, and the hint resolves."""

    def test_the_nearest_name_comes_first(self):
        for options, right in ((("--components", "libcubls"), "libcublas"),
                               (("--components=-cuda_ncvc",), "-cuda_nvcc"),
                               (("--profile", "librarys"), "libraries"),
                               (("cuda", "cutensr"), "cutensor")):
            error = self.refuse(*options)
            self.assertIn(right, error["hints"][0], error)
            self.run_tool(*shlex.split(error["hints"][0])[1:])

    def test_components_of_any_product_may_be_named(self):
        plan = self.resolve("cuda@12.6", "cudnn@9.6", "--components", "cuda_nvcc,cudnn", *ADA)
        self.assertEqual(components_of(plan), ["cuda_nvcc", "cudnn"])
        error = self.refuse("cuda@12.6", "cudnn@9.6", "--components", "nosuch", *ADA)
        self.assertEqual(error["code"], "no_release_serves")
        self.assertEqual({r["code"] for r in error["rejected"]},
                         {"component_missing", "out_of_bounds"})


class Evidence(CommandTest):
    def test_releases_outside_the_bounds_have_a_reason(self):
        plan = self.resolve("--cuda", ">=12.2,<12.9", *ADA)
        self.assertEqual({r["code"] for r in plan["rejected"]}, {"out_of_bounds"})
        self.assertEqual(plan["rejected"][0]["release"], "13.4.2")
        named = self.resolve("--cuda", "12.6.3", *ADA)
        self.assertEqual(named["rejected"], [])

    def test_what_sources_dispute_is_a_note(self):
        plan = self.resolve("--caps", "8.7", "--l4t", "36.4", *CROSS)
        self.assertIn("sources_disagree", codes_of(plan))
        text = self.run_tool("resolve", "--caps", "8.7", "--l4t", "36.4", *CROSS).stdout
        self.assertNotIn("sources disagree", text)
        text = self.run_tool("resolve", "--caps", "8.7", "--l4t", "36.4", *CROSS, "-v").stdout
        self.assertIn("sources disagree", text)


class Twice(CommandTest):
    def test_the_same_product_is_taken_once(self):
        once = self.resolve("cuda", "cudnn", "--cuda", "12.6.3", *ADA)
        again = self.resolve("cuda", "cudnn", "cudnn", "cuda", "--cuda", "12.6.3", *ADA)
        self.assertEqual(again["archives"], once["archives"])

    def test_two_releases_of_one_product_are_refused(self):
        for products in (("cudnn@9.6.0", "cudnn@9.7.1"), ("cuda@12.6", "cuda@12.8")):
            error = self.refuse(*products, *ADA)
            self.assertEqual(error["code"], "bounds_empty")
            self.assertTrue(any(hint.startswith("cudafetch ") for hint in error["hints"]), error)


class Order(CommandTest):
    def test_an_unpublished_release_comes_before_an_unknown_capability(self):
        for release in ("12.7.0", "13.4.0"):
            error = self.refuse("--caps", "8.7a", "--cuda", release, *X86)
            self.assertEqual(error["code"], "cuda_release_unpublished")

    def test_no_list_brings_a_data_centre_driver_to_a_jetson(self):
        for caps in ("8.7", "8.7,9.0", "11.0,12.1"):
            error = self.refuse("--components", "cuda_compat", "--caps", caps, "--cuda", "13.2.1",
                                *CROSS)
            self.assertEqual(error["code"], "component_not_for_tag", caps)

    def test_commands_in_notes_resolve(self):
        for options in (("--caps", "8.7"), ("--caps", "8.7", "--cuda", "12.9.1"),
                        ("--caps", "8.7,11.0"), ("--caps", "7.2"), ("--caps", "11.0"),
                        ("--caps", "7.2,8.7")):
            for note in self.resolve(*options, *CROSS)["notes"]:
                if "cudafetch resolve" in note["text"]:
                    command = "resolve" + note["text"].split("cudafetch resolve")[1]
                    self.run_tool(*shlex.split(command))
        plan = self.resolve("--caps", "8.7", *CROSS)
        text = next(n["text"] for n in plan["notes"] if n["code"] == "l4t_not_given")
        self.assertIn("L4T 36", text)


class Kernels(CommandTest):
    """A board whose release file tells nothing goes by its kernel."""

    def board(self, kernel, tree, make=None):
        root = self.folder / f"board{len(list(self.folder.iterdir()))}"
        (root / "proc/device-tree").mkdir(parents=True)
        (root / "etc").mkdir()
        (root / "uname").write_text(f"Linux board {kernel} #1 SMP aarch64 GNU/Linux\n")
        (root / "proc/device-tree/compatible").write_bytes(tree)
        if make:
            make(root / "etc/nv_tegra_release")
        return root

    def test_absent_empty_or_unreadable(self):
        orin = b"nvidia,p3701-0005\0nvidia,tegra234\0"
        for make in (None, lambda path: path.write_text(""), lambda path: path.mkdir(),
                     lambda path: path.symlink_to("nv_tegra_release"), os.mkfifo):
            root = self.board("5.15.148-tegra", orin, make)
            plan = self.resolve("--sysroot", root, *X86)
            self.assertEqual((release_of(plan), plan["tag"]), ("12.9.2", "linux-aarch64"))
            self.assertIn("l4t_from_kernel", codes_of(plan))
        plan = self.resolve("--sysroot", self.board("6.8.12-tegra", orin), *X86)
        self.assertEqual(plan["tag"], "linux-sbsa")
        plan = self.resolve("--sysroot", self.board("6.6.1", orin), *X86)
        self.assertNotIn("l4t_from_kernel", codes_of(plan))
        for make in (lambda path: path.write_text(""), lambda path: path.mkdir(), os.mkfifo):
            error = self.refuse("--sysroot", self.board("6.6.1", orin, make), *X86)
            self.assertEqual(error["code"], "l4t_unreadable")


class EmptyValues(CommandTest):
    def test_a_value_that_is_none_is_refused(self):
        for words in (("--lock=", "--offline"), ("--lock", "--offline"), ("--caps=", "--json"),
                      ("--components=,", "--cuda", "12"), ("--cuda", "")):
            outcome = self.run_tool("resolve", *ADA, *words, status=2)
            self.assertIn("error:", outcome.stderr)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["home"])


class Profiles(CommandTest):
    def test_each_profile(self):
        runtime = components_of(self.resolve("--profile", "runtime", "--cuda", "12.6.3", *ADA))
        self.assertLessEqual({"cuda_cudart", "cuda_nvrtc", "libnvjitlink", "libcublas"},
                             set(runtime))
        self.assertNotIn("cuda_nvcc", runtime)
        tools = components_of(self.resolve("--profile", "devtools", "--cuda", "12.6.3", *ADA))
        self.assertLessEqual({"cuda_cuobjdump", "cuda_nvdisasm", "cuda_sanitizer_api", "cuda_gdb",
                              "nsight_compute"}, set(tools))
        everything = self.resolve("--profile", "all", "--cuda", "12.8.0", *ADA)
        self.assertNotIn("cuda_compat", components_of(everything))

    def test_what_has_no_archive_for_the_tag_is_left_out_or_refused(self):
        board = ("--cuda", "12.6.3", "--caps", "8.7", *CROSS)
        plan = self.resolve("--profile", "devtools", *board)
        self.assertNotIn("nsight_systems", components_of(plan))
        note = next(n for n in plan["notes"] if n["code"] == "component_not_for_tag")
        self.assertIn("nsight_systems", note["text"])
        error = self.refuse("--components", "nsight_systems", *board)
        self.assertEqual(error["code"], "component_not_for_tag")


class Siblings(CommandTest):
    def variant(self, plan, component):
        return next(a["variant"] for a in plan["archives"] if a["component"] == component)

    def test_each_sibling_fits_the_cuda_release(self):
        plan = self.resolve("cuda@12.6", "cudnn", "cutensor@2.3", *ADA)
        self.assertEqual([p["product"] for p in plan["products"]], ["cuda", "cudnn", "cutensor"])
        self.assertEqual(self.variant(plan, "cudnn"), "cuda12")
        self.assertEqual(self.variant(plan, "libcutensor"), "cuda12")
        self.assertIn("needs_from_cuda", codes_of(plan))
        error = self.refuse("cutensor@2.3.1", "--cuda", "11.8.0", *ADA)
        self.assert_mentions(error["message"], "cuda12", "cuda13")

    def test_flat_releases_by_what_the_tables_say(self):
        plan = self.resolve("cuda", "cutensor@2.1", "--cuda", "12.6", *ADA)
        archive = next(a for a in plan["archives"] if a["component"] == "libcutensor")
        self.assertEqual((archive["variant"], archive["lib_folder"]), (None, "lib/12"))
        error = self.refuse("cuda", "cutensor@2.1", "--cuda", "13.0.2", *ADA)
        self.assert_mentions(error["message"], "for CUDA 11 and 12")
        unknown = self.resolve("cusparselt@0.6.3", "--cuda", "12.6.3", *ADA)
        self.assertIn("cuda_fit_unknown", codes_of(unknown))


class FolderOfLibraries(InstallTest):
    def test_an_install_links_what_is_for_its_cuda(self):
        cutensor = Mirror(self.mirror.root, "cutensor")
        files = {"LICENSE": b"A licence.\n", "include/cutensor.h": b"// header\n",
                 "lib/11/libcutensor.so.2": b"\x7fELF 11", "lib/12/libcutensor.so.2": b"\x7fELF 12"}
        archive = tar_xz(tree_members("libcutensor-linux-x86_64-2.0.9-archive", files))
        cutensor.add("2.0.9", {"libcutensor": archive})
        self.mirror.add_toolkit("12.9.91")
        outcome = self.run_tool("install", "--json", "--prefix", self.prefix, "--mirror",
                                self.mirror.root, "cuda@12.9.91", "cutensor@2.0.9", *ADA)
        archives = json.loads(outcome.stdout)["plans"][0]["archives"]
        self.assertIn("lib/12", [a.get("lib_folder") for a in archives])
        library = self.prefix / "lib/libcutensor.so.2"
        self.assertEqual(library.read_bytes(), b"\x7fELF 12")
        self.assertTrue(library.is_symlink())
        self.assertTrue((self.prefix / "lib/11/libcutensor.so.2").exists())


if __name__ == "__main__":
    main()
