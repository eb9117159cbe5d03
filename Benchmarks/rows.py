"""What is measured: one function a row or a few of them. A new row is a function added to `ALL`."""

import os
import pathlib
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass

import generate
import measure
import peers


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


def against_sqlite_and_jrnl(bench, what, journal, ours, sqlite, jrnl, others=None):
    """One operation from the shell: at most a Swift hello + 3 × sqlite3, and at least 10 × ahead of jrnl."""
    programs = bench.programs
    contestants = {
        "hello": ([], [programs.hello]),
        "ours": ([], [programs.journal, *ours]),
        "sqlite3": ([], ["sqlite3", "-json", journal.database, sqlite]),
        **{name: ([], command) for name, command in (others or {}).items()},
    }
    times = measure.rounds(programs.runner, "spawn", contestants, journal.environment, bench.repeats)
    # jrnl is measured in the same run, on a copy of the same entries; it takes seconds where the others take
    # milliseconds, so that a few runs are enough.
    peers = f"sqlite3 {ms(times['sqlite3'].median)}, hello {ms(times['hello'].median)}"
    peers += "".join(f", {name} {ms(times[name].median)}" for name in others or {})
    limit = times["hello"].median + 3 * times["sqlite3"].median
    holds = times["ours"].median <= limit
    slow = jrnl and programs.jrnl and (bench.slow_peers and journal.count <= 100_000 or journal.count <= 1000)
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
    programs = bench.programs
    for name, word in (("rare", generate.RARE), ("common", generate.COMMON)):
        for journal in bench.journals.values():
            yield against_sqlite_and_jrnl(
                bench, f"search, a {name} word", journal, ["search", "--json", "-n", "20", word],
                f"SELECT {', '.join('entries.' + c for c in COLUMNS.split(', '))} FROM search JOIN entries"
                f" ON entries.rowid = search.rowid WHERE search MATCH '{word}' ORDER BY search.rowid DESC LIMIT 20;",
                ["-n", "20", "-contains", word, "--format", "json"] if name == "rare" else None,
                # It reads the whole text each time: that is what it is for.
                {"ripgrep": [programs.ripgrep, "--fixed-strings", "--count", word, journal.text]} if programs.ripgrep else None)


def capture(bench):
    """One line written from the shell, on the disk when the program ends."""
    line = "A short line about the day, captured from the shell."
    for journal in bench.journals.values():
        sql = (
            "PRAGMA synchronous=FULL; INSERT INTO entries (id, title, body, createdAt, modifiedAt, isFavorite, tags)"
            f" VALUES (lower(hex(randomblob(16))), '{line}', '', unixepoch() * 1000, unixepoch() * 1000, 0, '');")
        others = {"dnote": [bench.programs.dnote, "add", "bench", "--content", line]} if bench.programs.dnote else None
        yield against_sqlite_and_jrnl(bench, "capture", journal, [line], sql, [line], others)


def vault(bench):
    """A journal that is encrypted on the disk and unlocked, beside a plain one, in alternating pairs of one run: a list and a
    capture. Within the spread of plain against plain counts as reached."""
    programs = bench.programs
    journal = bench.journals[min(bench.journals)]
    environments = {}
    for name in ("plain", "plain again", "vault"):
        data = journal.home / f"data-{name.replace(' ', '-')}"
        shutil.rmtree(data, ignore_errors=True)
        shutil.copytree(journal.home / "data", data)
        environments[name] = {**journal.environment, "XDG_DATA_HOME": str(data)}
    passphrase = journal.home / "passphrase"
    passphrase.write_text("four words for the bench\n")
    unlocking = ["--passphrase-file", passphrase]
    peers.run(programs.journal, "lock", "--set-up", "--yes", *unlocking, env=environments["vault"])
    # Where the kernel keeps no keys, each command would ask.
    kept = subprocess.run([programs.journal, "list", "-n", "1"], env=environments["vault"], capture_output=True, text=True)
    if kept.returncode != 0:
        sys.exit(f"bench: the kernel keeps no keys here: {kept.stderr.strip()}")
    line = "A short line about the day, captured from the shell."
    for what, words, most in (("list -n 20", ["list", "--json", "-n", "20"], 0.5), ("capture", [line], 1.0)):
        contestants = {name: ([], [programs.journal, *words], own) for name, own in environments.items()}
        times = measure.rounds(programs.runner, "spawn", contestants, None, max(21, bench.repeats))
        plain = times["plain"].milliseconds

        def more(name):
            return [a - b for a, b in zip(times[name].milliseconds, plain)]
        again = sorted(more("plain again"))
        spread = again[len(again) * 3 // 4] - again[len(again) // 4]
        difference = statistics.median(more("vault"))
        yield Row(f"{what}, encrypted on the disk, against plain", journal.count, f"{difference:+.2f} ms", f"+{most} ms",
                  f"plain {ms(times['plain'].median)}, plain against plain ±{spread / 2:.2f} ms",
                  difference <= max(most, spread / 2))
    peers.run(programs.journal, "lock", env=environments["vault"])


def first_screen(bench):
    """From start to a full screen of 200 × 60: at most 10 × a C ncurses program, and the same at every size."""
    programs = bench.programs
    contestants = {"C": (["-m", "fullscreen"], [programs.screen])}
    environment = next(iter(bench.journals.values())).environment
    reference = measure.rounds(programs.runner, "screen", contestants, environment, bench.repeats)["C"]
    medians, rows = [], []
    for journal in bench.journals.values():
        # The newest entry's title shows that the list is there, the key line's end that the last row is.
        options = ["-m", "Newestentry", "-m", "keys", "-q", "q"]
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


KEY_WAYS = (("key to screen", ["-k", "j", "-t", "j"]), ("Esc to screen", ["-k", ":", "-t", "\x1b"]),
            ("Esc to screen, kitty's keyboard protocol", ["-p", "-k", ":", "-t", "\x1b[27u"]))


def keys(bench):
    """From a key to the last of what it changes on a screen of 200 × 60: at most 30 ms, also for Esc, behind which a
    terminal without kitty's keyboard protocol may be about to send more."""
    programs = bench.programs
    for journal in bench.journals.values():
        contestants = {what: (["-m", "Newestentry", "-m", "keys", *options, "-q", "q"],
                              [programs.journal, "--read-only"]) for what, options in KEY_WAYS}
        times = measure.rounds(programs.runner, "screen", contestants, journal.environment, bench.repeats)
        for what, measured in times.items():
            yield Row(what, journal.count, ms(measured.median), "30 ms", "–", measured.median <= 30)


def against(bench, program, pairs):
    """First screen and keys of this program and of another one, in alternating pairs, each over a journal of its own:
    the median of a pair's ratios is at most 1.05. A warm-up before them is not counted."""
    programs = bench.programs
    for count in bench.journals:
        ours = peers.Journal(programs, count, programs.journal, "-ours").environment
        theirs = peers.Journal(programs, count, program, "-theirs").environment
        for what, options in (("first full screen", []), *KEY_WAYS):
            options = ["-m", "Newestentry", "-m", "keys", *options, "-q", "q"]
            contestants = {"ours": (options, [programs.journal, "--read-only"], ours),
                           "theirs": (options, [program, "--read-only"], theirs)}
            times = measure.rounds(programs.runner, "screen", contestants, ours, pairs, enough_seconds=600.0)
            new, old = times["ours"], times["theirs"]
            ratio = statistics.median(a / b for a, b in zip(new.milliseconds, old.milliseconds))
            yield Row(f"{what}, {pairs} pairs", count, f"{ms(new.median)} ({ratio:.3f} ×)", "1.050 ×",
                      f"{program.name} {ms(old.median)}", ratio <= 1.05)


def memory(bench):
    """Peak resident memory of the screen, after a jump to the oldest entry and back."""
    programs = bench.programs
    for journal in bench.journals.values():
        options = ["-m", "Newestentry", "-k", "GggG", "-q", "q"]
        times = measure.rounds(programs.runner, "screen", {"ours": (options, [programs.journal, "--read-only"])},
                               journal.environment, min(3, bench.repeats))["ours"]
        megabytes = times.peak / 1024
        yield Row("resident memory", journal.count, f"{megabytes:.1f} MB", "60 MB", "–", megabytes < 60)


def against_smallest(bench, what, ours, factor, repeats=None):
    """The same command in the smallest journal and in the larger ones: at most so many times as long."""
    programs = bench.programs
    sizes = sorted(bench.journals)
    if len(sizes) == 1:
        return
    contestants = {
        size: ([], [programs.journal, *ours], bench.journals[size].environment) for size in sizes
    }
    times = measure.rounds(programs.runner, "spawn", contestants, None, repeats or bench.repeats)
    least = times[sizes[0]].median
    for size in sizes[1:]:
        ratio = times[size].median / least
        yield Row(f"{what}, against {sizes[0]:,} entries", size, f"{ms(times[size].median)} ({ratio:.2f} ×)",
                  f"{factor} ×", f"{sizes[0]:,} entries {ms(least)}", ratio <= factor)


def kept_numbers(bench):
    """What is asked of all entries: the same in a journal of any size."""
    for what, command in (("stats", ["stats"]), ("tags", ["tags"]), ("on-this-day -n 2", ["on-this-day", "-n", "2"])):
        yield from against_smallest(bench, what, command, 1.5)


def days(bench):
    """Calendar, year and insights, from the key to the last of what they show: the same in a journal of any size as in one of
    1,000 entries that has one a day, so that as many days are drawn. The smallest of the others has one in seven days."""
    programs = bench.programs
    sizes = sorted(bench.journals)
    daily = peers.Journal(programs, 1000, name="-daily", daily=True).environment
    for what, key in (("calendar", "C"), ("year", "Y"), ("insights", "I")):
        options = ["-m", "Newestentry", "-m", "keys", "-t", key, "-q", "qq"]
        contestants = {size: (options, [programs.journal, "--read-only"], bench.journals[size].environment) for size in sizes}
        contestants["daily"] = (options, [programs.journal, "--read-only"], daily)
        times = measure.rounds(programs.runner, "screen", contestants, None, bench.repeats)
        least = times["daily"].median
        for size in sizes:
            ratio = times[size].median / least
            yield Row(f"{what} to screen, against 1,000 entries, one a day", size,
                      f"{ms(times[size].median)} ({ratio:.2f} ×)", "1.5 ×", f"1,000 entries {ms(least)}", ratio <= 1.5)


def filters(bench):
    """Mood, category and star together, of which no entry has all, and a few have two."""
    for what, query in (("no hits", "mood:anxious category:away is:favourite"),
                        ("two of them, no hits", "category:away is:favourite"),
                        ("20 hits", "mood:happy category:work is:favourite")):
        yield from against_smallest(bench, f"search by filters, {what}", ["search", "--json", "-n", "20", query], 1.5)


def first_letters(bench):
    """The first page for the first letters of a word, as the screen asks for it while somebody types."""
    for letters in ("th", "la"):
        yield from against_smallest(bench, f"search, first letters “{letters}”",
                                    ["search", "--short", "-n", "100", letters], 4)


def declared(bench):
    """Commands and options beyond the plainest, against `list`."""
    programs = bench.programs
    journal = bench.journals[min(bench.journals)]
    commands = {
        "list": ["list", "-n", "20"], "stats": ["stats"], "tags": ["tags"], "list -starred": ["list", "-starred", "-n", "20"],
        "list -from": ["list", "-from", "2025-12-01", "-n", "20"], "on-this-day": ["on-this-day"], "--help": ["--help"],
    }
    contestants = {name: ([], [programs.journal, *words]) for name, words in commands.items()}
    times = measure.rounds(programs.runner, "spawn", contestants, journal.environment, bench.repeats)
    plain = times.pop("list").median
    for name, measured in times.items():
        ratio = measured.median / plain
        yield Row(f"{name}, against list", journal.count, f"{ms(measured.median)} ({ratio:.2f} ×)", "1.4 ×",
                  f"list -n 20 {ms(plain)}", ratio <= 1.4)


def import_text(bench):
    """A jrnl text into an empty journal: at 100,000 at most what Python's sqlite3 takes for the same rows, and 80 MB at any size."""
    programs = bench.programs
    for journal in bench.journals.values():
        target = journal.home / "import"
        times, plain = measure.Times(), []
        for _ in range(3 if journal.count <= 100_000 else 1):
            shutil.rmtree(target, ignore_errors=True)
            target.mkdir()
            # What one of them wrote must not go to the disk while the other is measured.
            os.sync()
            plain.append(float(subprocess.run(
                [sys.executable, pathlib.Path(__file__).with_name("plain_import.py"), journal.text, target / "plain.sqlite"],
                capture_output=True, text=True, check=True).stdout))
            environment = {**journal.environment, "XDG_DATA_HOME": str(target)}
            os.sync()
            measure.once(programs.runner, "spawn", [], [programs.journal, "import", "--from", "jrnl", journal.text],
                         environment, times)
        shutil.rmtree(target)
        reference = statistics.median(plain)
        megabytes = times.peak / 1024
        limits_time = journal.count == 100_000
        yield Row("import of jrnl text", journal.count, f"{ms(times.median)}, {megabytes:.0f} MB",
                  f"{ms(reference)}, 80 MB" if limits_time else "80 MB", f"Python's sqlite3 {ms(reference)}",
                  (times.median <= reference or not limits_time) and megabytes <= 80)


# Reading comes first: capture changes the journals.
ALL = [first_screen, keys, memory, list_newest, search, kept_numbers, days, filters, first_letters, declared, import_text, vault,
       capture]
