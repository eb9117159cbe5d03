"""A device as the benchmarks play it: one connection kept open, bodies made before the clock starts."""

import gzip
import http.client
import json
import random
import urllib.parse

CONTAINER = "iCloud.org.cloudjournal"
ZONE = {"zoneName": "Bench"}
WORDS = [line.strip() for line in """the and of to a in that it was he for on with as his they at be this from had not but
what all were when we there can an your which their said if do will each about how up out them then she many some so
these would other into has more her two like him see time could no make than first been its who now people my made over
did down only way find use may water long little very after words called just where most know get through back much
before go good new write our used me man too any day same right look think also around another came come work three
must because does part even place well such here take why things help put years different away again off went old
number great tell men say small every found still between name should home big give air line set own under read last
never us left end along while might next sound below saw something thought both few those always looked show large
often together asked house world going want school important until form food keep children feet land side without boy
once animals life enough took sometimes four head above kind began almost live page got earth need far hand high year
mother light parts country father let night following picture being study second eyes soon times story boys since
white days ever paper hard near sentence better best across during today others however sure means knew""".split()
         for line in line.split()]


def text(chance: random.Random, size: int) -> str:
    """Words as a diary has them: the frequent ones first, a rare one now and then."""
    words, length = [], 0
    while length < size:
        word = WORDS[min(int(chance.expovariate(1 / 60)), len(WORDS) - 1)]
        if chance.random() < 0.12:
            word = "".join(chance.choice("abcdefghijklmnoprstuvwz") for _ in range(chance.randint(4, 9)))
        words.append(word)
        length += len(word) + 1
    return " ".join(words)[:size]


def batches(count: int, size: int = 200, prefix: str = "r", seed: int = 1, wants_fields: bool = True) -> list[bytes]:
    """Bodies of `records/modify` that make so many records of 1 KB.

    Answers have all fields again, or none: the journal's own program asks for none.
    """
    chance = random.Random(seed)
    wish = {} if wants_fields else {"desiredKeys": []}
    bodies = []
    for begin in range(0, count, size):
        operations = [
            {"operationType": "create", "record": {"recordName": f"{prefix}{number:07}", "recordType": "JournalEntry", "fields": {
                "title": {"value": text(chance, 30), "type": "STRING"},
                "body": {"value": text(chance, 900), "type": "STRING", "isEncrypted": True},
                "createdAt": {"value": 1_600_000_000_000 + number * 60_000, "type": "TIMESTAMP"},
                "isFavorite": {"value": number % 2, "type": "INT64"},
            }}} | wish
            for number in range(begin, min(begin + size, count))
        ]
        bodies.append(json.dumps({"operations": operations, "zoneID": ZONE}).encode())
    return bodies


class Device:
    """One session on one kept connection; counts what goes over the wire."""

    def __init__(self, url: str, api_token: str, session: str, compress: bool = False) -> None:
        self.host = urllib.parse.urlsplit(url).netloc
        self.query = urllib.parse.urlencode({"ckAPIToken": api_token, "ckWebAuthToken": session})
        self.compress = compress
        self.connection = http.client.HTTPConnection(self.host, timeout=120)
        self.sent = self.received = 0

    def path(self, operation: str) -> str:
        """Of an operation on one's own database, or on the one named before it: `shared/changes/zone`."""
        scoped = operation if operation.startswith(("shared/", "public/")) else f"private/{operation}"
        return f"/database/1/{CONTAINER}/production/{scoped}?{self.query}"

    def packed(self, body: bytes) -> bytes:
        return gzip.compress(body, 3) if self.compress else body

    def post(self, operation: str, body: bytes, is_packed: bool = False, unpacks: bool = True) -> bytes:
        """The answer's body; still packed where `unpacks` says so, since unpacking is this program's own work."""
        headers = {"Content-Type": "application/json"}
        if self.compress:
            headers |= {"Accept-Encoding": "gzip", "Content-Encoding": "gzip"}
            body = body if is_packed else self.packed(body)
        self.connection.request("POST", self.path(operation), body, headers)
        answer = self.connection.getresponse()
        data = answer.read()
        self.sent += len(body)
        self.received += len(data)
        if unpacks and answer.getheader("Content-Encoding") == "gzip":
            data = gzip.decompress(data)
        if answer.status != 200:
            raise RuntimeError(f"{operation}: {answer.status} {data[:300]!r}")
        return data

    def call(self, operation: str, body: object) -> dict:
        return json.loads(self.post(operation, json.dumps(body).encode()))

    def make_zone(self) -> None:
        self.call("zones/modify", {"operations": [{"operationType": "create", "zone": {"zoneID": ZONE}}]})

    def pull(self, token: str | None = None, parse: bool = False) -> tuple[int, str]:
        """Every page from a token on; the number of records and the last token.

        Only what a pull needs is read of a page: the client's own JSON parser is not what is measured.
        """
        count = 0
        while True:
            zone = {"zoneID": ZONE} | ({"syncToken": token} if token else {})
            page = self.post("changes/zone", json.dumps({"zones": [zone]}).encode())
            count += page.count(b'"recordChangeTag"')
            token = string_after(page, b'"syncToken":"')
            if b'"moreComing":true' not in page:
                return count, token


def string_after(page: bytes, key: bytes) -> str:
    begin = page.rindex(key) + len(key)
    return page[begin:page.index(b'"', begin)].decode()
