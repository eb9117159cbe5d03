"""Rings of keys, requests and answers, and their rules, read a second time: see sealed.py."""

import hmac

from sealed import NONE, RECOVERY, Fail, Reader, domain, expand, is_signed, key_id, need, sha, unseal

LATEST = (1 << 48) - 1
FOUNDED, ADDED, REMOVED, NEW_KEY, NEW_RECOVERY, MODE = range(1, 7)
NEXT_MODES = {0: {1}, 1: {2, 3}, 2: {3}, 3: {0, 1}}


def public_keys(reader: Reader) -> tuple[bytes, bytes]:
    reader.version()
    need(reader.number(2) == 1216, reader.why)
    return reader.take(1216), reader.take(32)


def front(data: bytes, magic: bytes, entry: type) -> tuple[Reader, bytes, int, list]:
    """How every ring begins: a reader behind the log, the ring's id, its serial, and the entries."""
    need(len(data) <= 700 * 1024, "form")
    reader = Reader(data, "form")
    need(reader.take(3) == magic, "form")
    reader.version()
    name, serial = reader.take(16), reader.number(8)
    need(1 <= serial <= 1 << 62, "form")
    count = reader.number(4)
    need(1 <= count <= 400, "form")
    return reader, name, serial, [entry(reader.take(reader.number(4))) for _ in range(count)]


def read_wraps(reader: Reader) -> list[tuple[bytes, bytes, bytes]]:
    """The newest key for each holder, in the order of their names."""
    wraps = []
    for _ in range(reader.number(2)):
        to = reader.take(16)
        reader.version()
        wraps.append((to, reader.take(reader.number(2)), reader.take(reader.number(2))))
        need(len(wraps[-1][1]) == 1120 and len(wraps[-1][2]) == 48, "form")
    return wraps


def open_box(ring, newest: bytes, purpose: str) -> tuple[Reader, list[bytes]]:
    """A ring's box under its newest key: a reader behind the keys, and the keys by their numbers."""
    need(key_id(newest) == ring.log.keys[-1], "keys")
    key = expand(newest, domain(purpose) + ring.id)
    reader = Reader(unseal(key, ring.box[:12], ring.box[12:], ring.front, "keys"), "keys")
    reader.version()
    keys = [(reader.number(4), reader.take(32)) for _ in range(reader.number(2))]
    need([number for number, _ in keys] == list(range(1, len(keys) + 1)), "keys")
    need([key_id(key) for _, key in keys] == ring.log.keys, "keys")
    return reader, [key for _, key in keys]


class Entry:
    """One entry of the log, and what it says."""

    def __init__(self, data: bytes) -> None:
        reader = Reader(data, "form")
        self.data, self.kind, self.previous = data, reader.number(1), reader.take(32)
        self.at = reader.number(8)
        need(self.at <= LATEST and self.kind > 0, "form")
        self.device = self.keys = self.recovery = self.key = None
        if self.kind == FOUNDED:
            self.device, self.keys, self.recovery = reader.take(16), public_keys(reader), public_keys(reader)
            self.number, self.key, self.mode = reader.number(4), reader.take(16), reader.number(1)
            need(self.number == 1, "form")
        elif self.kind == ADDED:
            self.device, self.keys = reader.take(16), public_keys(reader)
        elif self.kind == REMOVED:
            self.device, self.reason = reader.take(16), reader.number(1)
            need(self.reason in (1, 2), "form")
        elif self.kind == NEW_KEY:
            self.number, self.key = reader.number(4), reader.take(16)
        elif self.kind == NEW_RECOVERY:
            self.recovery = public_keys(reader)
        elif self.kind == MODE:
            self.mode = reader.number(1)
        else:
            raise Fail("newer")
        need(getattr(self, "mode", 0) <= 3, "form")
        self.by = reader.take(16)
        self.signed = data[: reader.place]
        self.signature = reader.take(64)
        self.second = reader.take(64) if self.recovery else None
        reader.end()


class Log:
    """What a log says; each entry has to keep the rules."""

    def __init__(self, ring: bytes, entries: list[Entry]) -> None:
        self.ring, self.active, self.ever, self.used = ring, {}, set(), set()
        self.recovery, self.keys, self.mode, self.heads = None, [], None, []
        self.renewals, self.due, self.owed, self.left = 0, False, False, None
        for entry in entries:
            self.take(entry)
        need(not self.due, "renewal")

    def use(self, keys: tuple[bytes, bytes]) -> None:
        for key in keys:
            need(key not in self.used, "devices")
            self.used.add(key)

    def add(self, entry: Entry) -> None:
        need(entry.device not in self.ever and entry.device not in (NONE, RECOVERY), "devices")
        need(len(self.active) < 50, "form")
        self.use(entry.keys)
        self.ever.add(entry.device)
        self.active[entry.device] = entry.keys

    def check_room(self, entry: Entry) -> None:
        """After 300 entries only what takes a device out, and the end of what was begun."""
        count = len(self.heads)
        if count < 300:
            return
        if entry.kind == REMOVED:
            need(count + 1 < 400, "form")
        elif entry.kind == NEW_KEY:
            need((self.due or self.owed) and count < 400, "form")
        elif entry.kind == NEW_RECOVERY:
            need(self.due and count + 1 < 400, "form")
        else:
            need(entry.kind == MODE and entry.mode in (0, 2) and not self.owed and count < 400, "form")

    def take(self, entry: Entry) -> None:
        need((entry.kind == FOUNDED) == (not self.heads), "founding")
        need(entry.previous == (self.heads[-1] if self.heads else bytes(32)), "chain")
        self.check_room(entry)
        if self.due:
            may = entry.kind in (NEW_KEY, NEW_RECOVERY) or entry.kind == REMOVED and entry.reason == 1
            need(may, "renewal")
        if entry.kind == FOUNDED:
            signer = entry.keys if entry.by == entry.device else None
        else:
            signer = self.recovery if entry.by == RECOVERY else self.active.get(entry.by)
        signed = self.ring + entry.signed
        need(signer is not None and is_signed(signer[1], entry.signature, "cloudjournal/log/1", signed), "signer")
        if entry.recovery:
            need(is_signed(entry.recovery[1], entry.second, "cloudjournal/log/1", signed), "signer")
        self.left = None
        if entry.kind == FOUNDED:
            need(entry.mode in (1, 2), "modes")
            self.add(entry)
            self.use(entry.recovery)
            self.recovery, self.keys, self.mode = entry.recovery, [entry.key], entry.mode
        elif entry.kind == ADDED:
            self.add(entry)
        elif entry.kind == REMOVED:
            need(entry.device in self.active and (entry.reason == 2) == (entry.by == entry.device), "devices")
            keys = self.active.pop(entry.device)
            if entry.reason == 2:
                self.left, self.owed = (entry.device, keys), True
            else:
                self.due = True
        elif entry.kind == NEW_KEY:
            need(entry.number == len(self.keys) + 1 and entry.key not in self.keys, "numbers")
            self.keys.append(entry.key)
            self.renewals += self.due
            self.due = self.owed = False
        elif entry.kind == NEW_RECOVERY:
            self.use(entry.recovery)
            self.recovery, self.due = entry.recovery, True
        else:
            need(entry.mode in NEXT_MODES[self.mode], "modes")
            self.mode = entry.mode
        self.heads.append(sha(entry.data))


class Ring:
    """A ring that was verified."""

    def __init__(self, data: bytes) -> None:
        reader, self.id, self.serial, self.entries = front(data, b"CJK", Entry)
        self.data, self.wraps = data, read_wraps(reader)
        self.front = data[: reader.place]
        self.box, self.by = reader.take(reader.number(4)), reader.take(16)
        self.signature = reader.take(64)
        reader.end()
        holders = [wrap[0] for wrap in self.wraps]
        need(holders == sorted(set(holders)), "form")
        self.log = Log(self.id, self.entries)
        need(holders == sorted(self.log.active) + [RECOVERY], "wraps")
        signer = self.log.recovery if self.by == RECOVERY else self.log.active.get(self.by)
        if self.log.left and self.log.left[0] == self.by:
            signer = self.log.left[1]
        need(signer is not None and is_signed(signer[1], self.signature, "cloudjournal/ring/1", data[:-64]), "signer")

    def open(self, newest: bytes) -> dict:
        reader, keys = open_box(self, newest, "cloudjournal/box/1")
        names = [(reader.take(16), reader.text(), reader.text()) for _ in range(reader.number(2))]
        ids = [name[0] for name in names]
        need(ids == sorted(set(ids)), "keys")
        name_key = reader.take(32)
        identities = reader.number(2)
        for number in range(identities):
            need(reader.number(4) == number + 1, "keys")
            reader.version()
            reader.take(64)
        keeper = reader.take(16)
        reader.end()
        need(identities > self.log.renewals, "renewal")
        need(set(ids) <= self.log.ever, "keys")
        need(keeper == NONE or keeper in self.log.active, "keys")
        return {
            "ring": self.id.hex(), "serial": str(self.serial), "head": self.log.heads[-1].hex(),
            "number": str(len(self.log.keys)), "mode": str(self.log.mode),
            "active": ",".join(device.hex() for device in sorted(self.log.active)),
            "keys": ",".join(key.hex() for key in keys),
            "names": ",".join(f"{device.hex()} {name} {sign_in}" for device, name, sign_in in names),
            "nameKey": name_key.hex(), "identities": str(identities), "keeper": keeper.hex(),
        }


def verdict(known: Ring, shown: Ring) -> str:
    if known.id != shown.id:
        return "another"
    ours, theirs = known.log.heads, shown.log.heads
    if ours[: len(theirs)] != theirs and theirs[: len(ours)] != ours:
        return "forked"
    if len(theirs) != len(ours):
        return "taken" if len(theirs) > len(ours) else "older"
    if known.data == shown.data:
        return "same"
    return "older" if shown.serial < known.serial else "taken"


class Request:
    """A request of a device to be let in."""

    def __init__(self, data: bytes) -> None:
        need(len(data) <= 4096, "damaged")
        reader = Reader(data, "damaged")
        need(reader.take(3) == b"CJQ", "damaged")
        reader.version()
        self.data, self.ring, self.head, self.device = data, reader.take(16), reader.take(32), reader.take(16)
        need(self.device not in (NONE, RECOVERY), "damaged")
        self.keys, self.at, self.name = public_keys(reader), reader.number(8), reader.text()
        need(self.at <= LATEST, "damaged")
        signed = data[: reader.place]
        need(is_signed(self.keys[1], reader.take(64), "cloudjournal/request/1", signed), "damaged")
        self.proved, self.proof = data[: reader.place], reader.take(32)
        reader.end()

    def check(self, key: bytes) -> None:
        made = hmac.digest(key, domain("cloudjournal/proof/1") + self.proved, "sha256")
        need(hmac.compare_digest(made, self.proof), "proof")

    def check_answer(self, ring: Ring, answer: bytes, key: bytes) -> None:
        adding = [e for e in ring.entries if e.kind == ADDED and (e.device, e.keys) == (self.device, self.keys)]
        need(ring.id == self.ring and bool(adding), "answer")
        over = domain("cloudjournal/answer/1") + ring.id + sha(self.data) + sha(adding[-1].data)
        need(hmac.compare_digest(hmac.digest(key, over, "sha256"), answer), "answer")
