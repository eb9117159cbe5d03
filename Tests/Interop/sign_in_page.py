#!/usr/bin/env python3
"""The sign-in page in a real browser: headless Chromium, driven by its own driver, against the built server.

usage: sign_in_page.py [--screenshot FILE]

Not among the tests of `make test`, since a browser is no requirement of the project: `make sign-in-page` runs it. It
needs `chromium` and `chromium-driver` (apt-get install chromium chromium-driver), and says so where they are missing.
"""

import argparse
import base64
import contextlib
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERVER = os.environ.get("CLOUDJOURNAL_SERVER_BINARY", str(ROOT / ".build/debug/cloudjournal-server"))
CONTAINER = "iCloud.org.cloudjournal"
PASSWORD = "a long enough password"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """A session of WebDriver: https://www.w3.org/TR/webdriver2/."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.process = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True, env=os.environ | {"HOME": str(folder)})
        for line in self.process.stdout:
            if "started successfully on port" in line:
                self.port = line.rsplit(" ", 1)[1].strip().rstrip(".")
                break
        else:
            sys.exit("sign-in page: chromedriver does not start")
        self.base = f"http://127.0.0.1:{self.port}"
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                            "--no-proxy-server", f"--user-data-dir={folder / 'profile'}", "--window-size=900,900"]}
        session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.base += f"/session/{session['sessionId']}"

    def call(self, method: str, path: str, body: object = None) -> object:
        request = urllib.request.Request(self.base + path, method=method)
        data = json.dumps({} if body is None else body).encode() if method == "POST" else None
        with urllib.request.urlopen(request, data, timeout=60) as answer:
            return json.loads(answer.read())["value"]

    def open(self, url: str) -> None:
        self.call("POST", "/url", {"url": url})

    def find(self, selector: str) -> str:
        return self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def type(self, selector: str, text: str) -> None:
        self.call("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def press(self, selector: str) -> None:
        self.call("POST", f"/element/{self.find(selector)}/click")

    def text(self, selector: str = "main") -> str:
        return self.call("GET", f"/element/{self.find(selector)}/text")

    def style(self, selector: str, name: str) -> str:
        return self.call("GET", f"/element/{self.find(selector)}/css/{name}")

    def url(self) -> str:
        return self.call("GET", "/url")

    def complaints(self) -> list[str]:
        """What the browser itself complains of, such as a policy that the page breaks."""
        return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})
                if "favicon" not in entry["message"]]

    def screenshot(self, path: str) -> None:
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("GET", "/screenshot")))

    def close(self) -> None:
        with contextlib.suppress(urllib.error.URLError):
            self.call("DELETE", "")
        self.process.terminate()
        self.process.wait(30)


class Server:
    """The built server with one account, ada."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder / "data"
        self.environment = os.environ | {"CLOUDJOURNAL_SERVER_PASSWORD_COST": "small"}
        self.run("user", "add", "ada", "--password-stdin", given=PASSWORD + "\n")
        self.api_token = self.run("token", "add", "--container", CONTAINER).split()[-1]
        self.other_token = self.run("token", "add", "--container", "iCloud.org.example").split()[-1]
        self.process = subprocess.Popen([SERVER, "--data", str(self.folder), "--port", "0", "--log-level", "error"],
                                        stdout=subprocess.PIPE, text=True, env=self.environment)
        self.url = self.process.stdout.readline().removeprefix("listening on ").strip()

    def run(self, *arguments: str, given: str = "") -> str:
        return subprocess.run([SERVER, *arguments, "--data", str(self.folder)], input=given, text=True, check=True,
                              capture_output=True, env=self.environment).stdout

    def page(self, callback: str | None = None) -> str:
        query = {"container": CONTAINER, "ckAPIToken": self.api_token} | ({"callback": callback} if callback else {})
        return f"{self.url}/sign-in?{urllib.parse.urlencode(query)}"

    def status(self, container: str, api_token: str, token: str) -> int:
        query = urllib.parse.urlencode({"ckAPIToken": api_token, "ckWebAuthToken": token})
        try:
            with urllib.request.urlopen(
                    f"{self.url}/database/1/{container}/production/private/zones/list?{query}") as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            with error:
                return error.code

    def opens(self, token: str) -> tuple[int, int]:
        """What the token is answered in the container that the page named, and in another one."""
        return (self.status(CONTAINER, self.api_token, token),
                self.status("iCloud.org.example", self.other_token, token))

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(30)
        self.process.stdout.close()


class Callback(http.server.BaseHTTPRequestHandler):
    """What a program on the same machine listens with until the browser comes back."""

    tokens: list[str] = []

    def do_GET(self) -> None:
        token = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query).get("ckWebAuthToken")
        if token:
            Callback.tokens += token
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<main>back</main>")

    def log_message(self, *arguments: object) -> None:
        pass


def expect(holds: bool, what: str) -> None:
    print(f"{'ok' if holds else 'FAILED'}: {what}")
    if not holds:
        sys.exit(1)


def check(server: Server, browser: Browser, screenshot: str | None) -> None:
    browser.open(server.page())
    expect(CONTAINER in browser.text() and "gets that one only" in browser.text(), "the page names the container")
    expect(browser.style("main", "border-top-left-radius") != "0px", "its policy lets its style through")
    if screenshot:
        browser.screenshot(screenshot)
    browser.type("#name", "ada")
    browser.type("#password", "a wrong password")
    browser.press("button")
    expect("account or the password is wrong" in browser.text(".complaint"), "a wrong password is said")
    browser.type("#password", PASSWORD)
    browser.press("button")
    expect("Signed in" in browser.text(), "the right one signs in, with the name still there")
    token = browser.text("#token") or browser.call("GET", f"/element/{browser.find('#token')}/property/value")
    expect(server.opens(token) == (200, 421), "the code opens the container that was named, and no other")

    listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Callback)
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    browser.open(server.page(f"http://127.0.0.1:{listener.server_port}/done"))
    browser.type("#name", "ada")
    browser.type("#password", PASSWORD)
    browser.press("button")
    expect(browser.text() == "back" and len(Callback.tokens) == 1, "the page leads back to the program with a token")
    expect(server.opens(Callback.tokens[0]) == (200, 421), "that token opens the same and no more")
    listener.shutdown()
    listener.server_close()
    # The wrong password was answered with 401, which browsers note as a failed load and nothing else.
    complaints = [line for line in browser.complaints() if "401" not in line]
    expect(complaints == [], f"the browser complains of nothing {complaints or ''}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--screenshot", help="where to put a picture of the page")
    options = parser.parse_args()
    for program in ("chromedriver", "chromium"):
        if shutil.which(program) is None:
            sys.exit(f"sign-in page: there is no {program}; apt-get install chromium chromium-driver")
    with tempfile.TemporaryDirectory(prefix="cloudjournal-page-") as name:
        folder = pathlib.Path(name)
        server = Server(folder)
        try:
            browser = Browser(folder)
            try:
                check(server, browser, options.screenshot)
            finally:
                browser.close()
        finally:
            server.close()


if __name__ == "__main__":
    main()
