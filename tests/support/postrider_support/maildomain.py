# SPDX-License-Identifier: GPL-3.0-or-later
"""A mail domain of our own: its names, DNS, web server and mail servers, all on this machine."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from postrider_support.dns import DnsServer
from postrider_support.dovecot import Dovecot
from postrider_support.mailhost import MailHost
from postrider_support.names import Names
from postrider_support.smtpscript import SmtpScript
from postrider_support.tlsfront import Front, tls_to

WEB, IMAP, SMTPS, SUBMISSION = "127.0.1.1", "127.0.1.2", "127.0.1.3", "127.0.1.4"
DOMAIN = "files.test"
HOSTS = tuple(f"{label}{DOMAIN}" for label in ("", "autoconfig.", "imap.", "mail.", "smtp."))
FILE = f"https://autoconfig.{DOMAIN}/mail/config-v1.1.xml"


class MailDomain:
    """A domain `files.test`, which has no servers until the test adds them."""

    def __init__(self, stack: ExitStack, dovecot: Dovecot, directory: Path) -> None:
        self.dovecot = dovecot
        self.names = Names(directory / "names")
        self.dns = stack.enter_context(DnsServer())
        self.certificate = dovecot.authority.issue("files", (*HOSTS, "other.test"))
        self.web = MailHost(self.certificate)
        stack.callback(self.web.close)
        self._stack = stack
        for host in (*HOSTS, "other.test"):
            self.names.means(host, "none")

    def is_there(self, host: str, address: str, port: int, real_port: int) -> None:
        self.names.means(host, address)
        self.names.leads(address, port, real_port)

    def has_web(self, *hosts: str, address: str = WEB) -> None:
        for host in hosts:
            self.is_there(host, address, 443, self.web.port)

    def has_mail_hosts(self) -> None:
        """Adds names of mail servers at which nothing listens."""
        self.names.means(f"imap.{DOMAIN}", IMAP)
        self.names.means(f"smtp.{DOMAIN}", SMTPS)

    def has_imap(self, host: str, certificate: Any = None, address: str = IMAP) -> None:
        """Adds an IMAP server: the real Dovecot, with a certificate for the host."""
        front = self._stack.enter_context(Front(tls_to(self.dovecot.plain_port, certificate or self.certificate)))
        self.is_there(host, address, 993, front.port)

    def has_smtp(self, host: str, starttls: bool) -> SmtpScript:
        kind = {"starttls": self.certificate} if starttls else {"tls": self.certificate}
        server = self._stack.enter_context(SmtpScript(**kind))
        address, port = (SUBMISSION, 587) if starttls else (SMTPS, 465)
        self.is_there(host, address, port, server.port)
        return server
