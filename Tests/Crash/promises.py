"""What a program was asked to keep, what it has said to be kept, and what may therefore be found after a crash."""

from __future__ import annotations

import dataclasses
import itertools
import pathlib
import threading

import disk


@dataclasses.dataclass
class Change:
    """One thing that was asked of a program: each key gets a value; None takes it away for good."""

    values: dict[str, str | None]
    is_atomic: bool = False
    is_kept: bool = False


class Promises:
    """A ledger of changes; with a log, each line of it stands in the log as well, at its moment.

    Keys are changed by one writer at a time. A change that has begun and was not acknowledged may have happened or not,
    until the next change of the same key is acknowledged.
    """

    def __init__(self, log: pathlib.Path | None = None) -> None:
        self.log = log
        self.changes: dict[int, Change] = {}
        self.numbers = itertools.count(1)
        self.lock = threading.Lock()

    def begin(self, values: dict[str, str | None], is_atomic: bool = False) -> int:
        with self.lock:
            number = next(self.numbers)
            self.take({"begin": number, "values": values, "atomic": is_atomic}, writes=True)
            return number

    def keep(self, number: int) -> None:
        """The program has said that the change is kept."""
        with self.lock:
            self.take({"kept": number}, writes=True)

    def take(self, note: dict, writes: bool = False) -> None:
        if writes and self.log:
            disk.write_note(self.log, note)
        if "begin" in note:
            self.changes[note["begin"]] = Change(note["values"], note["atomic"])
        else:
            self.changes[note["kept"]].is_kept = True

    def possible(self) -> dict[str, set[str | None]]:
        """What may be found under each key."""
        found: dict[str, set[str | None]] = {}
        for change in self.changes.values():
            for key, value in change.values.items():
                if change.is_kept:
                    found[key] = {value}
                else:
                    found.setdefault(key, {None}).add(value)
        return found

    def broken(self, found: dict[str, str]) -> list[str]:
        """A sentence for each promise that what was found breaks; empty is well."""
        problems = []
        possible = self.possible()
        for key, values in possible.items():
            value = found.get(key)
            if value not in values:
                problems.append(f"{key}: there is {short(value)}, expected {' or '.join(sorted(map(short, values)))}")
        problems += [f"{key}: {short(value)} was never asked for" for key, value in found.items() if key not in possible]
        for change in self.changes.values():
            if change.is_atomic and not change.is_kept:
                there = sum(found.get(key) == value for key, value in change.values.items())
                if there not in (0, len(change.values)):
                    problems.append(f"{there} of the {len(change.values)} parts of one change are there")
        return problems


def short(value: str | None) -> str:
    if value is None:
        return "nothing"
    return repr(value if len(value) <= 40 else f"{value[:30]}… ({len(value)} characters)")
