"""The machine that measured, in words, and the place of a table in a document."""

import os
import pathlib
import platform
import sys

BEGIN, END = "<!-- table begins -->", "<!-- table ends -->"


def machine():
    """The processor, its cores and the system, such as “Ryzen 5, 12 cores, Linux 6.8”."""
    model = next((line.split(":", 1)[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.machine())
    return f"{model}, {os.cpu_count()} cores, Linux {platform.release()}"


def write(document, text, marks=(BEGIN, END)):
    """Puts the text into a document, between the marks of the table."""
    head, begin, rest = document.read_text(encoding="utf-8").partition(marks[0])
    _, end, tail = rest.partition(marks[1])
    if not begin or not end:
        sys.exit(f"bench: {document} has no place for the table between {' and '.join(marks)}")
    document.write_text(f"{head}{begin}\n{text}\n{end}{tail}", encoding="utf-8")
