"""The formats of docs/encryption.md, read a second time: nothing here is shared with the program but the paper.

Ciphers, hashes and signatures are those of the `cryptography` package; encodings, padding, bech32m and rules are written
down once more.
"""

import base64
import hashlib
import hmac
import json
import struct
import unicodedata

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes, hpke, keywrap
from cryptography.hazmat.primitives.asymmetric import ed25519, mlkem, x25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

NONE, RECOVERY = bytes(16), b"\xff" * 16
LONGEST_FILE = 1 << 40


class Fail(Exception):
    """Bytes that a reader has to refuse, and why."""


def need(holds: bool, why: str) -> None:
    if not holds:
        raise Fail(why)


def domain(purpose: str) -> bytes:
    return purpose.encode() + b"\0"


def expand(key: bytes, info: bytes, count: int = 32) -> bytes:
    return HKDFExpand(hashes.SHA256(), count, info).derive(key)


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def text(value: str | bytes) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return struct.pack(">I", len(data)) + data


def unseal(key: bytes, nonce: bytes, sealed: bytes, head: bytes, why: str = "damaged") -> bytes:
    try:
        return AESGCM(key).decrypt(nonce, sealed, head)
    except (InvalidTag, ValueError):
        raise Fail(why) from None


def is_signed(key: bytes, signature: bytes, purpose: str, data: bytes) -> bool:
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(key).verify(signature, domain(purpose) + data)
        return True
    except (InvalidSignature, ValueError):
        return False


class Reader:
    """Bytes taken one after the other."""

    def __init__(self, data: bytes, why: str) -> None:
        self.data, self.why, self.place = data, why, 0

    def take(self, count: int) -> bytes:
        need(self.place + count <= len(self.data), self.why)
        self.place += count
        return self.data[self.place - count : self.place]

    def number(self, size: int) -> int:
        return int.from_bytes(self.take(size), "big")

    def text(self) -> str:
        try:
            return self.take(self.number(4)).decode()
        except UnicodeDecodeError:
            raise Fail(self.why) from None

    def version(self, known: int = 1) -> None:
        found = self.number(1)
        need(found <= known, "newer")
        need(found == known, self.why)

    def end(self) -> None:
        need(self.place == len(self.data), self.why)


# Keys


def key_id(ek: bytes) -> bytes:
    return expand(ek, b"cloudjournal/key-id/1", 16)


def record_key(ek: bytes, place: dict) -> bytes:
    return expand(ek, domain("cloudjournal/record/1") + text(place["zone"]) + text(place["type"]) + text(place["name"]))


def hybrid_key(seed: bytes) -> hpke.MLKEM768X25519PrivateKey:
    """X-Wing: both keys follow from a seed of 32 bytes."""
    long = hashlib.shake_256(seed).digest(96)
    return hpke.MLKEM768X25519PrivateKey(
        mlkem.MLKEM768PrivateKey.from_seed_bytes(long[:64]), x25519.X25519PrivateKey.from_private_bytes(long[64:])
    )


def agreement_key(seed: bytes) -> bytes:
    long = hashlib.shake_256(seed).digest(96)
    curve = x25519.X25519PrivateKey.from_private_bytes(long[64:]).public_key()
    return mlkem.MLKEM768PrivateKey.from_seed_bytes(long[:64]).public_key().public_bytes(
        Encoding.Raw, PublicFormat.Raw
    ) + curve.public_bytes(Encoding.Raw, PublicFormat.Raw)


def signing_key(seed: bytes) -> bytes:
    key = ed25519.Ed25519PrivateKey.from_private_bytes(seed).public_key()
    return key.public_bytes(Encoding.Raw, PublicFormat.Raw)


def unwrap(
    seed: bytes, enc: bytes, sealed: bytes, ring: bytes, number: int, key: bytes, to: bytes,
    purpose: str = "cloudjournal/wrap/1",
) -> bytes:
    need(len(enc) == 1120 and len(sealed) == 48, "damaged")
    suite = hpke.Suite(hpke.KEM.MLKEM768_X25519, hpke.KDF.HKDF_SHA256, hpke.AEAD.AES_256_GCM)
    info = domain(purpose) + ring + struct.pack(">I", number) + key + to
    try:
        return suite.decrypt(enc + sealed, hybrid_key(seed), info=info)
    except (InvalidTag, ValueError):
        raise Fail("damaged") from None


def keyed_name(name: str, key: bytes) -> str:
    digits = name.replace("-", "")
    need(len(name) == 36 and name.lower() == name and digits[12] == "5" and digits[16] in "89ab", "damaged")
    made = bytearray(hmac.digest(key, bytes.fromhex(digits), "sha256")[:16])
    made[6], made[8] = made[6] & 0x0F | 0x80, made[8] & 0x3F | 0x80
    digits = made.hex()
    return "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]])


# Records


def padded(count: int) -> int:
    if count <= 512:
        return 512
    exponent = count.bit_length() - 1
    unit = 1 << (exponent - (exponent.bit_length() - 1) - 1)
    return -(-count // unit) * unit


def value(reader: Reader, in_list: bool = False) -> None:
    kind = reader.number(1)
    if kind in (1, 7):
        reader.text()
    elif kind in (2, 3, 4):
        reader.take(8)
    elif kind == 5:
        reader.take(reader.number(4))
    elif kind == 6:
        reader.take(1)
        reader.text()
    elif kind == 8 and not in_list:
        for _ in range(reader.number(4)):
            value(reader, True)
    elif kind == 9:
        reader.take(16)
        for _ in range(6):
            if reader.number(1):
                reader.take(8)
    else:
        raise Fail(reader.why)


def record_version(data: bytes) -> tuple[str, str, bool]:
    """The type, the name that the reference `entry` has, and whether there is any value."""
    reader = Reader(data, "damaged")
    need(reader.number(1) == 1, "damaged")
    kind, entry, last, has_values = reader.text(), "", None, False
    for _ in range(reader.number(4)):
        name = reader.text().encode()
        need(last is None or last < name, "damaged")
        last = name
        for has in ("stamp", "value"):
            flag = reader.number(1)
            need(flag <= 1, "damaged")
            if flag and has == "stamp":
                reader.take(16)
            elif flag:
                start = reader.place
                value(reader)
                has_values = True
                if name == b"entry" and reader.data[start] == 6:
                    entry = reader.data[start + 6 : reader.place].decode()
    reader.end()
    return kind, entry, has_values


def content(data: bytes) -> dict:
    reader = Reader(data, "damaged")
    reader.version()
    kind = reader.number(1)
    need(kind <= 2, "newer")
    need(kind > 0, "damaged")
    counter = reader.number(8)
    need(counter < 1 << 63, "newer")
    need(counter >= 1, "damaged")
    modified = struct.unpack(">q", reader.take(8))[0]
    inner = reader.take(reader.number(4))
    record_type, entry, has_values = record_version(inner)
    files = []
    count = reader.number(1)
    need(count <= 4, "damaged")
    for _ in range(count):
        files.append((reader.text(), reader.take(32).hex(), reader.number(8), reader.take(32).hex()))
        need(files[-1][2] <= LONGEST_FILE, "damaged")
    names = [file[0].encode() for file in files]
    need(names == sorted(set(names)), "damaged")
    rest = data[reader.place :]
    need(len(data) == padded(reader.place) and not any(rest), "damaged")
    need(kind == 1 or not (has_values or files), "damaged")
    return {
        "kind": str(kind), "counter": str(counter), "modifiedAt": str(modified), "version": inner.hex(),
        "type": record_type, "files": ",".join(" ".join(map(str, file)) for file in files), "encoded": data.hex(),
        "entry": entry,
    }


def bound(place: dict) -> bytes:
    return text(place["zone"]) + text(place["type"]) + text(place["name"]) + text(place["entry"])


def seal(ek: bytes, place: dict, nonce: bytes, plain: bytes) -> bytes:
    head = b"CJS\x01\x01" + key_id(ek) + nonce
    return head + AESGCM(record_key(ek, place)).encrypt(nonce, plain, head + bound(place))


def open_record(ek: bytes, place: dict, sealed: bytes) -> bytes:
    reader = Reader(sealed, "damaged")
    need(reader.take(3) == b"CJS", "damaged")
    reader.take(2)
    need(sealed[3] >= 1 and sealed[4] >= 1, "damaged")
    need(sealed[3] == 1 and sealed[4] == 1, "newer")
    name, nonce = reader.take(16), reader.take(12)
    need(len(sealed) >= 33 + 16, "damaged")
    need(name == key_id(ek), "noKey")
    plain = unseal(record_key(ek, place), nonce, sealed[33:], sealed[:33] + bound(place))
    inside = content(plain)
    need(inside["type"] == place["type"], "damaged")
    need(inside["kind"] == "2" or inside["entry"] == place["entry"], "damaged")
    return plain


# Files

CHUNK = 1 << 16


def stream(key: bytes, head: bytes) -> AESGCM:
    return AESGCM(expand(key, domain("cloudjournal/file/1") + head))


def seal_file(key: bytes, salt: bytes, plain: bytes) -> bytes:
    head = b"CJF\x01\x01" + bytes(16) + salt + b"\x10"
    data = plain.ljust(padded(len(plain)), b"\0")
    cipher, parts = stream(key, head), [head]
    for number, start in enumerate(range(0, len(data), CHUNK)):
        is_last = start + CHUNK >= len(data)
        nonce = number.to_bytes(11, "big") + bytes([is_last])
        parts.append(cipher.encrypt(nonce, data[start : start + CHUNK], head))
    return b"".join(parts)


def open_file(key: bytes, length: int, digest: bytes, sealed: bytes) -> bytes:
    head, rest = sealed[:38], sealed[38:]
    need(len(head) == 38 and head[:3] == b"CJF" and head[3] >= 1 and head[4] >= 1, "damaged")
    need(head[3] == 1 and head[4] == 1, "newer")
    need(head[5:21] == bytes(16) and head[37] == 16, "damaged")
    total, plain, cipher = padded(length), b"", stream(key, head)
    for number, start in enumerate(range(0, total, CHUNK)):
        size = min(CHUNK, total - start) + 16
        chunk, rest = rest[:size], rest[size:]
        nonce = number.to_bytes(11, "big") + bytes([start + CHUNK >= total])
        try:
            plain += cipher.decrypt(nonce, chunk, head)
        except (InvalidTag, ValueError):
            raise Fail("damaged") from None
    need(not rest and not any(plain[length:]) and sha(plain[:length]) == digest, "damaged")
    return plain[:length]


# What people type

ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def polynomial(values: list[int]) -> int:
    total = 1
    for number in values:
        top, total = total >> 25, (total & 0x1FFFFFF) << 5 ^ number
        for bit, generator in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            total ^= generator if top >> bit & 1 else 0
    return total


def is_checked(prefix: str, values: list[int]) -> bool:
    spread = [ord(sign) >> 5 for sign in prefix] + [0] + [ord(sign) & 31 for sign in prefix]
    return polynomial(spread + values) == 0x2BC830A3


def bech32m(typed: str) -> tuple[str, list[int]]:
    need(len(typed) <= 90 and typed in (typed.lower(), typed.upper()), "form")
    need(all(33 <= ord(sign) <= 126 for sign in typed), "form")
    prefix, one, rest = typed.lower().rpartition("1")
    need(bool(one) and bool(prefix) and len(rest) >= 6 and all(sign in ALPHABET for sign in rest), "form")
    values = [ALPHABET.index(sign) for sign in rest]
    need(is_checked(prefix, values), "checksum")
    return prefix, values[:-6]


def recovery_bytes(values: list[int]) -> bytes | None:
    if not is_checked("cjrk", values):
        return None
    bits = "".join(f"{number:05b}" for number in values[:26])
    return int(bits[:128], 2).to_bytes(16, "big") if not int(bits[128:], 2) else None


def recovery_key(typed: str) -> bytes:
    signs = [sign for sign in typed.lower() if not (sign.isspace() or sign in "-\u2013\u2014")]
    need(len(signs) == 32, f"length {len(signs)}")
    values = [ALPHABET.find(sign) for sign in signs]
    unknown = [place for place, number in enumerate(values) if number < 0]
    need(len(unknown) <= 1, "mistyped")
    found = None if unknown else recovery_bytes(values)
    if found is not None:
        return found
    for place in unknown or range(32):
        for other in range(32):
            if recovery_bytes(values[:place] + [other] + values[place + 1 :]) is not None:
                raise Fail(f"group {place // 4 + 1}")
    raise Fail("mistyped")


def recovery_seeds(secret: bytes) -> tuple[bytes, bytes]:
    def derive(info: bytes) -> bytes:
        return HKDF(hashes.SHA256(), 32, b"cloudjournal/recovery/1", info).derive(secret)

    return derive(b"agreement"), derive(b"signing")


def words_key(bits: bytes, device: bytes) -> bytes:
    return Scrypt(b"cloudjournal/words/1" + device, 32, 1 << 15, 8, 1).derive(bits)


# The vault


def page_key(vault_key: bytes, key_number: int) -> bytes:
    return expand(vault_key, domain("cloudjournal/pages/1") + struct.pack(">I", key_number))


def page_context(vault: bytes, letter: bytes, number: int, key_number: int, beside: bytes) -> bytes:
    return b"CJP1" + vault + letter + struct.pack(">QI", number, key_number) + beside


def seal_page(
    vault_key: bytes, vault: bytes, letter: bytes, number: int, key_number: int, beside: bytes, nonce: bytes, plain: bytes
) -> bytes:
    context = page_context(vault, letter, number, key_number, beside)
    made = AESGCM(page_key(vault_key, key_number)).encrypt(nonce, plain, context)
    return made[:-16] + nonce + struct.pack(">I", key_number) + made[-16:]


def open_page(
    vault_key: bytes, vault: bytes, letter: bytes, number: int, key_number: int, beside: bytes, made: bytes
) -> bytes:
    need(len(made) >= 32, "damaged")
    body, nonce, named, tag = made[:-32], made[-32:-20], made[-20:-16], made[-16:]
    need(named == struct.pack(">I", key_number), "damaged")
    context = page_context(vault, letter, number, key_number, beside)
    return unseal(page_key(vault_key, key_number), nonce, body + tag, context)


def passphrase_key(typed: str, salt: bytes, cost: int) -> bytes:
    return Scrypt(salt=salt, length=32, n=1 << cost, r=8, p=1).derive(unicodedata.normalize("NFC", typed).encode())


def wrap_passphrase(key: bytes, typed: str, salt: bytes, cost: int) -> bytes:
    return keywrap.aes_key_wrap(passphrase_key(typed, salt, cost), key)


def unwrap_passphrase(made: bytes, typed: str, salt: bytes, cost: int) -> bytes:
    try:
        return keywrap.aes_key_unwrap(passphrase_key(typed, salt, cost), made)
    except keywrap.InvalidUnwrap:
        raise Fail("passphrase") from None


def capture_seed(vault_key: bytes) -> bytes:
    return expand(vault_key, b"cloudjournal/capture/1")


def open_inbox(vault_key: bytes, vault: bytes, made: bytes) -> bytes:
    need(len(made) >= 5 + 1120 + 16 and made[:3] == b"CJI" and made[3] >= 1 and made[4] >= 1, "damaged")
    need(made[3:5] == b"\1\1", "newer")
    suite = hpke.Suite(hpke.KEM.MLKEM768_X25519, hpke.KDF.HKDF_SHA256, hpke.AEAD.AES_256_GCM)
    try:
        return suite.decrypt(made[5:], hybrid_key(capture_seed(vault_key)), info=domain("cloudjournal/inbox/1") + vault)
    except (InvalidTag, ValueError):
        raise Fail("damaged") from None


def picture_part(vault_key: bytes, vault: bytes, purpose: str, digest: bytes) -> bytes:
    return expand(expand(vault_key, b"cloudjournal/files/1"), domain(purpose) + vault + digest)


def picture_key(vault_key: bytes, vault: bytes, digest: bytes) -> bytes:
    return picture_part(vault_key, vault, "cloudjournal/picture/1", digest)


def picture_name(vault_key: bytes, digest: bytes) -> bytes:
    return keywrap.aes_key_wrap(expand(vault_key, b"cloudjournal/names/1"), digest)


def picture_head(vault_key: bytes, vault: bytes, digest: bytes, length: int, nonce: bytes) -> bytes:
    key = picture_part(vault_key, vault, "cloudjournal/picture-length/1", digest)
    return b"CJV\x01" + nonce + AESGCM(key).encrypt(nonce, struct.pack(">Q", length), b"CJV\x01")


def picture_length(vault_key: bytes, vault: bytes, digest: bytes, head: bytes) -> int:
    need(len(head) == 40 and head[:3] == b"CJV" and head[3] >= 1, "damaged")
    need(head[3] == 1, "newer")
    key = picture_part(vault_key, vault, "cloudjournal/picture-length/1", digest)
    return struct.unpack(">Q", unseal(key, head[4:16], head[16:], b"CJV\x01"))[0]


def small_place(vault: bytes, name: str) -> bytes:
    return domain("cloudjournal/small-file/1") + vault + name.encode()


def seal_small(vault_key: bytes, vault: bytes, name: str, nonce: bytes, plain: bytes) -> bytes:
    key = expand(vault_key, b"cloudjournal/secrets/1")
    return b"CJW\x01" + nonce + AESGCM(key).encrypt(nonce, plain, small_place(vault, name))


def open_small(vault_key: bytes, vault: bytes, name: str, made: bytes) -> bytes:
    need(len(made) >= 32 and made[:3] == b"CJW" and made[3] >= 1, "damaged")
    need(made[3] == 1, "newer")
    return unseal(expand(vault_key, b"cloudjournal/secrets/1"), made[4:16], made[16:], small_place(vault, name))


def vault_file(vault_key: bytes, text: str, typed: str | None) -> dict:
    file = json.loads(text)
    need(file["version"] == 1, "newer")
    must = {"version", "vault", "state", "kdf", "wrapped", "keyNumber", "capture", "proof", "check"}
    need(must <= set(file) <= must | {"recovery"}, "damaged")
    need(file["keyNumber"] == 1, "newer" if file["keyNumber"] > 1 else "damaged")
    kdf = file["kdf"]
    need(kdf["name"] == "scrypt" and kdf["r"] == 8 and kdf["p"] == 1 and kdf["ln"] <= 20, "newer")
    need(kdf["ln"] >= 15, "damaged")
    capture, wrapped, salt = base64.b64decode(file["capture"]), bytes.fromhex(file["wrapped"]), bytes.fromhex(kdf["salt"])
    proved = b"\1" + bytes.fromhex(file["vault"]) + bytes([file["state"] == "removing", kdf["ln"]])
    proved += salt + wrapped + bytes(["recovery" in file])
    if "recovery" in file:
        proved += base64.b64decode(file["recovery"]["enc"]) + base64.b64decode(file["recovery"]["sealed"])
    proved += struct.pack(">I", file["keyNumber"]) + capture
    stage = ["making", "switching", "sealed", "removing"].index(file["state"])
    checked = domain("cloudjournal/vault-check/1") + bytes([stage]) + proved + bytes.fromhex(file["proof"])
    need(sha(checked)[:8].hex() == file["check"], "damaged")
    if typed is not None:
        vault_key = unwrap_passphrase(wrapped, typed, salt, kdf["ln"])
    proof = hmac.digest(expand(vault_key, b"cloudjournal/vault-file/1"), proved, "sha256")
    need(proof.hex() == file["proof"], "forged")
    return {"id": file["vault"], "state": file["state"], "capture": capture.hex(), "key": vault_key.hex()}
