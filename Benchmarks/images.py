#!/usr/bin/env python3
"""Measures a picture's way to the terminal beside the chafa command: the same file, the same cells, in turns.

usage: images.py FOLDER [ROUNDS]

FOLDER is that of the built programs. The photograph, of 12 megapixels, is made from pixels that are the same each time.
The first table is of cloudjournal-images by itself: times are of the whole process, start included; a busy machine disturbs
both alike, so the ratio is what counts. The second is of the journal on a terminal that knows the protocol: from the key that
opens the viewer being written until the picture's last byte was read, without any rendering in the cache, and in a program
that was started anew with it. The third is of moving through a list of entries that have such a photograph each: from the key to the
next entry's title, while its picture is rendered, and again when all are in the cache.
"""
import base64
import os
import random
import re
import resource
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent / name) for name in ("sync", "service")]
import machines  # noqa: E402
import rows  # noqa: E402

BOX = (28, 78)
LIMITS = [str(700 << 20), "5"]


def png(width, height, block):
    """Colours that flow, with noise: blocks of pixels, so that it is made quickly."""
    chance = random.Random(12)
    rows = bytearray()
    for y in range(height // block):
        row = bytearray(b"\0")
        for x in range(width // block):
            noise = chance.randrange(48)
            color = (x * 255 * block // width, y * 255 * block // height, (x ^ y) & 127)
            row += bytes(min(255, part + noise) for part in color) * block
        rows += bytes(row) * block
    def chunk(name, data):
        body = name + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows), 1)) + chunk(b"IEND", b"")


def photograph(program, folder):
    source = folder / "source.png"
    source.write_bytes(png(4000, 3000, 4))
    with source.open("rb") as picture:
        answer = subprocess.run(
            [program, *LIMITS, "1", "png", "1", "convert", "4096", "90", "jpeg"], stdin=picture, stdout=subprocess.PIPE,
            check=True).stdout
    place = 0
    while place < len(answer):
        name, length = answer[place:place + 1], struct.unpack("<I", answer[place + 1:place + 5])[0]
        if name == b"f":
            path = folder / "12mp.jpg"
            path.write_bytes(answer[place + 5:place + 5 + length])
            return path
        place += 5 + length
    sys.exit("images.py: the program made no photograph")


def measure(command, path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    with path.open("rb") as picture:
        subprocess.run(command, stdin=picture, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    elapsed = time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return elapsed * 1000, (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


class PictureScreen(machines.Screen):
    """A terminal with cells of 10 by 20 pixels that knows one protocol; with "kitty, sent" it reads no files."""

    NAMED = re.compile(rb"\x1b_G([^;\x1b]*),t=f,S=(\d+);([^\x1b]*)\x1b")

    def __init__(self, protocol, program, environment):
        self.protocol = protocol
        # 120 by 36 cells: of the viewer the picture has 34 rows.
        super().__init__([program], environment, 36, 120)

    def answer(self, fresh):
        words = b""
        if self.protocol != "sixel" and b"_Gi=31," in fresh:
            words += b"\x1b_Gi=31;OK\x1b\\"
        for keys, count, path in self.NAMED.findall(fresh):
            fits = self.protocol == "kitty" and self.unpack(base64.b64decode(path), int(count))
            if b"a=q" in keys:
                words += b"\x1b_Gi=32;" + (b"OK" if fits else b"EBADF") + b"\x1b\\"
            elif not fits:
                sys.exit("images.py: the program names a file without pixels")
        if b"\x1b[16t" in fresh:
            words += b"\x1b[6;20;10t"
        answer = super().answer(fresh)
        return words + (answer.replace(b"[?62;c", b"[?62;4c") if self.protocol == "sixel" else answer)


    @staticmethod
    def unpack(path, count):
        """What a terminal does with a file before it shows it; whether there are pixels in it."""
        with open(path, "rb") as file:
            return len(zlib.decompress(file.read(count))) % 4 == 0


def on_screen(programs, photo, folder, rounds):
    """Milliseconds from the key to the picture: the first time, and from the cache."""
    for protocol, mark in (("kitty", "a=p,"), ("kitty, sent", "a=p,"), ("sixel", "\x1b\\")):
        machine = machines.Machine(folder / protocol, str(programs / "cloudjournal"))
        machine.run("new", "--title", "Photograph", "--body", "one", "--image", str(photo), "--original")
        first, cached = [], []
        for number in range(2 * rounds):
            caches = machine.folder / "cache" / "cloudjournal"
            if number % 2 == 0 and caches.exists():
                shutil.rmtree(caches)
            screen = PictureScreen(protocol, machine.program, machine.environment)
            screen.wait("Photograph")
            # The reader's small one is rendered by now, and with it nothing else.
            screen.settle(1.5)
            begin = screen.type("z")
            if protocol == "sixel":
                screen.wait("\x1bP")
            shown = (screen.wait(mark) - begin) * 1000
            (first if number % 2 == 0 else cached).append(shown)
            screen.settle(0.3)
            screen.type("\x1b")
            screen.settle(0.3)
            screen.leave()
        print(f"| {protocol} | {statistics.median(first):.0f} | 250 | {statistics.median(cached):.0f} | 30 |")


def scrolling(programs, photo, folder):
    """Milliseconds from a key that moves to the next entry, each of which has a picture, to its title."""
    titles = rows.titles_of(12)
    for protocol in ("kitty", "sixel", "blocks"):
        machine = machines.Machine(folder / f"scroll-{protocol}", str(programs / "cloudjournal"))
        for minute, title in enumerate(reversed(titles)):
            machine.run("new", "--title", title, "--body", "one", "--date", f"2026-01-01 10:{minute:02}", "--image", str(photo))
        screen = PictureScreen(protocol, machine.program, machine.environment)
        screen.wait(titles[0])
        screen.settle(2)
        times = []
        for _ in range(6):
            moves = []
            for title in titles[1:]:
                begin = screen.type("j")
                moves.append((screen.wait(title) - begin) * 1000)
                screen.settle(0.25)
            times.append(moves)
            screen.type("g")
            screen.settle(1)
        screen.leave()
        first, later = times[0], sorted(sum(times[1:], []))
        print(f"| {protocol} | {max(first):.1f} | {rows.percentile(later, 0.99):.1f} | {statistics.median(later):.1f} | 16 |")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    programs, rounds = Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 15
    program = str(programs / "cloudjournal-images")
    with tempfile.TemporaryDirectory() as name:
        path = photograph(program, Path(name))
        size = f"{BOX[1]}x{BOX[0]}"
        numbers = [str(BOX[0]), str(BOX[1]), "500", "500", "100", "10", "20", "0", "0", "0"]
        print(f"12 megapixels, {path.stat().st_size / 1e6:.1f} MB, into {size} cells; milliseconds, median of {rounds}")
        print("| way | cloudjournal-images | of which processor | chafa | of which processor | ratio of processor time |")
        print("|---|---|---|---|---|---|")
        for way, mode in (("blocks", "symbols"), ("sixel", "sixels"), ("kitty", "kitty")):
            ours = [program, *LIMITS, "1", "jpeg", "1", "render", way, "direct", "blocks", *numbers]
            theirs = ["chafa", "--size", size, "-f", mode, "-c", "full", str(path)]
            pairs = [(measure(ours, path), measure(theirs, path)) for _ in range(rounds)]
            cells = [statistics.median(pair[side][kind] for pair in pairs) for side in (0, 1) for kind in (0, 1)]
            print(f"| {way} | " + " | ".join(f"{cell:.0f}" for cell in cells) + f" | {cells[1] / cells[3]:.2f} |")
        print("\nFrom the key to the picture on the screen, milliseconds, median")
        print("| protocol | the first time | limit | from the cache | limit |")
        print("|---|---|---|---|---|")
        on_screen(programs, path, Path(name), rounds)
        print("\nFrom a key to the next entry, each with a photograph, milliseconds")
        print("| protocol | the first time, longest | from the cache, p99 | p50 | limit |")
        print("|---|---|---|---|---|")
        scrolling(programs, path, Path(name))


if __name__ == "__main__":
    main()
