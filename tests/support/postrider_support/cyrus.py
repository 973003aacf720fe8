# SPDX-License-Identifier: GPL-3.0-or-later
"""A private Cyrus IMAP in a directory of its own, on free ports of 127.0.0.1; passwords by saslauthd."""

import grp
from pathlib import Path
from typing import Any

from postrider_support.certificates import CertificateAuthority
from postrider_support.dovecot_settings import mail_owner
from postrider_support.imapscript import ImapScript
from postrider_support.mailbox import Mailbox
from postrider_support.unpacked import Daemon, Running, Saslauthd, Tree, give, unpacked
from postrider_support.waiting import accepts, free_ports, wait_until

_IMAPD = """
configdirectory: {root}/config
defaultpartition: default
partition-default: {root}/spool
cyrus_user: {user}
cyrus_group: {group}
servername: mail.test.example
admins: cyrusadmin
unixhierarchysep: yes
altnamespace: yes
autocreate_quota: 0
autocreate_inbox_folders: Sent | Drafts | Trash | Archive
xlist-drafts: Drafts
xlist-sent: Sent
xlist-trash: Trash
xlist-archive: Archive
allowplaintext: yes
failedloginpause: 0
maxlogins_per_user: 0
maxlogins_per_host: 0
popminpoll: 0
syslog_prefix: test
imapidlepoll: 1
sasl_pwcheck_method: saslauthd
sasl_saslauthd_path: {mux}
sasl_mech_list: {mechanisms}
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: {root}/sasldb
tls_server_cert: {certificate}
tls_server_key: {key}
tls_sessions_db_path: {root}/config/tls_sessions.db
"""

_SERVICES = """
START {{
  recover cmd="{bin}/ctl_cyrusdb -C {conf} -r"
  idled cmd="{bin}/idled -C {conf}"
}}
SERVICES {{
  imap cmd="{bin}/imapd -C {conf}" listen="127.0.0.1:{plain}" prefork=0
  imaps cmd="{bin}/imapd -s -C {conf}" listen="127.0.0.1:{tls}" prefork=0
}}
EVENTS {{
}}
"""


class Cyrus(Running):
    """Runs between `start()` and `stop()`; they keep mail and ports.

    The users are those of `passwords`, an IMAP server of ours that saslauthd asks: the number of its LOGIN
    commands is the number of password checks. SCRAM is offered but cannot work: no secret is stored. One SCRAM
    mechanism is named, because Debian's SASL library offers SCRAM-SHA-1 beside it in some versions and not in others.
    """

    host = "127.0.0.1"

    def __init__(self, directory: Path, mechanisms: str = "SCRAM-SHA-256 PLAIN LOGIN") -> None:
        directory.mkdir(parents=True, exist_ok=True)
        directory.chmod(0o755)
        self.directory = directory
        self.passwords = ImapScript()
        self.passwords.passwords = {
            "anna": "correct horse",
            "bert": "correct horse",
            "carl": "correct horse",
        }
        self._tree = Tree("cyrus", directory)
        self._sasl = Saslauthd(self._tree, directory / "sasl", self.passwords.port)
        authority = CertificateAuthority(directory / "tls")
        self.ca_file = authority.certificate
        certificate = authority.issue("server")
        self.plain_port, self.tls_port = free_ports(2)
        self._daemon = Daemon(directory / "output", as_mail_user=True)
        for name in ("config/socket", "config/proc", "config/log", "config/db", "spool"):
            (directory / name).mkdir(parents=True)
        owner = mail_owner()
        conf = directory / "imapd.conf"
        conf.write_text(
            _IMAPD.format(
                root=directory,
                user=owner.pw_name,
                group=grp.getgrgid(owner.pw_gid).gr_name,
                mux=self._sasl.socket,
                mechanisms=mechanisms,
                certificate=certificate.certificate,
                key=certificate.key,
            )
        )
        (directory / "cyrus.conf").write_text(
            _SERVICES.format(
                bin=self._tree.program("usr/lib/cyrus/bin"),
                conf=conf,
                plain=self.plain_port,
                tls=self.tls_port,
            )
        )
        give(directory)

    @staticmethod
    def available() -> bool:
        """Whether ./dev unpacked it."""
        return unpacked("cyrus") is not None

    def start(self) -> None:
        """Returns when it accepts connections; AssertionError with its log after 15 s."""
        self._sasl.start()
        command = [
            self._tree.program("usr/lib/cyrus/bin/master"),
            "-C",
            str(self.directory / "imapd.conf"),
            "-M",
            str(self.directory / "cyrus.conf"),
            "-p",
            str(self.directory / "master.pid"),
            "-D",
        ]
        variables = self._tree.variables | {"CYRUS_USER": mail_owner().pw_name}
        self._daemon.start(command, variables, self.directory)
        try:
            wait_until(self._ready, 15, "Cyrus")
        except AssertionError as error:
            self.stop()
            raise AssertionError(f"{error}\n{self.log()}") from None

    def stop(self) -> None:
        """Ends it; mail and ports are kept."""
        try:
            self._daemon.stop()
        finally:
            self._sasl.stop()

    def close(self) -> None:
        """Ends the IMAP server of the passwords too."""
        self.stop()
        self.passwords.close()

    def __exit__(self, *reason: Any) -> None:
        self.close()

    def mailbox(self, user: str) -> Mailbox:
        """An IMAP session of that user; use it with `with`."""
        return Mailbox(self.host, self.plain_port, user, self.passwords.passwords[user])

    def account(self, user: str, **changes: Any) -> dict[str, Any]:
        """The body for POST /accounts: this user over TLS; `changes` replace fields."""
        return {
            "name": f"Cyrus {user}",
            "email": f"{user}@example.test",
            "host": self.host,
            "port": self.tls_port,
            "username": user,
            "password": self.passwords.passwords[user],
            "security": "tls",
        } | changes

    def log(self) -> str:
        """What it and saslauthd wrote."""
        return self._daemon.log() + self._sasl.log()

    def _ready(self) -> bool:
        assert self._daemon.running, "it ended"
        return accepts(self.plain_port) and accepts(self.tls_port)
