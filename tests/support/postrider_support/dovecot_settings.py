# SPDX-License-Identifier: GPL-3.0-or-later
"""The test server's configuration file, for Dovecot 2.3 (Debian 12, Ubuntu 24.04) and 2.4 (13)."""

import grp
import os
import pwd
from dataclasses import dataclass
from pathlib import Path

from postrider_support.certificates import Certificate

_FULL = (
    "IMAP4rev1 SASL-IR LITERAL+ ID ENABLE IDLE UIDPLUS CHILDREN NAMESPACE SPECIAL-USE MOVE "
    "CONDSTORE QRESYNC ESEARCH LIST-EXTENDED LIST-STATUS STATUS=SIZE UNSELECT BINARY"
)


@dataclass(frozen=True)
class Settings:
    """The settings in which test servers differ. Port 0: not served.

    In a Maildir, a session that has a folder open while another session renames it may write its list of UIDs
    into the folder that gets the old name: all mails there get new UIDs (seen with Dovecot 2.3.19; its log has
    "dotlock .. was immediately deleted under us"). sdbox stores the UIDs in file names.
    """

    root: Path
    plain_port: int
    tls_port: int
    certificate: Certificate
    idle: bool = True
    condstore: bool = True
    qresync: bool = True
    uidplus: bool = True
    special_use: bool = True  # False: no folder has a role, and none is created
    list_status: bool = True
    separator: str = "/"
    prefix: str = ""  # of all folders except INBOX, e.g. "INBOX."
    starttls: bool = True
    mechanisms: str = "plain login scram-sha-1 scram-sha-256"
    submission_port: int = 0  # accepts mail with STARTTLS (Debian: dovecot-submissiond) ..
    relay_port: int = 0  # .. and passes it to this port of 127.0.0.1
    introspection_url: str = ""  # confirms access tokens, which are then accepted beside passwords
    storage: str = "maildir"  # or "sdbox", for tests that rename folders (see above)

    def capability(self) -> str:
        """The capabilities after login, without those that were switched off."""
        gone = set() if self.idle else {"IDLE"}
        gone |= set() if self.condstore else {"CONDSTORE", "QRESYNC"}
        gone |= set() if self.qresync else {"QRESYNC"}
        gone |= set() if self.uidplus else {"UIDPLUS"}
        gone |= set() if self.special_use else {"SPECIAL-USE"}
        gone |= set() if self.list_status else {"LIST-STATUS"}
        return " ".join(word for word in _FULL.split() if word not in gone)

    def mail_path(self) -> str:
        """The directory of the mails, below the user's own."""
        return "~/Maildir" if self.storage == "maildir" else f"~/{self.storage}"

    def mail_location(self) -> str:
        """Value of the setting of Dovecot 2.3."""
        return f"{self.storage}:{self.mail_path()}"

    def tls(self) -> str:
        """Value of Dovecot's `ssl` setting: without STARTTLS there is no TLS port either."""
        return "yes" if self.starttls else "no"


def mail_owner() -> pwd.struct_passwd:
    """The owner of mail files: our own user; instead of root the user mail, because Dovecot refuses uid 0."""
    return pwd.getpwnam("mail") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())


def _privileges() -> str:
    if os.geteuid() == 0:
        return ""
    # Without root, no process can change its user or its root directory.
    me = mail_owner()
    return f"""default_login_user = {me.pw_name}
default_internal_user = {me.pw_name}
default_internal_group = {grp.getgrgid(os.getgid()).gr_name}
service anvil {{
  chroot =
}}
"""


def _services(settings: Settings, reuse: str) -> str:
    """`reuse`: the setting with which one login process serves any number of connections."""
    # auth-penalty slows all logins of an address after a wrong password. It is off: tests share one address.
    return f"""{_privileges()}service imap-login {{
  chroot =
  {reuse}
  client_limit = 4000
  inet_listener imap {{
    port = {settings.plain_port}
  }}
  inet_listener imaps {{
    port = {settings.tls_port if settings.starttls else 0}
    ssl = yes
  }}
}}
service imap {{
  process_limit = 3000
}}
service anvil {{
  client_limit = 8000
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service auth {{
  client_limit = 8000
}}
service config {{
  client_limit = 8000
}}
service stats {{
  client_limit = 8000
}}
"""


def _folders(settings: Settings) -> str:
    roles = ("Drafts", "Sent", "Trash", "Junk") if settings.special_use else ()
    mailboxes = "".join(
        f"""  mailbox {role} {{
    special_use = \\{role}
    auto = create
  }}
"""
        for role in roles
    )
    return f"""namespace inbox {{
  inbox = yes
  separator = {settings.separator}
  prefix = {settings.prefix}
{mailboxes}}}
"""


def _submission(settings: Settings) -> str:
    if settings.submission_port == 0:
        return ""
    return f"""submission_relay_host = 127.0.0.1
submission_relay_port = {settings.relay_port}
submission_relay_ssl = no
submission_max_mail_size = 60M
service submission-login {{
  chroot =
  inet_listener submission {{
    port = {settings.submission_port}
  }}
}}
"""


def oauth_file(settings: Settings) -> str:
    """dovecot-oauth2.conf.ext for 2.3."""
    return f"""introspection_url = {settings.introspection_url}
introspection_mode = auth
force_introspection = yes
username_attribute = email
active_attribute = active
active_value = true
timeout_msecs = 10000
"""


def _oauth_2_3(settings: Settings) -> str:
    if not settings.introspection_url:
        return ""
    return f"""passdb {{
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = {settings.root}/dovecot-oauth2.conf.ext
}}
"""


def _oauth_2_4(settings: Settings) -> str:
    if not settings.introspection_url:
        return ""
    return f"""oauth2 {{
  introspection_url = {settings.introspection_url}
  introspection_mode = auth
  force_introspection = yes
  username_attribute = email
  active_attribute = active
  active_value = true
}}
passdb oauth2 {{
  mechanisms_filter = xoauth2 oauthbearer
}}
"""


def _common(settings: Settings) -> str:
    return f"""base_dir = {settings.root}/run
log_path = {settings.root}/dovecot.log
protocols = imap {"submission" if settings.submission_port else ""}
listen = 127.0.0.1
ssl = {settings.tls()}
auth_mechanisms = {settings.mechanisms}
auth_failure_delay = 0
first_valid_uid = 1
mail_fsync = never
mail_max_userip_connections = 4000
{_submission(settings)}"""


def settings_2_3(settings: Settings) -> str:
    """dovecot.conf for 2.3."""
    owner = mail_owner()
    return f"""{_common(settings)}state_dir = {settings.root}/state
ssl_cert = <{settings.certificate.certificate}
ssl_key = <{settings.certificate.key}
disable_plaintext_auth = no
mail_location = {settings.mail_location()}
protocol imap {{
  imap_capability = {settings.capability()}
}}
{_oauth_2_3(settings)}passdb {{
  driver = passwd-file
  args = username_format=%u {settings.root}/users
}}
userdb {{
  driver = passwd-file
  args = username_format=%u {settings.root}/users
  default_fields = uid={owner.pw_uid} gid={owner.pw_gid}
}}
{_services(settings, "service_count = 0")}{_folders(settings)}"""


def settings_2_4(settings: Settings) -> str:
    """dovecot.conf for 2.4, which renamed the mail, TLS and passdb settings."""
    owner = mail_owner()
    return f"""dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
{_common(settings)}state_dir = {settings.root}/state
ssl_server_cert_file = {settings.certificate.certificate}
ssl_server_key_file = {settings.certificate.key}
auth_allow_cleartext = yes
mail_driver = {settings.storage}
mail_path = {settings.mail_path()}
mail_uid = {owner.pw_uid}
mail_gid = {owner.pw_gid}
protocol imap {{
  imap_capability = {settings.capability()}
}}
{_oauth_2_4(settings)}passdb passwd-file {{
  passwd_file_path = {settings.root}/users
}}
userdb passwd-file {{
  passwd_file_path = {settings.root}/users
}}
{_services(settings, "restart_request_count = unlimited")}{_folders(settings)}"""
