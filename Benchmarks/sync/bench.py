#!/usr/bin/env python3
"""Measures synchronising against its references in one run and writes the table of docs/benchmarks-sync.md.

usage: bench.py [--quick] [--only NAME]... [--sealed] [--entries COUNT] [--programs FOLDER]
  --quick     fewer records and samples; the document is left alone
  --only      only the rows of these functions: against_git, pages, save_to_screen, idle, under_load, sealed_carry, …
  --sealed    only the rows of an encrypted journal beside a plain one
  --entries   so many entries in those rows, to see that they run
  --programs  these built programs, and no release build: to see that the rows run; implies --quick

Programs are release builds.
"""

import argparse
import datetime
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# The server and the entries are those of the other benchmarks.
sys.path += [str(HERE.parent / "service"), str(HERE.parent)]

import machines  # noqa: E402
import peers  # noqa: E402
import report  # noqa: E402
import references  # noqa: E402
import rows  # noqa: E402
import sealed  # noqa: E402

DOCUMENT = peers.ROOT / "docs/benchmarks-sync.md"


def table(measured: list[rows.Row]) -> str:
    marks = {True: "✓", False: "✗", None: ""}
    lines = ["| | synchronising | limit | beside it | |", "|---|---:|---:|---|:-:|"]
    lines += [f"| {row.what} | {row.ours} | {row.limit} | {row.beside} | {marks[row.holds]} |" for row in measured]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    functions = rows.ALL + sealed.ALL
    parser.add_argument("--only", action="append", default=[], choices=[row.__name__ for row in functions])
    parser.add_argument("--sealed", action="store_true")
    parser.add_argument("--entries", type=int, default=0)
    parser.add_argument("--programs", type=pathlib.Path)
    options = parser.parse_args()
    wanted = options.only + [row.__name__ for row in sealed.ALL if options.sealed]

    built = options.programs or peers.ROOT / ".build-release/release"
    references.BUILT = built
    is_quick = options.quick or options.programs is not None
    if options.programs is None:
        subprocess.run(["make", "release", "release-server", "release-pages"], cwd=peers.ROOT, check=True, stdout=sys.stderr)
    load = os.getloadavg()[0]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cloudjournal-bench-"))
    measured: list[rows.Row] = []
    try:
        # As users get it.
        program = folder / "cloudjournal"
        shutil.copy2(built / "cloudjournal", program)
        subprocess.run(["strip", program], check=True)
        bench = rows.Bench(str(program), str(built / "cloudjournal-server"), folder, is_quick, options.entries)
        for function in functions:
            if wanted and function.__name__ not in wanted:
                continue
            machines.say(f"measuring {function.__name__}")
            for row in function(bench):
                measured.append(row)
                machines.say(f"  {row.what}: {row.ours} (limit {row.limit}; {row.beside})"
                             f"{'' if row.holds is None else ' ok' if row.holds else ' MISSED'}")
    finally:
        shutil.rmtree(folder)
    git = subprocess.run(["git", "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    text = (f"Measured {datetime.date.today():%Y-%m-%d}: {report.machine()}, git {git}, "
            f"load before {load:.1f}; both machines, the server and what measures share the cores.\n\n{table(measured)}")
    print(text)
    if not is_quick and not wanted and not options.entries:
        report.write(DOCUMENT, text)
        machines.say(f"written: {DOCUMENT}")
    return 0 if all(row.holds is not False for row in measured) else 1


if __name__ == "__main__":
    sys.exit(main())
