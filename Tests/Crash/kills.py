"""Programs killed at any moment: commands, synchronisation, the screen, the server."""

from __future__ import annotations

import os
import pathlib
import pty
import random
import select
import shutil
import signal
import struct
import subprocess
import threading
import time

import client
import programs
import server
from programs import Box
from promises import Promises


def run(runs: int, seed: int) -> list[str]:
    problems: list[str] = []
    shares = (("commands and sync", runs * 6 // 10, commands), ("screen", runs * 2 // 10, screens),
              ("server", runs - runs * 6 // 10 - runs * 2 // 10, servers))
    for name, share, trial in shares:
        start = time.monotonic()
        killed, number, wrong = 0, 0, []
        while killed < share:
            root = programs.scratch()
            try:
                more, found = trial(root, random.Random(f"{name} {seed} {number}"), share - killed)
            finally:
                shutil.rmtree(root)
            wrong += [f"{name}, seed {seed}, round {number}: {text}" for text in found]
            killed, number = killed + more, number + 1
        problems += wrong
        print(f"{name}: {killed} kills in {number} rounds, {len(wrong)} problems ({time.monotonic() - start:.0f} s)", flush=True)
    return problems


def commands(root: pathlib.Path, chance: random.Random, most: int) -> tuple[int, list[str]]:
    """Commands that write, import and synchronise, each killed if it is not done in time."""
    other, access = server.begin(root / "server")
    running = server.Server(other, access)
    box = client.begin(root / "box")
    promises = Promises()
    promises.keep(promises.begin(client.FIRST))
    writer = client.Client(box, promises, chance)
    writer.sign_in(running.url or "", access.session)
    for _ in range(200):
        writer.kills_within = chance.choice((40, 80, 160, 400))
        writer.step()
        if writer.kills >= min(most, 25):
            break
    problems = writer.problems + client.check(box, promises)
    done = box.run("cloudjournal", "sync", "--once")
    if done.returncode != 0:
        problems.append(f"sync after the kills: exit {done.returncode}: {programs.told(done)}")
    problems += client.check(box, promises)
    running.end()
    return writer.kills, problems


def screens(root: pathlib.Path, chance: random.Random, most: int) -> tuple[int, list[str]]:
    """The screen, written on and killed; what it said to have saved, by ending as asked, is there."""
    box = client.begin(root / "box")
    promises = Promises()
    promises.keep(promises.begin(client.FIRST))
    body = "".join(chance.choice("abcdefgh ij") for _ in range(chance.choice((5, 200)))).strip() + "end"
    number = promises.begin({"written on the screen": body})
    master, slave = pty.openpty()
    subprocess.run(["stty", "rows", "30", "cols", "100"], stdin=slave, check=True)
    environment = box.environment | {"TERM": "xterm-256color"}
    process = subprocess.Popen(
        [programs.built("cloudjournal")], env=environment, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        cwd=box.root)
    os.close(slave)
    end = time.monotonic() + chance.choice((0.3, 1.0, 2.5)) * chance.random()
    keys = [b"n", b"written on the screen\t", *[body[at:at + 9].encode() for at in range(0, len(body), 9)], b"\x13", b"\x1b", b"q"]
    pause = chance.choice((0.01, 0.05))
    begin = time.monotonic() + 0.15
    while time.monotonic() < end and process.poll() is None:
        ready, _, _ = select.select([master], [], [], pause)
        try:
            if ready:
                os.read(master, 65536)
            elif keys and time.monotonic() > begin:
                os.write(master, keys.pop(0))
        except OSError:
            break
    killed = process.poll() is None
    if killed:
        os.killpg(process.pid, signal.SIGKILL)
    status = process.wait(60)
    os.close(master)
    if not killed and status == 0:
        promises.keep(number)
    problems = [] if killed or status == 0 else [f"the screen ended with {status}"]
    # What showed the journal is another process; it ends with the terminal.
    return int(killed), problems + client.check(box, promises)


def servers(root: pathlib.Path, chance: random.Random, most: int) -> tuple[int, list[str]]:
    """A server killed while two clients write, again and again over the same data."""
    box, access = server.begin(root / "box")
    promises = Promises()
    problems: list[str] = []
    lives = min(most, 10)
    for life in range(lives):
        running = server.Server(box, access)
        if not running.url:
            problems.append("the server does not start")
            running.end()
            break
        writers = [
            server.Writer(running, promises, random.Random(chance.random()), f"l{life}w{index}", may_fail=True)
            for index in range(2)
        ]
        threads = [threading.Thread(target=write, args=(writer,)) for writer in writers]
        for thread in threads:
            thread.start()
        time.sleep(chance.random() * chance.choice((0.05, 0.5, 1.5)))
        running.end(signal.SIGKILL)
        for thread in threads:
            thread.join()
        for writer in writers:
            problems += writer.problems
        if life % 5 == 4 or life == lives - 1:
            problems += server.check(box, access, promises)
    return lives, problems


def write(writer: server.Writer) -> None:
    try:
        while True:
            writer.step()
    except server.Refused:
        return
