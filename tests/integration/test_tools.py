# SPDX-License-Identifier: GPL-3.0-or-later
"""Public tools that attack and judge web servers, run against the real program."""

import json
import os
import shutil
import signal
import ssl
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import need
from postrider_support import CertificateAuthority, Service, wait_until
from postrider_support.bystander import unharmed
from postrider_support.waiting import scaled, setting

# The time that a slow client gets, short enough for a test.
CONFIG = {f"limits.{key}": setting(2) for key in ("header_timeout", "body_window", "write_timeout")}


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> CertificateAuthority:
    return CertificateAuthority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def tls_service(authority: CertificateAuthority, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service with its own certificate, whose files are in its data directory."""
    directory = tmp_path_factory.mktemp("tls")
    made = authority.issue("service", days=90)
    shutil.copy(made.certificate, directory / "cert.pem")
    shutil.copy(made.key, directory / "key.pem")
    config = {"tls_cert": str(directory / "cert.pem"), "tls_key": str(directory / "key.pem")}
    with Service(directory, config=config) as running:
        yield running


# -- renewal


def peer_serial(service: Service, authority: CertificateAuthority) -> str:
    """The serial number of the certificate that a new connection gets."""
    parts = urlsplit(service.base_url)
    context = ssl.create_default_context(cafile=str(authority.certificate))
    with socket.create_connection((parts.hostname, parts.port), timeout=scaled(10)) as plain:
        with context.wrap_socket(plain, server_hostname="127.0.0.1") as connection:
            found = connection.getpeercert()
            assert found is not None
            return str(found["serialNumber"])


def test_renewed_certificate_is_used_without_a_restart(tls_service: Service, authority: CertificateAuthority) -> None:
    before = peer_serial(tls_service, authority)
    renewed = authority.issue("renewed", days=90)
    shutil.copy(renewed.certificate, tls_service.data_dir / "cert.pem")
    shutil.copy(renewed.key, tls_service.data_dir / "key.pem")
    wait_until(lambda: peer_serial(tls_service, authority) != before, 10, "the renewed certificate")
    wait_until(lambda: "certificate renewed, valid until" in tls_service.log(), 5, "a line in the log")


def test_bad_renewal_is_logged_once_and_changes_nothing(tls_service: Service, authority: CertificateAuthority) -> None:
    before = peer_serial(tls_service, authority)
    shutil.copy(authority.issue("other", days=90).certificate, tls_service.data_dir / "cert.pem")
    os.kill(tls_service.pid, signal.SIGHUP)
    wait_until(lambda: "the former one stays in use" in tls_service.log(), 10, "a line in the log")
    assert peer_serial(tls_service, authority) == before
    assert tls_service.log().count("the former one stays in use") == 1


# -- slowhttptest


@pytest.mark.parametrize(
    "mode",
    [
        ["-H", "-i", "1"],
        ["-B", "-i", "1", "-s", "100000", "-t", "POST"],
        ["-X", "-w", "10", "-y", "20", "-n", "2", "-z", "16", "-k", "10"],
    ],
    ids=["slow headers", "slow bodies", "slow reading"],
)
def test_slowhttptest_finds_it_available(service: Service, tmp_path: Path, mode: list[str]) -> None:
    need(shutil.which("slowhttptest") is not None, "slowhttptest")
    command = [
        "slowhttptest",
        *mode,
        "-c",
        "500",
        "-r",
        "250",
        "-l",
        "8",
        "-p",
        "3",
        "-u",
        f"{service.base_url}/api/v1/openapi.json",
        "-g",
        "-o",
        str(tmp_path / "report"),
    ]
    with unharmed(service):
        subprocess.run(command, check=True, capture_output=True, timeout=scaled(60))
    rows = [line.split(",") for line in (tmp_path / "report.csv").read_text().splitlines()[1:]]
    assert rows
    assert all(int(row[4]) > 0 for row in rows), f"its column 'Service Available': {rows}"


# -- testssl


def test_testssl_finds_nothing_serious(tls_service: Service, authority: CertificateAuthority, tmp_path: Path) -> None:
    """Protocols, ciphers, server defaults, forward secrecy, known holes. Left out: simulations of browsers,
    the HTTP headers (test_conventions checks them), and that the certificate names no server for revocation.
    """
    need(shutil.which("testssl") is not None, "testssl.sh")
    report = tmp_path / "testssl.json"
    command = [
        "testssl",
        "--quiet",
        "--warnings",
        "off",
        "--color",
        "0",
        "--fast",
        "-p",
        "-s",
        "-f",
        "-S",
        "-U",
        "--add-ca",
        str(authority.certificate),
        "--jsonfile",
        str(report),
        tls_service.base_url,
    ]
    subprocess.run(command, capture_output=True, timeout=scaled(240))
    findings = json.loads(report.read_text())
    assert {"TLS1_2", "TLS1_3", "heartbleed", "BREACH"} <= {finding["id"] for finding in findings}
    # WARN is about the tool, not about the server.
    serious = [
        finding
        for finding in findings
        if finding["severity"] not in ("OK", "INFO", "LOW", "MEDIUM", "WARN") and finding["id"] != "cert_revocation"
    ]
    assert serious == []
