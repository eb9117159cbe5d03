#!/usr/bin/env python3
"""Measures the program against its references in one run and writes the table of docs/benchmarks.md.

usage: bench.py [--quick] [--million] [--only NAME]... [--repeats N] [--no-jrnl] [--against PROGRAM]
  --quick    1,000 entries and few repeats; the document is left alone
  --million  also 1,000,000 entries, which takes half an hour and 6 GB on the disk; jrnl is not asked there
  --only     only the rows of these functions: first_screen, keys, memory, list_newest, search, kept_numbers, days, filters,
             first_letters, declared, import_text, vault, capture
  --against  only first screen and keys of the program and of another build of it, in alternating pairs (21, or
             --repeats), with 1,000 entries; the document is left alone
"""

import argparse
import datetime
import json
import os
import pathlib
import subprocess
import sys

import peers
import report
import rows

DOCUMENT = peers.ROOT / "docs/benchmarks.md"


def table(measured):
    lines = ["| | entries | CloudJournal | limit | peers in the same run | |", "|---|---:|---:|---:|---|:-:|"]
    for row in measured:
        lines.append(f"| {row.what} | {row.entries:,} | {row.ours} | {row.limit} | {row.peers} | "
                     f"{'✓' if row.holds else '✗'} |")
    return "\n".join(lines)


def first_line(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]


def heading(load_before):
    return (f"Measured {datetime.date.today():%Y-%m-%d}: {report.machine()}, "
            f"{first_line('swift', '--version')}, sqlite3 {first_line('sqlite3', '--version').split()[0]}, jrnl 4.6, "
            f"load before {load_before:.1f}. Medians; contestants take turns within one run.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--million", action="store_true")
    parser.add_argument("--only", action="append", default=[], choices=[row.__name__ for row in rows.ALL])
    parser.add_argument("--repeats", type=int)
    parser.add_argument("--no-jrnl", action="store_true")
    parser.add_argument("--against", type=pathlib.Path)
    options = parser.parse_args()
    if options.against and not options.against.is_file():
        parser.error(f"there is no program {options.against}")

    load = os.getloadavg()[0]
    if options.against:
        programs = peers.Programs(with_jrnl=False)
        bench = rows.Bench(programs, {1_000: None}, 0, slow_peers=False)
        measured = list(rows.against(bench, options.against.resolve(), options.repeats or 21))
        print(f"{heading(load)}\n\n{table(measured)}")
        return 0 if all(row.holds for row in measured) else 1
    programs = peers.Programs(with_jrnl=not options.no_jrnl)
    sizes = [1_000] if options.quick else [1_000, 100_000] + [1_000_000] * options.million
    journals = {size: peers.Journal(programs, size) for size in sizes}
    repeats = options.repeats or (7 if options.quick else 21)
    bench = rows.Bench(programs, journals, repeats, slow_peers=not options.quick)

    # Journals of gigabytes are still on their way to the disk.
    os.sync()
    measured = []
    for function in rows.ALL:
        if options.only and function.__name__ not in options.only:
            continue
        peers.say(f"measuring {function.__name__}")
        measured.extend(function(bench))
    text = f"{heading(load)}\n\n{table(measured)}"
    print(text)
    results = peers.BUILT / "results.json"
    results.write_text(json.dumps([vars(row) for row in measured], indent=2, ensure_ascii=False), encoding="utf-8")
    if not options.quick and not options.only and not options.no_jrnl:
        report.write(DOCUMENT, text)
        peers.say(f"written: {DOCUMENT}")
    return 0 if all(row.holds for row in measured) else 1


if __name__ == "__main__":
    sys.exit(main())
