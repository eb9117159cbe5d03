"""Starts the server as an owner would, for clients that other people wrote."""

import datetime
import ipaddress
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

CONTAINER = "iCloud.org.example.interop"


def make_certificate(folder: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
    """A certificate for 127.0.0.1 that signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), True)
        .sign(key, hashes.SHA256())
    )
    certificate_path, key_path = folder / "certificate.pem", folder / "key.pem"
    certificate_path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    key_path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    key_path.chmod(0o600)
    return certificate_path, key_path


class Service:
    """A server with a user, a container, an API token and a session, gone when the `with` ends."""

    def __init__(self, program: str) -> None:
        self.program = program
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cloudjournal-interop-"))
        self.data = self.folder / "data"
        self.certificate, self.key = make_certificate(self.folder)
        self.process: subprocess.Popen[str] | None = None
        self.url = ""

    def admin(self, *arguments: str, given: str = "") -> str:
        """Runs an administrative command and gives the last line that it prints."""
        done = subprocess.run(
            [self.program, *arguments, "--data", str(self.data)], input=given, text=True, capture_output=True
        )
        if done.returncode != 0:
            raise RuntimeError(f"{arguments}: exit {done.returncode}: {done.stderr}")
        return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""

    def __enter__(self) -> "Service":
        self.admin("user", "add", "ada", "--password-stdin", given="a long enough password\n")
        self.api_token = self.admin("token", "add", "--container", CONTAINER)
        self.session_token = self.admin("session", "add", "ada")
        assert re.fullmatch(r"[0-9a-f]{64}", self.api_token), self.api_token
        self.log = open(self.folder / "server.log", "w")
        self.process = subprocess.Popen(
            [
                self.program, "--data", str(self.data), "--port", "0",
                "--tls-certificate", str(self.certificate), "--tls-key", str(self.key),
            ],
            stdout=subprocess.PIPE, stderr=self.log, text=True,
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.fullmatch(r"listening on (https://127\.0\.0\.1:\d+)\n", line)
        if not found:
            raise RuntimeError(f"the server said {line!r}: {(self.folder / 'server.log').read_text()}")
        self.url = found[1]
        return self

    def __exit__(self, *_: object) -> None:
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)
            assert self.process.stdout
            self.process.stdout.close()
        self.log.close()
        shutil.rmtree(self.folder)

    @property
    def database_url(self) -> str:
        return f"{self.url}/database/1/{CONTAINER}/production/private"

    @property
    def parameters(self) -> dict[str, object]:
        return {"ckAPIToken": self.api_token, "ckWebAuthToken": self.session_token}


def built_program() -> str:
    """The server that is tested."""
    root = pathlib.Path(__file__).resolve().parents[2]
    return os.environ.get("CLOUDJOURNAL_TEST_SERVER", str(root / ".build/debug/cloudjournal-server"))
