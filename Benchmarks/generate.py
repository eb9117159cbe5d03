"""Journals of any size, the same on every machine: prose-like entries from a fixed word list and a fixed seed."""

import datetime
import random
import sqlite3
from dataclasses import dataclass

SEED = 1669
# Common words first: a word's rank decides how often it comes, as in real prose.
WORDS = """
the and a to of in it was that we i with on for at as but not had then he she they all so up out there day
home time over when from about said again down after morning by no one still night before two never house
back old little came long garden went water made light again letter work walked read wrote rain table road
window bread door winter book friend river hand evening quiet tired summer train coffee hill field voice
market street cold stone kitchen lamp paper music snow slow bridge city song harbour ladder orchard winter
pocket candle engine meadow sparrow violin thunder copper blanket journey kettle lantern chimney pebble
anchor basket cellar drawer feather gravel hammer island jacket kernel lemon marble needle oyster pillow
quarry ribbon saddle timber umbrella velvet walnut yarn zephyr barley cedar dusk ember fjord grove hazel
""".split()
TAGS = ["home", "work", "garden", "reading", "walk", "music", "family", "travel"]
MOODS = [None, None, "happy", "neutral", "sad", "excited", "anxious"]
CATEGORIES = ["Work", "Home", "Away"]
# In one entry of a thousand, as a name that one looks for would be.
RARE = "quince"
# In about every twentieth entry.
COMMON = "lantern"


@dataclass(frozen=True)
class Entry:
    when: datetime.datetime
    title: str
    body: str
    tags: list[str]
    mood: str | None
    favourite: bool


def entries(count, daily=False):
    """`count` entries, oldest first, of 40 to 120 words each; the last one of the same minute in every size. They are spread over
    twenty years, or with `daily` one a day."""
    rng = random.Random(SEED)
    weights = [1 / (rank + 3) for rank in range(len(WORDS))]
    step = 60 * 24 if daily else max(1, 60 * 24 * 365 * 20 // count)
    when = datetime.datetime(2025, 12, 31, 21, 0) - datetime.timedelta(minutes=step * (count - 1))
    for number in range(count):
        words = rng.choices(WORDS, weights, k=rng.randint(40, 120))
        if number % 1000 == 999:
            words[len(words) // 2] = RARE
        if number % 20 == 7:
            words[len(words) // 3] = COMMON
        title = " ".join(rng.choices(WORDS, weights, k=rng.randint(2, 6))).capitalize()
        if number == count - 1:
            title = "Newestentry of all"
        tags = rng.sample(TAGS, rng.choice([0, 0, 1, 2]))
        sentences = [" ".join(words[i:i + 11]).capitalize() + "." for i in range(0, len(words), 11)]
        body = "\n\n".join(" ".join(sentences[i:i + 4]) for i in range(0, len(sentences), 4))
        yield Entry(when, title, body + "".join(f" @{tag}" for tag in tags), tags, rng.choice(MOODS),
                    rng.random() < 0.02)
        when += datetime.timedelta(minutes=step)


def write_jrnl(count, path, daily=False):
    """The journal as jrnl keeps it: a text file that jrnl reads and that `cloudjournal import` takes."""
    with open(path, "w", encoding="utf-8") as file:
        for entry in entries(count, daily):
            star = " *" if entry.favourite else ""
            file.write(f"[{entry.when:%Y-%m-%d %H:%M}]{star} {entry.title}\n{entry.body}\n\n")


SCHEMA = """
CREATE TABLE entries (
  rowid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, body TEXT NOT NULL, mood TEXT,
  createdAt INTEGER NOT NULL, modifiedAt INTEGER NOT NULL, isFavorite INTEGER NOT NULL, category TEXT, tags TEXT);
CREATE INDEX entriesByDate ON entries (createdAt DESC, id);
CREATE VIRTUAL TABLE search USING fts5 (title, body, tags, content='entries', content_rowid='rowid',
  tokenize='unicode61 remove_diacritics 2');
CREATE TRIGGER searchInsert AFTER INSERT ON entries BEGIN
  INSERT INTO search (rowid, title, body, tags) VALUES (new.rowid, new.title, new.body, new.tags); END;
"""


def write_sqlite(count, path):
    """The same content as a plain SQLite file with a date index and a full-text index, for the sqlite3 program."""
    connection = sqlite3.connect(path)
    connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;" + SCHEMA)
    rows = ((f"{number:032x}", e.title, e.body, e.mood, int(e.when.timestamp() * 1000), int(e.when.timestamp() * 1000),
             int(e.favourite), " ".join(e.tags)) for number, e in enumerate(entries(count)))
    with connection:
        connection.executemany(
            "INSERT INTO entries (id, title, body, mood, createdAt, modifiedAt, isFavorite, tags)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    connection.close()
