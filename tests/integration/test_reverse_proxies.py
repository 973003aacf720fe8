# SPDX-License-Identifier: GPL-3.0-or-later
"""The documented set-ups of nginx and Caddy, with the settings that they name for the service."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import need
from postrider_support import Service, wait_until
from postrider_support.certificates import CertificateAuthority
from postrider_support.reverseproxies import NAME, ReverseProxy, documented_settings
from postrider_support.service import ADMIN, ADMIN_PASSWORD
from postrider_support.waiting import scaled

TRIES = 3


class Site:
    """The service behind the reverse proxy, requested with curl."""

    def __init__(self, front: ReverseProxy, service: Service, ca: Path) -> None:
        self.front = front
        self.service = service
        self.base_url = f"https://{NAME}:{front.port}"
        self._ca = ca

    def command(self, path: str, *options: str) -> list[str]:
        own = [
            "curl",
            "-s",
            "--noproxy",
            "*",
            "--cacert",
            str(self._ca),
            "--max-time",
            str(scaled(60)),
        ]
        own += ["--resolve", f"{NAME}:{self.front.port}:127.0.0.1"]
        return [*own, *options, self.base_url + path]

    def fetch(self, path: str, *options: str) -> tuple[int, str]:
        """Status and body."""
        command = self.command(path, "-w", "\n%{http_code}", *options)
        done = subprocess.run(command, capture_output=True, text=True, timeout=scaled(90))
        body, _, status = done.stdout.rpartition("\n")
        assert status.isdigit(), done.stderr
        return int(status), body

    def login(self, password: str, *options: str) -> tuple[int, Any]:
        body = json.dumps({"username": ADMIN, "password": password})
        status, text = self.fetch("/api/v1/auth/login", "--json", body, *options)
        return status, json.loads(text)

    def token(self) -> str:
        status, answer = self.login(ADMIN_PASSWORD)
        assert status == 200, answer
        return f"Authorization: Bearer {answer['data']['token']}"


@pytest.fixture(params=["nginx", "caddy"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    kind = request.param
    need(ReverseProxy.available(kind), kind)
    authority = CertificateAuthority(tmp_path / "authority")
    settings = documented_settings(kind)
    assert set(settings) == {"public_url", "allowed_hosts", "trusted_proxies", "forwarded_header"}
    config = settings | {"auth.logins_per_minute": str(TRIES)}
    with Service(tmp_path / "data", config=config) as service:
        certificate = authority.issue(kind, (NAME,))
        with ReverseProxy(kind, tmp_path / "front", service.base_url, certificate) as front:
            yield Site(front, service, authority.certificate)


def test_page_and_interface_are_reached(site: Site) -> None:
    status, page = site.fetch("/")
    assert status == 200 and "<html" in page
    status, mails = site.fetch("/api/v1/mails", "-H", site.token())
    assert status == 200 and json.loads(mails)["code"] == 0
    headers = subprocess.run(site.command("/", "-D", "-", "-o", "/dev/null"), capture_output=True, text=True).stdout
    assert "strict-transport-security: max-age=31536000" in headers.lower()


def test_plain_http_leads_to_https(site: Site) -> None:
    url = f"http://{NAME}:{site.front.plain_port}/mails/7?x=1"
    command = ["curl", "-s", "--noproxy", "*", "--resolve", f"{NAME}:{site.front.plain_port}:127.0.0.1", "-o",
               "/dev/null", "-w", "%{http_code} %{redirect_url}", url]  # fmt: skip
    status, target = subprocess.run(command, capture_output=True, text=True, timeout=scaled(30)).stdout.split()
    assert status == "308"
    assert target.startswith(f"https://{NAME}") and target.endswith("/mails/7?x=1")


def test_event_comes_at_once(site: Site, tmp_path: Path) -> None:
    token = site.token()
    received = tmp_path / "events"
    with received.open("wb") as output:
        command = site.command("/api/v1/mails/stream", "-N", "-H", token, "-H", "Accept: text/event-stream")
        listener = subprocess.Popen(command, stdout=output)
    try:
        wait_until(lambda: received.stat().st_size > 0, 15, "the greeting of the stream")
        account = {"name": "Anna", "email": "anna@example.org", "host": "127.0.0.1", "port": 1, "username": "anna",
                   "password": "secret", "security": "tls"}  # fmt: skip
        status, answer = site.fetch("/api/v1/accounts", "-H", token, "--json", json.dumps(account))
        assert status == 201, answer
        # Long before the heartbeat, which would flush what a proxy buffers.
        wait_until(lambda: b"account.created" in received.read_bytes(), 5, "the event")
    finally:
        listener.kill()
        listener.wait()


def test_upload_up_to_the_limit_passes(site: Site, tmp_path: Path) -> None:
    token = site.token()
    content = tmp_path / "content"
    content.write_bytes(b"x" * 26_214_400)
    upload = (
        "-H",
        token,
        "-H",
        "Content-Type: application/octet-stream",
        "--data-binary",
        f"@{content}",
    )
    assert site.fetch("/api/v1/attachments?filename=a.bin", *upload)[0] == 201
    content.write_bytes(b"x" * 26_214_401)
    wait_until(lambda: _refusal(site, *upload), 20, "the refusal")


def _refusal(site: Site, *upload: str) -> bool:
    """Whether the service said it, and not the proxy.

    Caddy ends the stream as soon as it has passed on the answer. curl 7.88 is then still sending, and sometimes
    drops the body of the answer.
    """
    status, answer = site.fetch("/api/v1/attachments?filename=a.bin", *upload)
    assert status == 413
    return bool(answer) and json.loads(answer)["code"] == 41302


def test_client_is_counted_by_its_own_address(site: Site) -> None:
    forged = ("-H", "X-Forwarded-For: 203.0.113.9", "-H", "Forwarded: for=203.0.113.9")
    one, other = ("--interface", "127.0.0.5"), ("--interface", "127.0.0.6")
    for _ in range(TRIES):
        assert site.login("a wrong one", *one, *forged)[0] == 401
    assert site.login("a wrong one", *one, *forged)[0] == 429
    assert site.login(ADMIN_PASSWORD, *other)[0] == 200
    assert site.service.log().count("refused login from 127.0.0.5\n") == TRIES
