"""Three people who share with one another, programs that are killed, and what each of them may and must have at rest.

Every text is one word that is written once. Whenever all have synchronised until nothing is under way,

1.  no word that was written into an entry since the last rest is in the home of a person who had no access to it all the time;
2.  each word that was acknowledged is in the entry of its owner, or with the person who wrote it;
3.  what a person sees of others is what they share with that person: the same entries, with the same words;
4.  the devices of a person have the same entries, and `doctor` finds nothing;
5.  where the journals are encrypted, no word is anywhere at the server.
"""

from __future__ import annotations

import json
import pathlib
import random
import shutil
import signal
import subprocess
import time

import programs
import server
from programs import Box, told

PEOPLE = {"ada": 2, "ben": 1, "cleo": 1}
# A second device of an encrypted journal would have to be let in.
SEALED = {"ada": 1, "ben": 1, "cleo": 1}
CATEGORIES = ("Health", "Work")
HOST = "localhost"


class Word:
    """A word, who wrote it into which entry, and since when it counts."""

    def __init__(self, writer: str, owner: str, entry: str | None, is_kept: bool) -> None:
        self.writer, self.owner, self.entry, self.is_kept = writer, owner, entry, is_kept


class Home:
    """One device of a person."""

    def __init__(self, person: str, box: Box, world: "World") -> None:
        self.person, self.box, self.world = person, box, world

    def run(self, *arguments: str, given: str = "", kills: bool = True) -> subprocess.CompletedProcess:
        chance = self.world.chance
        kill_after = chance.choice((20, 50, 100, 200)) * chance.random() / 1000 if kills and chance.random() < self.world.kill_rate else None
        done = self.box.run("cloudjournal", *arguments, given=given, kill_after=kill_after)
        self.world.note(f"{self.box.root.name}: {' '.join(arguments)} {given[:40]!r}", done)
        return done

    def items(self, *arguments: str) -> list[dict]:
        done = self.run(*arguments, "--json", kills=False)
        return json.loads(done.stdout)["items"] if done.returncode == 0 else []

    def entries(self) -> list[dict]:
        return self.items("list", "-n", "10000")

    def shared(self) -> list[dict]:
        return self.items("list", "--shared", "-n", "10000")

    def shares(self) -> list[dict]:
        return [share for share in self.items("share", "list") if share["mine"]]

    def holds(self, words: set[str]) -> set[str]:
        """Which of the words are anywhere in the files of this home."""
        found: set[str] = set()
        for path in self.box.disk.rglob("*"):
            if path.is_file():
                data = path.read_bytes()
                found |= {word for word in words if word.encode() in data}
        return found


class World:
    """A server, people with their homes, and a ledger of words."""

    def __init__(
        self, root: pathlib.Path, chance: random.Random, kill_rate: float, plants: bool = False, is_sealed: bool = False
    ) -> None:
        self.is_sealed = is_sealed
        # Who opened a link and was killed: whether they have the key is not foretold.
        self.interrupted: set[str] = set()
        self.chance, self.kill_rate, self.kills = chance, kill_rate, 0
        # Whether a word is lost, and another one given away, to see that this is noticed.
        self.plants = plants
        self.log: list[str] = []
        self.problems: list[str] = []
        self.words: dict[str, Word] = {}
        # Words since the last rest, and entries and categories with which something happened since that changes who sees them.
        self.recent: set[str] = set()
        self.moved: set[str] = set()
        # Entries of which this does not foretell whether the people of their category have them.
        self.vague: set[str] = set()
        self.links: list[tuple[str, str]] = []
        self.count = 0
        box = self.box = Box(root / "server")
        data = ["--data", str(box.server_data)]
        self.homes: list[Home] = []
        for person in PEOPLE:
            box.must(server.PROGRAM, "user", "add", person, "--password-stdin", *data, given=programs.PASSWORD)
        self.server = server.Server(box, None)  # type: ignore[arg-type]
        for person, count in (SEALED if is_sealed else PEOPLE).items():
            for number in range(count):
                home = Home(person, Box(root / f"{person}{number}"), self)
                home.box.must(
                    "cloudjournal", "account", "sign-in", "--server", self.server.url or "", "--user", person, "--password-stdin",
                    *([] if is_sealed else ["--plain"]), given=programs.PASSWORD)
                self.homes.append(home)
        for person in PEOPLE:
            homes = self.of(person)
            for category in CATEGORIES:
                homes[0].box.must("cloudjournal", "categories", "add", category)
            for home in homes:
                home.box.must("cloudjournal", "sync")

    def of(self, person: str) -> list[Home]:
        return [home for home in self.homes if home.person == person]

    def note(self, act: str, done: subprocess.CompletedProcess) -> None:
        if done.returncode == -signal.SIGKILL:
            self.kills += 1
        elif done.returncode < 0 or b"Fatal error" in done.stderr:
            self.problems.append(f"{act} ended by a fault: {told(done)}")
        self.log.append(f"{act} -> {done.returncode} {told(done)[:200]}")

    # MARK: Acts

    def word(self) -> str:
        self.count += 1
        return f"zq{self.count}w{self.chance.randrange(10**6)}q"

    def write(self, home: Home, owner: str, entry: str | None, *arguments: str, before: str = "") -> subprocess.CompletedProcess:
        word = self.word()
        done = home.run(*arguments, given=(before + "\n\n" + word).strip())
        self.words[word] = Word(home.person, owner, entry, done.returncode == 0)
        self.recent.add(word)
        return done

    def new(self, home: Home) -> None:
        where = self.chance.choice((*CATEGORIES, None))
        extra = ["--category", where] if where else []
        self.write(home, home.person, None, "new", "--title", f"entry {self.count}", "--body", "-", *extra)
        if where:
            self.moved.add(f"{home.person} {where}")

    def edit(self, home: Home) -> None:
        if entries := home.entries():
            entry = self.chance.choice(entries)
            self.write(home, home.person, entry["id"], "edit", entry["id"], "--body", "-", before=entry["body"])

    def edit_shared(self, home: Home) -> None:
        if entries := [entry for entry in home.shared() if entry["permission"] == "readWrite"]:
            entry = self.chance.choice(entries)
            self.write(home, entry["owner"], entry["id"], "edit", entry["id"], "--body", "-", before=entry["body"])

    def file(self, home: Home) -> None:
        if entries := home.entries():
            entry = self.chance.choice(entries)
            home.run("edit", entry["id"], "--category", self.chance.choice((*CATEGORIES, "none")))
            self.moved.add(entry["id"])
            # Another device may have shared the category, or this entry, without this one knowing.
            self.vague.add(entry["id"])

    def throw_away(self, home: Home) -> None:
        if entries := home.entries():
            entry = self.chance.choice(entries)
            home.run("rm", entry["id"], "--yes")
            self.moved.add(entry["id"])

    def restore(self, home: Home) -> None:
        home.run("trash", "restore", "last")

    def share(self, home: Home) -> None:
        others = [f"{person}@{HOST}" for person in PEOPLE if person != home.person]
        people = self.chance.sample(others, self.chance.choice((1, 2)))
        extra = [word for person in people for word in ("--with", person)]
        extra += [self.chance.choice(("--read-only", "--read-write", "--read-write")), "--yes", "--json"]
        entries = home.entries()
        if self.chance.random() < 0.4 or not entries:
            category = self.chance.choice(CATEGORIES)
            self.moved.add(f"{home.person} {category}")
            if self.is_sealed:
                # An encrypted journal shares categories for reading.
                extra = ["--read-only" if word == "--read-write" else word for word in extra]
            done = home.run("share", "--category", category, *extra)
        else:
            entry = self.chance.choice(entries)
            self.moved.add(entry["id"])
            self.vague.add(entry["id"])
            done = home.run("share", entry["id"], *extra)
        if done.returncode == 0 and not self.is_sealed:
            self.links.append((home.person, json.loads(done.stdout)["url"]))

    def touched(self, home: Home) -> dict | None:
        """One of a person's own shares, which is about to change."""
        shares = home.shares()
        if not shares:
            return None
        share = self.chance.choice(shares)
        self.moved |= {share["id"], f"{home.person} {share['title']}"}
        return share

    def change(self, home: Home) -> None:
        if share := self.touched(home):
            guests = [person["address"] for person in share["people"] if person["status"] != "owner"]
            if guests:
                guest = self.chance.choice(guests)
                if self.chance.random() < 0.5:
                    home.run("share", "remove", share["id"], guest)
                else:
                    home.run("share", "permission", share["id"], guest, self.chance.choice(("read", "write")))

    def stop(self, home: Home) -> None:
        if share := self.touched(home):
            home.run("share", "stop", share["id"])

    def accept(self, home: Home) -> None:
        if links := [link for owner, link in self.links if owner != home.person] + self.own_links(home):
            done = home.run("open", self.chance.choice(links), "--yes")
            if done.returncode < 0:
                self.interrupted.add(home.person)
            # The person has it from now on.
            self.moved.add(f"accepted {home.person}")

    def own_links(self, home: Home) -> list[str]:
        """The links of encrypted shares, with their keys, that were made for this person."""
        if not self.is_sealed:
            return []
        links = [link for other in self.homes if other is not home for share in other.shares() for link in share.get("links", [])]
        return [link["url"] for link in links if link["address"] == f"{home.person}@{HOST}"]

    def leave(self, home: Home) -> None:
        if entries := home.shared():
            home.run("share", "leave", "--yes", self.chance.choice(entries)["id"])
            self.moved.add(f"accepted {home.person}")

    def sync(self, home: Home) -> None:
        home.run("sync")

    def step(self) -> None:
        acts = [self.new] * 3 + [self.edit] * 3 + [self.edit_shared] * 5 + [self.share] * 3 + [self.accept] * 4 + [self.sync] * 6
        acts += [self.file, self.change, self.change, self.stop, self.leave, self.throw_away, self.restore]
        self.chance.choice(acts)(self.chance.choice(self.homes))

    # MARK: At rest

    def settle(self) -> None:
        for _ in range(4):
            for home in self.homes:
                home.run("sync", kills=False)
        own = {person: self.of(person)[0].entries() for person in PEOPLE}
        seen = {person: self.of(person)[0].shared() for person in PEOPLE}
        for home in self.homes:
            self.compare_devices(home, own[home.person])
        visible = {person: self.visible(person, own) for person in PEOPLE}
        self.compare_shared(own, seen, visible)
        self.look_for_words(own, seen)
        self.look_for_leaks(own, visible)
        if self.is_sealed:
            self.look_at_server()
        self.recent, self.moved = set(), set()

    def compare_devices(self, home: Home, entries: list[dict]) -> None:
        def key(entry: dict) -> tuple:
            return entry["id"], entry["title"], entry["body"], entry["category"]

        if sorted(map(key, home.entries())) != sorted(map(key, entries)):
            self.problems.append(f"the devices of {home.person} have other entries")
        done = home.run("doctor", kills=False)
        if done.returncode != 0:
            self.problems.append(f"doctor of {home.box.root.name}: {told(done)}")

    def visible(self, person: str, own: dict[str, list[dict]]) -> dict[str, dict]:
        """What others share with a person, by the owners' own words; entries of which that is not foretold are not in it."""
        found: dict[str, dict] = {}
        for owner in PEOPLE:
            if owner == person:
                continue
            shares = self.of(owner)[0].shares()
            roots = {share["id"] for share in shares if share["kind"] == "entry"}
            for share in shares:
                status = {one["address"]: one["status"] for one in share["people"]}
                if status.get(f"{person}@{HOST}") != "accepted":
                    continue
                for entry in own[owner]:
                    if entry["id"] == share["id"]:
                        found[entry["id"]] = entry
                    elif share["kind"] == "category" and entry["category"] == share["title"] and entry["id"] not in roots | self.vague:
                        found[entry["id"]] = entry
        return found

    def compare_shared(self, own: dict, seen: dict, visible: dict) -> None:
        for person in PEOPLE:
            shown = {entry["id"]: entry for entry in seen[person]}
            for missing in visible[person].keys() - shown.keys() if person not in self.interrupted else []:
                self.problems.append(f"{person} does not see {missing}")
            for extra in shown.keys() - visible[person].keys() - self.vague:
                # Words that may not be sent stay with their entry, whatever its owner does with it.
                unsent = [text for text, word in self.words.items() if word.writer == person and text in shown[extra]["body"]]
                if any(text not in entry["body"] for text in unsent for entry in own[shown[extra]["owner"]] if entry["id"] == extra):
                    continue
                if unsent and extra not in {entry["id"] for entry in own[shown[extra]["owner"]]}:
                    continue
                self.problems.append(f"{person} sees {extra}, which is not shared with {person}")
            theirs = {entry["id"]: entry for owner in PEOPLE for entry in own[owner]}
            for name, entry in shown.items():
                if entry["permission"] == "readWrite" and name in theirs and entry["body"] != theirs[name]["body"]:
                    self.problems.append(f"{person} sees other words in {name} than its owner")

    def look_for_words(self, own: dict, seen: dict) -> None:
        """Each acknowledged word is with the owner of its entry or with the one who wrote it."""
        everything = {person: "\n".join(entry["body"] for entry in own[person] + seen[person]) for person in PEOPLE}
        for person in PEOPLE:
            trashed = self.of(person)[0].items("trash", "list")
            everything[person] += "\n".join(entry["body"] for entry in trashed)
        if self.plants:
            self.words["zqlostq"] = Word("ada", "ada", None, is_kept=True)
        for text, word in self.words.items():
            if word.is_kept and text not in everything[word.owner] and text not in everything[word.writer]:
                self.problems.append(f"{text} of {word.writer} in an entry of {word.owner} is nowhere")

    def look_for_leaks(self, own: dict, visible: dict) -> None:
        entry_of = {entry["id"]: entry for person in PEOPLE for entry in own[person]}
        places = {text: entry["id"] for entry in entry_of.values() for text in self.recent if text in entry["body"]}
        for person in PEOPLE:
            secret: set[str] = set()
            for text in self.recent:
                word, place = self.words[text], places.get(text)
                if person in (word.writer, word.owner) or place is None or f"accepted {person}" in self.moved:
                    continue
                entry = entry_of[place]
                touched = {place, f"{word.owner} {entry['category']}"} & self.moved
                if not touched and place not in visible[person] and place not in self.vague:
                    secret.add(text)
            for home in self.of(person):
                if self.plants:
                    (home.box.disk / "planted").write_text(" ".join(secret))
                for text in home.holds(secret):
                    self.problems.append(f"{text}, written into {places[text]} of {self.words[text].owner}, came to {person}")


    def look_at_server(self) -> None:
        """No word of an encrypted journal is at the server."""
        for path in [*self.box.disk.rglob("*"), self.box.root / "tmp" / "server.log"]:
            data = path.read_bytes() if path.is_file() else b""
            for text in self.words:
                if text.encode() in data:
                    self.problems.append(f"{text} is in {path.name} at the server")


def round_of(
    root: pathlib.Path, seed: str, kill_rate: float, plants: bool = False, steps: int = 60, is_sealed: bool = False
) -> World:
    world = World(root, random.Random(seed), kill_rate, plants, is_sealed)
    try:
        for number in range(1, steps + 1):
            world.step()
            if number % 15 == 0:
                world.settle()
            if world.problems and not plants:
                break
    finally:
        world.server.end()
    return world


def run(rounds: int, seed: int) -> list[str]:
    problems: list[str] = []
    kills, start = 0, time.monotonic()
    for number in range(-1, rounds):
        root = programs.scratch()
        try:
            world = round_of(root, f"sharing {seed} {number}", plants=number < 0,
                             kill_rate=0.25 if number % 4 in (1, 2) else 0, is_sealed=number >= 0 and number % 2 == 1,
                             steps=120 if number % 2 else 60)
        finally:
            shutil.rmtree(root)
        if number < 0:
            noticed = " ".join(world.problems)
            if "is nowhere" not in noticed or "came to" not in noticed:
                problems.append("sharing: a planted loss or leak was not noticed: the rounds prove nothing")
            continue
        kills += world.kills
        problems += [f"sharing, seed {seed}, round {number}: {text}" for text in world.problems]
        if world.problems:
            problems += world.log[-40:]
    print(f"sharing: {rounds} rounds, {kills} kills, {len(problems)} problems ({time.monotonic() - start:.0f} s)", flush=True)
    return problems
