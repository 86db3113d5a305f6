# SPDX-License-Identifier: MIT
"""What all commands have in common: help, usage errors, JSON errors, colours."""

import json
import os
import pty
import re
import shlex
import subprocess
import threading

from harness import ADA, BINARY, ROOT, X86, CommandTest, main

COMMANDS = ("resolve", "install", "verify", "detect", "env", "list", "show", "diff", "which")
EXIT_CODES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 130)
ESCAPE = "\x1b"


class Help(CommandTest):
    def test_lists_commands_and_exit_codes(self):
        text = self.run_tool("--help").stdout
        for command in COMMANDS:
            self.assertRegex(text, rf"(?m)^  {command} +\S")
        table = re.findall(r"(?m)^ +(\d+)  \S", text[text.index("Exit codes"):])
        self.assertEqual(tuple(map(int, table)), EXIT_CODES)

    def test_each_command_has_an_example(self):
        for command in COMMANDS:
            with self.subTest(command):
                text = self.run_tool(command, "--help").stdout
                self.assertRegex(text, rf"(?m)^Example: .*cudafetch {command}\b")
                for option in re.findall(r"(?m)^  (?:-\w,)?(--[\w-]+)", text):
                    self.assertRegex(text, rf"{option}\b.*\S", option)

    def test_examples_of_resolve_run(self):
        text = self.run_tool("resolve", "--help").stdout
        command = shlex.split(re.search(r"(?m)^Example: (.*)$", text).group(1))
        self.run_tool(*command[1:])

    def test_version(self):
        project = (ROOT / "CMakeLists.txt").read_text()
        version = re.search(r"project\(cudafetch VERSION (\S+)", project).group(1)
        outcome = self.run_tool("--version")
        self.assertEqual((outcome.stdout, outcome.stderr), (f"cudafetch {version}\n", ""))


class Usage(CommandTest):
    CASES = ((), ("--nosuch",), ("nosuch",), ("resolve", "--nosuch"), ("resolve", "--caps"),
             ("resolve", "--l4t", "x"), ("resolve", "--sysroot", "nosuch"),
             ("resolve", "--mirror", "ftp://mirror"), ("install", "--jobs", "0"),
             ("install", "--jobs", "many"), ("verify", "--caps", "x"), ("env", "extra"),
             ("detect", "--sysroot", "nosuch"), ("detect", "extra"))

    def test_exit_code_2_and_a_hint(self):
        for arguments in self.CASES:
            with self.subTest(arguments):
                outcome = self.run_tool(*arguments, status=2)
                self.assertEqual(outcome.stdout, "")
                self.assertRegex(outcome.stderr, r"^error: .+\n(  try: .+\n)+$")

    def test_the_same_as_json(self):
        for arguments in self.CASES:
            with self.subTest(arguments):
                error = self.error_of(self.run_tool("--json", *arguments, status=2))
                self.assertTrue(error["code"] and error["message"] and error["hints"])

    def test_message_quotes_no_control_characters(self):
        outcome = self.run_tool("resolve", "--caps", f"{ESCAPE}[31m", status=2)
        self.assertNotIn(ESCAPE, outcome.stdout + outcome.stderr)


class Json(CommandTest):
    def test_errors_are_one_document_on_standard_output(self):
        for command, status, options in (
                ("resolve", 3, ("--caps", "13.9")), ("install", 3, ("--caps", "13.9")),
                ("verify", 6, ()), ("env", 6, ("--prefix", "nosuch"))):
            with self.subTest(command):
                outcome = self.run_tool(command, "--json", *options, status=status)
                self.assertTrue(self.error_of(outcome)["message"])
                self.assertTrue(outcome.stderr.startswith("error: "))

    def test_flag_may_stand_before_or_after_the_command(self):
        before = self.run_tool("--json", "resolve", *ADA).stdout
        self.assertEqual(before, self.run_tool("resolve", *ADA, "--json").stdout)
        json.loads(before)

    def test_output_that_cannot_be_written_is_an_error(self):
        with open("/dev/full", "w") as full:
            process = subprocess.run([str(BINARY), "resolve", *ADA], env=self.environment,
                                     stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(process.returncode, 6, process.stderr)
        self.assertIn("standard output", process.stderr)


class Colours(CommandTest):
    COLOURED = ("resolve", "--caps", "8.7", *X86, "--target", "aarch64")  # Has a title and a note.

    def on_terminal(self, *arguments, **variables):
        """What the binary prints on a terminal that is both of its outputs."""
        controller, terminal = pty.openpty()
        chunks = []

        def read():
            try:
                while chunk := os.read(controller, 65536):
                    chunks.append(chunk)
            except OSError:
                pass  # The other end is closed.

        reader = threading.Thread(target=read)
        reader.start()
        subprocess.run([str(BINARY), *arguments], stdin=subprocess.DEVNULL, stdout=terminal,
                       stderr=terminal, env={**self.environment, "TERM": "xterm", **variables})
        os.close(terminal)
        reader.join()
        os.close(controller)
        return b"".join(chunks).decode()

    def test_none_in_a_pipe(self):
        for arguments in (self.COLOURED, (*self.COLOURED, "--explain"), ("resolve", "--caps", "x"),
                          ("--help",)):
            outcome = self.run_tool(*arguments, status=None)
            self.assertNotIn(ESCAPE, outcome.stdout + outcome.stderr)

    def test_on_a_terminal(self):
        self.assertIn(ESCAPE, self.on_terminal(*self.COLOURED))
        self.assertIn(ESCAPE, self.on_terminal("resolve", "--caps", "x"))

    def test_none_with_no_color_or_on_a_dumb_terminal(self):
        for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            for arguments in (self.COLOURED, ("resolve", "--caps", "x")):
                with self.subTest(arguments, variables=variables):
                    text = self.on_terminal(*arguments, **variables)
                    self.assertTrue(text)
                    self.assertNotIn(ESCAPE, text)

    def test_empty_no_color_counts_as_unset(self):
        self.assertIn(ESCAPE, self.on_terminal(*self.COLOURED, NO_COLOR=""))


if __name__ == "__main__":
    main()
