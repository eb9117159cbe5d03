"""The programs that are measured and what they are compared with: built or installed here, each over its own journal."""

import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys

import generate

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = ROOT / ".build-bench"


def run(*command, **options):
    """Runs a preparation step; its failure ends the bench with what it said."""
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if result.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))} failed:\n{result.stdout}{result.stderr}")
    return result.stdout


def say(text):
    print(text, file=sys.stderr, flush=True)


class Programs:
    """Everything that is run, built once and kept in .build-bench."""

    def __init__(self, with_jrnl=True):
        BUILT.mkdir(exist_ok=True)
        here = ROOT / "Benchmarks"
        self.runner, self.screen, self.hello = BUILT / "runner", BUILT / "screen", BUILT / "hello"
        say("building the references")
        run("gcc", "-O2", "-o", self.runner, here / "runner/runner.c", "-lutil")
        run("gcc", "-O2", "-o", self.screen, here / "curses/screen.c", "-lncursesw", "-ltinfo")
        run("swiftc", "-O", "-static-stdlib", here / "hello/main.swift", "-o", self.hello)
        self.journal = self.built_journal()
        self.jrnl = self.installed_jrnl() if with_jrnl else None
        # Both are compared with where they are installed: Debian has the first one, and dnote is had from its own site.
        self.ripgrep, self.dnote = shutil.which("rg"), shutil.which("dnote")

    @staticmethod
    def built_journal():
        """The program as users get it: a stripped static release build, or the one that CLOUDJOURNAL_BINARY names."""
        named = os.environ.get("CLOUDJOURNAL_BINARY")
        if named:
            return pathlib.Path(named).resolve()
        say("building the release (the first time takes minutes)")
        subprocess.run(["make", "release"], cwd=ROOT, check=True, stdout=sys.stderr)
        stripped = BUILT / "cloudjournal"
        shutil.copy2(ROOT / ".build-release/release/cloudjournal", stripped)
        run("strip", stripped)
        return stripped

    @staticmethod
    def installed_jrnl():
        program = BUILT / "jrnl/bin/jrnl"
        if not program.exists():
            say("installing jrnl from PyPI")
            run(sys.executable, "-m", "venv", BUILT / "jrnl")
            run(BUILT / "jrnl/bin/pip", "install", "--quiet", "--disable-pip-version-check", "jrnl==4.6")
        return program


class Journal:
    """One journal of a size, in the three forms in which it is measured."""

    def __init__(self, programs, count, program=None, name="", daily=False):
        """With `program` that one imports it, into a folder of another `name`, and nothing is filed; with `daily` the
        entries are one a day."""
        self.count = count
        self.home = BUILT / f"journal-{count}{name}"
        self.database = self.home / "plain.sqlite"
        self.text = self.home / "journal.txt"
        if self.home.exists():
            shutil.rmtree(self.home)
        for folder in ("home", "config/jrnl", "data", "state", "cache", "run"):
            (self.home / folder).mkdir(parents=True)
        say(f"writing journals of {count} entries")
        generate.write_jrnl(count, self.text, daily)
        generate.write_sqlite(count, self.database)
        (self.home / "config/jrnl/jrnl.yaml").write_text(
            f"version: '4.6'\neditor: ''\nencrypt: false\nhighlight: false\ntemplate: false\ntagsymbols: '@'\n"
            f"default_hour: 9\ndefault_minute: 0\nindent_character: '|'\nlinewrap: 79\ntimeformat: '%Y-%m-%d %H:%M'\n"
            f"display_format: pretty\ncolors:\n  body: none\n  date: none\n  tags: none\n  title: none\n"
            f"journals:\n  default:\n    journal: {self.text}\n")
        self.environment = {
            "HOME": str(self.home / "home"), "XDG_CONFIG_HOME": str(self.home / "config"),
            "XDG_DATA_HOME": str(self.home / "data"), "XDG_STATE_HOME": str(self.home / "state"),
            "XDG_CACHE_HOME": str(self.home / "cache"), "XDG_RUNTIME_DIR": str(self.home / "run"),
            "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no",
        }
        say(f"importing {count} entries")
        said = run(program or programs.journal, "import", "--from", "jrnl", self.text, env=self.environment)
        if f"imported {count}" not in said.strip().splitlines()[-1]:
            sys.exit(f"bench: the import did not take all {count} entries:\n{said}")
        if program is None:
            self.file()

    def file(self):
        """Gives the entries stars, moods and categories, of which the text has none; nothing but filters looks at them."""
        say(f"filing {self.count} entries")
        connection = sqlite3.connect(self.home / "data/cloudjournal/journals/Personal/journal.sqlite")
        with connection:
            for number, name in enumerate(generate.CATEGORIES):
                connection.execute(
                    "INSERT INTO categories(zone, recordName, name, colorHex, icon, sortOrder, modifiedAt, stamps,"
                    " localDigest) VALUES(1, ?, ?, '#888888', '', ?, 0, x'', x'')", (f"category-{number}", name, number))
            connection.execute("UPDATE entries SET isFavorite = ((position >> 15) / 60000 % 47 = 0)")
            moods = [mood for mood in generate.MOODS if mood]
            # Favourites are neither anxious nor under the last category, so that to look for them there finds nothing.
            connection.execute(
                "UPDATE entries SET mood = CASE (position >> 15) / 60000 % 7 "
                + " ".join(f"WHEN {number} THEN '{mood}'" for number, mood in enumerate(moods) if mood != "anxious")
                + " WHEN 6 THEN iif(isFavorite, NULL, 'anxious') END, category = CASE (position >> 15) / 420000 % 4"
                " WHEN 0 THEN 'category-0' WHEN 1 THEN 'category-1' WHEN 2 THEN iif(isFavorite, NULL, 'category-2') END")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
