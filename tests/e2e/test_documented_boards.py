# SPDX-License-Identifier: MIT
"""The program answers what the table of boards in docs/resolution.md says, for every cell."""

import sys

from harness import CROSS, ROOT, CommandTest, main, release_of

sys.path.insert(0, str(ROOT / "scripts"))
import document_boards  # noqa: E402
from common.versions import version_key  # noqa: E402
from facts.tables import Facts  # noqa: E402

ON_X86 = ("--host", "x86_64", "--target", "x86_64")
REASONS = {"board_cannot_run_release", "capability_too_new", "capability_removed",
           "capability_renamed", "out_of_bounds", "tag_not_in_release"}
# Those whose number the table repeats.
TOLD = {"board_cannot_run_release", "capability_too_new"}


class DocumentedBoards(CommandTest):
    facts = Facts(ROOT / "manifests")

    def cells(self):
        for machine in document_boards.machines(self.facts):
            for column in document_boards.columns(self.facts):
                yield machine, column, document_boards.cell(self.facts, machine, column)

    @staticmethod
    def asking(machine, capability, cuda):
        where = CROSS if machine.arch == "aarch64" else ON_X86
        return (*(("--caps", capability) if capability else ()), "--cuda", cuda, *where)

    def test_the_table_covers_the_boards(self):
        cells = list(self.cells())
        self.assertGreaterEqual(len({machine for machine, _, _ in cells}), 9)
        self.assertEqual(len(cells), 3 * len({machine for machine, _, _ in cells}))

    def test_each_column(self):
        for machine, column, cell in self.cells():
            question = self.asking(machine, cell.capability, column)
            with self.subTest(machine.boards, column=column):
                if cell.tags:
                    plan = self.resolve(*question)
                    newest = list(cell.tags)[-1]
                    self.assertEqual(plan["tag"], cell.tags[newest])
                    self.assertTrue(release_of(plan).startswith(f"{newest}."), release_of(plan))
                else:
                    error = self.refuse(*question)
                    self.assertEqual(error["code"], "no_release_serves")
                    codes = {row["code"] for row in error["rejected"]}
                    self.assertLessEqual(codes, REASONS)
                    if codes & TOLD:
                        self.assertIn(cell.remark.split()[-1], str(error["rejected"]))

    def test_each_line_within_a_column(self):
        for machine, column, cell in self.cells():
            for line in document_boards.lines_of(self.facts, column):
                with self.subTest(machine.boards, cuda=line):
                    question = self.asking(machine, cell.capability, line)
                    if line in cell.tags:
                        self.assertEqual(self.resolve(*question)["tag"], cell.tags[line])
                    else:
                        rejected = self.refuse(*question)["rejected"]
                        self.assertLessEqual({row["code"] for row in rejected}, REASONS)

    def test_what_each_l4t_runs(self):
        """The newest of each line of L4T; older than CUDA 11.8 there are no archives for it."""
        newest = {}
        for row in self.facts.tables["l4t"]["releases"]:
            if document_boards.newest_cuda(row):
                newest[version_key(row["l4t"])[0]] = row
        for soc in self.facts.tables["boards"]["socs"]:
            for row in newest.values():
                cuda = document_boards.newest_cuda(row)
                if soc["soc"] not in row["socs"] or version_key(cuda) < (11, 8):
                    continue
                with self.subTest(soc["soc"], l4t=row["l4t"]):
                    plan = self.resolve("--caps", soc["capability"], "--l4t", row["l4t"], *CROSS)
                    self.assertTrue(release_of(plan).startswith(f"{cuda}."), release_of(plan))


if __name__ == "__main__":
    main()
