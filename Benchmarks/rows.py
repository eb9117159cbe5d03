"""What is measured: one function a row or a few of them. A new row is a function added to `ALL`."""

from dataclasses import dataclass

import generate
import measure


@dataclass
class Row:
    """One line of the table."""

    what: str
    entries: int
    ours: str
    limit: str
    peers: str
    holds: bool


@dataclass
class Bench:
    """What the rows need: programs, journals by size, how often."""

    programs: object
    journals: dict
    repeats: int
    slow_peers: bool


def ms(value):
    return f"{value:.1f} ms" if value < 1000 else f"{value / 1000:.2f} s"


def against_sqlite_and_jrnl(bench, what, journal, ours, sqlite, jrnl):
    """One operation from the shell: at most a Swift hello + 3 × sqlite3, and at least 10 × ahead of jrnl."""
    programs = bench.programs
    contestants = {
        "hello": ([], [programs.hello]),
        "ours": ([], [programs.journal, *ours]),
        "sqlite3": ([], ["sqlite3", "-json", journal.database, sqlite]),
    }
    times = measure.rounds(programs.runner, "spawn", contestants, journal.environment, bench.repeats)
    # jrnl is measured in the same run, on a copy of the same entries; it takes seconds where the others take
    # milliseconds, so that a few runs are enough.
    peers = f"sqlite3 {ms(times['sqlite3'].median)}, hello {ms(times['hello'].median)}"
    limit = times["hello"].median + 3 * times["sqlite3"].median
    holds = times["ours"].median <= limit
    slow = jrnl and programs.jrnl and (bench.slow_peers or journal.count <= 1000)
    if slow:
        few = min(5, bench.repeats) if journal.count <= 1000 else 2
        seconds = measure.rounds(programs.runner, "spawn", {"jrnl": ([], [programs.jrnl, *jrnl])},
                                 journal.environment, few, enough_seconds=5.0)["jrnl"]
        ratio = seconds.median / times["ours"].median
        peers += f", jrnl {ms(seconds.median)} ({ratio:.0f} ×)"
        holds = holds and ratio >= 10
    return Row(what, journal.count, ms(times["ours"].median), f"{ms(limit)}", peers, holds)


COLUMNS = "id, title, body, mood, category, tags, isFavorite, createdAt, modifiedAt"


def list_newest(bench):
    """The newest twenty entries as JSON."""
    for journal in bench.journals.values():
        yield against_sqlite_and_jrnl(
            bench, "list -n 20", journal, ["list", "--json", "-n", "20"],
            f"SELECT {COLUMNS} FROM entries ORDER BY createdAt DESC, id LIMIT 20;",
            ["-n", "20", "--format", "json"])


def search(bench):
    """The newest twenty entries with a word: one that is rare, one that is common."""
    for name, word in (("rare", generate.RARE), ("common", generate.COMMON)):
        for journal in bench.journals.values():
            yield against_sqlite_and_jrnl(
                bench, f"search, a {name} word", journal, ["search", "--json", "-n", "20", word],
                f"SELECT {', '.join('entries.' + c for c in COLUMNS.split(', '))} FROM search JOIN entries"
                f" ON entries.rowid = search.rowid WHERE search MATCH '{word}' ORDER BY search.rowid DESC LIMIT 20;",
                ["-n", "20", "-contains", word, "--format", "json"] if name == "rare" else None)


def capture(bench):
    """One line written from the shell, on the disk when the program ends."""
    line = "A short line about the day, captured from the shell."
    for journal in bench.journals.values():
        sql = (
            "PRAGMA synchronous=FULL; INSERT INTO entries (id, title, body, createdAt, modifiedAt, isFavorite, tags)"
            f" VALUES (lower(hex(randomblob(16))), '{line}', '', unixepoch() * 1000, unixepoch() * 1000, 0, '');")
        yield against_sqlite_and_jrnl(bench, "capture", journal, [line], sql, [line])


def first_screen(bench):
    """From start to a full screen of 200 × 60: at most 10 × a C ncurses program, and the same at every size."""
    programs = bench.programs
    contestants = {"C": (["-m", "fullscreen"], [programs.screen])}
    environment = next(iter(bench.journals.values())).environment
    reference = measure.rounds(programs.runner, "screen", contestants, environment, bench.repeats)["C"]
    medians, rows = [], []
    for journal in bench.journals.values():
        # The newest entry's title shows that the list is there, the key line's end that the last row is.
        options = ["-m", "Newestentry", "-m", "CloudJournal", "-q", "q"]
        times = measure.rounds(programs.runner, "screen", {"ours": (options, [programs.journal, "--read-only"])},
                               journal.environment, bench.repeats)["ours"]
        medians.append(times.median)
        rows.append(Row("first full screen", journal.count, ms(times.median), ms(10 * reference.median),
                        f"C ncurses {ms(reference.median)}", times.median <= 10 * reference.median))
    yield from rows
    if len(medians) > 1:
        spread = max(medians) / min(medians) - 1
        yield Row("first full screen, largest against smallest", max(bench.journals), f"+{spread:.0%}", "+20%", "–",
                  spread <= 0.20)


def memory(bench):
    """Peak resident memory of the screen, after a jump to the oldest entry and back."""
    programs = bench.programs
    for journal in bench.journals.values():
        options = ["-m", "Newestentry", "-k", "GggG", "-q", "q"]
        times = measure.rounds(programs.runner, "screen", {"ours": (options, [programs.journal, "--read-only"])},
                               journal.environment, min(3, bench.repeats))["ours"]
        megabytes = times.peak / 1024
        yield Row("resident memory", journal.count, f"{megabytes:.1f} MB", "60 MB", "–", megabytes < 60)


# Reading comes first: capture changes the journals.
ALL = [first_screen, memory, list_newest, search, capture]
