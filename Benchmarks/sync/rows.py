"""What is measured: one function a row or a few of them. A new row is a function added to `ALL`."""

import pathlib
import random
import shutil
import statistics
import time
from dataclasses import dataclass

import machines
import references


@dataclass
class Row:
    """One line of the table."""

    what: str
    ours: str
    limit: str
    beside: str
    holds: bool | None


class Bench:
    """What the rows need: programs, a folder, how much of everything."""

    def __init__(self, program: str, server: str, folder: pathlib.Path, is_quick: bool, entries: int = 0) -> None:
        self.program, self.server_program, self.folder, self.is_quick = program, server, folder, is_quick
        # Of the rows beside a plain journal; 0 for as many as each needs.
        self.entries = entries
        self.number = 0

    def machine(self) -> machines.Machine:
        return machines.Machine(self.place("machine"), self.program)

    def server(self) -> machines.Server:
        return machines.Server(self.place("server"), self.server_program)

    def place(self, name: str) -> pathlib.Path:
        self.number += 1
        return self.folder / f"{name}{self.number}"


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def against_git(bench: Bench):
    """New entries from one fresh machine to another, beside git; both on the disk at both ends.

    Once with both machines running, and once with the second asking only when the first has ended, as git has to.
    """
    count = 2_000 if bench.is_quick else 10_000
    rounds = 1 if bench.is_quick else 3
    together, up, down, git, plain = [], [], [], [], []
    written = bench.machine()
    written.write(count)

    def pair() -> tuple[machines.Server, machines.Machine, machines.Machine]:
        server, here, there = bench.server(), bench.machine(), bench.machine()
        shutil.copytree(written.folder / "data", here.folder / "data", dirs_exist_ok=True)
        here.sign_in(server)
        there.sign_in(server)
        return server, here, there

    for _ in range(rounds):
        server, here, there = pair()
        up.append(here.timed("sync", "--once")[0])
        down.append(there.timed("sync", "--once")[0])
        arrived, _ = there.counts()
        server.stop()
        server, here, there = pair()
        there.run("sync", "--once")
        watching = there.watching()
        # Till it listens: it is idle then.
        time.sleep(1)
        begin = time.perf_counter()
        here.run("sync", "--once")
        while there.counts()[0] < count:
            time.sleep(0.005)
        together.append(time.perf_counter() - begin)
        watching.terminate()
        watching.wait(30)
        server.stop()
        for times, is_durable in ((git, True), (plain, False)):
            other = references.Git(bench.place("git"), count, is_durable)
            times.append(other.carry())
            if arrived != count or other.carried() != other.bytes:
                raise SystemExit(f"bench: of {count} entries {arrived} arrived, of git's {other.bytes} bytes {other.carried()}")
    rate, beside, bare = (count / statistics.median(times) for times in (together, git, plain))
    yield Row(f"{count:,} entries, A to B, both running", f"{rate:,.0f}/s", "3 × git",
              f"git on the disk {beside:,.0f}/s ({rate / beside:.1f} ×), git as it comes {bare:,.0f}/s ({rate / bare:.1f} ×)",
              rate >= 3 * beside)
    rate = count / statistics.median(first + second for first, second in zip(up, down))
    yield Row("the same, B after A", f"{rate:,.0f}/s", "–",
              f"{rate / beside:.1f} × and {rate / bare:.1f} ×; up {statistics.median(up):.2f} s, down {statistics.median(down):.2f} s",
              None)


def nothing_to_do(bench: Bench):
    """`sync --once` where both sides have everything, beside a command that opens the same journal, and what it takes a
    program that has just started to ask the server once by the same library."""
    rounds = 7 if bench.is_quick else 21
    server, here = bench.server(), bench.machine()
    here.write(1_000)
    here.sign_in(server)
    here.run("sync", "--once")
    ours, start, trips, empty = [], [], [], []
    program = references.stripped("one-trip", bench.place("one-trip"))
    for _ in range(rounds):
        ours.append(here.timed("sync", "--once")[0] * 1000)
        start.append(here.timed("list", "-n", "1")[0] * 1000)
        trips.append(references.run_milliseconds(program, server.url + "/health"))
        empty.append(references.run_milliseconds(program))
    kept = references.round_trip_milliseconds(server.url)
    server.stop()
    took, opened = statistics.median(ours), statistics.median(start)
    trip = statistics.median(trips) - statistics.median(empty)
    limit = 2 * (opened + trip)
    yield Row("sync --once with nothing to do", f"{took:.1f} ms", f"{limit:.1f} ms",
              f"list -n 1 {opened:.1f} ms, first round trip of a program {trip:.1f} ms, later ones {kept:.1f} ms; medians of {rounds}",
              took <= limit)


LETTERS = "абвгдежзиклмнопрстуфхцчшщэюя"


def save_once(writer, reader, last: str, chance: random.Random) -> tuple[str, float]:
    """Writes a title on one screen: the title, and the milliseconds from the key that saves it to the other screen."""
    # Of what stood at the same place nothing is left, so that all of it is sent.
    mark = "".join(chance.choice(LETTERS.replace(old, "")) for old in (last or "ыыыыыыыы"))
    writer.type("n")
    writer.settle(0.3)
    writer.type(mark)
    writer.wait(mark)
    writer.settle(0.3)
    reader.settle(0.05)
    begin = writer.type("\x13")
    took = (reader.wait(mark) - begin) * 1000
    writer.type("\x1b")
    # A second after the last one is sent it is waited for more: the next save is to find both idle.
    writer.settle(0.7)
    reader.type("g")
    reader.settle(0.7)
    return mark, took


def save_to_screen(bench: Bench):
    """From the key that saves on one screen to the entry on the other, with nothing else going on."""
    count = 20 if bench.is_quick else 100
    server, here, there = bench.server(), bench.machine(), bench.machine()
    screens = []
    for machine in (here, there):
        machine.sign_in(server)
        screen = machine.screen()
        screen.wait("Synced")
        screen.settle(1)
        screens.append(screen)
    writer, reader = screens
    chance, times, mark = random.Random(3), [], ""
    for _ in range(count):
        mark, took = save_once(writer, reader, mark, chance)
        times.append(took)
    disk, trip = references.fsync_milliseconds(bench.folder), references.round_trip_milliseconds(server.url)
    for screen in screens:
        screen.leave()
    server.stop()
    p50, limit = statistics.median(times), 150 + disk + 2 * trip
    yield Row("from save on A to shown on B, p50", f"{p50:.1f} ms", f"{limit:.0f} ms",
              f"fsync {disk:.1f} ms, round trip {trip:.1f} ms; p99 {percentile(times, 0.99):.1f} ms of {count}", p50 < limit)


def pages(bench: Bench):
    """Taking in pages of 200, beside the same rows through SQLite's own functions."""
    source = bench.machine()
    source.write(2_000 if bench.is_quick else 10_000)
    times = references.page_times(source.database, bench.place("pages"), 3 if bench.is_quick else 7)
    ours, indexed, bare = (times[name][0] for name in ("ours", "indexed", "bare"))
    used = times["ours"][1] / times["indexed"][1]
    yield Row("a pulled page of 200 applied", f"{ours / 1000:.1f} ms", "4 × SQLite",
              f"SQLite, same tables and indexes {indexed / 1000:.1f} ms ({ours / indexed:.1f} ×, of processor time {used:.1f} ×); "
              f"one table without any {bare / 1000:.1f} ms ({ours / bare:.0f} ×)", ours < 4 * indexed)


def idle(bench: Bench):
    """How often a signed-in program wakes up when nothing happens."""
    seconds = 30 if bench.is_quick else 60
    server, here, there = bench.server(), bench.machine(), bench.machine()
    here.write(100)
    for machine in (here, there):
        machine.sign_in(server)
        machine.run("sync", "--once")
    screen, watching, floor = here.screen(), there.watching(), references.scheduler(bench.place("idle"))
    screen.wait("Synced")
    # For a minute after something moved the top line counts seconds, as it should.
    screen.settle(75)
    watched = screen.processes, [watching.pid], [floor.pid]
    before = [machines.wakeups(processes) for processes in watched]
    screen.settle(seconds)
    after = [machines.wakeups(processes) for processes in watched]
    onscreen, headless, least = ((late - early) * 60 / seconds for early, late in zip(before, after))
    screen.leave()
    for process in (watching, floor):
        process.terminate()
        process.wait(30)
    server.stop()
    beside = f"a Swift program that ran one task {least:.0f}"
    # About once a minute the request that waits for pushes is made anew, and on the screen the top line's age grows by one.
    yield Row("idle screen, wake-ups a minute", f"{onscreen:.0f}", "the scheduler's + 10", beside, onscreen <= least + 10)
    yield Row("idle `sync --watch`, wake-ups a minute", f"{headless:.0f}", "the scheduler's + 10", beside, headless <= least + 10)


class Typist:
    """Types at a screen while it is busy, and times how long each key takes to be seen."""

    letters = "абвгдежзийклмнопрстуфхцчшщыэюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЫЭЮЯ"

    def __init__(self, screen: machines.Screen, titles: list[str]) -> None:
        self.screen, self.titles = screen, titles
        self.chance = random.Random(5)
        self.typed: list[float] = []
        self.moved: list[float] = []
        self.row = 0

    def play(self) -> None:
        for _ in range(20):
            self.move()
        self.write(20)

    def move(self) -> None:
        """One row down the list, whose titles are known, and when it ends back to its top."""
        if self.row + 1 == len(self.titles):
            self.screen.type("g")
            self.row = 0
            self.screen.settle(0.2)
        self.row += 1
        self.time("j", self.titles[self.row], self.moved)

    def write(self, count: int) -> None:
        """Types letters into the text of the entry that is selected, and saves it."""
        self.screen.type("e")
        self.screen.settle(0.3)
        for number in range(count):
            letter = self.letters[number % len(self.letters)]
            self.time(letter, letter, self.typed)
        self.screen.type("\x13")
        self.screen.settle(0.2)
        self.screen.type("\x1b")
        self.screen.settle(0.4)

    def time(self, key: str, mark: str, times: list[float]) -> None:
        self.screen.settle(0.02 + self.chance.random() * 0.03)
        begin = self.screen.type(key)
        times.append((self.screen.wait(mark, 30) - begin) * 1000)


def is_done(machine: machines.Machine, count: int) -> bool:
    """Whether all records have gone where they were to go: these are here, and the server has what is here."""
    entries, unsent = machine.counts()
    # The two of the moment may not be on their way yet.
    return entries >= count and unsent <= 2


def titles_of(count: int) -> list[str]:
    """Titles of which no neighbours have a letter in common, so that one is sent whole where the other stood."""
    chance = random.Random(9)
    alphabets = ("bcdfgh", "aeo"), ("klmnprst", "iuy")
    return ["".join(chance.choice(letters) for _ in range(6) for letters in alphabets[number % 2]) for number in range(count)]


def under_load(bench: Bench):
    """Keys and memory of a screen while very many records go up from it, and come down to another."""
    count = 10_000 if bench.is_quick else 100_000
    server, here, there = bench.server(), bench.machine(), bench.machine()
    titles = titles_of(40)
    here.write(count)
    there.write_titles(titles)
    for machine, way in ((here, "up"), (there, "down")):
        if machine is here:
            here.write_titles(titles)
        screen = machine.screen()
        screen.wait(titles[0])
        screen.settle(2)
        typist = Typist(screen, titles)
        for _ in range(2):
            typist.play()
        alone = percentile(typist.typed + typist.moved, 0.99)
        typist.typed, typist.moved = [], []
        machine.sign_in(server)
        begin = time.perf_counter()
        while not is_done(machine, count):
            typist.play()
        took = time.perf_counter() - begin
        present, most = screen.memory()
        screen.leave()
        keys = typist.typed + typist.moved
        p99 = percentile(keys, 0.99)
        yield Row(f"key to screen while {count:,} go {way}, p99", f"{p99:.1f} ms", "16 ms",
                  f"typing {percentile(typist.typed, 0.99):.1f} ms, moving {percentile(typist.moved, 0.99):.1f} ms, p50 "
                  f"{statistics.median(keys):.1f} ms, longest {max(keys):.0f} ms of {len(keys)} keys in {took:.0f} s; before it p99 {alone:.1f} ms", p99 < 16)
        yield Row(f"memory while {count:,} go {way}", f"{most:.0f} MB", "100 MB",
                  f"{present:.0f} MB at the end; server {machines.memory(server.process.pid)[1]:.0f} MB", most < 100)
    server.stop()


ALL = [against_git, nothing_to_do, pages, save_to_screen, idle, under_load]
