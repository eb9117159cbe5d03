"""What clients that cannot be run here are known to send, sent as they send it, with the HTTP library that pyicloud uses."""

import unittest
import uuid

import requests

import service

ORIGIN = "https://app.example"
BUILT_IN = "0123456789ABCDEF" * 4


class HabitsTest(unittest.TestCase):
    server: service.Service

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = service.Service(service.built_program()).__enter__()
        cls.addClassCleanup(cls.server.__exit__)
        cls.server.admin(
            "token", "add", "--container", service.CONTAINER, "--value", BUILT_IN, "--origin", ORIGIN,
            "--environment", "production",
        )

    def setUp(self) -> None:
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.verify = str(self.server.certificate)
        self.addCleanup(self.session.close)
        self.zone = {"zoneName": f"Zone-{uuid.uuid4()}"}
        self.call("zones/modify", {"operations": [{"operationType": "create", "zone": {"zoneID": self.zone}}]})

    def post(self, operation: str, body: object, **more: object) -> requests.Response:
        # text/plain, as Apple's samples and its JavaScript client have it.
        return self.session.post(
            f"{self.server.database_url}/{operation}", json=body,
            params={"ckAPIToken": BUILT_IN, "ckSession": self.server.session_token},
            headers={"Content-Type": "text/plain", **more.pop("headers", {})}, **more,
        )

    def call(self, operation: str, body: object) -> dict:
        answer = self.post(operation, body)
        self.assertEqual(answer.status_code, 200, answer.text)
        return answer.json()

    def save(self, name: str, fields: dict, kind: str = "forceUpdate", type: str = "Note") -> dict:
        record = {"recordName": name, "recordType": type, "fields": fields}
        body = {"zoneID": self.zone, "operations": [{"operationType": kind, "record": record}]}
        return self.call("records/modify", body)["records"][0]

    def test_a_form_is_stored_as_the_file_in_it(self) -> None:
        token = {"recordType": "Note", "fieldName": "file"}
        target = self.call("assets/upload", {"zoneID": self.zone, "tokens": [token]})["tokens"][0]
        content = bytes(range(256)) * 3 + b"\r\n--"
        form = {"files": ("picture.jpg", content, "image/jpeg")}
        receipt = self.session.post(target["url"], files=form, data={"note": "x"}).json()["singleFile"]
        self.assertEqual(receipt["size"], len(content))
        record = self.save(target["recordName"], {"file": {"value": receipt}}, kind="create")
        link = record["fields"]["file"]["value"]["downloadURL"]
        self.assertEqual(self.session.get(link).content, content)

    def test_a_form_without_a_file_is_refused(self) -> None:
        token = {"recordType": "Note", "fieldName": "file"}
        target = self.call("assets/upload", {"zoneID": self.zone, "tokens": [token]})["tokens"][0]
        answer = self.session.post(target["url"], files={"note": (None, "x")})
        self.assertEqual((answer.status_code, answer.json()["serverErrorCode"]), (400, "BAD_REQUEST"))

    def test_subscriptions_come_without_an_id(self) -> None:
        good = {"operationType": "create", "subscription": {"subscriptionType": "zone", "zoneID": self.zone}}
        bad = {"operationType": "create", "subscription": {"subscriptionType": "query"}}
        made, refused = self.call("subscriptions/modify", {"operations": [good, bad]})["subscriptions"]
        self.assertTrue(made["subscriptionID"])
        self.assertEqual(refused["serverErrorCode"], "BAD_REQUEST")
        self.call(
            "subscriptions/modify",
            {"operations": [{"operationType": "delete", "subscription": {"subscriptionID": made["subscriptionID"]}}]},
        )

    def test_values_come_without_types(self) -> None:
        kind = f"Type{uuid.uuid4().hex}"
        self.save("a", {"when": {"value": 1, "type": "TIMESTAMP"}, "gone": {"value": "x"}}, type=kind)
        saved = self.save("a", {"when": {"value": "1700000000000"}, "gone": {}}, type=kind)
        self.assertEqual(saved["fields"], {"when": {"value": 1700000000000, "type": "TIMESTAMP"}})
        refused = self.save("a", {"when": {"value": 5, "type": "INT64"}}, type=kind)
        self.assertIn("INT64", refused["reason"])
        self.assertIn("TIMESTAMP", refused["reason"])
        condition = {"comparator": "IN", "fieldName": "when", "fieldValue": {"value": [1700000000000]}}
        query = {"zoneID": self.zone, "query": {"recordType": kind, "filterBy": [condition]}}
        self.assertEqual([record["recordName"] for record in self.call("records/query", query)["records"]], ["a"])

    def test_notifications_are_polled_where_the_last_answer_says(self) -> None:
        other = self.server.admin("session", "add", "ada")
        parameters = {"ckAPIToken": BUILT_IN, "ckSession": other}
        device = f"{self.server.url}/device/1/{service.CONTAINER}/production/tokens"
        made = self.session.post(f"{device}/create", json={"apnsEnvironment": "production"}, params=parameters).json()
        told = self.session.post(
            f"{device}/register", params=parameters,
            json={"apnsEnvironment": "production", "apnsToken": made["apnsToken"]},
        ).json()
        self.assertEqual(told, made)
        subscription = {
            "subscriptionType": "query", "zoneID": self.zone, "query": {"recordType": "Note"}, "firesOn": ["create"],
            "notificationInfo": {"alertBody": "News"},
        }
        self.call(
            "subscriptions/modify", {"operations": [{"operationType": "create", "subscription": subscription}]}
        )
        self.save("a", {}, kind="create")
        heard = self.session.get(told["webcourierURL"]).json()
        self.assertEqual(heard["aps"]["alert"], {"body": "News"})
        self.assertEqual(heard["ck"]["qry"]["rid"], "a")

    def test_a_browser_asks_before_it_asks(self) -> None:
        answer = self.session.options(
            f"{self.server.database_url}/no/such", headers={"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}
        )
        self.assertEqual(answer.status_code, 204)
        self.assertEqual(answer.headers["Access-Control-Allow-Origin"], ORIGIN)
        self.assertEqual(answer.headers["Access-Control-Allow-Credentials"], "true")
        self.assertIn("Authorization", answer.headers["Access-Control-Allow-Headers"])

    def test_a_signed_request_is_told_what_is_the_matter(self) -> None:
        answer = self.session.post(
            f"{self.server.url}/database/1/{service.CONTAINER}/production/public/records/query", data="{}",
            headers={
                "X-Apple-CloudKit-Request-KeyID": "0" * 64,
                "X-Apple-CloudKit-Request-ISO8601Date": "2026-11-22T10:00:00Z",
                "X-Apple-CloudKit-Request-SignatureV1": "AAAA",
            },
        )
        self.assertEqual(answer.status_code, 401)
        self.assertIn("keys are not offered", answer.json()["reason"])

    def test_a_token_is_for_its_environment(self) -> None:
        answer = self.session.post(
            self.server.database_url.replace("/production/", "/development/") + "/zones/list",
            params={"ckAPIToken": BUILT_IN, "ckSession": self.server.session_token},
        )
        self.assertEqual(answer.status_code, 401)

    def test_the_window_for_signing_in_hands_over_to_the_registered_page(self) -> None:
        refused = self.session.post(f"{self.server.database_url}/zones/list", params={"ckAPIToken": BUILT_IN})
        self.assertEqual(refused.status_code, 421)
        page = self.session.get(refused.json()["redirectURL"])
        proof = page.text.split('name="proof" value="')[1].split('"')[0]
        done = self.session.post(
            f"{self.server.url}/sign-in",
            data={
                "ckAPIToken": BUILT_IN, "container": service.CONTAINER, "proof": proof, "name": "ada",
                "password": "a long enough password",
            },
        )
        self.assertEqual(done.status_code, 200)
        self.assertIn(f'data-origins="{ORIGIN}"', done.text)
        token = done.text.split('data-token="')[1].split('"')[0]
        answer = self.session.post(
            f"{self.server.database_url}/zones/list", params={"ckAPIToken": BUILT_IN, "ckWebAuthToken": token}
        )
        self.assertEqual(answer.status_code, 200)


if __name__ == "__main__":
    unittest.main()
