"""What was acknowledged is there, whatever happens to the server."""

import json
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import threading
import unittest
import urllib.error
import urllib.request

import service


class PlainService:
    """A server without TLS over a folder that outlives it."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.program, self.data = service.built_program(), folder
        self.admin("user", "add", "ada", "--password-stdin", given="a long enough password\n")
        self.api_token = self.admin("token", "add", "--container", service.CONTAINER)
        self.session_token = self.admin("session", "add", "ada")

    def admin(self, *arguments: str, given: str = "") -> str:
        done = subprocess.run(
            [self.program, *arguments, "--data", str(self.data)], input=given, text=True, capture_output=True, check=True
        )
        return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""

    def start(self) -> None:
        self.process = subprocess.Popen(
            [self.program, "--data", str(self.data), "--port", "0", "--log-level", "error"],
            stdout=subprocess.PIPE, text=True,
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line.startswith("listening on http://127.0.0.1:"), line
        self.url = line.removeprefix("listening on ").strip()

    def stop(self, number: int) -> int:
        self.process.send_signal(number)
        status = self.process.wait(30)
        assert self.process.stdout
        self.process.stdout.close()
        return status

    def call(self, operation: str, body: object) -> dict:
        address = (
            f"{self.url}/database/1/{service.CONTAINER}/production/private/{operation}"
            f"?ckAPIToken={self.api_token}&ckWebAuthToken={self.session_token}"
        )
        request = urllib.request.Request(address, json.dumps(body).encode(), method="POST")
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def changes(self) -> dict[str, dict]:
        found: dict[str, dict] = {}
        zone: dict[str, object] = {"zoneID": {"zoneName": "Z"}}
        while True:
            page = self.call("changes/zone", {"zones": [zone]})["zones"][0]
            for record in page["records"]:
                found[record["recordName"]] = record
            zone["syncToken"] = page["syncToken"]
            if not page["moreComing"]:
                return found


class DurabilityTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cloudjournal-durability-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.server = PlainService(self.folder / "data")

    def make_zone(self) -> None:
        self.server.call(
            "zones/modify", {"operations": [{"operationType": "create", "zone": {"zoneID": {"zoneName": "Z"}}}]}
        )

    def push(self, acknowledged: dict[str, str], writer: str) -> None:
        """Writes batches until the server is gone; batches are atomic, so that half of one would show."""
        number = 0
        while True:
            names = [f"{writer}-{number}-{index}" for index in range(20)]
            operations = [
                {"operationType": "create",
                 "record": {"recordName": name, "recordType": "Note", "fields": {"text": {"value": name * 20}}}}
                for name in names
            ]
            try:
                answer = self.server.call(
                    "records/modify", {"operations": operations, "zoneID": {"zoneName": "Z"}, "atomic": True}
                )
            except (OSError, urllib.error.URLError, json.JSONDecodeError):
                return
            for record in answer["records"]:
                acknowledged[record["recordName"]] = record["recordChangeTag"]
            number += 1

    def test_a_killed_server_has_everything_that_it_acknowledged(self) -> None:
        chance = random.Random(20261121)
        acknowledged: dict[str, str] = {}
        for round_number in range(4):
            self.server.start()
            if round_number == 0:
                self.make_zone()
            writers = [
                threading.Thread(target=self.push, args=(acknowledged, f"r{round_number}w{index}")) for index in range(3)
            ]
            goal = len(acknowledged) + chance.randint(200, 900)
            for writer in writers:
                writer.start()
            while len(acknowledged) < goal and any(writer.is_alive() for writer in writers):
                writers[0].join(0.001)
            self.assertEqual(self.server.stop(signal.SIGKILL), -signal.SIGKILL)
            for writer in writers:
                writer.join()
        self.server.start()
        self.addCleanup(self.server.stop, signal.SIGTERM)
        found = self.server.changes()
        lost = [name for name, tag in acknowledged.items() if found.get(name, {}).get("recordChangeTag") != tag]
        self.assertEqual(lost, [])
        batches: dict[str, int] = {}
        for name in found:
            batch = name.rpartition("-")[0]
            batches[batch] = batches.get(batch, 0) + 1
        self.assertEqual({batch: count for batch, count in batches.items() if count != 20}, {})

    def test_a_backup_taken_while_running_is_another_history(self) -> None:
        self.server.start()
        self.make_zone()
        record = {"recordName": "a", "recordType": "Note", "fields": {"text": {"value": "kept"}}}
        operation = {"operations": [{"operationType": "create", "record": record}], "zoneID": {"zoneName": "Z"}}
        self.server.call("records/modify", operation)
        token = self.server.call("changes/zone", {"zones": [{"zoneID": {"zoneName": "Z"}}]})["zones"][0]["syncToken"]
        self.server.admin("backup", str(self.folder / "backup"))
        record["recordName"] = "b"
        self.server.call("records/modify", operation)
        self.assertEqual(self.server.stop(signal.SIGTERM), 0)
        restored = PlainService.__new__(PlainService)
        restored.program, restored.data = self.server.program, self.folder / "restored"
        restored.api_token, restored.session_token = self.server.api_token, self.server.session_token
        restored.admin("restore", str(self.folder / "backup"))
        restored.start()
        self.addCleanup(restored.stop, signal.SIGTERM)
        self.assertEqual(set(restored.changes()), {"a"})
        answer = restored.call("changes/zone", {"zones": [{"zoneID": {"zoneName": "Z"}, "syncToken": token}]})
        self.assertEqual(answer["zones"][0]["serverErrorCode"], "CHANGE_TOKEN_EXPIRED")


if __name__ == "__main__":
    unittest.main()
