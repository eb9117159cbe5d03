#!/usr/bin/env python3
"""Measures what sharing costs, each thing beside the same without it, and writes the table of docs/benchmarks-service.md.

usage: shares.py [--repeats N] [--only ROW]... [--programs FOLDER]
  --repeats   how often the contestants take turns (21)
  --only      measures some rows and leaves the document alone
  --programs  these built programs, and no release build; the document is left alone unless --write is given, too
  --write     writes the table all the same

`bench.py --shares` is the same.
"""

import argparse
import datetime
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "sync"), str(HERE.parent)]

import machines  # noqa: E402
import peers  # noqa: E402
import report  # noqa: E402
import share_programs  # noqa: E402
import share_service  # noqa: E402

DOCUMENT = peers.ROOT / "docs/benchmarks-service.md"
MARKS = "<!-- shares begin -->", "<!-- shares end -->"


def table(rows: list[share_service.Row]) -> str:
    marks = {True: "✓", False: "✗", None: ""}
    lines = ["| | with sharing | limit | beside it | |", "|---|---:|---:|---|:-:|"]
    lines += [f"| {row.what} | {row.ours} | {row.limit} | {row.beside} | {marks[row.holds]} |" for row in rows]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    functions = {function.__name__: function for function in share_service.ALL + share_programs.ALL}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=21)
    parser.add_argument("--only", action="append", choices=list(functions))
    parser.add_argument("--programs", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args(arguments)
    built = options.programs or peers.ROOT / ".build-release/release"
    if options.programs is None:
        subprocess.run(["make", "release", "release-server"], cwd=peers.ROOT, check=True, stdout=sys.stderr)
    # A hundred passwords are made here, and none is guarded by what that costs.
    os.environ["CLOUDJOURNAL_SERVER_PASSWORD_COST"] = "small"
    load = os.getloadavg()[0]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cloudjournal-bench-"))
    measured: list[share_service.Row] = []
    try:
        # As users get them.
        for name in ("cloudjournal", "cloudjournal-server"):
            shutil.copy2(built / name, folder / name)
            subprocess.run(["strip", folder / name], check=True)
        bench = share_service.Bench(folder, str(folder / "cloudjournal"), str(folder / "cloudjournal-server"), options.repeats)
        for name in options.only or functions:
            begin = time.monotonic()
            print(f"measuring {name}", file=sys.stderr, flush=True)
            for row in functions[name](bench):
                measured.append(row)
                print(f"  {row.what}: {row.ours} (limit {row.limit}; {row.beside})"
                      f"{'' if row.holds is None else ' ok' if row.holds else ' MISSED'}", file=sys.stderr, flush=True)
            print(f"  in {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)
    finally:
        # Those that a row left when it failed.
        for process in peers.started + machines.started:
            process.kill()
        shutil.rmtree(folder, ignore_errors=True)
    crowd = "; other programs ran beside it" if load > 1 else ""
    text = (f"Measured {datetime.date.today():%Y-%m-%d}: {report.machine()}, load before {load:.1f}{crowd}; clients and server share "
            f"the cores; {options.repeats} turns.\n\n{table(measured)}")
    print(text)
    if options.write or (options.programs is None and not options.only):
        report.write(DOCUMENT, text, MARKS)
    return 0 if all(row.holds is not False for row in measured) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
