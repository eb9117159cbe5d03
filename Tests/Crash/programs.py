"""The built programs, in homes of their own, with or without `disk.c` between them and their files."""

from __future__ import annotations

import os
import pathlib
import shutil
import struct
import subprocess
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PASSWORD = "a long enough password\n"


def built(name: str) -> str:
    """A built program; `CLOUDJOURNAL_CRASH_PROGRAMS` names another folder of programs."""
    folder = os.environ.get("CLOUDJOURNAL_CRASH_PROGRAMS", str(REPOSITORY / ".build/debug"))
    return str(pathlib.Path(folder) / name)


def scratch() -> pathlib.Path:
    """A folder for one run, in memory where that can be: thousands of disks are made and thrown away."""
    parent = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    return pathlib.Path(tempfile.mkdtemp(prefix="cloudjournal-crash-", dir=parent))


def library() -> str:
    """Builds disk.c, if it has changed, and gives its path."""
    source = pathlib.Path(__file__).with_name("disk.c")
    target = REPOSITORY / ".build/crash/disk.so"
    if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
        target.parent.mkdir(parents=True, exist_ok=True)
        compiler = shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")
        if not compiler:
            raise SystemExit("A C compiler is needed: cc, clang or gcc.")
        fresh = target.with_suffix(f".{os.getpid()}")
        subprocess.run([compiler, "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", fresh, source, "-ldl"], check=True)
        fresh.rename(target)
    return str(target)


class Watch:
    """What disk.c is told for one run of a program."""

    def __init__(self, log: pathlib.Path | None = None, count: pathlib.Path | None = None, at: int = 0, what: str = "",
                 ever: bool = False, reads: bool = False) -> None:
        self.log, self.count, self.at, self.what, self.ever, self.reads = log, count, at, what, ever, reads

    def environment(self, root: pathlib.Path) -> dict[str, str]:
        found = {"LD_PRELOAD": library(), "DISK_ROOT": str(root)}
        if self.log:
            found["DISK_LOG"] = str(self.log)
        if self.count:
            found["DISK_COUNT"] = str(self.count)
        if self.at:
            found |= {"DISK_AT": str(self.at), "DISK_DO": self.what}
        if self.ever:
            found["DISK_EVER"] = "1"
        if self.reads:
            found["DISK_READS"] = "1"
        return found

    def counted(self) -> tuple[int, int]:
        """How many calls there were, and how many of them failed."""
        assert self.count
        data = self.count.read_bytes() if self.count.exists() else b""
        return struct.unpack("<QQ", data) if len(data) == 16 else (0, 0)


class Box:
    """A place for one program: `disk` is what it keeps, beside it what no loss of power outlives."""

    def __init__(self, root: pathlib.Path, makes: bool = True) -> None:
        self.root, self.disk = root, root / "disk"
        names = {"HOME": "disk/home", "XDG_DATA_HOME": "disk/data", "XDG_CONFIG_HOME": "disk/config",
                 "XDG_STATE_HOME": "disk/state", "XDG_CACHE_HOME": "disk/cache", "XDG_RUNTIME_DIR": "run", "TMPDIR": "tmp"}
        for name in ["", "disk", *names.values()] if makes else ["run", "tmp"]:
            (root / name).mkdir(mode=0o700, exist_ok=True)
        self.environment = {
            "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "TZ": "UTC", "CLOUDJOURNAL_SERVER_PASSWORD_COST": "small",
            **{name: str(root / folder) for name, folder in names.items()}}

    @property
    def server_data(self) -> pathlib.Path:
        return self.disk / "data/server"

    def start(self, program: str, *arguments: str, watch: Watch | None = None, **options) -> subprocess.Popen:
        environment = self.environment | (watch.environment(self.disk) if watch else {})
        return subprocess.Popen([built(program), *arguments], env=environment, cwd=self.root, **options)

    def run(self, program: str, *arguments: str, given: str | bytes = b"", watch: Watch | None = None,
            timeout: float = 120, kill_after: float | None = None) -> subprocess.CompletedProcess:
        """Runs a program to its end, whatever that is; it is killed after so many seconds, if it is not done by then."""
        process = self.start(
            program, *arguments, watch=watch, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            output, errors = process.communicate(
                given.encode() if isinstance(given, str) else given, timeout if kill_after is None else kill_after)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            if kill_after is None:
                raise RuntimeError(f"{arguments}: not done after {timeout} seconds: {errors!r}") from None
        return subprocess.CompletedProcess(process.args, process.returncode, output, errors)

    def must(self, program: str, *arguments: str, **options) -> str:
        """Runs a program that has to succeed, and gives what it printed."""
        done = self.run(program, *arguments, **options)
        if done.returncode != 0:
            raise RuntimeError(f"{program} {' '.join(arguments)}: exit {done.returncode}: {told(done)}")
        return done.stdout.decode()

    def copy(self, target: pathlib.Path) -> "Box":
        shutil.copytree(self.root, target)
        return Box(target)


def told(done: subprocess.CompletedProcess) -> str:
    """What a program said, on one line."""
    return " | ".join((done.stdout + b"\n" + done.stderr).decode(errors="replace").split("\n"))[:600].strip(" |")


def copied(source: pathlib.Path, target: pathlib.Path) -> pathlib.Path:
    shutil.copytree(source, target)
    return target
