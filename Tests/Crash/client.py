"""What a person does to a journal by commands, with every word in a ledger, and what has to be there after a crash."""

from __future__ import annotations

import hashlib
import json
import pathlib
import random
import signal
import struct
import subprocess
import zipfile
import zlib

from programs import Box, Watch, told
from promises import Promises

PASSPHRASE = "four words of a heron\n"

WORDS = "canal heron fog lantern bridge stove letter harbour rain orchard violin kettle".split()


class Client:
    """A journal in a box, and the ledger of its words. Entries are keyed by their titles, pictures by their captions."""

    def __init__(self, box: Box, promises: Promises, chance: random.Random, watch: Watch | None = None) -> None:
        self.box, self.promises, self.chance, self.watch = box, promises, chance, watch
        self.ids: dict[str, str] = {}
        self.trashed: set[str] = set()
        self.count = 0
        # Refusals that came with a sentence, as they must.
        self.refused = 0
        self.problems: list[str] = []
        self.server: str | None = None
        # Milliseconds within which a command is killed.
        self.kills_within: int | None = None
        self.kills = 0
        # Whether the journal is encrypted on the disk, so that it can be locked.
        self.has_vault = False
        # Something went into the trash or out of it, or did not: nobody has said.
        self.is_unsure = False

    # MARK: Texts

    def title(self, kind: str) -> str:
        self.count += 1
        return f"{kind} {self.count}"

    def text(self, largest: int = 6000) -> str:
        """A text that no other is the beginning of: its last word is where it ends."""
        length = self.chance.choice((3, 20, 200, self.chance.randrange(1, largest // 6)))
        words = " ".join(self.chance.choice(WORDS) for _ in range(length))
        self.count += 1
        return f"begin{self.count} {words} end{self.count}"

    # MARK: Steps

    def run(self, values: dict[str, str | None], *arguments: str, given: str = "") -> subprocess.CompletedProcess:
        """Runs a command that changes these keys; what it says of them goes into the ledger."""
        number = self.promises.begin(values)
        kill_after = self.chance.randrange(self.kills_within) / 1000 if self.kills_within else None
        done = self.box.run("cloudjournal", *arguments, given=given, watch=self.watch, kill_after=kill_after)
        if done.returncode == -signal.SIGKILL:
            self.kills += 1
        if done.returncode == 0:
            self.promises.keep(number)
        else:
            self.is_unsure = self.is_unsure or arguments[0] in ("rm", "trash")
            self.judge(arguments, done)
        return done

    def judge(self, arguments: tuple[str, ...], done: subprocess.CompletedProcess) -> None:
        """A program that could not do what it was asked says so in words; it does not fall over."""
        words = done.stderr.decode(errors="replace").strip()
        self.refused += 1
        if done.returncode < 0 and not self.may_be_killed:
            self.problems.append(f"{' '.join(arguments)[:60]}: ended by signal {-done.returncode}: {told(done)}")
        elif done.returncode > 0 and (not words or "Fatal error" in words or "Stack dump" in words):
            self.problems.append(f"{' '.join(arguments)[:60]}: exit {done.returncode} without a sentence: {told(done)}")

    @property
    def may_be_killed(self) -> bool:
        return self.kills_within is not None or (self.watch is not None and self.watch.what in ("kill", "torn"))

    def new(self) -> None:
        title, body = self.title("entry"), self.text()
        done = self.run({title: body}, "new", "--title", title, "--body", "-", "--json", given=body)
        if done.returncode == 0:
            self.ids[title] = json.loads(done.stdout)["items"][0]["id"]

    def living(self) -> str | None:
        titles = sorted(self.ids.keys() - self.trashed)
        return self.chance.choice(titles) if titles else None

    def edit(self) -> None:
        if title := self.living():
            body = self.text()
            self.run({title: body}, "edit", self.ids[title], "--body", "-", given=body)

    def attach(self) -> None:
        if title := self.living():
            caption = self.title("picture")
            bytes_ = picture(self.chance)
            path = self.box.root / "tmp" / "picture.png"
            path.write_bytes(bytes_)
            digest = hashlib.sha256(bytes_).hexdigest()
            self.run({caption: digest}, "attach", self.ids[title], str(path), "--caption", caption, "--original")

    def remove(self) -> None:
        if title := self.living():
            # It lies in the trash, with all its words.
            done = self.run({}, "rm", self.ids[title], "--yes")
            if done.returncode == 0:
                self.trashed.add(title)

    def restore(self) -> None:
        if self.trashed:
            title = self.chance.choice(sorted(self.trashed))
            if self.run({}, "trash", "restore", self.ids[title]).returncode == 0:
                self.trashed.remove(title)

    def empty(self) -> None:
        # Pictures of the entries go along.
        state = self.promises.possible()
        gone: dict[str, str | None] = {title: None for title in self.trashed}
        pictures: dict[str, str | None] = {key: None for key in state if key.startswith("picture")}
        if not gone or pictures or self.is_unsure:
            return
        if self.run(gone, "trash", "empty", "--yes").returncode == 0:
            for title in gone:
                del self.ids[title]
            self.trashed.clear()

    def file(self) -> None:
        self.run({}, "categories", "add", self.title("category"))

    def bring(self) -> None:
        """Imports some entries of jrnl's text."""
        values: dict[str, str | None] = {}
        lines = []
        for index in range(self.chance.choice((2, 40))):
            title, body = self.title("import"), self.text(600)
            values[title] = body
            lines.append(f"[2026-01-{index % 28 + 1:02d} 10:{index % 60:02d}] {title}\n{body}\n")
        path = self.box.root / "tmp" / "jrnl.txt"
        path.write_text("\n".join(lines))
        self.run(values, "import", "--from", "jrnl", str(path))

    def keep(self) -> None:
        self.run({}, "backup")

    def sync(self) -> None:
        if self.server:
            self.run({}, "sync", "--once")

    def sign_in(self, url: str, session: str) -> None:
        done = self.run({}, "account", "sign-in", "--server", url, "--code", given=session + "\n")
        if done.returncode == 0:
            self.server = url

    def write_locked(self) -> None:
        """Writes while the journal is locked; the words are in it once it is unlocked."""
        self.run({}, "lock")
        for _ in range(self.chance.choice((1, 3))):
            title, body = self.title("sealed"), self.text(600)
            self.run({title: body}, given=f"{title}\n{body}")
        self.run({}, "unlock", "--passphrase-file", "-", given=PASSPHRASE)

    def steps(self):
        often = [self.new] * 6 + [self.edit] * 5 + [self.attach] * 2 + [self.remove, self.restore, self.file, self.bring, self.keep]
        if self.has_vault:
            often += [self.write_locked] * 2
        return often + [self.sync] * 4 if self.server else often + [self.empty]

    def step(self) -> None:
        self.chance.choice(self.steps())()


def picture(chance: random.Random) -> bytes:
    """A small PNG that is like no other."""
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    side = chance.choice((4, 60))
    rows = b"".join(b"\0" + chance.randbytes(side * 3) for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def found(box: Box) -> tuple[dict[str, str], list[str]]:
    """What the journal in a box holds by the program's own words, and what is wrong with it."""
    problems = []
    done = box.run("cloudjournal", "doctor")
    if done.returncode != 0 or b"No problems found." not in done.stdout:
        problems.append(f"doctor: exit {done.returncode}: {told(done)}")
    path = box.root / "tmp" / "everything.zip"
    path.unlink(missing_ok=True)
    done = box.run("cloudjournal", "export", "--format", "archive", "-o", str(path))
    if not path.exists():
        # A journal without a single entry has nothing to take out.
        if b"no entries" not in done.stderr.lower() and b"nothing" not in done.stderr.lower():
            problems.append(f"export: exit {done.returncode}: {told(done)}")
        return {}, problems
    values: dict[str, str] = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if not name.startswith("records/"):
                continue
            for line in archive.read(name).decode().split("\n"):
                if not line:
                    continue
                row = json.loads(line)
                if name.startswith("records/entries"):
                    if row["title"] in values:
                        problems.append(f"{row['title']} is there twice")
                    values[row["title"]] = row["body"]
                elif name.startswith("records/images"):
                    member = "images/" + row["imageAsset"]
                    if member not in archive.namelist():
                        problems.append(f"{row['caption']}: its bytes are not here")
                    elif hashlib.sha256(archive.read(member)).hexdigest() != row["imageAsset"]:
                        problems.append(f"{row['caption']}: other bytes")
                    values[row["caption"]] = row["imageAsset"]
    return values, problems


def check(box: Box, promises: Promises, has_vault: bool = False) -> list[str]:
    """What is wrong with a journal after a crash; empty is well."""
    if has_vault:
        done = box.run("cloudjournal", "unlock", "--passphrase-file", "-", given=PASSPHRASE)
        if done.returncode != 0:
            return [f"unlock: exit {done.returncode}: {told(done)}"]
    values, problems = found(box)
    return problems + promises.broken(values)


def begin(root: pathlib.Path) -> Box:
    """A box with a journal in it, so that commands find one."""
    box = Box(root)
    box.must("cloudjournal", "new", "--title", "the first", "--body", "words of the beginning")
    return box


def encrypt(box: Box) -> bool:
    """Encrypts the journal in a box on its disk; whether it can be used then without a passphrase for each command."""
    box.must("cloudjournal", "lock", "--set-up", "--yes", "--passphrase-file", "-", given=PASSPHRASE)
    return box.run("cloudjournal", "list").returncode == 0


FIRST = {"the first": "words of the beginning"}
