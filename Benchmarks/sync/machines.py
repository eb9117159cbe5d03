"""The machines that share a journal: each a home of its own in which the real program runs, beside one real server."""

import fcntl
import json
import os
import pathlib
import pty
import select
import signal
import sqlite3
import struct
import subprocess
import sys
import termios
import time

import generate
import peers


# Every program that was left to watch, so that none stays behind a row that failed.
started: list[subprocess.Popen] = []


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


class Server(peers.Server):
    """Our server, which a bench asks more often than any person's program does."""

    def __init__(self, folder: pathlib.Path, program: str) -> None:
        super().__init__(folder, program, "--request-rate", "1000000", "--request-burst", "1000000")
        # Of the one encrypted journal that it has, as its person wrote it down.
        self.recovery = ""

    def session(self, name: str = "ada") -> str:
        return self.admin("session", "add", name)


class Machine:
    """A computer of a person's: a home, a journal, and an account once it is signed in."""

    def __init__(self, folder: pathlib.Path, program: str) -> None:
        self.folder, self.program = folder, program
        names = {"HOME": "home", "XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "state",
                 "XDG_CACHE_HOME": "cache", "XDG_RUNTIME_DIR": "run", "TMPDIR": "tmp"}
        for name in names.values():
            (folder / name).mkdir(parents=True, mode=0o700)
        self.environment = {variable: str(folder / name) for variable, name in names.items()} | {
            "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color", "TZ": "UTC",
            "SWIFT_BACKTRACE": "enable=no"}

    @property
    def database(self) -> pathlib.Path:
        return self.folder / "data/cloudjournal/journals/Personal/journal.sqlite"

    def run(self, *arguments: str, given: str = "") -> str:
        """Runs a command to its end; one that fails ends the bench: a failure is no measurement."""
        done = subprocess.run([self.program, *arguments], input=given, text=True, capture_output=True,
                              env=self.environment, cwd=self.folder)
        if done.returncode != 0:
            sys.exit(f"bench: {arguments} ended with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def timed(self, *arguments: str) -> tuple[float, float]:
        """Seconds from start to end of a command, and those that its processor time took."""
        begin, used = time.perf_counter(), os.times()
        self.run(*arguments)
        end = os.times()
        return (time.perf_counter() - begin,
                end.children_user + end.children_system - used.children_user - used.children_system)

    def write(self, count: int) -> None:
        """Brings in so many entries, the same on every machine."""
        text = self.folder / "journal.txt"
        generate.write_jrnl(count, text)
        self.bring_in(text)

    def write_titles(self, titles: list[str]) -> None:
        """Brings in short entries later than all of `write`, the first the newest."""
        text = self.folder / "journal.txt"
        lines = [f"[2026-01-{1 + number // 1440:02} {number // 60 % 24:02}:{number % 60:02}] {title}\nbody\n\n"
                 for number, title in enumerate(reversed(titles))]
        text.write_text("".join(lines), encoding="utf-8")
        self.bring_in(text)

    def bring_in(self, text: pathlib.Path) -> None:
        self.run("import", "--from", "jrnl", str(text))
        text.unlink()

    def counts(self) -> tuple[int, int]:
        """Entries here, and those of them that the server is not known to have."""
        connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=30)
        entries, = connection.execute("SELECT coalesce(sum(entries), 0) FROM tallies WHERE scope = 'all'").fetchone()
        unsent, = connection.execute("SELECT count(*) FROM entries WHERE localDigest IS NOT baseDigest").fetchone()
        connection.close()
        return entries, unsent

    def sign_in(self, server: Server, is_sealed: bool = False, name: str = "ada") -> None:
        options = [] if is_sealed else ["--plain"]
        self.run("account", "sign-in", "--server", server.url, "--code", *options, given=server.session(name) + "\n")
        if not is_sealed:
            return
        if server.recovery:
            self.run("account", "recovery", "--enter", given=server.recovery)
        else:
            server.recovery = self.run("account", "recovery")
            self.run("account", "recovery", "--confirm", given=server.recovery)

    def sealed(self) -> str:
        """What `status` says of the encryption."""
        done = subprocess.run([self.program, "status", "--json"], text=True, capture_output=True, env=self.environment)
        return json.loads(done.stdout)["encryption"]["state"]

    def screen(self, rows: int = 50, columns: int = 160) -> "Screen":
        return Screen([self.program], self.environment, rows, columns)

    def watching(self) -> subprocess.Popen:
        """`sync --watch`, until it is ended."""
        watching = subprocess.Popen([self.program, "sync", "--watch"], env=self.environment, cwd=self.folder,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        started.append(watching)
        return watching


class Screen:
    """The program on a terminal, of which every byte that it writes is kept until it was looked for.

    What is looked for are words that the screen cannot have shown before in the same place: the program sends what has
    changed, so that such words come whole.
    """

    def __init__(self, command: list[str], environment: dict[str, str], rows: int, columns: int) -> None:
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(command[0], command, environment)
        os.set_blocking(self.terminal, False)
        self.bytes = b""
        self.isOver = False

    def read(self, seconds: float) -> bool:
        """Takes what the program writes within so many seconds, and answers as a terminal does; whether it wrote."""
        ready, _, _ = select.select([self.terminal], [], [], max(0, seconds))
        if not ready:
            return False
        try:
            fresh = os.read(self.terminal, 1 << 16)
        except OSError:
            fresh = b""
        if not fresh:
            self.isOver = True
            return False
        if answer := self.answer(fresh):
            os.write(self.terminal, answer)
        self.bytes += fresh
        return True

    def answer(self, fresh: bytes) -> bytes:
        """What a terminal says to the questions in what it was sent."""
        background = b"\x1b]11;rgb:0000/0000/0000\x1b\\" if b"\x1b]11;?" in fresh else b""
        return background + (b"\x1b[?62;c" if b"\x1b[c" in fresh else b"")

    def type(self, keys: str) -> float:
        """Types keys; the time at which they were."""
        now = time.perf_counter()
        os.write(self.terminal, keys.encode())
        return now

    def wait(self, mark: str, seconds: float = 120) -> float:
        """Waits until a mark is written; the time at which it was. What was written up to then is forgotten."""
        wanted, end = mark.encode(), time.perf_counter() + seconds
        # A picture is megabytes in pieces of some kilobytes: none is looked through twice.
        pieces, tail = [self.bytes], self.bytes
        while wanted not in tail:
            left = end - time.perf_counter()
            if left <= 0 or self.isOver:
                sys.exit(f"bench: the screen never showed “{mark}”:\n{b''.join(pieces)[-3000:]!r}")
            self.bytes = b""
            self.read(left)
            pieces.append(self.bytes)
            tail = tail[-len(wanted):] + self.bytes
        now = time.perf_counter()
        self.bytes = tail[tail.index(wanted) + len(wanted):]
        return now

    def settle(self, seconds: float) -> None:
        """Reads for so long whatever comes, and forgets it."""
        end = time.perf_counter() + seconds
        while not self.isOver and (left := end - time.perf_counter()) > 0:
            self.read(left)
        self.bytes = b""

    @property
    def processes(self) -> list[int]:
        """The program's own: the one that was started, which only watches over the other, and the one that works."""
        found, process = [self.pid], self.pid
        while children := pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split():
            process = int(children[0])
            found.append(process)
        return found

    def memory(self) -> tuple[float, float]:
        """Resident megabytes of the process that works: at present, and the most there ever were."""
        return memory(self.processes[-1])

    def leave(self) -> None:
        self.type("q")
        end = time.perf_counter() + 30
        while not self.isOver and time.perf_counter() < end:
            self.read(1)
            self.bytes = b""
        self.end()

    def end(self) -> None:
        """Ends the program however it stands."""
        try:
            os.kill(self.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


def memory(process: int) -> tuple[float, float]:
    """Resident megabytes of a process: at present, and the most there ever were."""
    status = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
    values = {line.split(":")[0]: int(line.split()[1]) for line in status if line.startswith(("VmRSS", "VmHWM"))}
    return values["VmRSS"] / 1024, values["VmHWM"] / 1024


def wakeups(processes: list[int]) -> int:
    """How often the threads of processes have waited and gone on again so far."""
    total = 0
    for process in processes:
        for task in pathlib.Path(f"/proc/{process}/task").iterdir():
            for line in (task / "status").read_text().splitlines():
                if line.startswith("voluntary_ctxt_switches"):
                    total += int(line.split()[1])
    return total
