"""Shares: rings, links, joining, words and signed records, read a second time: see sealed.py."""

import base64
import hmac
import struct

from cryptography.hazmat.primitives.asymmetric import ed25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

import sealed
from sealed import Fail, Reader, domain, expand, is_signed, key_id, need, sha, text, unseal
from sealed_ring import LATEST, front, open_box, public_keys, read_wraps

FOUNDED, ADDED, REMOVED, NEW_KEY, OWNER, PERMISSION = range(1, 7)
READ, WRITE = 1, 2
Keys = tuple[bytes, bytes]


def encoded(keys: Keys) -> bytes:
    return b"\x01" + struct.pack(">H", len(keys[0])) + keys[0] + keys[1]


def person(keys: Keys) -> bytes:
    return sha(domain("cloudjournal/person/1") + encoded(keys))[:16]


def split_keys(data: bytes) -> Keys:
    need(len(data) == 1248, "damaged")
    return data[:1216], data[1216:]


def split_seeds(data: bytes) -> tuple[bytes, bytes]:
    return data[:32], data[32:]


def keys_of(seeds: bytes) -> Keys:
    agreement, signing = split_seeds(seeds)
    return sealed.agreement_key(agreement), sealed.signing_key(signing)


def address(reader: Reader, may_be_empty: bool = False) -> str:
    value = reader.text()
    fits = 1 <= len(value.encode()) <= 320 and all("!" <= sign <= "~" and not "A" <= sign <= "Z" for sign in value)
    need(fits or may_be_empty and not value, reader.why)
    return value


def permission(reader: Reader) -> int:
    value = reader.number(1)
    need(value in (READ, WRITE), reader.why)
    return value


class Entry:
    """One entry of a share's log."""

    def __init__(self, data: bytes) -> None:
        reader = Reader(data, "form")
        self.data, self.kind, self.previous = data, reader.number(1), reader.take(32)
        self.at = reader.number(8)
        need(self.at <= LATEST and self.kind > 0, "form")
        if self.kind == FOUNDED:
            self.keys, self.root = public_keys(reader), (reader.text(), reader.text())
            sizes = [len(name.encode()) for name in self.root]
            need(1 <= sizes[0] <= 255 and sizes[1] <= 255, "form")
            need(reader.number(4) == 1, "form")
            self.key = reader.take(16)
        elif self.kind == ADDED:
            self.keys, self.permission = public_keys(reader), permission(reader)
        elif self.kind == REMOVED:
            self.person = reader.take(16)
        elif self.kind == NEW_KEY:
            self.number, self.key = reader.number(4), reader.take(16)
        elif self.kind == OWNER:
            self.keys = public_keys(reader)
        elif self.kind == PERMISSION:
            self.person, self.permission = reader.take(16), permission(reader)
        else:
            raise Fail("newer")
        self.by = reader.take(16)
        self.signed, self.signature = data[: reader.place], reader.take(64)
        self.second = reader.take(64) if self.kind == OWNER else None
        reader.end()

    @property
    def lessens(self) -> bool:
        return self.kind in (REMOVED, OWNER) or self.kind == PERMISSION and self.permission == READ


class Log:
    """What the log says; each entry has to keep the rules."""

    def __init__(self, ring: bytes, entries: list[Entry]) -> None:
        self.ring, self.owner, self.due = ring, None, False
        self.members: dict[bytes, list] = {}
        self.people: dict[bytes, Keys] = {}
        self.owners: set[bytes] = set()
        self.of_key: dict[bytes, bytes] = {}
        self.keys: list[bytes] = []
        self.writers: list[set[bytes]] = []
        self.heads: list[bytes] = []
        for entry in entries:
            self.take(entry)
        need(not self.due, "renewal")

    def use(self, keys: Keys) -> bytes:
        name = person(keys)
        for key in keys:
            need(self.of_key.setdefault(key, name) == name, "devices")
        self.people[name] = keys
        return name

    def begin(self, key: bytes) -> None:
        self.keys.append(key)
        writing = {name for name, (_, may) in self.members.items() if may == WRITE}
        self.writers.append(writing | {person(self.owner)})

    def bring_in(self, keys: Keys) -> None:
        self.owners.add(self.use(keys))
        self.owner = keys

    def check_room(self, entry: Entry) -> None:
        count = len(self.heads)
        if entry.kind == ADDED or entry.kind == PERMISSION and entry.permission == WRITE:
            need(count < 300, "form")
        elif entry.kind != FOUNDED:
            need(count + entry.lessens < 400, "form")

    def take(self, entry: Entry) -> None:
        need((entry.kind == FOUNDED) == (not self.heads), "founding")
        need(entry.previous == (self.heads[-1] if self.heads else bytes(32)), "chain")
        self.check_room(entry)
        need(not self.due or entry.lessens or entry.kind == NEW_KEY, "renewal")
        signer = entry.keys if entry.kind == FOUNDED else self.owner
        data, purpose = self.ring + entry.signed, "cloudjournal/share-log/1"
        need(entry.by == person(signer) and is_signed(signer[1], entry.signature, purpose, data), "signer")
        if entry.kind == OWNER:
            need(is_signed(entry.keys[1], entry.second, purpose, data), "signer")
        if entry.kind == FOUNDED:
            self.bring_in(entry.keys)
            self.begin(entry.key)
        elif entry.kind == ADDED:
            name = person(entry.keys)
            need(name not in self.members and name not in self.owners, "devices")
            need(len(self.members) < 100, "form")
            self.use(entry.keys)
            self.members[name] = [entry.keys, entry.permission]
        elif entry.kind == REMOVED:
            need(self.members.pop(entry.person, None) is not None, "devices")
        elif entry.kind == NEW_KEY:
            need(entry.number == len(self.keys) + 1 and entry.key not in self.keys, "numbers")
            self.begin(entry.key)
        elif entry.kind == OWNER:
            need(person(entry.keys) not in self.people, "devices")
            self.bring_in(entry.keys)
        else:
            known = self.members.get(entry.person)
            need(known is not None and known[1] != entry.permission, "devices")
            known[1] = entry.permission
        if entry.kind in (ADDED, PERMISSION) and entry.permission == WRITE:
            self.writers[-1].add(entry.person if entry.kind == PERMISSION else person(entry.keys))
        self.due = entry.kind != NEW_KEY and (self.due or entry.lessens)
        self.heads.append(sha(entry.data))

    def permission(self, name: bytes) -> int | None:
        if name == person(self.owner):
            return WRITE
        return self.members[name][1] if name in self.members else None


class Share:
    """A share's ring that was verified."""

    def __init__(self, data: bytes) -> None:
        reader, self.id, self.serial, self.entries = front(data, b"CJG", Entry)
        self.data, holders = data, [to for to, _, _ in read_wraps(reader)]
        self.links = [(reader.take(16), reader.take(60)) for _ in range(reader.number(2))]
        names = [name for name, _ in self.links]
        need(names == sorted(set(names)) and len(names) <= 101, "form")
        self.owners_box = reader.take(reader.number(4))
        self.front = data[: reader.place]
        self.box, self.by, self.signature = reader.take(reader.number(4)), reader.take(16), reader.take(64)
        reader.end()
        need(len(self.box) > 28 and len(self.owners_box) > 28, "form")
        need(holders == sorted(set(holders)), "form")
        self.log = Log(self.id, self.entries)
        need(holders == sorted(self.log.members), "wraps")
        owner = self.log.owner
        need(self.by == person(owner), "signer")
        need(is_signed(owner[1], self.signature, "cloudjournal/share-ring/1", data[:-64]), "signer")
        self.origin, self.head = self.log.heads[0], self.log.heads[-1]

    def open(self, newest: bytes) -> "Share":
        reader, self.keys = open_box(self, newest, "cloudjournal/share-box/1")
        self.title, self.category = reader.text(), reader.text()
        need(max(len(self.title.encode()), len(self.category.encode())) <= 2048, "keys")
        found = [(reader.take(16), address(reader)) for _ in range(reader.number(2))]
        names = [name for name, _ in found]
        need(names == sorted(set(names)), "keys")
        reader.end()
        need(set(names) <= set(self.log.people), "keys")
        self.addresses = dict(found)
        present = [*self.log.members, person(self.log.owner)]
        theirs = [self.addresses[name] for name in present if name in self.addresses]
        need(len(theirs) == len(present) and len(set(theirs)) == len(theirs), "devices")
        return self

    def shown(self) -> dict:
        return {
            "ring": self.id.hex(), "serial": str(self.serial), "head": self.head.hex(),
            "zone": self.entries[0].root[0], "root": self.entries[0].root[1], "origin": self.origin.hex(),
            "owner": self.by.hex(),
            "members": ",".join(f"{name.hex()} {may}" for name, (_, may) in sorted(self.log.members.items())),
            "writers": ",".join(" ".join(name.hex() for name in sorted(names)) for names in self.log.writers),
            "keys": ",".join(key.hex() for key in self.keys), "title": self.title, "category": self.category,
            "addresses": ",".join(f"{name.hex()} {where}" for name, where in sorted(self.addresses.items())),
            "links": ",".join(name.hex() for name, _ in self.links),
        }

    # Links

    def link_id(self, secret: bytes) -> bytes:
        return expand(secret, domain("cloudjournal/link-id/1") + self.id, 16)

    def link_key(self, secret: bytes) -> bytes:
        """The newest key by a link."""
        name = self.link_id(secret)
        wraps = [box for to, box in self.links if to == name]
        need(bool(wraps), "none")
        bound = domain("cloudjournal/link-wrap/1") + self.id + self.head + struct.pack(">I", len(self.log.keys))
        bound += self.log.keys[-1] + name
        key = expand(secret, domain("cloudjournal/link-key/1") + self.id)
        return unseal(key, wraps[0][:12], wraps[0][12:], bound, "keys")

    # The owner's

    def owned(self, seeds: bytes) -> "Share":
        need(keys_of(seeds) == self.log.owner, "owner")
        key = expand(split_seeds(seeds)[0], domain("cloudjournal/owners-box/1") + self.id)
        reader = Reader(unseal(key, self.owners_box[:12], self.owners_box[12:], self.id + self.head, "keys"), "keys")
        reader.version()
        self.newest, self.root = reader.take(32), reader.take(32)
        invitations = [
            (address(reader, may_be_empty=place == 0), permission(reader)) for place in range(reader.number(2))
        ]
        names = [where.encode() for where, _ in invitations]
        need(names == sorted(set(names)) and len(names) <= 101, "keys")
        self.invitations = dict(invitations)
        trust = [(reader.take(16), reader.number(1)) for _ in range(reader.number(2))]
        need(all(1 <= how <= 3 for _, how in trust), "keys")
        need([name for name, _ in trust] == sorted({name for name, _ in trust}), "keys")
        reader.end()
        self.trust = dict(trust)
        self.open(self.newest)
        need(set(self.trust) == set(self.log.members), "keys")
        made = sorted(self.link_id(self.link(where)) for where in self.invitations)
        need(made == [name for name, _ in self.links], "wraps")
        return self

    def link(self, where: str) -> bytes:
        need(where in self.invitations, "none")
        return expand(self.root, domain("cloudjournal/link/1") + self.id + text(where))

    def verdict(self, join: "Join", where: str) -> str:
        if join.ring != self.id or join.head not in self.log.heads or join.address != where:
            return "refused"
        name = person(join.keys)
        for known, at in self.addresses.items():
            if at == where and self.log.permission(known):
                return "isIn" if known == name else f"changed {known.hex()}"
        if name in self.log.owners or name in self.log.members:
            return "refused"
        former = sorted(known for known, at in self.addresses.items() if at == where)
        if former and name not in former:
            return f"changed {former[0].hex()}"
        invited, how = (where, 2) if where in self.invitations else ("", 1)
        if invited in self.invitations and join.is_proved(self.link(invited)):
            return f"invited {self.invitations[invited]} {how}"
        return "unproved"


def verdict(known: Share, shown: Share) -> str:
    ours, theirs = known.log.heads, shown.log.heads
    if ours[0] != theirs[0] or known.id != shown.id:
        return "another"
    if ours[: len(theirs)] != theirs and theirs[: len(ours)] != ours:
        return "forked"
    if known.data == shown.data:
        return "same"
    if len(theirs) < len(ours) or len(theirs) == len(ours) and shown.serial < known.serial:
        return "older"
    return "taken" if known.log.owner == shown.log.owner else "ownerChanged"


def fragment(typed: str) -> bytes:
    need(typed.startswith("k=") and len(typed) == 45, "damaged")
    try:
        secret = base64.b64decode(typed[2:] + "=", altchars=b"-_", validate=True)
    except ValueError:
        raise Fail("damaged") from None
    need(shown_fragment(secret) == typed, "damaged")
    return secret


def shown_fragment(secret: bytes) -> str:
    return "k=" + base64.urlsafe_b64encode(secret).decode().rstrip("=")


class Join:
    """What a person gives who accepts."""

    def __init__(self, data: bytes) -> None:
        need(len(data) <= 4096, "damaged")
        reader = Reader(data, "damaged")
        need(reader.take(3) == b"CJJ", "damaged")
        reader.version()
        self.ring, self.head, self.keys = reader.take(16), reader.take(32), public_keys(reader)
        self.at, self.address = reader.number(8), address(reader)
        need(self.at <= LATEST, "damaged")
        signed = data[: reader.place]
        need(is_signed(self.keys[1], reader.take(64), "cloudjournal/join/1", signed), "damaged")
        self.proved = data[: reader.place]
        has_proof = reader.number(1)
        need(has_proof <= 1, "damaged")
        self.proof = reader.take(32) if has_proof else None
        reader.end()

    def is_proved(self, secret: bytes) -> bool:
        made = hmac.digest(secret, domain("cloudjournal/join-proof/1") + self.proved, "sha256")
        return self.proof is not None and hmac.compare_digest(made, self.proof)


def words_bits(one: Keys, other: Keys) -> tuple[int, int]:
    """Twice 66 bits over two identities."""
    need(one != other, "damaged")
    both = b"".join(sorted([encoded(one), encoded(other)]))
    made = Scrypt(b"cloudjournal/verify/1", 32, 1 << 15, 8, 1).derive(both)
    return tuple(int.from_bytes(made[place : place + 9], "big") >> 6 for place in (0, 16))


# Signed records


def bound(share: Share, place: dict) -> bytes:
    return share.origin + sealed.bound(place)


def record_key(key: bytes, share: Share, place: dict) -> bytes:
    name = text(place["zone"]) + text(place["type"]) + text(place["name"])
    return expand(key, domain("cloudjournal/shared-record/1") + share.origin + name)


def seal(share: Share, place: dict, nonce: bytes, plain: bytes, seeds: bytes) -> bytes:
    key = share.keys[-1]
    head = b"CJS\x01\x02" + key_id(key) + nonce
    inside = plain + person(keys_of(seeds))
    signer = ed25519.Ed25519PrivateKey.from_private_bytes(split_seeds(seeds)[1])
    inside += signer.sign(domain("cloudjournal/signed/1") + head + bound(share, place) + inside)
    return head + AESGCM(record_key(key, share, place)).encrypt(nonce, inside, head + bound(share, place))


def open_record(share: Share, place: dict, data: bytes) -> dict:
    need(data[:3] == b"CJS" and len(data) > 5 and data[3] >= 1 and data[4] >= 2, "damaged")
    need(data[3] == 1 and data[4] == 2, "newer")
    need(len(data) >= 33 + 16, "damaged")
    head = data[:33]
    names = [key_id(key) for key in share.keys]
    need(head[5:21] in names, "noKey")
    number = names.index(head[5:21])
    plain = unseal(record_key(share.keys[number], share, place), head[21:], data[33:], head + bound(share, place))
    need(len(plain) >= 80, "damaged")
    by = plain[-80:-64]
    if by not in share.log.people:
        return {"opening": f"forbidden {by.hex()}"}
    signed = head + bound(share, place) + plain[:-64]
    need(is_signed(share.log.people[by][1], plain[-64:], "cloudjournal/signed/1", signed), "damaged")
    inside = sealed.content(plain[:-80])
    need(inside["type"] == place["type"], "damaged")
    need(inside["kind"] == "2" or inside["entry"] == place["entry"], "damaged")
    if by not in share.log.writers[number]:
        return {"opening": f"forbidden {by.hex()}"}
    opening = "taken" if share.log.permission(by) == WRITE else "former"
    return {"opening": opening, "by": by.hex(), "content": inside["encoded"]}


# The owner's word of filing


def filing_subject(place: dict, origin: bytes, said: bytes) -> bytes:
    return origin + text(place["zone"]) + text(place["type"]) + text(place["name"]) + said


def make_filing(place: dict, origin: bytes, counter: int, times: list[bytes], seeds: bytes) -> bytes:
    said = b"CJW\x01" + struct.pack(">Q", counter) + b"".join(b"\x01" + time if time else b"\x00" for time in times)
    signer = ed25519.Ed25519PrivateKey.from_private_bytes(split_seeds(seeds)[1])
    return said + signer.sign(domain("cloudjournal/filed/1") + filing_subject(place, origin, said))


def read_filing(place: dict, origin: bytes, data: bytes, keys: Keys) -> dict:
    reader = Reader(data, "damaged")
    need(reader.take(3) == b"CJW", "damaged")
    version = reader.number(1)
    need(version <= 1, "newer")
    need(version == 1, "damaged")
    counter = reader.number(8)
    need(1 <= counter < 1 << 63, "damaged")
    times = []
    for _ in range(2):
        has_time = reader.number(1)
        need(has_time <= 1, "damaged")
        times.append(reader.take(16).hex() if has_time else "")
    said = data[: reader.place]
    signature = reader.take(64)
    reader.end()
    is_owners = is_signed(keys[1], signature, "cloudjournal/filed/1", filing_subject(place, origin, said))
    return {
        "counter": str(counter), "filedAt": times[0], "restoredAt": times[1], "isSigned": "yes" if is_owners else "no",
    }


def added_name(origin: bytes, zone: str, entry: str, maker: bytes, chance: bytes) -> str:
    """The name of an entry that a participant makes, or of a picture of an entry."""
    if entry:
        where = domain("cloudjournal/added-picture/1") + origin + text(zone) + text(entry)
    else:
        where = domain("cloudjournal/added/1") + origin + text(zone)
    digest = sha(where + maker + chance)
    return f"added-{chance.hex()}-{digest[:16].hex()}"


def guest_note(ek: bytes, place: dict, data: bytes) -> dict:
    """What the devices of one person tell each other of a share."""
    need(len(data) <= 4096 and data[:3] == b"CJN" and len(data) >= 20 + 28, "damaged")
    need(data[3] <= 1, "newer")
    need(data[3] == 1, "damaged")
    need(data[4:20] == key_id(ek), "noKey")
    name = text(place["zone"]) + text(place["type"]) + text(place["name"])
    key = expand(ek, domain("cloudjournal/guest-share/1") + name)
    reader = Reader(unseal(key, data[20:32], data[32:], data[:20]), "damaged")
    reader.version()
    out = {which: reader.text() for which in ("zoneOwner", "zone", "share")}
    need(all(1 <= len(value.encode()) <= 255 for value in out.values()), "damaged")
    out["origin"], out["head"] = reader.take(32).hex(), reader.take(32).hex()
    out["owner"] = person(public_keys(reader)).hex()
    out["address"] = address(reader)
    trust = reader.number(1)
    need(trust in (1, 2, 3), "damaged")
    has_link = reader.number(1)
    need(has_link in (0, 1), "damaged")
    out["trust"], out["link"] = str(trust), reader.take(32).hex() if has_link else ""
    reader.end()
    return out
