"""What sharing costs the service: requests of one program each, beside the same without it."""

import json
import math
import pathlib
import random
import shutil
import statistics
import sys
import time
import typing

import client
import peers

# A share has 100 people at most, its owner among them.
PEOPLE = [f"p{number}" for number in range(1, 100)]
UNLIMITED = "--request-rate", "1000000", "--request-burst", "1000000"


class Row(typing.NamedTuple):
    """One line of the table."""

    what: str
    ours: str
    limit: str
    beside: str
    holds: bool | None


def doubt(values: list[float]) -> float:
    """How far the median of the same against itself is from 1, or would be in many more turns in two cases of three."""
    ordered = sorted(values)
    chance = (ordered[len(ordered) * 3 // 4] - ordered[len(ordered) // 4]) / math.sqrt(len(ordered))
    return max(abs(statistics.median(values) - 1), chance)


def turned(names: list, turn: int) -> list:
    """The contestants in the order of a turn, the same in each run: none comes behind the same one each time, whose server may
    still have work to do."""
    return random.Random(turn).sample(names, len(names))


def ratios(some: list[float], others: list[float]) -> list[float]:
    """Of each turn."""
    return [one / other for one, other in zip(some, others)]


class Service(peers.Server):
    """A server in whose folder there are accounts already: Ada's, and those of people with whom she shares."""

    def __init__(self, folder: pathlib.Path, program: str, accounts: "Accounts") -> None:
        shutil.copytree(accounts.folder, folder)
        self.folder, self.program, self.api_token, self.accounts = folder, program, accounts.api_token, accounts
        self.start(*UNLIMITED)
        self.ada = self.person("ada")
        self.ada.make_zone()

    def person(self, name: str) -> client.Device:
        return client.Device(self.url, self.api_token, self.accounts.sessions[name])

    def share(self, root: str | None, people: list[str], zone: dict = client.ZONE, name: str = "share") -> str:
        """Shares what hangs on a record, or the whole zone; its link."""
        what = {"recordName": name, "forRecord": {"recordName": root}} if root else {"recordName": "cloudkit.zoneshare"}
        record = what | {"recordType": "cloudkit.share", "publicPermission": "NONE", "participants": [
            {"permission": "READ_WRITE", "userIdentity": {"lookupInfo": {"emailAddress": f"{one}@localhost"}}} for one in people]}
        return self.modify([{"operationType": "create", "record": record}], zone)[0]["shortGUID"]

    def modify(self, operations: list[dict], zone: dict = client.ZONE) -> list[dict]:
        answer = self.ada.call("records/modify", {"zoneID": zone, "operations": operations})
        return [checked(record) for record in answer["records"]]

    def join(self, guid: str, people: list[str], is_listening: bool = False) -> None:
        for name in people:
            person = self.person(name)
            checked(person.call("public/records/accept", {"shortGUIDs": [{"value": guid}]})["results"][0])
            if is_listening:
                # As the journal's program asks to be told of what others share.
                person.call("shared/subscriptions/modify", {"operations": [{"operationType": "create", "subscription": {
                    "subscriptionID": "all", "subscriptionType": "database"}}]})
                person.call("tokens/create", {"apnsEnvironment": "production"})
            person.connection.close()


def checked(item: dict) -> dict:
    if "serverErrorCode" in item:
        sys.exit(f"bench: {item}")
    return item


class Accounts:
    """A folder with accounts and sessions, which every server here begins with: passwords are slow to make."""

    def __init__(self, folder: pathlib.Path, program: str) -> None:
        self.folder, self.program = folder, program
        self.sessions: dict[str, str] = {}
        for name in ["ada", *PEOPLE]:
            self.admin("user", "add", name, "--password-stdin", given="a long enough password\n")
            self.sessions[name] = self.admin("session", "add", name)
        self.api_token = self.admin("token", "add", "--container", client.CONTAINER)

    admin = peers.Server.admin


class Bench:
    def __init__(self, folder: pathlib.Path, program: str, server: str, repeats: int) -> None:
        self.folder, self.program, self.server_program, self.repeats = folder, program, server, repeats
        self.made: Accounts | None = None
        self.number = 0

    def place(self, name: str) -> pathlib.Path:
        self.number += 1
        return self.folder / f"{name}{self.number}"

    def service(self) -> Service:
        if self.made is None:
            self.made = Accounts(self.place("accounts"), self.server_program)
        return Service(self.place("server"), self.server_program, self.made)


def renamed(body: bytes, prefix: str, parent: str = "") -> bytes:
    """The same records with other names, hung on a record where one is named."""
    hung = f'"parent": {{"recordName": "{parent}"}}, ' if parent else ""
    return body.replace(b'"recordName": "r', f'{hung}"recordName": "{prefix}r'.encode())


def pushes(bench: Bench):
    """Requests of 200 records each: without any share, beside shares of another zone, and into what 5 and 100 people have."""
    contestants = {name: bench.service() for name in ("without", "again", "elsewhere", "five", "hundred", "under")}
    many = PEOPLE
    other = {"zoneName": "Other"}
    elsewhere = contestants["elsewhere"]
    elsewhere.ada.call("zones/modify", {"operations": [{"operationType": "create", "zone": {"zoneID": other}}]})
    elsewhere.join(elsewhere.share(None, many, other), many, is_listening=True)
    for name, people in (("five", PEOPLE[:5]), ("hundred", many)):
        contestants[name].join(contestants[name].share(None, people), people, is_listening=True)
    under = contestants["under"]
    under.modify([{"operationType": "create", "record": {"recordName": "root", "recordType": "JournalEntry", "fields": {}}}])
    under.join(under.share("root", many), many, is_listening=True)
    bodies = client.batches(2_000, wants_fields=False)
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for turn in range(-1, bench.repeats):
        took = dict.fromkeys(contestants, 0.0)
        for number, body in enumerate(bodies):
            # One request each: whatever the machine does meets all alike.
            for name in turned(list(contestants), turn * len(bodies) + number):
                ready = renamed(body, f"t{turn + 1}", "root" if name == "under" else "")
                begin = time.perf_counter()
                answer = contestants[name].ada.post("records/modify", ready)
                took[name] += time.perf_counter() - begin
                if b"serverErrorCode" in answer:
                    sys.exit(f"bench: {name}: {answer[:400]!r}")
        for name, seconds in took.items() if turn >= 0 else ():
            rates[name].append(2_000 / seconds)
    for service in contestants.values():
        service.stop()
    plain = rates["without"]
    spread = doubt(ratios(rates["again"], plain))
    for name, what, limit in (
        ("elsewhere", "push beside a zone that 100 people share", 0.98), ("five", "push into a zone shared with 5", 0.8),
        ("hundred", "push into a zone of 100 people", 0.6), ("under", "push under a shared record of 100 people", None)):
        ratio = statistics.median(ratios(rates[name], plain))
        holds = None if limit is None else ratio >= (min(limit, 1 - spread) if name == "elsewhere" else limit)
        yield Row(what, f"{ratio:.3f} ×", f"{limit} ×" if limit else "–",
                  f"{statistics.median(rates[name]):,.0f}/s, without shares {statistics.median(plain):,.0f}/s; that against itself "
                  f"{statistics.median(ratios(rates['again'], plain)):.3f} × ± {spread:.3f}", holds)


def deltas(bench: Bench):
    """Ten changes, for a person who may see ten records of a small zone and of a large one."""
    bodies = client.batches(1_000, wants_fields=False)
    readers = {}
    services = []
    for count in (1_000, 100_000):
        service = bench.service()
        services.append(service)
        for number in range(count // 1_000):
            for body in bodies:
                service.ada.post("records/modify", renamed(body, f"z{number}"))
        names = ["root"] + [f"child{number}" for number in range(1, 10)]

        def seen(kind: str, text: str) -> list[dict]:
            return [{"operationType": kind, "record": {"recordName": name, "recordType": "JournalEntry", "fields": {
                "body": {"value": text * 90, "type": "STRING", "isEncrypted": True}}}
                | ({} if name == "root" else {"parent": {"recordName": "root"}})} for name in names]

        service.modify(seen("create", "first word "))
        service.join(service.share("root", PEOPLE[:1]), PEOPLE[:1])
        person = service.person(PEOPLE[0])
        owner = service.ada.call("users/current", {})["userRecordName"]
        zone = {"zoneID": {"zoneName": client.ZONE["zoneName"], "ownerRecordName": owner}}
        token = pulled(person, zone)[1]
        service.modify(seen("forceUpdate", "other word "))
        readers[count] = (person, zone | {"syncToken": token})
    times: dict[int, list[float]] = {count: [] for count in readers}
    for turn in range(-1, bench.repeats):
        for count, (person, zone) in readers.items():
            some = []
            for _ in range(20):
                begin = time.perf_counter()
                found, _ = pulled(person, zone)
                some.append((time.perf_counter() - begin) * 1000)
                if found != 10:
                    sys.exit(f"bench: {found} changes of 10 in a zone of {count}")
            if turn >= 0:
                times[count].append(statistics.median(some))
    for service in services:
        service.stop()
    small, large = times.values()
    ratio = statistics.median(ratios(large, small))
    yield Row("delta of 10, of 10 seen in a zone of 100,000", f"{ratio:.2f} ×", "1.5 ×",
              f"{statistics.median(large):.2f} ms, in a zone of 1,000 {statistics.median(small):.2f} ms", ratio <= 1.5)


def pulled(person: client.Device, zone: dict) -> tuple[int, str]:
    page = person.post("shared/changes/zone", json.dumps({"zones": [zone]}).encode())
    while b'"moreComing":true' in page:
        zone = zone | {"syncToken": client.string_after(page, b'"syncToken":"')}
        page = person.post("shared/changes/zone", json.dumps({"zones": [zone]}).encode())
    return page.count(b'"recordChangeTag"'), client.string_after(page, b'"syncToken":"')


def joining(bench: Bench):
    """Coming into a share and its end, with one record and with 10,000."""
    service = bench.service()
    roots = {1: "small", 10_000: "large"}
    for root in roots.values():
        service.modify([{"operationType": "create", "record": {"recordName": root, "recordType": "JournalEntry", "fields": {}}}])
    for number in range(10):
        for body in client.batches(1_000, wants_fields=False):
            service.ada.post("records/modify", renamed(body, f"j{number}", "large"))
    names = "accept", "stop"
    times: dict[tuple[str, int], list[float]] = {(name, count): [] for name in names for count in roots}
    for turn in range(-1, bench.repeats):
        # The server answers 30 links a minute for one person.
        name = PEOPLE[turn % len(PEOPLE)]
        person = service.person(name)
        person.call("users/current", {})
        for count, root in roots.items():
            share = f"share-{root}-{turn + 1}"
            guid = service.share(root, [name], name=share)
            begin = time.perf_counter()
            answer = person.call("public/records/accept", {"shortGUIDs": [{"value": guid}]})
            accepted = time.perf_counter()
            checked(answer["results"][0])
            ready = time.perf_counter()
            service.modify([{"operationType": "forceDelete", "record": {"recordName": share}}])
            stopped = time.perf_counter()
            if turn >= 0:
                times["accept", count].append((accepted - begin) * 1000)
                times["stop", count].append((stopped - ready) * 1000)
        person.connection.close()
    service.stop()
    for name, what in zip(names, ("accepting a share of 10,000 records", "ending a share of 10,000 records")):
        large, small = times[name, 10_000], times[name, 1]
        ratio = statistics.median(ratios(large, small))
        yield Row(what, f"{ratio:.2f} ×", "3 ×",
                  f"{statistics.median(large):.2f} ms, of one record {statistics.median(small):.2f} ms", ratio <= 3)


ALL = [pushes, deltas, joining]
