"""What encryption end to end costs: every row beside the same in a plain journal, in one run.

Contestants take turns, 21 times: plain, sealed, and plain once more. A difference is the median over the turns. Where it is no
greater than nine in ten of those between plain and plain, it is what chance makes, and counts as reached.
"""

import random
import shutil
import statistics
import time

import machines
import references
from rows import Bench, Row, is_done, percentile, save_once

TURNS = 21


def turns(bench: Bench) -> int:
    return 3 if bench.is_quick else TURNS


def share(plain: list[float], sealed: list[float], again: list[float]) -> tuple[float, float]:
    """How many times as long sealed takes, and how much of that plain takes beside plain, in nine of ten turns."""
    ratio = statistics.median(late / early for early, late in zip(plain, sealed))
    return ratio, percentile([max(a, b) / min(a, b) for a, b in zip(plain, again)], 0.9)


def surplus(plain: list[float], sealed: list[float], again: list[float]) -> tuple[float, float]:
    """As `share`, as a difference."""
    more = statistics.median(late - early for early, late in zip(plain, sealed))
    return more, percentile([abs(a - b) for a, b in zip(plain, again)], 0.9)


def sealed_carry(bench: Bench):
    """Entries from one fresh machine to another: sent, and then fetched."""
    count = bench.entries or (500 if bench.is_quick else 10_000)
    written = bench.machine()
    written.write(count)

    def carry(is_sealed: bool) -> float:
        server, here, there = bench.server(), bench.machine(), bench.machine()
        shutil.copytree(written.folder / "data", here.folder / "data", dirs_exist_ok=True)
        for machine in (here, there):
            machine.sign_in(server, is_sealed)
        took = here.timed("sync", "--once")[0] + there.timed("sync", "--once")[0]
        arrived, _ = there.counts()
        state = there.sealed()
        server.stop()
        for machine in (here, there):
            shutil.rmtree(machine.folder)
        if arrived != count or state != ("ready" if is_sealed else "open"):
            raise SystemExit(f"bench: of {count} entries {arrived} arrived, {state}")
        return took

    times = [[carry(False), carry(True), carry(False)] for _ in range(turns(bench))]
    plain, sealed, again = map(list, zip(*times))
    ratio, spread = share(plain, sealed, again)
    yield Row(f"{count:,} entries, A to B, sealed", f"{ratio:.2f} ×", "1.25 ×",
              f"sealed {statistics.median(sealed):.2f} s, plain {statistics.median(plain):.2f} s; plain beside plain {spread:.2f} ×",
              ratio <= max(1.25, spread))


def sealed_pages(bench: Bench):
    """A page as it came: opened, or read, and applied."""
    source = bench.machine()
    source.write(bench.entries or (600 if bench.is_quick else 10_000))
    plain, sealed, again = map(list, zip(*references.sealed_page_times(source.database, bench.place("pages"), turns(bench))))
    ratio, spread = share(plain, sealed, again)
    yield Row("a page of 200 opened and applied", f"{ratio:.2f} ×", "1.15 ×",
              f"sealed {statistics.median(sealed) / 1000:.1f} ms, plain {statistics.median(plain) / 1000:.1f} ms; plain beside plain {spread:.2f} ×",
              ratio <= max(1.15, spread))


class Pair:
    """Two screens of one journal, both idle: one writes, one shows."""

    def __init__(self, bench: Bench, is_sealed: bool, chance: random.Random) -> None:
        self.server, self.chance, self.last = bench.server(), chance, ""
        self.screens = []
        for _ in range(2):
            machine = bench.machine()
            machine.sign_in(self.server, is_sealed)
            screen = machine.screen()
            screen.wait("Synced")
            screen.settle(1)
            self.screens.append(screen)

    def save(self) -> float:
        """Milliseconds from the key that saves to the title on the other screen."""
        self.last, took = save_once(*self.screens, self.last, self.chance)
        return took

    def leave(self) -> None:
        for screen in self.screens:
            screen.leave()
        self.server.stop()


def sealed_save_to_screen(bench: Bench):
    """From the key that saves on one screen to the entry on the other."""
    chance = random.Random(4)
    pairs = [Pair(bench, is_sealed, chance) for is_sealed in (False, True, False)]
    for pair in pairs:
        pair.save()
    plain, sealed, again = map(list, zip(*([pair.save() for pair in pairs] for _ in range(turns(bench)))))
    for pair in pairs:
        pair.leave()
    more, spread = surplus(plain, sealed, again)
    yield Row("from save on A to shown on B, sealed", f"{more:+.1f} ms", "+ 2 ms",
              f"sealed {statistics.median(sealed):.1f} ms, plain {statistics.median(plain):.1f} ms; plain beside plain {spread:.1f} ms",
              more <= max(2, spread))


def sealed_memory(bench: Bench):
    """The most that is resident while very many sealed records go up, and come down to another machine."""
    count = bench.entries or (2_000 if bench.is_quick else 100_000)
    server, here, there = bench.server(), bench.machine(), bench.machine()
    here.write(count)
    for machine, way in ((here, "up"), (there, "down")):
        screen = machine.screen()
        screen.settle(2)
        machine.sign_in(server, is_sealed=True)
        begin = time.perf_counter()
        while not is_done(machine, count):
            screen.settle(0.5)
        took = time.perf_counter() - begin
        present, most = screen.memory()
        screen.leave()
        yield Row(f"memory while {count:,} go {way}, sealed", f"{most:.0f} MB", "100 MB",
                  f"{present:.0f} MB at the end, after {took:.0f} s; server {machines.memory(server.process.pid)[1]:.0f} MB", most < 100)
    server.stop()


def sealed_commands(bench: Bench):
    """Commands that ask no server, in a journal that is encrypted beside one that is not."""
    server, other = bench.server(), bench.server()
    homes = [bench.machine() for _ in range(3)]
    for machine, place, is_sealed in zip(homes, (server, other, None), (False, True, False)):
        machine.write(bench.entries or 1_000)
        # A server has one account, whose journal is encrypted or not: the third has the first one's.
        machine.sign_in(place or server, is_sealed)
        machine.run("sync", "--once")
    rounds = turns(bench) * (1 if bench.is_quick else 10)
    for name, arguments in (("list -n 1", ["list", "-n", "1"]), ("a line captured", ["a line that is captured"])):
        times = []
        for _ in range(rounds):
            times.append([machine.timed(*arguments)[0] * 1000 for machine in homes])
        plain, sealed, again = map(list, zip(*times))
        more, spread = surplus(plain, sealed, again)
        yield Row(f"{name}, sealed", f"{more:+.2f} ms", "+ 0.2 ms",
                  f"sealed {statistics.median(sealed):.2f} ms, plain {statistics.median(plain):.2f} ms; plain beside plain {spread:.2f} ms; "
                  f"{rounds} turns", more <= max(0.2, spread))
    for place in (server, other):
        place.stop()


ALL = [sealed_carry, sealed_pages, sealed_save_to_screen, sealed_memory, sealed_commands]
