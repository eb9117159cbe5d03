"""Disks that fail: one call, or all from one on, for programs that go on meanwhile."""

from __future__ import annotations

import pathlib
import random
import shutil
import time

import client
import programs
import server
from programs import Watch
from promises import Promises

WHAT = ("EIO", "EIO", "ENOSPC", "EDQUOT")


def run(runs: int, seed: int) -> list[str]:
    """Two thirds of the runs are for the journal, the others for the server."""
    problems: list[str] = []
    for name, share, trial in (("journal", runs - runs // 3, journal), ("server", runs // 3, service)):
        start = time.monotonic()
        root = programs.scratch()
        try:
            tried, hit, refused, wrong = trials(root, name, share, seed, trial)
        finally:
            shutil.rmtree(root)
        problems += wrong
        print(f"{name}: {tried} runs, {hit} met their fault, {refused} times it was refused in words, {len(wrong)} problems"
              f" ({time.monotonic() - start:.0f} s)", flush=True)
    return problems


def trials(root: pathlib.Path, name: str, runs: int, seed: int, trial) -> tuple[int, int, int, list[str]]:
    """Tries some plans, each first without a fault, to learn how many calls it makes."""
    plans = max(1, runs // 12)
    hit, refused, problems = 0, 0, []
    calls: dict[tuple[int, bool], int] = {}
    for number in range(runs):
        chance = random.Random(f"{name} {seed} {number}")
        plan, reads = number % plans, chance.random() < 0.3
        if (plan, reads) not in calls:
            calm = Watch(count=root / "count", reads=reads)
            _, _, wrong = trial(root, plan, seed, calm)
            calls[plan, reads] = calm.counted()[0]
            problems += [f"{name}, plan {plan}, without a fault: {text}" for text in wrong]
            calm.count.unlink()
        watch = Watch(
            count=root / "count", reads=reads, at=chance.randrange(1, max(2, calls[plan, reads])), what=chance.choice(WHAT),
            ever=chance.random() < 0.4)
        _, times, wrong = trial(root, plan, seed, watch)
        hit += watch.counted()[1] > 0
        refused += times
        watch.count.unlink(missing_ok=True)
        how = f"{watch.what} at call {watch.at}{' and ever after' if watch.ever else ''}{', reads too' if reads else ''}"
        problems += [f"{name}, seed {seed}, plan {plan}, {how}: {text}" for text in wrong]
    return runs, hit, refused, problems


def journal(root: pathlib.Path, plan: int, seed: int, watch: Watch) -> tuple[int, int, list[str]]:
    """Commands on a journal, every third time with a server to synchronise with."""
    place = root / "run"
    place.mkdir()
    running = None
    try:
        box = client.begin(place / "box")
        promises = Promises()
        promises.keep(promises.begin(client.FIRST))
        writer = client.Client(box, promises, random.Random(f"{seed} {plan}"), watch)
        if plan % 3 == 2:
            other, access = server.begin(place / "server")
            running = server.Server(other, access)
            writer.sign_in(running.url or "", access.session)
        for _ in range(8):
            writer.step()
        return 0, writer.refused, writer.problems + client.check(box, promises)
    finally:
        if running:
            running.end()
        shutil.rmtree(place)


def service(root: pathlib.Path, plan: int, seed: int, watch: Watch) -> tuple[int, int, list[str]]:
    """A server and one client; what the disk refuses, the client is told."""
    place = root / "run"
    place.mkdir()
    try:
        box, access = server.begin(place / "box")
        running = server.Server(box, access, watch)
        promises = Promises()
        problems = []
        refused = 0
        if running.url:
            writer = server.Writer(running, promises, random.Random(f"{seed} {plan}"), "w", may_fail=watch.at > 0)
            for _ in range(16):
                try:
                    writer.step()
                except server.Refused:
                    continue
            problems, refused = writer.problems, writer.refused
        status = running.end()
        said = (box.root / "tmp/server.log").read_text(errors="replace")
        if status < 0 or "Fatal error" in said:
            problems.append(f"the server ended by signal {-status}: {said[-300:]}")
        if running.url is None:
            refused += 1
            if status <= 0 or not said.strip():
                problems.append(f"the server did not start, exit {status}, and said {said[-300:]!r}")
        return 0, refused, problems + server.check(box, access, promises)
    finally:
        shutil.rmtree(place)
