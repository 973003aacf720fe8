# SPDX-License-Identifier: GPL-3.0-or-later
"""A private submission server: a real Exim in a directory of its own, on free ports of 127.0.0.1."""

import os
import pwd
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from postrider_support.certificates import CertificateAuthority
from postrider_support.dovecot_settings import mail_owner
from postrider_support.waiting import accepts, free_ports, scaled, wait_until

_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"

_CONFIGURATION = """
primary_hostname = mx.test.example
spool_directory = {root}/spool
log_file_path = {root}/log/%slog
pid_file_path = {root}/exim.pid
exim_user = {user}
exim_group = {group}
deliver_drop_privilege = true
never_users =
daemon_smtp_ports = {plain} : {tls}
tls_on_connect_ports = {tls}
local_interfaces = 127.0.0.1
tls_certificate = {certificate}
tls_privatekey = {key}
tls_advertise_hosts = *
auth_advertise_hosts = *
smtputf8_advertise_hosts = *
message_size_limit = 60M
smtp_accept_max = 0
smtp_accept_queue_per_connection = 0
host_lookup =
rfc1413_query_timeout = 0s
keep_environment =
acl_smtp_rcpt = check_rcpt
acl_smtp_data = accept

begin acl
check_rcpt:
  deny    local_parts = nobody
          message = no such user
  defer   local_parts = later
          message = greylisted
  accept  authenticated = *
  accept  condition = {open}
  deny    message = log in first

begin routers
everybody:
  driver = accept
  transport = box

begin transports
box:
  driver = appendfile
  directory = {root}/mail
  maildir_format
  create_directory
  user = {user}
  group = {group}
  return_path_add
  envelope_to_add
  delivery_date_add = false

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = ${{if and{{{{eq{{$auth2}}{{{name}}}}}{{eq{{$auth3}}{{{password}}}}}}}}}
  server_set_id = $auth2
"""


class Exim:
    """Runs between `start()` and `stop()`: STARTTLS on `plain_port`, TLS on `tls_port`, one login.

    Accepted mails are in `mails()`. Recipients `nobody@` are refused, `later@` are deferred. With `is_open`
    no login is needed, as at an internal relay.
    """

    host = "127.0.0.1"
    user = "sender"
    password = "correct horse"

    def __init__(self, directory: Path, is_open: bool = False) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        directory.chmod(0o755)
        self.directory = directory
        authority = CertificateAuthority(directory / "tls")
        self.ca_file = authority.certificate
        certificate = authority.issue("server")
        self.plain_port, self.tls_port = free_ports(2)
        owner = mail_owner()
        for name in ("spool", "log", "mail"):
            (directory / name).mkdir()
        text = _CONFIGURATION.format(
            root=directory,
            user=owner.pw_uid,
            group=owner.pw_gid,
            plain=self.plain_port,
            tls=self.tls_port,
            certificate=certificate.certificate,
            key=certificate.key,
            name=self.user,
            password=self.password,
            open="yes" if is_open else "no",
        )
        (directory / "exim.conf").write_text(text)
        _give(directory, owner)
        self._owner = owner
        self._process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def available() -> bool:
        """Whether the exim program is installed."""
        return _program() is not None

    def __enter__(self) -> "Exim":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Returns when it accepts connections; AssertionError with its log after 15 s."""
        assert self._process is None, "it runs already"
        program = _program()
        assert program, "exim is not installed (Debian: exim4-daemon-light)"
        command = [program, "-C", str(self.directory / "exim.conf"), "-bdf", "-odi"]
        switch: dict[str, Any] = {}
        if os.geteuid() == 0:  # as root it requires its configuration in another place
            owner = self._owner
            switch = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        with (self.directory / "log" / "output").open("wb") as output:
            self._process = subprocess.Popen(
                command,
                cwd=self.directory,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                **switch,
            )
        try:
            wait_until(lambda: accepts(self.plain_port) and accepts(self.tls_port), 15, "Exim")
        except AssertionError as error:
            self.stop()
            raise AssertionError(f"{error}\n{self.log()}") from None

    def stop(self) -> None:
        """Ends it; mail and ports are kept."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(scaled(10))
            self._process = None

    def account(self, **changes: Any) -> dict[str, Any]:
        """The body of POST /accounts for sending through this server; no mail is fetched."""
        body = {
            "name": "Exim",
            "email": "me@example.org",
            "host": "127.0.0.1",
            "port": 1,
            "username": self.user,
            "password": self.password,
            "smtp_host": "127.0.0.1",
            "smtp_port": self.plain_port,
            "smtpSecurity": "starttls",
        }
        return body | changes

    def mails(self) -> list[bytes]:
        """Everything that was delivered, with CR LF, in the order of arrival."""
        files = sorted((self.directory / "mail" / "new").glob("*"), key=lambda one: one.stat().st_mtime_ns)
        return [one.read_bytes().replace(b"\n", b"\r\n") for one in files]

    def log(self) -> str:
        """Everything that it has logged."""
        return "".join(one.read_text(errors="replace") for one in (self.directory / "log").glob("*"))


def _program() -> str | None:
    return shutil.which("exim4", path=_PATH) or shutil.which("exim", path=_PATH)


def _give(directory: Path, owner: pwd.struct_passwd) -> None:
    if os.geteuid() != 0:
        return
    for path in [directory, *directory.rglob("*")]:
        os.chown(path, owner.pw_uid, owner.pw_gid)
