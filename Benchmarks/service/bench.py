#!/usr/bin/env python3
"""Measures the service against its references in one run and writes the table of docs/benchmarks-service.md.

usage: bench.py [--quick] [--minutes N] [--no-kinto] [--only ROW]...
       bench.py --shares [--repeats N] [--only ROW]...
  --quick      a tenth of the records; the document is left alone
  --minutes    how long the mixed load runs (10)
  --only       measures some rows and leaves the document alone: pushes, packed, feeds, page, devices, polls, mixed
  --shares     what sharing costs, in place of all else: `--shares --help` says more

The server is a release build, or what CLOUDJOURNAL_BENCH_SERVER names.
"""

import argparse
import concurrent.futures
import datetime
import os
import pathlib
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import typing
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
import client  # noqa: E402
import peers  # noqa: E402
import report  # noqa: E402
import shares  # noqa: E402

DOCUMENT = peers.ROOT / "docs/benchmarks-service.md"


class Bench:
    MEASURES: dict[str, typing.Callable[["Bench"], None]] = {}
    kinto_pull: float | None = None

    def __init__(self, options: argparse.Namespace) -> None:
        self.scale = 10 if options.quick else 1
        self.only = options.only or list(Bench.MEASURES)
        self.minutes = 0.2 if options.quick else options.minutes
        self.with_kinto = not options.no_kinto
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cloudjournal-bench-"))
        self.program = self.built_server()
        self.rows: list[tuple[str, str, str, str, bool | None]] = []

    @staticmethod
    def built_server() -> str:
        named = os.environ.get("CLOUDJOURNAL_BENCH_SERVER")
        if named:
            return named
        subprocess.run(["make", "release-server"], cwd=peers.ROOT, check=True, stdout=sys.stderr)
        return str(peers.ROOT / ".build-release/release/cloudjournal-server")

    def row(self, what: str, ours: str, limit: str, beside: str, holds: bool | None) -> None:
        self.rows.append((what, ours, limit, beside, holds))
        print(f"{what}: {ours} (limit {limit}; {beside}) {'' if holds is None else 'ok' if holds else 'MISSED'}",
              file=sys.stderr, flush=True)

    def server(self, name: str, *options: str) -> peers.Server:
        # One session here asks more often than any person's program does: the limit on requests is not what is measured.
        unlimited = ("--request-rate", "1000000", "--request-burst", "1000000")
        return peers.Server(self.folder / name, self.program, *unlimited, *options)

    # Rows

    def pushes_and_pulls(self) -> None:
        count = 10_000 // self.scale
        bodies = client.batches(count)
        ours = [self.push(f"push{number}", bodies) for number in range(3)]
        plain = peers.sqlite_rate(self.folder, count)
        git_push, git_pull, git_bytes = peers.git_rates(self.folder / "git", count)
        push = statistics.median(ours)
        beside = [f"git {git_push:,.0f}/s", f"SQLite {plain:,.0f}/s ({push / plain:.0%})"]
        self.kinto_pull = None
        if self.with_kinto:
            kinto = peers.Kinto(self.folder / "kinto")
            kinto_push, self.kinto_pull, self.kinto_whole = kinto.rates(count // 5)
            kinto.stop()
            beside.insert(0, f"Kinto {kinto_push:,.0f}/s ({push / kinto_push:.0f} ×)")
            self.row("push, batches of 200, against Kinto (memory)", f"{push:,.0f}/s", "10 × Kinto", beside[0],
                     push >= 10 * kinto_push)
        self.row("push, batches of 200, against git", f"{push:,.0f}/s", "2 × git", ", ".join(beside[-2:]),
                 push >= 2 * git_push)
        server = self.server("wire")
        device = server.device(compress=True)
        device.make_zone()
        device.sent = 0
        for body in bodies:
            device.post("records/modify", body)
        sent = device.sent / count
        reader = server.device(compress=True)
        found, _ = reader.pull()
        received = reader.received / count
        server.stop()
        self.row("bytes a record, pushed", f"{sent:,.0f}", f"git’s {git_bytes:,.0f}", "gzip", sent <= git_bytes)
        self.row("bytes a record, pulled", f"{received:,.0f}", f"git’s {git_bytes:,.0f}", "gzip",
                 received <= git_bytes and found == count)

    def push(self, name: str, bodies: list[bytes], compress: bool = False) -> float:
        """Records a second from one device; what packing costs the device itself is outside the clock."""
        server = self.server(name)
        device = server.device(compress=compress)
        device.make_zone()
        packed = [device.packed(body) for body in bodies]
        begin = time.perf_counter()
        for body in packed:
            device.post("records/modify", body, is_packed=True, unpacks=False)
        rate = len(bodies) * 200 / (time.perf_counter() - begin)
        server.stop()
        return rate

    def packed(self) -> None:
        # Both ways take turns, so that neither has the quieter machine.
        for what, wants_fields, limit in (("push as the journal does, compressed", False, 0.75),
                                          ("push with answers in full, compressed", True, None)):
            bodies = client.batches(10_000 // self.scale, wants_fields=wants_fields)
            rates: dict[bool, list[float]] = {False: [], True: []}
            for number in range(5):
                for compress in (False, True):
                    rates[compress].append(self.push(f"packed{wants_fields}{number}{compress}", bodies, compress))
            plain, packed = (statistics.median(rates[compress]) for compress in (False, True))
            self.row(what, f"{packed:,.0f}/s", "0.75 × plain" if limit else "–",
                     f"plain {plain:,.0f}/s ({packed / plain:.2f} ×)", packed >= limit * plain if limit else None)

    def feeds(self) -> None:
        deltas = {}
        for count in (1000, 100_000 // self.scale):
            server = self.server(f"feed{count}")
            device = server.device()
            device.make_zone()
            for body in client.batches(count):
                device.post("records/modify", body)
            if count > 1000:
                rates = []
                for _ in range(3):
                    begin = time.perf_counter()
                    found, token = device.pull()
                    rates.append(found / (time.perf_counter() - begin))
                pull = statistics.median(rates)
                limit = 2 * self.kinto_pull if self.kinto_pull else None
                self.row(f"first pull of {count:,}", f"{pull:,.0f}/s", "2 × Kinto",
                         f"Kinto {self.kinto_pull:,.0f}/s in pages of 200, {self.kinto_whole:,.0f}/s in one answer"
                         if self.kinto_pull else "not measured",
                         None if limit is None else pull >= limit)
            _, token = device.pull()
            device.post("records/modify", client.batches(10, prefix="new")[0])
            times = []
            for _ in range(200):
                begin = time.perf_counter()
                found, _ = device.pull(token)
                times.append((time.perf_counter() - begin) * 1000)
                assert found == 10, found
            deltas[count] = statistics.median(times)
            server.stop()
        small, large = deltas.values()
        self.row("delta of 10 out of 1,000", f"{small:.2f} ms", "–", "–", None)
        self.row(f"delta of 10 out of {100_000 // self.scale:,}", f"{large:.2f} ms", "3 ms and 1.5 × the small one", "–",
                 large < 3 and large < 1.5 * small)

    def push_to_page(self) -> None:
        server = self.server("notify")
        writer, reader = server.device(), server.device()
        writer.make_zone()
        reader.call("subscriptions/modify", {"operations": [{"operationType": "create", "subscription": {
            "subscriptionID": "all", "subscriptionType": "zone", "zoneID": client.ZONE}}]})
        courier = courier_of(reader)
        _, token = reader.pull()
        times: list[float] = []
        syncs = [fsync_time(self.folder) for _ in range(200)]
        ready = threading.Event()
        arrived = threading.Event()
        moments: list[float] = []

        def read() -> None:
            nonlocal token
            for _ in range(100):
                ready.set()
                courier.wait()
                _, token = reader.pull(token)
                moments.append(time.perf_counter())
                arrived.set()

        thread = threading.Thread(target=read)
        thread.start()
        for body in client.batches(100, size=1, prefix="p"):
            ready.wait()
            ready.clear()
            time.sleep(0.02)
            begin = time.perf_counter()
            writer.post("records/modify", body)
            arrived.wait()
            arrived.clear()
            times.append((moments[-1] - begin) * 1000)
        thread.join()
        server.stop()
        p50, sync = statistics.median(times), statistics.median(syncs)
        self.row("from push on A to page on B", f"{p50:.1f} ms", f"fsync {sync:.1f} + 5 ms", "p50 of 100", p50 <= sync + 5)

    def many_devices(self) -> None:
        # The same batches in both: 200 records each, as everywhere else.
        count = 32 * 200 * (1 if self.scale > 1 else 2)
        one, many = 0.0, 0.0
        for devices in (1, 32):
            server = self.server(f"devices{devices}")
            sessions = [server.device() for _ in range(devices)]
            sessions[0].make_zone()
            work = [client.batches(count // devices, prefix=f"d{number}-", seed=number) for number in range(devices)]
            begin = time.perf_counter()
            with concurrent.futures.ThreadPoolExecutor(devices) as pool:
                for done in [pool.submit(push_all, session, bodies) for session, bodies in zip(sessions, work)]:
                    done.result()
            rate = count / (time.perf_counter() - begin)
            one, many = (rate, many) if devices == 1 else (one, rate)
            server.stop()
        self.row("32 devices at once", f"{many:,.0f}/s", "one device’s rate, no error", f"one device {one:,.0f}/s",
                 many >= one)

    def idle_polls(self) -> None:
        server = self.server("polls")
        device = server.device()
        before = server.memory()
        address = urllib.parse.urlsplit(courier_of(device).url)
        polls = []
        for _ in range(1000):
            poll = socket.create_connection((address.hostname, address.port))
            poll.sendall(f"GET {address.path}?{address.query} HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode())
            polls.append(poll)
        device.call("zones/list", {})
        after = server.memory()
        for poll in polls:
            poll.close()
        server.stop()
        self.row("1,000 idle long polls", f"{after:.0f} MB", "100 MB", f"{before:.0f} MB without", after < 100)

    def mixed_load(self) -> None:
        server = self.server("mixed")
        devices = [server.device() for _ in range(4)]
        devices[0].make_zone()
        end = time.monotonic() + self.minutes * 60
        peaks: list[float] = []

        def work(index: int, device: client.Device) -> int:
            chance, token, number = random.Random(index), None, 0
            while time.monotonic() < end:
                device.post("records/modify", client.batches(20, prefix=f"m{index}-{number}-", seed=number)[0])
                if number % 5 == 0:
                    _, token = device.pull(token)
                if number % 50 == 0:
                    device.call("records/query", {"zoneID": client.ZONE, "query": {"recordType": "JournalEntry"}})
                number += 1
                time.sleep(chance.random() * 0.02)
            return number

        with concurrent.futures.ThreadPoolExecutor(len(devices)) as pool:
            running = [pool.submit(work, index, device) for index, device in enumerate(devices)]
            while not all(one.done() for one in running):
                peaks.append(server.memory())
                time.sleep(1)
            total = sum(one.result() for one in running)
        server.stop()
        half = len(peaks) // 2
        first, second = max(peaks[:half]), max(peaks[half:])
        self.row(f"memory in {self.minutes:g} minutes of mixed load", f"{max(peaks):.0f} MB", "256 MB, flat",
                 f"{total:,} batches; first half {first:.0f} MB, second {second:.0f} MB",
                 max(peaks) < 256 and second < 1.1 * first + 4)

    def run(self) -> str:
        try:
            for name in self.only:
                Bench.MEASURES[name](self)
        finally:
            shutil.rmtree(self.folder)
        lines = ["| | service | limit | beside it | |", "|---|---:|---:|---|:-:|"]
        marks = {True: "✓", False: "✗", None: ""}
        lines += [f"| {what} | {ours} | {limit} | {beside} | {marks[holds]} |"
                  for what, ours, limit, beside, holds in self.rows]
        return "\n".join(lines)


Bench.MEASURES = {
    "pushes": Bench.pushes_and_pulls, "packed": Bench.packed, "feeds": Bench.feeds, "page": Bench.push_to_page,
    "devices": Bench.many_devices, "polls": Bench.idle_polls, "mixed": Bench.mixed_load,
}


class Courier:
    """The long poll of one device."""

    def __init__(self, url: str) -> None:
        self.url = url
        parts = urllib.parse.urlsplit(url)
        self.path = f"{parts.path}?{parts.query}"
        self.connection = client.http.client.HTTPConnection(parts.netloc, timeout=120)

    def wait(self) -> None:
        while True:
            self.connection.request("GET", self.path)
            if self.connection.getresponse().read():
                return


def courier_of(device: client.Device) -> Courier:
    return Courier(device.call("tokens/create", {"apnsEnvironment": "production"})["webcourierURL"])


def push_all(device: client.Device, bodies: list[bytes]) -> None:
    for body in bodies:
        device.post("records/modify", body)


def fsync_time(folder: pathlib.Path) -> float:
    with open(folder / "fsync", "ab") as file:
        file.write(b"x" * 4096)
        file.flush()
        begin = time.perf_counter()
        os.fsync(file.fileno())
        return (time.perf_counter() - begin) * 1000


def main() -> None:
    if "--shares" in sys.argv:
        sys.exit(shares.main([argument for argument in sys.argv[1:] if argument != "--shares"]))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--no-kinto", action="store_true")
    parser.add_argument("--only", action="append", choices=list(Bench.MEASURES))
    options = parser.parse_args()
    load = os.getloadavg()[0]
    table = Bench(options).run()
    text = (f"Measured {datetime.date.today():%Y-%m-%d}: {report.machine()}, "
            f"load before {load:.1f}; clients and server share the cores.\n\n{table}")
    print(text)
    if not options.quick and not options.only:
        report.write(DOCUMENT, text)


if __name__ == "__main__":
    main()
