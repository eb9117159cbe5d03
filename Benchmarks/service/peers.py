"""The service and what it is measured beside: each started here, over a folder of its own."""

import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request

import client

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = ROOT / ".build-bench"
# Every server of ours that was, so that none stays behind a row that failed.
started: list[subprocess.Popen] = []


class Server:
    """Our server over an embedded SQLite file, as a release build."""

    def __init__(self, folder: pathlib.Path, program: str, *options: str) -> None:
        self.folder, self.program = folder, program
        self.admin("user", "add", "ada", "--password-stdin", given="a long enough password\n")
        self.api_token = self.admin("token", "add", "--container", client.CONTAINER)
        self.start(*options)

    def start(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [self.program, "--data", str(self.folder), "--port", "0", "--log-level", "error", *options],
            stdout=subprocess.PIPE, text=True,
        )
        started.append(self.process)
        self.url = self.process.stdout.readline().removeprefix("listening on ").strip()

    def admin(self, *arguments: str, given: str = "") -> str:
        done = subprocess.run(
            [self.program, *arguments, "--data", str(self.folder)], input=given, text=True, capture_output=True
        )
        if done.returncode != 0:
            sys.exit(f"bench: {arguments}: {done.stderr}")
        return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""

    def device(self, compress: bool = False) -> client.Device:
        return client.Device(self.url, self.api_token, self.admin("session", "add", "ada"), compress)

    def memory(self) -> float:
        """Resident megabytes at present."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        self.process.stdout.close()


def sqlite_rate(folder: pathlib.Path, count: int) -> float:
    """Plain rows of the same size a second, in transactions of 200 that are on the disk when they return."""
    database = sqlite3.connect(folder / "plain.sqlite", isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE records (name TEXT PRIMARY KEY, sequence INTEGER, body BLOB) WITHOUT ROWID")
    database.execute("CREATE INDEX bySequence ON records (sequence)")
    chance = random.Random(1)
    rows = [(f"r{number:07}", number, client.text(chance, 1000).encode()) for number in range(count)]
    begin = time.perf_counter()
    for start in range(0, count, 200):
        database.execute("BEGIN IMMEDIATE")
        database.executemany("INSERT INTO records VALUES (?, ?, ?)", rows[start:start + 200])
        database.execute("COMMIT")
    seconds = time.perf_counter() - begin
    database.close()
    return count / seconds


def git_rates(folder: pathlib.Path, count: int) -> tuple[float, float, float]:
    """Files of the same size through `git`: pushed a second, pulled a second, bytes packed for each."""
    work, bare, copy = folder / "work", folder / "bare.git", folder / "copy"

    def git(*arguments: str, inside: pathlib.Path) -> None:
        environment = os.environ | {
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org",
        }
        subprocess.run(["git", *arguments], cwd=inside, env=environment, check=True, capture_output=True)

    work.mkdir(parents=True)
    git("init", "-q", "--bare", str(bare), inside=folder)
    git("init", "-q", "-b", "main", inside=work)
    chance = random.Random(1)
    for number in range(count):
        (work / f"r{number:07}.md").write_text(client.text(chance, 1000))
    begin = time.perf_counter()
    git("add", ".", inside=work)
    git("commit", "-q", "-m", "entries", inside=work)
    git("push", "-q", str(bare), "main", inside=work)
    pushed = time.perf_counter()
    git("clone", "-q", "-b", "main", str(bare), str(copy), inside=folder)
    pulled = time.perf_counter()
    git("repack", "-q", "-a", "-d", inside=bare)
    packed = sum(path.stat().st_size for path in (bare / "objects/pack").glob("*.pack"))
    return count / (pushed - begin), count / (pulled - pushed), packed / count


class Kinto:
    """Kinto from PyPI with its memory storage, in batches of its own limit of 25."""

    def __init__(self, folder: pathlib.Path) -> None:
        home = BUILT / "kinto"
        if not (home / "bin/kinto").exists():
            subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
            subprocess.run([home / "bin/pip", "install", "--quiet", "kinto==26.5.0"], check=True)
        folder.mkdir(parents=True)
        settings = folder / "kinto.ini"
        subprocess.run(
            [home / "bin/kinto", "init", "--ini", str(settings), "--backend", "memory", "--cache-backend", "memory",
             "--host", "127.0.0.1"], check=True, capture_output=True, input="\n", text=True,
        )
        # Its plain authentication: with accounts every first request would hash a password.
        text = settings.read_text().replace(
            "multiauth.policies = account",
            "multiauth.policies = basicauth\n"
            "multiauth.policy.basicauth.use = kinto.core.authentication.BasicAuthAuthenticationPolicy")
        settings.write_text(text)
        self.log = open(folder / "kinto.log", "w")
        self.process = subprocess.Popen(
            [home / "bin/kinto", "start", "--ini", str(settings), "--port", "18889"], stdout=self.log, stderr=self.log
        )
        self.url = "http://127.0.0.1:18889/v1"
        for _ in range(300):
            try:
                self.call("GET", "/")
                break
            except OSError:
                time.sleep(0.1)

    def call(self, method: str, path: str, body: object = None) -> tuple[dict, dict]:
        request = urllib.request.Request(self.url + path, method=method)
        request.add_header("Authorization", "Basic YWRhOmFkYQ==")
        data = None
        if body is not None:
            request.add_header("Content-Type", "application/json")
            data = json.dumps(body).encode()
        with urllib.request.urlopen(request, data, timeout=120) as answer:
            return json.loads(answer.read()), dict(answer.headers)

    def rates(self, count: int) -> tuple[float, float, float]:
        """Records pushed a second; pulled in pages of 200, as CloudKit's are; and pulled in one answer."""
        collection = "/buckets/default/collections/bench/records"
        self.call("GET", collection)
        chance = random.Random(1)
        rows = [{"body": client.text(chance, 1000)} for _ in range(count)]
        begin = time.perf_counter()
        for start in range(0, count, 25):
            requests = [
                {"method": "PUT", "path": f"{collection}/r{start + index:07}", "body": {"data": row}}
                for index, row in enumerate(rows[start:start + 25])
            ]
            self.call("POST", "/batch", {"requests": requests})
        pushed = time.perf_counter()
        return count / (pushed - begin), self.pull(collection, count, 200), self.pull(collection, count, 10_000)

    def pull(self, collection: str, count: int, page: int) -> float:
        begin = time.perf_counter()
        found, path = 0, f"{collection}?_limit={page}"
        while path:
            answer, headers = self.call("GET", path)
            found += len(answer["data"])
            following = headers.get("Next-Page")
            path = following.removeprefix(self.url) if following else None
        if found != count:
            sys.exit(f"bench: Kinto answered with {found} of {count} records")
        return count / (time.perf_counter() - begin)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)
        self.log.close()
