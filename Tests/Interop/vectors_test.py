"""The known answers of encryption, given by a second implementation: see sealed.py."""

import json
import pathlib
import unittest

import sealed
import sealed_ring
import sealed_share
from sealed import Fail

ROOT = pathlib.Path(__file__).resolve().parents[2]


def word_list() -> list[str]:
    source = (ROOT / "Sources/JournalSeal/Joining/WordList.swift").read_text()
    return source.split('"""')[1].split()


WORDS = word_list()


def pattern(count: int) -> bytes:
    return bytes((7 * place + 3 + (place >> 8)) & 255 for place in range(count))


def words(given: dict) -> dict:
    typed = "".join(sign if sign.isalpha() else " " for sign in given["typed"].lower()).split()
    sealed.need(len(typed) == 6, f"count {len(typed)}")
    places = {word[:4]: place for place, word in enumerate(WORDS)}
    number = 0
    for place, word in enumerate(typed):
        sealed.need(word[:4] in places, f"word {place + 1}")
        number = number << 11 | places[word[:4]]
    bits = number.to_bytes(9, "big")
    shown = [WORDS[number >> 11 * (5 - place) & 2047] for place in range(6)]
    out = {"bits": bits.hex(), "shown": " ".join(shown)}
    if "device" in given:
        out["key"] = sealed.words_key(bits, bytes.fromhex(given["device"])).hex()
    return out


def recovery(given: dict) -> dict:
    secret = sealed.recovery_key(given["typed"])
    agreement, signing = sealed.recovery_seeds(secret)
    shown = "".join(sign for sign in given["typed"].upper() if sign.isalnum())
    return {
        "secret": secret.hex(), "shown": " ".join(shown[place : place + 4] for place in range(0, 32, 4)),
        "agreement": sealed.sha(sealed.agreement_key(agreement)).hex(), "signing": sealed.signing_key(signing).hex(),
    }


def bech32m(given: dict) -> dict:
    prefix, values = sealed.bech32m(given["text"])
    return {"prefix": prefix, "values": bytes(values).hex(), "text": given["text"].lower()}


def record(given: dict) -> dict:
    ek = bytes.fromhex(given["ek"])
    if "plain" in given:
        made = sealed.seal(ek, given, bytes.fromhex(given["nonce"]), bytes.fromhex(given["plain"]))
        return {"sha256": sealed.sha(made).hex(), "length": str(len(made))}
    data = bytes.fromhex(given["sealed"])
    plain = sealed.open_record(ek, given, data)
    return {"content": plain.hex(), "again": sealed.seal(ek, given, data[21:33], plain).hex()}


def content(given: dict) -> dict:
    out = sealed.content(bytes.fromhex(given["content"]))
    del out["entry"]
    return out


def file(given: dict) -> dict:
    key, length = bytes.fromhex(given["key"]), int(given["length"])
    plain = pattern(length)
    whole = sealed.seal_file(key, bytes.fromhex(given["salt"]), plain)
    changed = bytearray(whole)
    if "flip" in given:
        changed[int(given["flip"])] ^= 1
    if "cut" in given:
        del changed[int(given["cut"]) :]
    if "swap" in given:
        a, b, c = 38, 38 + 65_552, 38 + 2 * 65_552
        changed = changed[:a] + changed[b:c] + changed[a:b] + changed[c:]
    if "more" in given:
        changed.append(0)
    digest = bytes.fromhex(given["otherDigest"]) if "otherDigest" in given else sealed.sha(plain)
    read_key = bytes.fromhex(given.get("otherKey", given["key"]))
    opened = sealed.open_file(read_key, int(given.get("otherLength", length)), digest, bytes(changed))
    sealed.need(opened == plain, "another file came out")
    return {"sha256": sealed.sha(whole).hex(), "length": str(len(whole))}


def wrap(given: dict) -> dict:
    data = {name: bytes.fromhex(given[name]) for name in ("seed", "enc", "sealed", "ring", "key", "to")}
    return {"ek": sealed.unwrap(number=int(given["number"]), **data).hex()}


def key_id(given: dict) -> dict:
    ek = bytes.fromhex(given["ek"])
    sealed.need(len(ek) == 32, "ek: no key")
    return {"id": sealed.key_id(ek).hex()}


def ring(given: dict) -> dict:
    return sealed_ring.Ring(bytes.fromhex(given["ring"])).open(bytes.fromhex(given["newest"]))


def verdict(given: dict) -> dict:
    known, shown = (sealed_ring.Ring(bytes.fromhex(given[name])) for name in ("known", "shown"))
    return {"verdict": sealed_ring.verdict(known, shown)}


def request(given: dict) -> dict:
    read = sealed_ring.Request(bytes.fromhex(given["request"]))
    read.check(bytes.fromhex(given["key"]))
    return {
        "ring": read.ring.hex(), "head": read.head.hex(), "device": read.device.hex(), "at": str(read.at),
        "name": read.name,
    }


def answer(given: dict) -> dict:
    read = sealed_ring.Request(bytes.fromhex(given["request"]))
    shown = sealed_ring.Ring(bytes.fromhex(given["ring"]))
    read.check_answer(shown, bytes.fromhex(given["answer"]), bytes.fromhex(given["key"]))
    return {"holds": "1"}


def vault_seal(given: dict) -> dict:
    def bound(prefix: str) -> tuple:
        def value(name: str) -> str:
            return given.get(prefix + name, given.get(name[0].lower() + name[1:]))

        return (
            bytes.fromhex(value("VaultKey")), bytes.fromhex(value("Vault")), value("Letter").encode(),
            int(value("Number")), int(value("KeyNumber")), bytes.fromhex(value("Beside")),
        )

    plain = pattern(int(given["length"]))
    made = sealed.seal_page(*bound(""), bytes.fromhex(given["nonce"]), plain)
    changed = bytearray(made)
    if "flip" in given:
        changed[int(given["flip"])] ^= 1
    if "cut" in given:
        del changed[int(given["cut"]) :]
    sealed.need(sealed.open_page(*bound("other"), bytes(changed)) == plain, "other bytes came out")
    return {"sha256": sealed.sha(made).hex(), "length": str(len(made))}


def passphrase(given: dict) -> dict:
    key, salt, cost = bytes.fromhex(given["vaultKey"]), bytes.fromhex(given["salt"]), int(given["cost"])
    sealed.need(15 <= cost <= 20, "damaged")
    made = sealed.wrap_passphrase(key, given["passphrase"], salt, cost)
    typed = given.get("typed", given["passphrase"])
    sealed.need(sealed.unwrap_passphrase(made, typed, salt, cost) == key, "another key came out")
    return {"wrapped": made.hex()}


def inbox(given: dict) -> dict:
    values = (bytes.fromhex(given[name]) for name in ("vaultKey", "vault", "sealed"))
    return {"plain": sealed.open_inbox(*values).hex()}


def vault(given: dict) -> dict:
    return sealed.vault_file(bytes.fromhex(given["vaultKey"]), given["file"], given.get("typed"))


def of_vault(given: dict, prefix: str = "") -> tuple[bytes, bytes]:
    def value(name: str) -> bytes:
        return bytes.fromhex(given.get(prefix + name[0].upper() + name[1:], given[name]))

    return value("vaultKey"), value("vault")


def changed(made: bytes, given: dict) -> bytes:
    data = bytearray(made)
    if "flip" in given:
        data[int(given["flip"])] ^= 1
    if "cut" in given:
        del data[int(given["cut"]) :]
    return bytes(data)


def picture(given: dict) -> dict:
    digest, length = bytes.fromhex(given["sha256"]), int(given["length"])
    head = sealed.picture_head(*of_vault(given), digest, length, bytes.fromhex(given["nonce"]))
    name = sealed.picture_name(of_vault(given)[0], digest)
    other = bytes.fromhex(given.get("otherSha256", given["sha256"]))
    sealed.need(sealed.picture_length(*of_vault(given, "other"), other, changed(head, given)) == length, "other bytes came out")
    return {"name": name.hex(), "head": head.hex(), "key": sealed.picture_key(*of_vault(given), digest).hex()}


def small_file(given: dict) -> dict:
    plain = pattern(int(given["length"]))
    made = sealed.seal_small(*of_vault(given), given["name"], bytes.fromhex(given["nonce"]), plain)
    name = given.get("otherName", given["name"])
    sealed.need(sealed.open_small(*of_vault(given, "other"), name, changed(made, given)) == plain, "other bytes came out")
    return {"sealed": made.hex()}


def shown_share(given: dict) -> sealed_share.Share:
    return sealed_share.Share(bytes.fromhex(given["share"])).open(bytes.fromhex(given["newest"]))


def owned_share(given: dict) -> sealed_share.Share:
    return sealed_share.Share(bytes.fromhex(given["share"])).owned(bytes.fromhex(given["seeds"]))


def link(given: dict) -> dict:
    share = owned_share(given)
    secret = share.link(given["address"])
    return {
        "secret": secret.hex(), "fragment": sealed_share.shown_fragment(secret), "id": share.link_id(secret).hex(),
    }


def owners_box(given: dict) -> dict:
    share = owned_share(given)
    return {
        "newest": share.newest.hex(), "root": share.root.hex(),
        "invitations": ",".join(f"{where} {may}" for where, may in sorted(share.invitations.items())),
        "trust": ",".join(f"{name.hex()} {how}" for name, how in sorted(share.trust.items())),
    }


def link_open(given: dict) -> dict:
    share = sealed_share.Share(bytes.fromhex(given["share"]))
    key = share.link_key(bytes.fromhex(given["secret"]))
    share.open(key)
    return {"key": key.hex()}


def share_wrap(given: dict) -> dict:
    data = {name: bytes.fromhex(given[name]) for name in ("enc", "sealed", "ring", "key", "to")}
    seed = bytes.fromhex(given["seeds"])[:32]
    key = sealed.unwrap(seed, number=int(given["number"]), purpose="cloudjournal/share-wrap/1", **data)
    return {"ek": key.hex()}


def share_verdict(given: dict) -> dict:
    known, shown = (sealed_share.Share(bytes.fromhex(given[name])) for name in ("known", "shown"))
    return {"verdict": sealed_share.verdict(known, shown)}


def join(given: dict) -> dict:
    read = sealed_share.Join(bytes.fromhex(given["join"]))
    return {
        "person": sealed_share.person(read.keys).hex(), "address": read.address, "at": str(read.at),
        "head": read.head.hex(), "verdict": owned_share(given).verdict(read, given["from"]),
    }


def identity_words(given: dict) -> dict:
    keys = (sealed_share.split_keys(bytes.fromhex(given[name])) for name in ("one", "other"))
    halves = sealed_share.words_bits(*keys)
    return {"words": " ".join(WORDS[half >> 11 * (5 - place) & 2047] for half in halves for place in range(6))}


def signed(given: dict) -> dict:
    share = shown_share(given)
    if "plain" in given:
        nonce, plain, seeds = (bytes.fromhex(given[name]) for name in ("nonce", "plain", "seeds"))
        return {"sealed": sealed_share.seal(share, given, nonce, plain, seeds).hex()}
    return sealed_share.open_record(share, given, bytes.fromhex(given["sealed"]))


def guest_note(given: dict) -> dict:
    return sealed_share.guest_note(bytes.fromhex(given["ek"]), given, bytes.fromhex(given["sealed"]))


def filing(given: dict) -> dict:
    origin = bytes.fromhex(given["origin"])
    if "word" in given:
        keys = sealed_share.split_keys(bytes.fromhex(given["keys"]))
        return sealed_share.read_filing(given, origin, bytes.fromhex(given["word"]), keys)
    times = [bytes.fromhex(given[name]) for name in ("filedAt", "restoredAt")]
    word = sealed_share.make_filing(given, origin, int(given["counter"]), times, bytes.fromhex(given["seeds"]))
    return {"word": word.hex()}


def added(given: dict) -> dict:
    maker = sealed_share.person(sealed_share.split_keys(bytes.fromhex(given["keys"])))
    origin, chance = bytes.fromhex(given["origin"]), bytes.fromhex(given["chance"])
    # Counter 0 and no times stand for the owner's word until she gives one.
    name = sealed_share.added_name(origin, given["zone"], given.get("entry", ""), maker, chance)
    return {"name": name, "word": (b"CJW\x01" + bytes(10)).hex()}


def person(given: dict) -> dict:
    return {"person": sealed_share.person(sealed_share.split_keys(bytes.fromhex(given["keys"]))).hex()}


KINDS = {
    "page": vault_seal, "frame": vault_seal, "passphrase": passphrase, "inbox": inbox, "vault": vault,
    "picture": picture, "smallFile": small_file,
    "person": person, "link": link, "share": lambda given: shown_share(given).shown(), "ownersBox": owners_box,
    "linkOpen": link_open, "shareWrap": share_wrap, "shareVerdict": share_verdict, "join": join,
    "identityWords": identity_words, "signed": signed, "guestNote": guest_note, "filing": filing,
    "added": added,
    "fragment": lambda given: {"secret": sealed_share.fragment(given["text"]).hex()},
    "keyID": key_id, "bech32m": bech32m, "recovery": recovery, "words": words, "content": content, "sealed": record,
    "file": file, "wrap": wrap, "ring": ring, "verdict": verdict, "request": request, "answer": answer,
    "recordKey": lambda given: {"key": sealed.record_key(bytes.fromhex(given["ek"]), given).hex()},
    "padding": lambda given: {"padded": str(sealed.padded(int(given["length"])))},
    "keyedName": lambda given: {"name": sealed.keyed_name(given["name"], bytes.fromhex(given["key"]))},
}


class VectorsTest(unittest.TestCase):
    def test_every_known_answer_is_given(self) -> None:
        self.check("encryption.json")

    def test_every_known_answer_of_sharing_is_given(self) -> None:
        self.check("sharing.json")

    def check(self, name: str) -> None:
        book = json.loads((ROOT / "Tests/Vectors" / name).read_text())
        checked = 0
        for vector in book["vectors"]:
            given = {}
            for name, value in vector["in"].items():
                for piece, data in book["pieces"].items():
                    value = value.replace(f"<{piece}>", data)
                given[name] = value
            with self.subTest(kind=vector["kind"], name=vector["name"]):
                try:
                    out, why = KINDS[vector["kind"]](given), None
                except Fail as failure:
                    out, why = {}, str(failure)
                self.assertEqual((out, why), (vector["out"], vector.get("why")))
                checked += 1
        self.assertGreaterEqual(checked, 120)

    def test_words_are_told_by_four_letters(self) -> None:
        self.assertEqual(len(WORDS), 2048)
        self.assertEqual(len({word[:4] for word in WORDS}), 2048)


if __name__ == "__main__":
    unittest.main()
