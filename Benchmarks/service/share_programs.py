"""What sharing costs the program: real programs in homes of their own, beside the same without it."""

import json
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import time

import generate
import machines
import measure
from share_service import Bench, Row, doubt, ratios, turned

CATEGORY = "Trip"
BEN = "ben@localhost"
LETTERS = "абвгдежзиклмнопрстуфхцчшщэюя"


def server(bench: Bench) -> machines.Server:
    made = machines.Server(bench.place("server"), bench.server_program)
    made.admin("user", "add", "ben", "--password-stdin", given="a long enough password\n")
    return made


def machine(bench: Bench) -> machines.Machine:
    return machines.Machine(bench.place("machine"), bench.program)


def file_entries(home: machines.Machine, count: int) -> None:
    """Brings in so many entries that are filed under one category."""
    home.run("categories", "add", CATEGORY)
    items = [{"title": entry.title, "body": entry.body, "createdAt": f"{entry.when:%Y-%m-%dT%H:%M:%SZ}", "category": CATEGORY}
             for entry in generate.entries(count)]
    text = home.folder / "entries.json"
    text.write_text(json.dumps(items), encoding="utf-8")
    home.run("import", "--from", "json", str(text))
    text.unlink()


def copied(bench: Bench, home: machines.Machine) -> machines.Machine:
    """The same home once more."""
    other = machine(bench)
    shutil.copytree(home.folder, other.folder, dirs_exist_ok=True)
    return other


class Way:
    """An entry of Ada's, and a screen that shows it: her own other computer's, or that of Ben, with whom she shares it."""

    def __init__(self, bench: Bench, is_shared: bool) -> None:
        self.server, self.ada, reader = server(bench), machine(bench), machine(bench)
        self.last = "ыыыыыыыы"
        self.ada.sign_in(self.server)
        self.ada.run("new", "--title", self.last, "--body", "Rain, and herons.")
        self.ada.run("sync", "--once")
        self.entry = json.loads(self.ada.run("list", "--json"))["items"][0]["id"]
        if is_shared:
            link = self.ada.run("share", self.entry, "--with", BEN, "--yes")
            reader.sign_in(self.server, name="ben")
            reader.run("open", "--yes", "-", given=link)
        else:
            reader.sign_in(self.server)
            reader.run("sync", "--once")
        self.watching = self.ada.watching()
        self.screen = reader.screen()
        self.screen.wait("Synced")
        self.screen.settle(1)
        if is_shared:
            self.screen.type("N")
            self.screen.settle(1)

    def edit(self, chance: random.Random) -> float:
        """Milliseconds from the command that edits to the words on the screen, with both idle before."""
        # Of what stood at the same place nothing is left, so that all of it is sent.
        mark = "".join(chance.choice(LETTERS.replace(old, "")) for old in self.last)
        self.screen.settle(0.3)
        begin = time.perf_counter()
        self.ada.run("edit", self.entry, "--title", mark)
        took = (self.screen.wait(mark) - begin) * 1000
        self.last = mark
        self.screen.settle(1.2)
        return took

    def leave(self) -> None:
        self.screen.leave()
        self.watching.terminate()
        self.watching.wait(30)
        self.server.stop()


def edits(bench: Bench):
    """From an edit by the command line to another person's screen, beside one's own other computer's."""
    ways = {"own": Way(bench, False), "again": Way(bench, False), "shared": Way(bench, True)}
    chance = random.Random(5)
    times: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(-1, bench.repeats):
        for name in turned(list(ways), turn):
            took = ways[name].edit(chance)
            if turn >= 0:
                times[name].append(took)
    for way in ways.values():
        way.leave()
    ratio = statistics.median(ratios(times["shared"], times["own"]))
    yield Row("an edit of A’s on B’s screen", f"{ratio:.2f} ×", "1.5 ×",
              f"{statistics.median(times['shared']):.1f} ms, on A’s other computer {statistics.median(times['own']):.1f} ms; that against "
              f"itself {statistics.median(ratios(times['again'], times['own'])):.2f} ×", ratio <= 1.5)


def own_lists(bench: Bench):
    """One's own newest entries, and the first screen, where others share 10,000 entries and where none do."""
    count = 10_000
    place, ada, ben = server(bench), machine(bench), machine(bench)
    file_entries(ada, count)
    ada.sign_in(place)
    ada.run("sync", "--once")
    link = ada.run("share", "--category", CATEGORY, "--with", BEN, "--yes")
    ada.run("sync", "--once")
    ben.write(1_000)
    ben.sign_in(place, name="ben")
    ben.run("sync", "--once")
    homes = {"none": copied(bench, ben), "again": copied(bench, ben), "shared": ben}
    ben.run("open", "--yes", "-", given=link)
    ben.run("sync", "--once")
    theirs = len(json.loads(ben.run("list", "--shared", "--json", "-n", "100000"))["items"])
    if theirs != count:
        sys.exit(f"bench: of {count:,} entries {theirs:,} arrived")
    place.stop()
    runner = bench.place("runner")
    subprocess.run(["gcc", "-O2", "-o", runner, pathlib.Path(measure.__file__).with_name("runner") / "runner.c", "-lutil"], check=True)
    screen = ["-m", "Newestentry", "-m", "keys", "-q", "q"]
    for what, mode, options, words, turns in (
        ("list -n 20", "spawn", [], ["list", "-n", "20"], 5 * bench.repeats), ("first screen", "screen", screen, [], 3 * bench.repeats)):
        times = {name: measure.Times() for name in homes}
        for turn in range(-1, turns):
            for name in turned(list(homes), turn):
                kept = times[name] if turn >= 0 else measure.Times()
                measure.once(runner, mode, options, [bench.program, *words], homes[name].environment, kept)
        none, again, shared = (times[name].milliseconds for name in ("none", "again", "shared"))
        more = statistics.median(ratios(shared, none)) - 1
        spread = doubt(ratios(again, none))
        yield Row(f"{what} beside 10,000 entries of another’s", f"{more:+.1%}", "+3 %",
                  f"{statistics.median(shared):.2f} ms, without {statistics.median(none):.2f} ms; that against itself "
                  f"{statistics.median(ratios(again, none)) - 1:+.1%} ± {spread:.1%}; {turns} turns", more <= max(0.03, spread))


def sealing(bench: Bench):
    """Putting 1,000 sealed entries into a share, beside sending them first.

    After either a device reads its own records back with its next synchronisation: that is counted on both sides.
    """
    count = 1_000
    written = machine(bench)
    file_entries(written, count)
    first, put, commands = [], [], []
    for _ in range(bench.repeats):
        place, ada = server(bench), copied(bench, written)
        ada.sign_in(place, is_sealed=True)
        sent, back = (ada.timed("sync", "--once")[0] for _ in range(2))
        shared = ada.timed("share", "--category", CATEGORY, "--with", BEN, "--yes")[0]
        again = ada.timed("sync", "--once")[0]
        first.append(sent + back)
        put.append(shared + again)
        commands.append((sent, shared))
        if ada.counts() != (count, 0):
            sys.exit(f"bench: {ada.counts()} entries and unsent ones, of {count}")
        place.stop()
        shutil.rmtree(ada.folder)
    ratio = statistics.median(ratios(first, put))
    sent, shared = (statistics.median(times) for times in zip(*commands))
    yield Row("1,000 sealed entries into a share", f"{ratio:.2f} ×", "0.5 ×",
              f"{count / statistics.median(put):,.0f}/s, first upload {count / statistics.median(first):,.0f}/s; of that the first `sync` "
              f"{sent:.2f} s, `share` {shared:.2f} s", ratio >= 0.5)


ALL = [edits, own_lists, sealing]
