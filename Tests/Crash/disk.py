"""What a disk may hold after the power went, rebuilt from what programs asked of it.

`disk.c` writes down every change that a program makes to a folder. From that, `Disk` knows at each moment what is sure to
be on the disk, and what a program asked for without waiting for it: a write is sure once its file was synced, a name once
its folder was. A state after a loss of power has all that is sure, and of the rest whatever chance leaves: writes kept, lost,
torn at sectors of 512 bytes, kept although earlier ones are lost; names made, renamed and removed, or not.

The model is harder than the usual file systems, which keep names in order and make a file's name sure along with the file.
"""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import random
import struct

OPEN, WRITE, TRUNCATE, SYNC, RENAME, UNLINK, MKDIR, RMDIR, LINK = range(1, 10)
NOTE = 100
CREATED, EMPTIED = 1, 2
SECTOR = 512
HEADER = struct.Struct("<IBBHIIQQ")
MAGIC = 0x4B534944


@dataclasses.dataclass
class Record:
    """One line of the log: a change of the disk, or a note of the driver's."""

    kind: int
    flags: int
    handle: int
    number: int
    first: str
    second: bytes


def read_log(path: pathlib.Path) -> list[Record]:
    """All records of a log, in their order."""
    data, place, records = path.read_bytes(), 0, []
    while place < len(data):
        magic, kind, flags, _, first, second, handle, number = HEADER.unpack_from(data, place)
        if magic != MAGIC:
            raise ValueError(f"{path} is damaged at byte {place}")
        place += HEADER.size
        records.append(
            Record(kind, flags, handle, number, os.fsdecode(data[place:place + first]),
                   data[place + first:place + first + second]))
        place += first + second
    return records


def write_note(log: pathlib.Path, note: object) -> None:
    """Adds what the driver knows at this moment to the log."""
    text = json.dumps(note).encode()
    file = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(file, HEADER.pack(MAGIC, NOTE, 0, 0, 0, len(text), 0, 0) + text)
    finally:
        os.close(file)


def note_of(record: Record) -> dict:
    """What the driver wrote down."""
    return json.loads(record.second)


class File:
    """A file's bytes: those that programs read, those that are sure, and the changes between the two."""

    def __init__(self, content: bytes = b"") -> None:
        self.live = bytearray(content)
        self.sure = bytearray(content)
        self.pending: list[tuple[int, bytes | None]] = []

    def change(self, place: int, data: bytes | None) -> None:
        """Writes `data` at `place`; without data, the file ends there."""
        apply(self.live, place, data)
        self.pending.append((place, data))

    def sync(self) -> None:
        for place, data in self.pending:
            apply(self.sure, place, data)
        self.pending.clear()

    def after_power_loss(self, chance: random.Random) -> bytes:
        if not self.pending:
            return bytes(self.sure)
        content = bytearray(self.sure)
        way = chance.choice(("none", "all", "first", "some", "some"))
        if way == "none":
            return bytes(content)
        last = chance.randrange(len(self.pending)) if way == "first" else len(self.pending)
        for index, (place, data) in enumerate(self.pending):
            if way == "first" and index > last:
                break
            fate = "kept" if way == "all" or (way == "first" and index < last) else chance.choice(("kept", "lost", "torn"))
            if data is None:
                if fate == "kept":
                    apply(content, place, None)
            elif fate == "kept":
                apply(content, place, data)
            elif fate == "torn":
                tear(content, place, data, chance)
            elif place + len(data) > len(content) and chance.random() < 0.3:
                # Only the length arrived.
                apply(content, place + len(data), None)
        return bytes(content)


def apply(content: bytearray, place: int, data: bytes | None) -> None:
    end = place if data is None else place + len(data)
    if end > len(content):
        content.extend(bytes(end - len(content)))
    if data is None:
        del content[place:]
    else:
        content[place:end] = data


def tear(content: bytearray, place: int, data: bytes, chance: random.Random) -> None:
    """Some of the sectors that a write touches arrive."""
    start = 0
    while start < len(data):
        end = min(len(data), start + SECTOR - (place + start) % SECTOR)
        if chance.random() < 0.5:
            apply(content, place + start, data[start:end])
        start = end


class Folder:
    def __init__(self) -> None:
        self.live: dict[str, File | Folder] = {}
        self.sure: dict[str, File | Folder] = {}


@dataclasses.dataclass
class NameChange:
    """What one call does to names, all of it or nothing: a folder's name becomes a file, a folder, or nothing."""

    effects: list[tuple[Folder, str, "File | Folder | None"]]

    def apply(self, names) -> None:
        for folder, name, node in self.effects:
            if node is None:
                names(folder).pop(name, None)
            else:
                names(folder)[name] = node

    @property
    def touched(self) -> set[tuple[int, str]]:
        return {(id(folder), name) for folder, name, _ in self.effects}


class Disk:
    """Replays a log over a folder as it was when the log began."""

    def __init__(self, root: pathlib.Path, before: pathlib.Path, ignores_syncs: bool = False) -> None:
        self.root = str(root)
        self.top = Folder()
        self.handles: dict[int, File | Folder] = {}
        self.pending: list[NameChange] = []
        # What a program without a single fsync would leave: proof that the states can show a loss.
        self.ignores_syncs = ignores_syncs
        self.load(before, self.top)

    def load(self, path: pathlib.Path, folder: Folder) -> None:
        for item in sorted(path.iterdir()):
            node: File | Folder = Folder() if item.is_dir() else File(item.read_bytes())
            if isinstance(node, Folder):
                self.load(item, node)
            folder.live[item.name] = folder.sure[item.name] = node

    def parts(self, path: str) -> list[str]:
        if path != self.root and not path.startswith(self.root + "/"):
            return []
        return [part for part in path[len(self.root):].split("/") if part]

    def place(self, path: str) -> tuple[Folder, str]:
        """The folder that a path is in, and its name there."""
        parts = self.parts(path)
        folder = self.top
        for part in parts[:-1]:
            step = folder.live[part]
            if not isinstance(step, Folder):
                raise ValueError(f"{path}: {part} is no folder")
            folder = step
        return folder, parts[-1]

    def replay(self, record: Record) -> None:
        if record.kind == OPEN:
            self.open(record)
        elif record.kind in (WRITE, TRUNCATE):
            node = self.handles[record.handle]
            assert isinstance(node, File)
            node.change(record.number, record.second if record.kind == WRITE else None)
        elif record.kind == SYNC:
            self.sync(self.handles[record.handle])
        elif record.kind == RENAME:
            self.rename(record.first, os.fsdecode(record.second))
        elif record.kind in (UNLINK, RMDIR):
            folder, name = self.place(record.first)
            self.change([(folder, name, None)])
        elif record.kind == MKDIR:
            folder, name = self.place(record.first)
            self.change([(folder, name, Folder())])
        elif record.kind == LINK:
            (folder, name), (other, new) = self.place(record.first), self.place(os.fsdecode(record.second))
            self.change([(other, new, folder.live[name])])

    def open(self, record: Record) -> None:
        if not self.parts(record.first):
            self.handles[record.handle] = self.top
            return
        folder, name = self.place(record.first)
        if record.flags & CREATED:
            self.change([(folder, name, File())])
        node = folder.live[name]
        if record.flags & EMPTIED and isinstance(node, File) and not record.flags & CREATED:
            node.change(0, None)
        self.handles[record.handle] = node

    def rename(self, old: str, new: str) -> None:
        (folder, name), (other, wanted) = self.place(old), self.place(new)
        self.change([(folder, name, None), (other, wanted, folder.live[name])])

    def change(self, effects: list[tuple[Folder, str, "File | Folder | None"]]) -> None:
        change = NameChange(effects)
        change.apply(lambda folder: folder.live)
        self.pending.append(change)

    def sync(self, node: "File | Folder") -> None:
        if self.ignores_syncs:
            return
        if isinstance(node, File):
            node.sync()
            return
        # What happened in this folder is sure, and with it whatever happened before to the same names elsewhere.
        touched = set()
        sure = []
        for change in reversed(self.pending):
            if any(folder is node for folder, _, _ in change.effects) or touched & change.touched:
                touched |= change.touched
                sure.append(change)
        for change in reversed(sure):
            change.apply(lambda folder: folder.sure)
        self.pending = [change for change in self.pending if not any(change is other for other in sure)]

    def differences(self) -> list[str]:
        """What the folder really holds and the replay does not, or the other way round; shared memory is left out."""
        found: dict[str, bytes | None] = {}
        for path in sorted(pathlib.Path(self.root).rglob("*")):
            found[str(path.relative_to(self.root))] = None if path.is_dir() else path.read_bytes()
        replayed: dict[str, bytes | None] = {}
        self.collect(self.top, "", replayed)
        return sorted(
            name for name in found.keys() | replayed.keys()
            if not name.endswith("-shm") and found.get(name, b"?") != replayed.get(name, b"?"))

    def collect(self, folder: Folder, prefix: str, into: dict[str, bytes | None]) -> None:
        for name, node in folder.live.items():
            into[prefix + name] = None if isinstance(node, Folder) else bytes(node.live)
            if isinstance(node, Folder):
                self.collect(node, prefix + name + "/", into)

    def write_power_loss(self, target: pathlib.Path, chance: random.Random) -> None:
        """Makes a folder of what may be on the disk if the power goes at this moment."""
        names: dict[int, dict[str, File | Folder]] = {}

        def of(folder: Folder) -> dict[str, File | Folder]:
            return names.setdefault(id(folder), dict(folder.sure))

        lost: set[tuple[int, str]] = set()
        odds = chance.choice((0.0, 0.5, 0.5, 1.0))
        for change in self.pending:
            if lost & change.touched or chance.random() >= odds:
                lost |= change.touched
            else:
                change.apply(of)
        contents: dict[int, bytes] = {}

        def write(folder: Folder, path: pathlib.Path) -> None:
            path.mkdir(mode=0o700)
            for name, node in sorted(of(folder).items()):
                if isinstance(node, Folder):
                    write(node, path / name)
                elif name.endswith("-shm"):
                    # Mapped memory: any bytes may have reached the disk, or none.
                    if chance.random() < 0.5:
                        write_file(path / name, chance.randbytes(len(node.live)))
                else:
                    if id(node) not in contents:
                        contents[id(node)] = node.after_power_loss(chance)
                    write_file(path / name, contents[id(node)])

        write(self.top, target)


def write_file(path: pathlib.Path, content: bytes) -> None:
    path.write_bytes(content)
    path.chmod(0o600)
