"""pyicloud's CloudKit client, made for Apple's service, against ours: unchanged, lenient and strict."""

import os
import unittest
import uuid

import requests
from pyicloud.common.cloudkit import client as cloudkit
from pyicloud.common.cloudkit import models

import service


def text(value: str) -> dict[str, object]:
    return {"type": "STRING", "value": value}


class Promises:
    """What a client of Apple's relies on; each test has a zone of its own."""

    mode: str
    server: service.Service

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = service.Service(service.built_program()).__enter__()
        cls.addClassCleanup(cls.server.__exit__)

    def setUp(self) -> None:
        self.session = requests.Session()
        # An environment that names other certificates would overrule this one.
        self.session.trust_env = False
        self.session.verify = str(self.server.certificate)
        self.addCleanup(self.session.close)
        self.client = cloudkit.CloudKitContainerClient(
            self.server.database_url, self.session, self.server.parameters, validation_extra=self.mode
        )
        self.zone_name = f"Zone-{uuid.uuid4()}"
        made = self.client.raw_post(
            "/zones/modify",
            {"operations": [{"operationType": "create", "zone": {"zoneID": {"zoneName": self.zone_name}}}]},
        )
        self.assertEqual(made["zones"][0]["zoneID"]["zoneName"], self.zone_name)
        self.zone = models.CKZoneIDReq(zoneName=self.zone_name)

    # Helpers

    def modify(self, *operations: tuple[str, dict[str, object]], atomic: bool | None = None):
        return self.client.modify(
            operations=[
                models.CKModifyOperation(operationType=kind, record=models.CKWriteRecord(**record))
                for kind, record in operations
            ],
            zone_id=self.zone, atomic=atomic,
        ).records

    def create(self, name: str, **fields: dict[str, object]) -> models.CKRecord:
        record = self.modify(("create", {"recordName": name, "recordType": "Note", "fields": fields}))[0]
        self.assertIsInstance(record, models.CKRecord)
        return record

    def changes(self, token: str | None = None) -> tuple[list[object], str]:
        found: list[object] = []
        request = models.CKZoneChangesZoneReq(
            zoneID=models.CKZoneID(zoneName=self.zone_name), syncToken=token
        )
        for page in self.client.iter_changes(zone_req=request):
            found += page.records
            token = page.syncToken
        assert token
        return found, token

    # Zones

    def test_zones_are_listed_with_the_default_one(self) -> None:
        names = [zone.zoneID.zoneName for zone in self.client.zones_list().zones]
        self.assertIn(self.zone_name, names)
        self.assertIn("_defaultZone", names)

    def test_a_deleted_zone_is_told_to_the_database(self) -> None:
        token = self.client.database_changes().syncToken
        self.client.raw_post(
            "/zones/modify",
            {"operations": [{"operationType": "delete", "zone": {"zoneID": {"zoneName": self.zone_name}}}]},
        )
        changed = self.client.database_changes(sync_token=token)
        gone = [zone for zone in changed.zones if zone.zoneID.zoneName == self.zone_name]
        self.assertEqual([zone.deleted for zone in gone], [True])

    def test_database_changes_come_to_an_end(self) -> None:
        token, names = None, set()
        while True:
            page = self.client.database_changes(sync_token=token)
            names |= {zone.zoneID.zoneName for zone in page.zones}
            token = page.syncToken
            if not page.moreComing:
                break
        self.assertIn(self.zone_name, names)
        self.assertEqual(self.client.database_changes(sync_token=token).zones, [])
        self.create("a", title=text("news"))
        news = self.client.database_changes(sync_token=token).zones
        self.assertEqual([zone.zoneID.zoneName for zone in news], [self.zone_name])

    # Records

    def test_a_record_is_created_updated_and_deleted(self) -> None:
        created = self.create("a", title=text("first"), count={"type": "INT64", "value": 3})
        self.assertEqual(created.fields.get_value("title"), "first")
        updated = self.modify(
            ("update", {"recordName": "a", "recordType": "Note", "recordChangeTag": created.recordChangeTag,
                        "fields": {"title": text("second")}})
        )[0]
        self.assertNotEqual(updated.recordChangeTag, created.recordChangeTag)
        self.assertEqual(updated.fields.get_value("count"), 3)
        gone = self.modify(
            ("delete", {"recordName": "a", "recordType": "Note", "recordChangeTag": updated.recordChangeTag})
        )[0]
        self.assertIsInstance(gone, models.CKTombstoneRecord)

    def test_every_type_of_field_comes_back(self) -> None:
        fields = {
            "string": text("Zoë 漢字 👨‍👩‍👧"),
            "int64": {"type": "INT64", "value": -(2**63)},
            "double": {"type": "DOUBLE", "value": 2.5},
            "timestamp": {"type": "TIMESTAMP", "value": 1_700_000_000_123},
            "bytes": {"type": "BYTES", "value": "AAECAw=="},
            "reference": {"type": "REFERENCE", "value": {"recordName": "other", "action": "NONE"}},
            "strings": {"type": "STRING_LIST", "value": ["b", "a"]},
            "numbers": {"type": "INT64_LIST", "value": [1, 2]},
            "secretEncrypted": {"type": "STRING", "value": "sealed", "isEncrypted": True},
        }
        self.create("a", **fields)
        found = self.client.lookup(["a"], zone_id=self.zone).records[0]
        self.assertEqual(found.fields.get_value("string"), "Zoë 漢字 👨‍👩‍👧")
        self.assertEqual(found.fields.get_value("int64"), -(2**63))
        self.assertEqual(found.fields.get_value("double"), 2.5)
        self.assertEqual(int(found.fields.get_value("timestamp").timestamp() * 1000 + 0.5), 1_700_000_000_123)
        self.assertEqual(found.fields.get_value("reference").recordName, "other")
        self.assertEqual(found.fields.get_value("strings"), ["b", "a"])
        self.assertEqual(found.fields.get_value("numbers"), [1, 2])
        self.assertEqual(found.fields.get_value("secretEncrypted"), "sealed")

    def test_a_stale_change_tag_is_a_conflict(self) -> None:
        created = self.create("a", title=text("first"))
        change = {"recordName": "a", "recordType": "Note", "recordChangeTag": created.recordChangeTag,
                  "fields": {"title": text("mine")}}
        self.modify(("update", change))
        with self.assertRaises(cloudkit.CloudKitApiError) as caught:
            self.modify(("update", change))
        self.assertIn("a: CONFLICT", str(caught.exception))
        self.modify(("forceUpdate", {**change, "fields": {"title": text("forced")}}))
        found = self.client.lookup(["a"], zone_id=self.zone).records[0]
        self.assertEqual(found.fields.get_value("title"), "forced")

    def test_creating_twice_is_refused(self) -> None:
        self.create("a", title=text("first"))
        with self.assertRaises(cloudkit.CloudKitApiError) as caught:
            self.create("a", title=text("again"))
        self.assertIn("a: CONFLICT", str(caught.exception))

    def test_an_atomic_request_changes_all_or_nothing(self) -> None:
        self.create("a", title=text("first"))
        with self.assertRaises(cloudkit.CloudKitApiError) as caught:
            self.modify(
                ("create", {"recordName": "b", "recordType": "Note", "fields": {}}),
                ("create", {"recordName": "a", "recordType": "Note", "fields": {}}),
                atomic=True,
            )
        codes = [record["serverErrorCode"] for record in caught.exception.payload["records"]]
        self.assertEqual(codes, ["ATOMIC_ERROR", "CONFLICT"])
        found = self.client.lookup(["b"], zone_id=self.zone).records[0]
        self.assertIsInstance(found, models.CKErrorItem)
        self.assertEqual(found.serverErrorCode, "NOT_FOUND")

    def test_lookup_answers_in_order(self) -> None:
        for name in "abc":
            self.create(name, title=text(name))
        found = self.client.lookup(["c", "nobody", "a"], zone_id=self.zone, desired_keys=["title"]).records
        self.assertEqual([record.recordName for record in found], ["c", "nobody", "a"])
        self.assertIsInstance(found[1], models.CKErrorItem)

    # Queries

    def test_a_query_filters_sorts_and_pages(self) -> None:
        for number in range(25):
            self.create(f"n{number:02}", rank={"type": "INT64", "value": number}, title=text(f"title {number}"))
        query = models.CKQueryObject(
            recordType="Note",
            filterBy=[
                models.CKQueryFilterBy(
                    comparator="GREATER_THAN_OR_EQUALS", fieldName="rank",
                    fieldValue=models.CKFVInt64(type="INT64", value=5),
                )
            ],
            sortBy=[models.CKQuerySortBy(fieldName="rank", ascending=False)],
        )
        ranks, marker = [], None
        while True:
            page = self.client.query(query=query, zone_id=self.zone, results_limit=7, continuation=marker)
            ranks += [record.fields.get_value("rank") for record in page.records]
            marker = page.continuationMarker
            if marker is None:
                break
        self.assertEqual(ranks, list(range(24, 4, -1)))

    def test_a_query_over_all_zones_finds_this_one(self) -> None:
        kind = "T" + uuid.uuid4().hex
        self.modify(("create", {"recordName": "a", "recordType": kind, "fields": {}}))
        found = self.client.query(query=models.CKQueryObject(recordType=kind), zone_wide=True).records
        self.assertEqual([record.recordName for record in found], ["a"])

    # Changes

    def test_zone_changes_come_to_an_end_and_go_on_from_there(self) -> None:
        for begin in range(0, 450, 150):
            self.modify(*[
                ("create", {"recordName": f"r{number}", "recordType": "Note", "fields": {"title": text("x")}})
                for number in range(begin, begin + 150)
            ])
        found, token = self.changes()
        self.assertEqual(len(found), 450)
        self.assertEqual(self.changes(token), ([], token))
        self.modify(("forceDelete", {"recordName": "r7", "recordType": "Note"}))
        self.modify(("forceUpdate", {"recordName": "r8", "recordType": "Note", "fields": {"title": text("y")}}))
        found, _ = self.changes(token)
        self.assertEqual([record.recordName for record in found], ["r7", "r8"])
        self.assertIsInstance(found[0], models.CKTombstoneRecord)
        self.assertIsInstance(found[1], models.CKRecord)

    def test_a_token_that_is_none_is_refused(self) -> None:
        for token in ("bm9uc2Vuc2U=", "AAAA"):
            with self.assertRaises(cloudkit.CloudKitApiError) as caught:
                self.changes(token)
            self.assertIn("BAD_REQUEST", str(caught.exception))

    def test_a_zone_that_is_none_is_refused(self) -> None:
        request = models.CKZoneChangesZoneReq(zoneID=models.CKZoneID(zoneName="Nowhere"))
        with self.assertRaises(cloudkit.CloudKitApiError) as caught:
            self.client.changes(zone_req=request)
        self.assertIn("ZONE_NOT_FOUND", str(caught.exception))

    # Assets

    def test_an_asset_goes_up_and_comes_down(self) -> None:
        data = os.urandom(300_000)
        receipt = self.client.upload_asset(
            record_type="Note", field_name="picture", record_name="a", data=data, zone_id=self.zone
        )
        value = receipt.model_dump(mode="json", exclude_none=True)
        self.create("a", picture={"type": "ASSETID", "value": value})
        asset = self.client.lookup(["a"], zone_id=self.zone).records[0].fields.get_value("picture")
        self.assertEqual(asset.size, len(data))
        self.assertEqual(self.client.download_asset_bytes(asset.downloadURL), data)
        self.assertEqual(b"".join(self.client.download_asset_stream(asset.downloadURL)), data)

    # Sessions

    def test_a_wrong_session_is_sent_to_sign_in(self) -> None:
        wrong = cloudkit.CloudKitContainerClient(
            self.server.database_url, self.session, {**self.server.parameters, "ckWebAuthToken": "wrong"},
            validation_extra=self.mode,
        )
        with self.assertRaises(cloudkit.CloudKitApiError) as caught:
            wrong.zones_list()
        self.assertEqual(caught.exception.payload["serverErrorCode"], "AUTHENTICATION_REQUIRED")
        self.assertTrue(caught.exception.payload["redirectURL"])


class LenientTest(Promises, unittest.TestCase):
    """Keys that pyicloud does not know are kept."""

    mode = "allow"


class StrictTest(Promises, unittest.TestCase):
    """Keys that pyicloud does not know are errors."""

    mode = "forbid"


if __name__ == "__main__":
    unittest.main()
