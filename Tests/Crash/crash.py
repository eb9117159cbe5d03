"""Lets power go, disks fail and programs be killed, and looks whether every acknowledged word is there.

    crash.py power --states 100     disks as they may be after a loss of power, for the journal, one that is encrypted on the disk, and the server each
    crash.py errors --runs 100      one call to the disk fails, or all from one on
    crash.py kills --runs 100       programs killed at any moment
    crash.py sharing --runs 10      three people who share, with programs killed in every second round

All take --seed; the same seed tries the same. What is found is printed, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import pathlib
import random
import shutil
import sys
import time

import client
import disk
import errors
import kills
import programs
import server
import sharing
from programs import Box, Watch
from promises import Promises


class NoKeys(Exception):
    """The kernel keeps no keys here, so that every command would ask for the passphrase."""


def trace_client(root: pathlib.Path, seed: int, steps: int, has_vault: bool) -> tuple[Box, pathlib.Path, pathlib.Path]:
    """Lets a journal, encrypted on the disk or not, be written under watch; gives the box, its disk as it was before, and the log."""
    other, access = server.begin(root / "server")
    running = server.Server(other, access)
    box = client.begin(root / "box")
    if has_vault and not client.encrypt(box):
        raise NoKeys
    before = programs.copied(box.disk, root / "before")
    log = root / "log"
    promises = Promises(log)
    promises.keep(promises.begin(client.FIRST))
    writer = client.Client(box, promises, random.Random(seed), Watch(log=log))
    writer.has_vault = has_vault
    for number in range(steps):
        if number == steps // 3 and running.url:
            writer.sign_in(running.url, access.session)
        writer.step()
    running.end()
    if writer.refused:
        raise SystemExit(f"{writer.refused} commands failed without any fault: {writer.problems}")
    return box, before, log


def trace_server(root: pathlib.Path, seed: int, steps: int) -> tuple[Box, pathlib.Path, pathlib.Path, server.Access]:
    """Lets a server work under watch, and start again now and then."""
    box, access = server.begin(root / "box")
    before = programs.copied(box.disk, root / "before")
    log = root / "log"
    promises = Promises(log)
    chance = random.Random(seed)
    writer = None
    for life in range(4):
        running = server.Server(box, access, Watch(log=log))
        tags = writer.tags if writer else {}
        writer = server.Writer(running, promises, chance, f"life{life}")
        writer.tags = tags
        for _ in range(steps // 4):
            writer.step()
        running.end()
        if writer.problems:
            raise SystemExit(f"the server failed without any fault: {writer.problems}")
    return box, before, log, access


def cuts(records: list[disk.Record], states: int, chance: random.Random) -> list[int]:
    """Moments for the power to go: any, and as often right after something was acknowledged, when most is promised."""
    first = next(index for index, record in enumerate(records) if record.kind == disk.NOTE)
    acknowledged = [index + 1 for index, record in enumerate(records) if record.kind == disk.NOTE and b'"kept"' in record.second]
    anywhere = [chance.randrange(first + 1, len(records) + 1) for _ in range(states - states // 2)]
    return sorted(anywhere + [chance.choice(acknowledged) for _ in range(states // 2)])


def lose_power(name: str, states: int, seed: int, without_syncs: bool = False) -> tuple[int, list[str]]:
    """Rebuilds states of one program's disk and opens each; gives how many there were, and what is wrong with them."""
    root = programs.scratch()
    problems: list[str] = []
    try:
        # A log of a hundred steps or so gives a few hundred states before moments repeat.
        steps = min(240, 60 + states // 10)
        access = None
        if name == "server":
            box, before, log, access = trace_server(root, seed, steps)
        else:
            box, before, log = trace_client(root, seed, steps, has_vault=name == "vault")
        records = disk.read_log(log)
        chance = random.Random(seed)
        moments = cuts(records, states, chance)
        replay = disk.Disk(box.disk, before, ignores_syncs=without_syncs)
        promises = Promises()
        done = 0
        for index, record in enumerate(records + [None]):
            while done < len(moments) and moments[done] == index:
                found = look(root / "state", name, replay, promises, access, random.Random(f"{seed} {done}"))
                problems += [f"{name}, seed {seed}, state {done} after {index} of {len(records)} calls: {text}" for text in found]
                done += 1
            if record and record.kind == disk.NOTE:
                promises.take(disk.note_of(record))
            elif record:
                replay.replay(record)
        if different := replay.differences():
            problems.append(f"{name}: the log does not tell what became of {different}")
        return done, problems
    finally:
        shutil.rmtree(root)


def look(place: pathlib.Path, name: str, replay: disk.Disk, promises: Promises, access: server.Access | None,
         chance: random.Random) -> list[str]:
    """Makes one state and opens it with the real program."""
    place.mkdir()
    try:
        replay.write_power_loss(place / "disk", chance)
        box = Box(place, makes=False)
        return server.check(box, access, promises) if access else client.check(box, promises, has_vault=name == "vault")
    finally:
        shutil.rmtree(place)


def power(states: int, seed: int) -> list[str]:
    problems: list[str] = []
    for name in ("journal", "vault", "server"):
        start = time.monotonic()
        # The states must be able to show a loss: of a program that never waits for its disk, they do.
        try:
            tried, lost = lose_power(name, 12, seed, without_syncs=True)
        except NoKeys:
            print(f"{name}: not tried, since the kernel keeps no keys here", flush=True)
            continue
        if not lost:
            problems.append(f"{name}: {tried} states without any fsync lost nothing: the states prove nothing")
        tried, wrong = lose_power(name, states, seed)
        problems += wrong
        seconds = time.monotonic() - start
        print(f"{name}: {tried} states after a loss of power, {len(wrong)} problems ({seconds:.0f} s)", flush=True)
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("power", "errors", "kills", "sharing"))
    parser.add_argument("--states", type=int, default=100)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.what == "power":
        problems = power(arguments.states, arguments.seed)
    elif arguments.what == "errors":
        problems = errors.run(arguments.runs, arguments.seed)
    elif arguments.what == "sharing":
        problems = sharing.run(arguments.runs, arguments.seed)
    else:
        problems = kills.run(arguments.runs, arguments.seed)
    for problem in problems[:40]:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
