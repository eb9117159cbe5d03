"""What synchronising is measured beside: git, SQLite by itself, the disk, and the way there and back."""

import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import time
import urllib.parse

import generate
import peers


# Where the programs are that were built.
BUILT = peers.ROOT / ".build-release/release"


class Git:
    """The same entries as files, through a bare repository to a second clone: both fresh, all of it on the disk.

    `core.fsync=all` has git wait for the disk as we do; its files in the working tree it never waits for.
    """

    def __init__(self, folder: pathlib.Path, count: int, is_durable: bool = True) -> None:
        self.here, self.server, self.there = folder / "here", folder / "server.git", folder / "there"
        self.bytes = 0
        settings = {"core.fsync": "all", "core.fsyncMethod": "fsync"} if is_durable else {}
        folder.mkdir(parents=True)
        for place, options in ((self.server, ["--bare"]), (self.here, []), (self.there, [])):
            self.git("init", "-q", "-b", "main", *options, str(place), inside=folder)
            for name, value in settings.items():
                self.git("config", name, value, inside=place)
        for place in (self.here, self.there):
            self.git("remote", "add", "origin", str(self.server), inside=place)
        for number, entry in enumerate(generate.entries(count)):
            text = f"{entry.title}\n\n{entry.body}\n"
            (self.here / f"{number:06}.md").write_text(text, encoding="utf-8")
            self.bytes += len(text.encode())

    @staticmethod
    def git(*arguments: str, inside: pathlib.Path) -> None:
        environment = os.environ | {
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org"}
        subprocess.run(["git", *arguments], cwd=inside, env=environment, check=True, capture_output=True)

    def carry(self) -> float:
        """Seconds from the files here to the files there."""
        begin = time.perf_counter()
        self.git("add", ".", inside=self.here)
        self.git("commit", "-q", "-m", "entries", inside=self.here)
        self.git("push", "-q", "origin", "main", inside=self.here)
        self.git("pull", "-q", "origin", "main", inside=self.there)
        return time.perf_counter() - begin

    def carried(self) -> int:
        """The bytes of the files that arrived."""
        return sum(path.stat().st_size for path in self.there.glob("*.md"))


def fsync_milliseconds(folder: pathlib.Path) -> float:
    """The median time that 4 KB take to the disk."""
    times = []
    with open(folder / "fsync", "ab") as file:
        for _ in range(200):
            file.write(b"x" * 4096)
            file.flush()
            begin = time.perf_counter()
            os.fsync(file.fileno())
            times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(times)


def scheduler(folder: pathlib.Path) -> subprocess.Popen:
    """A program that uses the language's scheduler and has nothing to do."""
    folder.mkdir()
    source = pathlib.Path(__file__).resolve().parent / "idle/main.swift"
    subprocess.run(["swiftc", "-O", "-static-stdlib", str(source), "-o", str(folder / "idle")], check=True)
    return subprocess.Popen([folder / "idle"])


def round_trip_milliseconds(url: str) -> float:
    """The median time of the smallest question to the server over a kept connection, and its answer."""
    address = urllib.parse.urlsplit(url)
    connection = peers.client.http.client.HTTPConnection(address.netloc, timeout=30)
    connection.connect()
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    times = []
    for _ in range(100):
        begin = time.perf_counter()
        connection.request("GET", "/health")
        connection.getresponse().read()
        times.append((time.perf_counter() - begin) * 1000)
    connection.close()
    return statistics.median(times)


def stripped(product: str, place: pathlib.Path) -> pathlib.Path:
    """A built program as users get it, without its table of symbols."""
    shutil.copy2(BUILT / product, place)
    subprocess.run(["strip", place], check=True)
    return place


def run_milliseconds(program: pathlib.Path, *arguments: str) -> float:
    """How long a program takes from its start to its end."""
    begin = time.perf_counter()
    subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - begin) * 1000


def page_times(journal: pathlib.Path, folder: pathlib.Path, rounds: int) -> dict[str, tuple[float, float]]:
    """Microseconds that taking in a page of 200 takes us, and SQLite with and without indexes: by the clock, and of
    processor time."""
    program = BUILT / "sync-pages"
    folder.mkdir()
    done = subprocess.run([program, str(journal), str(folder), str(rounds)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"bench: {program}: {done.stderr}")
    return {name: (float(wall), float(used)) for name, wall, used in (line.split() for line in done.stdout.splitlines())}


def sealed_page_times(journal: pathlib.Path, folder: pathlib.Path, rounds: int) -> list[list[float]]:
    """Microseconds that a page of 200 takes, plain, sealed and plain again, a list for each round."""
    program = BUILT / "sync-pages"
    folder.mkdir()
    done = subprocess.run([program, str(journal), str(folder), str(rounds), "--sealed"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"bench: {program}: {done.stderr}")
    return [[float(number) for number in line.split()[1:4]] for line in done.stdout.splitlines()]
