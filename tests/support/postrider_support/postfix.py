# SPDX-License-Identifier: GPL-3.0-or-later
"""A private Postfix in a directory of its own, on free ports of 127.0.0.1; passwords by saslauthd."""

import os
import shutil
from pathlib import Path
from typing import Any

from postrider_support.certificates import CertificateAuthority
from postrider_support.dovecot_settings import mail_owner
from postrider_support.imapscript import ImapScript
from postrider_support.unpacked import Daemon, Running, Saslauthd, Tree, unpacked
from postrider_support.waiting import accepts, free_ports, wait_until

_MAIN = """
compatibility_level = 3.6
myhostname = mx.test.example
mydestination =
inet_protocols = ipv4
inet_interfaces = 127.0.0.1
queue_directory = {root}/queue
data_directory = {root}/data
command_directory = {tree}/usr/sbin
daemon_directory = {tree}/usr/lib/postfix/sbin
shlib_directory = {tree}/usr/lib/postfix
meta_directory = {root}/etc
sendmail_path = {tree}/usr/sbin/sendmail
newaliases_path = {tree}/usr/sbin/sendmail
mailq_path = {tree}/usr/sbin/sendmail
mail_owner = {owner}
setgid_group = daemon
default_privs = nobody
import_environment = MAIL_CONFIG TZ LANG=C LD_LIBRARY_PATH SASL_PATH
export_environment = TZ LANG=C LD_LIBRARY_PATH SASL_PATH
maillog_file = {root}/postfix.log
maillog_file_prefixes = {root}
alias_maps =
alias_database =
mynetworks =
smtpd_peername_lookup = no
virtual_mailbox_domains = static:all
virtual_mailbox_base = {root}/mail
virtual_mailbox_maps = static:box/
virtual_uid_maps = static:{uid}
virtual_gid_maps = static:{gid}
virtual_minimum_uid = 1
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = permit_sasl_authenticated, reject
smtpd_delay_reject = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = cyrus
smtpd_sasl_path = smtpd
cyrus_sasl_config_path = {root}/etc/sasl
smtpd_sasl_security_options = noanonymous
smtpd_sasl_local_domain =
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_tls_cert_file = {certificate}
smtpd_tls_key_file = {key}
smtpd_tls_session_cache_database =
smtp_tls_session_cache_database =
smtpd_client_connection_count_limit = 0
message_size_limit = 60000000
virtual_mailbox_limit = 0
"""

_MASTER = """
127.0.0.1:{plain} inet n - n - - smtpd
127.0.0.1:{tls} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""

_SASL = """pwcheck_method: saslauthd
saslauthd_path: {mux}
mech_list: {mechanisms}
auxprop_plugin: sasldb
sasldb_path: {root}/sasldb
"""

_QUEUES = (
    "active",
    "bounce",
    "corrupt",
    "defer",
    "deferred",
    "flush",
    "hold",
    "incoming",
    "private",
    "saved",
    "trace",
)


class Postfix(Running):
    """Runs between `start()` and `stop()`: STARTTLS on `plain_port`, TLS on `tls_port`, one login.

    Accepted mails are in `mails()`. `passwords` is an IMAP server of ours that saslauthd asks: the number
    of its LOGIN commands is the number of password checks. SCRAM is offered but cannot work: no secret is
    stored.
    """

    host = "127.0.0.1"
    user = "sender"

    def __init__(self, directory: Path, mechanisms: str = "SCRAM-SHA-256 SCRAM-SHA-1 PLAIN LOGIN") -> None:
        directory.mkdir(parents=True, exist_ok=True)
        directory.chmod(0o755)
        self.directory = directory
        self.passwords = ImapScript()
        self.passwords.passwords = {self.user: "correct horse"}
        self._tree = Tree("postfix", directory)
        self._sasl = Saslauthd(self._tree, directory / "saslauthd", self.passwords.port)
        authority = CertificateAuthority(directory / "tls")
        self.ca_file = authority.certificate
        certificate = authority.issue("server")
        self.plain_port, self.tls_port = free_ports(2)
        self._daemon = Daemon(directory / "output", as_mail_user=False)
        for name in ("etc/sasl", "data", "mail", "queue/pid"):
            (directory / name).mkdir(parents=True)
        self._make_queues()
        owner = mail_owner()
        values = {
            "root": directory,
            "tree": self._tree.path,
            "owner": owner.pw_name,
            "uid": owner.pw_uid,
            "gid": owner.pw_gid,
            "certificate": certificate.certificate,
            "key": certificate.key,
            "plain": self.plain_port,
            "tls": self.tls_port,
            "mux": self._sasl.socket,
            "mechanisms": mechanisms,
        }
        for path, text in (
            ("etc/main.cf", _MAIN),
            ("etc/master.cf", _MASTER),
            ("etc/sasl/smtpd.conf", _SASL),
        ):
            (directory / path).write_text(text.format(**values))

    @staticmethod
    def available() -> bool:
        """Whether ./dev unpacked it. It runs as root only."""
        return unpacked("postfix") is not None

    def start(self) -> None:
        """Returns when it accepts connections; AssertionError with its log after 15 s."""
        assert os.geteuid() == 0, "Postfix's master runs as root only"
        self._sasl.start()
        self._daemon.start(
            [
                self._tree.program("usr/lib/postfix/sbin/master"),
                "-c",
                str(self.directory / "etc"),
                "-d",
            ],
            self._tree.variables,
            self.directory,
        )
        try:
            wait_until(self._ready, 15, "Postfix")
        except AssertionError as error:
            self.stop()
            raise AssertionError(f"{error}\n{self.log()}") from None

    def stop(self) -> None:
        """Ends it; mail and ports are kept."""
        try:
            self._daemon.stop()
        finally:
            self._sasl.stop()

    def __exit__(self, *reason: Any) -> None:
        self.stop()
        self.passwords.close()

    def account(self, **changes: Any) -> dict[str, Any]:
        """The body of POST /accounts for sending through this server; no mail is fetched."""
        return {
            "name": "Postfix",
            "email": "me@example.org",
            "host": "127.0.0.1",
            "port": 1,
            "username": self.user,
            "password": self.passwords.passwords[self.user],
            "smtp_host": self.host,
            "smtp_port": self.plain_port,
            "smtpSecurity": "starttls",
        } | changes

    def mails(self) -> list[bytes]:
        """Everything that was delivered, with CR LF, in the order of arrival."""
        files = sorted((self.directory / "mail/box/new").glob("*"), key=lambda one: one.stat().st_mtime_ns)
        return [one.read_bytes().replace(b"\n", b"\r\n") for one in files]

    def log(self) -> str:
        """What it and saslauthd wrote."""
        path = self.directory / "postfix.log"
        return self._daemon.log() + (path.read_text(errors="replace") if path.exists() else "") + self._sasl.log()

    def _make_queues(self) -> None:
        queue = self.directory / "queue"
        owner = mail_owner().pw_name
        for name in (*_QUEUES, "public", "maildrop"):
            (queue / name).mkdir()
            shutil.chown(queue / name, owner)
            (queue / name).chmod(0o700)
        for name, mode in (("public", 0o710), ("maildrop", 0o730)):
            shutil.chown(queue / name, owner, "daemon")
            (queue / name).chmod(mode)
        for name in ("data", "mail"):
            shutil.chown(self.directory / name, owner, owner)

    def _ready(self) -> bool:
        assert self._daemon.running, "it ended"
        return accepts(self.plain_port) and accepts(self.tls_port)
