"""A journal of ours and a CloudKit client that other people wrote, on one account: plain it reads along, sealed it does no harm."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import requests
from pyicloud.common.cloudkit import client as cloudkit
from pyicloud.common.cloudkit import models

import service

PLAIN = {"title", "body", "mood", "createdAt", "isFavorite", "tags", "fieldStamps"}


class Journal:
    """The built program in a home of its own, signed in to a server."""

    def __init__(self, server: service.Service, *options: str) -> None:
        built = pathlib.Path(service.built_program()).with_name("cloudjournal")
        self.program = os.environ.get("CLOUDJOURNAL_BINARY", str(built))
        self.home = tempfile.TemporaryDirectory(prefix="cloudjournal-interop-home-")
        home = pathlib.Path(self.home.name)
        self.environment = {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(home), "TMPDIR": str(home),
            **{f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("DATA", "CONFIG", "CACHE", "STATE")},
        }
        self.run(
            "account", "sign-in", "--server", server.url, "--authorities", str(server.certificate), "--container",
            service.CONTAINER, "--api-token", server.api_token, "--code", *options, given=server.session_token + "\n",
        )

    def run(self, *arguments: str, given: str = "") -> str:
        done = subprocess.run(
            [self.program, *arguments], input=given, text=True, capture_output=True, env=self.environment, timeout=120
        )
        if done.returncode != 0:
            raise RuntimeError(f"{arguments}: exit {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def entries(self) -> list[dict[str, object]]:
        return json.loads(self.run("list", "--json"))["items"]


class OneAccount(unittest.TestCase):
    def setUp(self) -> None:
        self.server = service.Service(service.built_program()).__enter__()
        self.addCleanup(self.server.__exit__)
        session = requests.Session()
        session.trust_env = False
        session.verify = str(self.server.certificate)
        self.addCleanup(session.close)
        self.client = cloudkit.CloudKitContainerClient(
            self.server.database_url, session, self.server.parameters, validation_extra="forbid"
        )

    def journal(self, *options: str) -> Journal:
        journal = Journal(self.server, *options)
        self.addCleanup(journal.home.cleanup)
        return journal

    def records(self, zone: str = "JournalZone") -> list[models.CKRecord]:
        request = models.CKZoneChangesZoneReq(zoneID=models.CKZoneID(zoneName=zone))
        found = [record for page in self.client.iter_changes(zone_req=request) for record in page.records]
        return [record for record in found if isinstance(record, models.CKRecord)]

    def save(self, record: models.CKRecord, fields: dict[str, object]):
        return self.client.modify(
            operations=[
                models.CKModifyOperation(
                    operationType="update",
                    record=models.CKWriteRecord(
                        recordName=record.recordName, recordType=record.recordType,
                        recordChangeTag=record.recordChangeTag, fields=fields,
                    ),
                )
            ],
            zone_id=models.CKZoneIDReq(zoneName="JournalZone"),
        ).records[0]

    def test_a_plain_journal_is_read_along(self) -> None:
        journal = self.journal("--plain")
        journal.run("new", "--title", "A walk", "--body", "by the canal")
        journal.run("sync")
        entries = [record for record in self.records() if record.recordType == "JournalEntry"]
        self.assertEqual([record.fields.get_value("title") for record in entries], ["A walk"])

    def test_sealed_records_pass_through_unharmed(self) -> None:
        journal = self.journal()
        journal.run("new", "--title", "A walk", "--body", "by the canal")
        journal.run("new", "--title", "Another one", "--body", "by the sea")
        journal.run("sync")
        before = journal.entries()
        records = [record for record in self.records() if record.recordType == "JournalEntry"]
        self.assertEqual(len(records), 2)
        for record in records:
            names = set(record.fields.model_dump(exclude_none=True)) if hasattr(record.fields, "model_dump") else set()
            self.assertFalse(names & PLAIN, names)
            seal = record.fields.get_field("sealed")
            # It saves what it has read, as a client does that copies or touches records.
            saved = self.save(record, {"sealed": {"type": "BYTES", "value": seal.model_dump(mode="json")["value"]}})
            self.assertIsInstance(saved, models.CKRecord)
            self.assertNotEqual(saved.recordChangeTag, record.recordChangeTag)
        journal.run("sync")
        self.assertEqual(journal.entries(), before)
        # Words of its own it cannot put beside them.
        with self.assertRaisesRegex(cloudkit.CloudKitApiError, "encrypted end to end"):
            self.save(self.records()[0], {"title": {"type": "STRING", "value": "plain"}})
        journal.run("new", "--title", "A third", "--body", "in the end")
        journal.run("sync")
        status = json.loads(journal.run("status", "--json"))
        self.assertEqual((status["safe"], status["encryption"]["unreadable"]), (True, 0))
        self.assertEqual(len(journal.entries()), 3)


if __name__ == "__main__":
    unittest.main()
