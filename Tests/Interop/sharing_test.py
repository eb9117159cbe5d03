"""Two people with pyicloud's CloudKit client share a record: the shapes that Apple's clients send and read."""

import unittest
import uuid

import requests
from pyicloud.common.cloudkit import client as cloudkit
from pyicloud.common.cloudkit import models

import service


class Person:
    """One account's clients: of its own database, of what others share with it, and of links."""

    def __init__(self, server: service.Service, mode: str, token: str) -> None:
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.verify = str(server.certificate)
        base = server.database_url.rsplit("/", 1)[0]
        parameters = {"ckAPIToken": server.api_token, "ckWebAuthToken": token}
        self.own, self.shared, self.public = (
            cloudkit.CloudKitContainerClient(f"{base}/{scope}", self.session, parameters, validation_extra=mode)
            for scope in ("private", "shared", "public")
        )


class Promises:
    """Ada shares, Ben accepts."""

    mode: str
    server: service.Service

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = service.Service(service.built_program()).__enter__()
        cls.addClassCleanup(cls.server.__exit__)
        cls.server.admin("user", "add", "ben", "--password-stdin", given="another long password\n")
        cls.ben_token = cls.server.admin("session", "add", "ben")

    def setUp(self) -> None:
        self.ada = Person(self.server, self.mode, self.server.session_token)
        self.ben = Person(self.server, self.mode, self.ben_token)
        self.addCleanup(self.ada.session.close)
        self.addCleanup(self.ben.session.close)
        self.zone_name = f"Zone-{uuid.uuid4()}"
        made = self.ada.own.raw_post(
            "/zones/modify",
            {"operations": [{"operationType": "create", "zone": {"zoneID": {"zoneName": self.zone_name}}}]},
        )
        self.owner = made["zones"][0]["zoneID"]["ownerRecordName"]
        self.zone = {"zoneName": self.zone_name, "ownerRecordName": self.owner}
        self.modify("create", {"recordName": "e", "recordType": "Note", "createShortGUID": True,
                               "fields": {"title": {"value": "herons"}}})
        self.modify("create", {"recordName": "other", "recordType": "Note", "fields": {"title": {"value": "canary"}}})

    def modify(self, kind: str, record: dict[str, object]) -> dict[str, object]:
        answer = self.ada.own.raw_post(
            "/records/modify",
            {"operations": [{"operationType": kind, "record": record}], "zoneID": {"zoneName": self.zone_name}},
        )
        return answer["records"][0]

    def share(self, name: str, root: str | None, *addresses: str) -> str:
        record: dict[str, object] = {
            "recordType": "cloudkit.share", "recordName": name, "publicPermission": "NONE",
            "fields": {"cloudkit.title": {"value": "Trip"}},
            "participants": [
                {"type": "USER", "permission": "READ_WRITE", "acceptanceStatus": "INVITED",
                 "userIdentity": {"lookupInfo": {"emailAddress": address}}}
                for address in addresses
            ],
        }
        if root:
            record["forRecord"] = {"recordName": root}
        return self.modify("create", record)["shortGUID"]

    def links(self, person: Person, operation: str, guid: str) -> dict[str, object]:
        answer = person.public.raw_post(
            f"/records/{operation}", {"shortGUIDs": [{"value": guid, "shouldFetchRootRecord": True}]}
        )
        return answer["results"][0]

    def changes(self, token: str | None = None) -> tuple[dict[str, object], str]:
        found: dict[str, object] = {}
        request = models.CKZoneChangesZoneReq(zoneID=models.CKZoneID(**self.zone), syncToken=token)
        for page in self.ben.shared.iter_changes(zone_req=request):
            found |= {record.recordName: record for record in page.records}
            token = page.syncToken
        assert token
        return found, token

    def test_a_record_is_shared_written_by_both_and_left(self) -> None:
        guid = self.share("S", "e", "ben@localhost")
        told = self.links(self.ben, "resolve", guid)
        self.assertEqual((told["participantStatus"], told["databaseScope"]), ("INVITED", "SHARED"))
        self.assertEqual(told["rootRecord"]["fields"]["title"]["value"], "herons")
        self.assertEqual(self.ben.shared.zones_list().zones, [])
        self.assertEqual(self.links(self.ben, "accept", guid)["participantStatus"], "ACCEPTED")
        zones = self.ben.shared.zones_list().zones
        self.assertEqual([zone.zoneID.ownerRecordName for zone in zones], [self.owner])
        changed = self.ben.shared.database_changes().zones
        self.assertEqual([zone.zoneID.zoneName for zone in changed], [self.zone_name])
        found, token = self.changes()
        self.assertEqual(set(found), {"e", "S"})
        self.assertEqual([person.type for person in found["S"].participants], ["OWNER", "USER"])
        self.assertEqual(found["S"].currentUserParticipant.acceptanceStatus, "ACCEPTED")
        written = self.ben.shared.modify(
            operations=[models.CKModifyOperation(operationType="update", record=models.CKWriteRecord(
                recordName="e", recordType="Note", recordChangeTag=found["e"].recordChangeTag,
                fields={"title": {"type": "STRING", "value": "egrets"}}))],
            zone_id=models.CKZoneIDReq(**self.zone),
        ).records[0]
        self.assertEqual(written.fields.get_value("title"), "egrets")
        own = self.ada.own.lookup(["e"], zone_id=models.CKZoneIDReq(zoneName=self.zone_name)).records[0]
        self.assertEqual((own.fields.get_value("title"), own.share.recordName), ("egrets", "S"))
        found, token = self.changes(token)
        self.assertEqual(set(found), {"e"})
        hidden = self.ben.shared.lookup(["other"], zone_id=models.CKZoneIDReq(**self.zone)).records[0]
        self.assertEqual(hidden.serverErrorCode, "NOT_FOUND")
        # Who deletes the share's record in the shared database leaves.
        self.ben.shared.raw_post(
            "/records/modify",
            {"operations": [{"operationType": "delete", "record": {"recordName": "S"}}], "zoneID": self.zone},
        )
        with self.assertRaises(cloudkit.CloudKitApiError) as caught:
            self.changes(token)
        self.assertIn("ZONE_NOT_FOUND", str(caught.exception))
        self.assertEqual(self.ben.shared.zones_list().zones, [])

    def test_a_zone_is_shared_and_stopped(self) -> None:
        guid = self.share("cloudkit.zoneshare", None, "ben@localhost")
        self.assertNotIn("rootRecordName", self.links(self.ben, "accept", guid))
        share = self.ben.shared.lookup(["cloudkit.zoneshare"], zone_id=models.CKZoneIDReq(**self.zone)).records[0]
        self.assertEqual(share.recordType, "cloudkit.share")
        self.assertEqual(set(self.changes()[0]), {"e", "other", "cloudkit.zoneshare"})
        token = self.ben.shared.database_changes().syncToken
        self.modify("forceDelete", {"recordName": "cloudkit.zoneshare"})
        gone = self.ben.shared.database_changes(sync_token=token).zones
        self.assertEqual([(zone.zoneID.zoneName, zone.deleted) for zone in gone], [(self.zone_name, True)])
        self.assertEqual(self.links(self.ben, "resolve", guid)["serverErrorCode"], "NOT_FOUND")

    def test_a_stranger_is_told_nothing(self) -> None:
        guid = self.share("S", "e", "cleo@localhost")
        answer = self.links(self.ben, "accept", guid)
        self.assertEqual(answer["serverErrorCode"], "ACCESS_DENIED")
        self.assertEqual(answer["extensionErrorCode"], "PARTICIPANT_MAY_NEED_VERIFICATION")
        self.assertNotIn("herons", str(answer))
        with self.assertRaises(cloudkit.CloudKitApiError):
            self.changes()


class LenientTest(Promises, unittest.TestCase):
    """Keys that pyicloud does not know are kept."""

    mode = "allow"


class StrictTest(Promises, unittest.TestCase):
    """Keys that pyicloud does not know are errors."""

    mode = "forbid"


if __name__ == "__main__":
    unittest.main()
