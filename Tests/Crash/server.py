"""What clients do to a server, with every record in a ledger, and what has to be there after a crash."""

from __future__ import annotations

import hashlib
import http.client
import json
import pathlib
import random
import select
import signal
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import programs
from programs import Box, Watch, told
from promises import Promises

CONTAINER = "iCloud.org.example.crash"
PROGRAM = "cloudjournal-server"


class Access:
    """An account with a session, and a program's token."""

    def __init__(self, box: Box) -> None:
        data = ["--data", str(box.server_data)]
        box.must(PROGRAM, "user", "add", "ada", "--password-stdin", *data, given=programs.PASSWORD)
        self.api_token = box.must(PROGRAM, "token", "add", "--container", CONTAINER, *data).split("\n")[-2]
        self.session = box.must(PROGRAM, "session", "add", "ada", *data).split("\n")[-2]


class Refused(Exception):
    """The server's answer is an error, or there is none; `is_worded` unless it is one that says nothing."""

    def __init__(self, reason: str, is_worded: bool = True) -> None:
        super().__init__(reason)
        self.is_worded = is_worded


class Server:
    """A running server over a box's data."""

    def __init__(self, box: Box, access: Access, watch: Watch | None = None) -> None:
        self.access = access
        self.log = open(box.root / "tmp" / "server.log", "ab")
        self.process = box.start(
            PROGRAM, "--data", str(box.server_data), "--port", "0", "--log-level", "error", watch=watch,
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        assert self.process.stdout
        ready, _, _ = select.select([self.process.stdout], [], [], 60)
        line = self.process.stdout.readline() if ready else ""
        self.url = line.removeprefix("listening on ").strip() if line.startswith("listening on ") else None

    def end(self, number: int = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            status = self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()
        self.log.close()
        return status

    def call(self, operation: str, body: object) -> dict:
        query = urllib.parse.urlencode({"ckAPIToken": self.access.api_token, "ckWebAuthToken": self.access.session})
        path = f"/database/1/{CONTAINER}/production/private/{operation}?{query}"
        return json.loads(self.ask(path, json.dumps(body).encode()))

    def ask(self, path: str, body: bytes | None) -> bytes:
        url = path if path.startswith("http") else f"{self.url}{path}"
        try:
            with urllib.request.urlopen(urllib.request.Request(url, body, method="POST" if body else "GET"), timeout=60) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            text = error.read()
            raise Refused(f"{error.code} {text[:300]!r}", b"serverErrorCode" in text) from error
        except (OSError, http.client.HTTPException) as error:
            raise Refused(str(error)) from error


class Writer:
    """Changes records and says in the ledger what the server acknowledged."""

    def __init__(
        self, server: Server, promises: Promises, chance: random.Random, name: str, may_fail: bool = False
    ) -> None:
        self.server, self.promises, self.chance, self.name, self.may_fail = server, promises, chance, name, may_fail
        self.tags: dict[str, str] = {}
        self.count = 0
        self.refused = 0
        self.problems: list[str] = []

    def change(self, values: dict[str, str | None], operations: list[dict]) -> list[dict] | None:
        number = self.promises.begin(values, is_atomic=True)
        try:
            answer = self.server.call("records/modify", {"operations": operations, "zoneID": {"zoneName": "Z"}, "atomic": True})
        except Refused as refusal:
            self.refuse(refusal, values)
            raise
        failed = [record for record in answer["records"] if "serverErrorCode" in record]
        if failed:
            self.refuse(Refused(f"{failed[0]}", is_worded=True), values)
            return None
        self.promises.keep(number)
        return answer["records"]

    def refuse(self, refusal: Refused, values: dict[str, str | None]) -> None:
        """A change did not happen, or nobody knows: its records are left alone from now on."""
        self.refused += 1
        for name in values:
            self.tags.pop(name, None)
        if not self.may_fail:
            self.problems.append(f"a change that nothing stood against failed: {refusal}")
        elif not refusal.is_worded:
            self.problems.append(f"an error without words: {refusal}")

    def text(self) -> str:
        self.count += 1
        return f"{self.name}-{self.count} " + "word " * self.chance.choice((1, 40, self.chance.randrange(1, 4000))) + "end"

    def create(self) -> None:
        names = [f"{self.name}-{self.count}-{index}" for index in range(self.chance.choice((1, 3, 20)))]
        values = {name: self.text() for name in names}
        operations = [
            {"operationType": "create",
             "record": {"recordName": name, "recordType": "Note", "fields": {"text": {"value": text}}}}
            for name, text in values.items()
        ]
        self.take(self.change(values, operations))

    def take(self, records: list[dict] | None) -> None:
        for record in records or []:
            if record.get("deleted"):
                self.tags.pop(record["recordName"], None)
            else:
                self.tags[record["recordName"]] = record["recordChangeTag"]

    def update(self) -> None:
        if not self.tags:
            return
        names = self.chance.sample(sorted(self.tags), min(len(self.tags), self.chance.choice((1, 5))))
        values = {name: self.text() for name in names}
        operations = [
            {"operationType": "update",
             "record": {"recordName": name, "recordType": "Note", "recordChangeTag": self.tags[name],
                        "fields": {"text": {"value": text}}}}
            for name, text in values.items()
        ]
        self.take(self.change(values, operations))

    def delete(self) -> None:
        if self.tags:
            name = self.chance.choice(sorted(self.tags))
            operation = {"operationType": "forceDelete", "record": {"recordName": name}}
            if self.change({name: None}, [operation]) is not None:
                self.tags.pop(name, None)

    def upload(self) -> None:
        """A file, and the record that names it: kept only once both are."""
        self.count += 1
        name = f"{self.name}-file-{self.count}"
        content = self.chance.randbytes(self.chance.choice((10, 5000, 70000)))
        token = {"recordName": name, "recordType": "Note", "fieldName": "file"}
        try:
            target = self.server.call("assets/upload", {"zoneID": {"zoneName": "Z"}, "tokens": [token]})["tokens"][0]
            stored = json.loads(self.server.ask(target["url"], content))["singleFile"]
        except Refused as refusal:
            self.refuse(refusal, {})
            raise
        values: dict[str, str | None] = {name: hashlib.sha256(content).hexdigest()}
        fields = {"file": {"value": stored}}
        operation = {"operationType": "create", "record": {"recordName": name, "recordType": "Note", "fields": fields}}
        self.change(values, [operation])

    def step(self) -> None:
        self.chance.choice([self.create] * 4 + [self.update] * 4 + [self.delete, self.upload])()


def begin(root: pathlib.Path) -> tuple[Box, Access]:
    """A box with a server's data: an account and an empty zone."""
    box = Box(root)
    access = Access(box)
    server = Server(box, access)
    zone = {"operationType": "create", "zone": {"zoneID": {"zoneName": "Z"}}}
    server.call("zones/modify", {"operations": [zone]})
    server.end()
    return box, access


def found(server: Server) -> tuple[dict[str, str], list[str]]:
    """Every record of the zone, files by their digest, as a client gets them."""
    values: dict[str, str] = {}
    problems = []
    zone: dict[str, object] = {"zoneID": {"zoneName": "Z"}}
    while True:
        page = server.call("changes/zone", {"zones": [zone]})["zones"][0]
        if "serverErrorCode" in page:
            return values, [f"changes: {page}"]
        for record in page["records"]:
            name = record["recordName"]
            if record.get("deleted"):
                values.pop(name, None)
                continue
            fields = record["fields"]
            if "file" in fields:
                try:
                    content = server.ask(fields["file"]["value"]["downloadURL"], None)
                    values[name] = hashlib.sha256(content).hexdigest()
                except Refused as refusal:
                    values[name] = ""
                    problems.append(f"{name}: its file does not come: {refusal}")
            else:
                values[name] = fields["text"]["value"]
        zone["syncToken"] = page["syncToken"]
        if not page["moreComing"]:
            return values, problems


def read(box: Box, access: Access) -> tuple[dict[str, str], list[str]]:
    """What a server's data holds after a crash, by the program's own check and by a client."""
    problems = []
    done = box.run(PROGRAM, "check", "--data", str(box.server_data))
    if done.returncode != 0:
        problems.append(f"check: exit {done.returncode}: {told(done)}")
    server = Server(box, access)
    try:
        if server.url is None:
            return {}, problems + [f"the server does not start: {(box.root / 'tmp/server.log').read_text()[-300:]}"]
        values, more = found(server)
        return values, problems + more
    except Refused as refusal:
        return {}, problems + [f"the server cannot be read: {refusal}"]
    finally:
        server.end()


def check(box: Box, access: Access, promises: Promises) -> list[str]:
    """What is wrong with a server's data after a crash; empty is well."""
    values, problems = read(box, access)
    return problems + promises.broken(values)
