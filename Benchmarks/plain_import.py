#!/usr/bin/env python3
"""Brings a jrnl text into a plain SQLite file with a full-text index: what an import is compared with.

usage: plain_import.py TEXT DATABASE

The rows are those of generate.SCHEMA under names without any order, as imported entries have them; `synchronous=FULL`, 1,000
rows a commit. Prints the milliseconds that SQLite took; reading the text is not counted.
"""

import datetime
import hashlib
import sqlite3
import sys
import time

import generate

PART = 1_000


def rows(path):
    """The entries of a text that generate.write_jrnl wrote."""
    entry = None
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("["):
                if entry:
                    yield row(*entry)
                entry = (line[1:17], line[19:-1], [])
            else:
                entry[2].append(line)
    if entry:
        yield row(*entry)


def row(when, title, lines):
    body = "".join(lines).strip("\n")
    moment = int(datetime.datetime.fromisoformat(when).replace(tzinfo=datetime.UTC).timestamp() * 1000)
    name = hashlib.sha1(f"{when}{title}{body}".encode()).hexdigest()[:32]
    tags = " ".join(word[1:] for word in body.split() if word.startswith("@"))
    return (name, title.removesuffix(" *").removeprefix("* "), body, None, moment, moment, int("*" in title), tags)


def main(text, database):
    connection = sqlite3.connect(database, isolation_level=None)
    connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;" + generate.SCHEMA)
    seconds = 0.0
    part = []

    def write():
        nonlocal seconds
        begin = time.perf_counter()
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT OR IGNORE INTO entries (id, title, body, mood, createdAt, modifiedAt, isFavorite, tags)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)", part)
        connection.execute("COMMIT")
        seconds += time.perf_counter() - begin
        part.clear()

    for entry in rows(text):
        part.append(entry)
        if len(part) == PART:
            write()
    if part:
        write()
    connection.close()
    print(f"{seconds * 1000:.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
