# SPDX-License-Identifier: GPL-3.0-or-later
"""A certificate authority of our own for one test run, made with the openssl program."""

import subprocess
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path

_CA_EXTENSIONS = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n"
_SERVER_EXTENSIONS = (
    "basicConstraints=CA:FALSE\nkeyUsage=digitalSignature\nextendedKeyUsage=serverAuth\n" "subjectAltName={names}\n"
)


@dataclass(frozen=True)
class Certificate:
    """PEM files of one certificate and its key."""

    certificate: Path
    key: Path


class CertificateAuthority:
    """Makes its own key at once; `certificate` is the PEM file that clients must trust."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        directory.mkdir(parents=True, exist_ok=True)
        own = self._request("ca", "Test Authority")
        self.certificate = own.certificate
        self._key = own.key
        self._sign("ca", own, _CA_EXTENSIONS, days=30, issuer=None)

    def issue(self, name: str, hosts: tuple[str, ...] = ("localhost", "127.0.0.1"), days: int = 30) -> Certificate:
        """A server certificate for `hosts` (names or IPv4 addresses); `days` < 0: expired."""
        made = self._request(name, hosts[0])
        kinds = ("IP" if host.replace(".", "").isdigit() else "DNS" for host in hosts)
        names = ",".join(f"{kind}:{host}" for kind, host in zip(kinds, hosts))
        self._sign(name, made, _SERVER_EXTENSIONS.format(names=names), days, issuer=self.certificate)
        return made

    def _request(self, name: str, common_name: str) -> Certificate:
        made = Certificate(self._directory / f"{name}.pem", self._directory / f"{name}.key")
        _openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", str(made.key))
        _openssl(
            "req",
            "-new",
            "-key",
            str(made.key),
            "-subj",
            f"/CN={common_name}",
            "-out",
            str(self._directory / f"{name}.csr"),
        )
        return made

    def _sign(self, name: str, made: Certificate, extensions: str, days: int, issuer: Path | None) -> None:
        wanted = self._directory / f"{name}.ext"
        wanted.write_text(extensions)
        signer = (
            ["-CA", str(issuer), "-CAkey", str(self._key), "-CAcreateserial"] if issuer else ["-signkey", str(made.key)]
        )
        _openssl(
            "x509",
            "-req",
            "-in",
            str(self._directory / f"{name}.csr"),
            *signer,
            *_validity(days),
            "-extfile",
            str(wanted),
            "-out",
            str(made.certificate),
        )


def _validity(days: int) -> list[str]:
    """Options for the end of validity. From OpenSSL 3.4 on, an expired certificate needs -not_after, because
    a negative number of days is refused; earlier versions have only -days."""
    shown = subprocess.run(["openssl", "x509", "-help"], capture_output=True, check=True).stderr
    if days >= 0 or b"-not_after" not in shown:
        return ["-days", str(days)]
    end = datetime.now(timezone.utc) + timedelta(days=days)
    form = "%Y%m%d%H%M%SZ"
    return [
        "-not_before",
        (end - timedelta(days=1)).strftime(form),
        "-not_after",
        end.strftime(form),
    ]


def _openssl(*arguments: str) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)
