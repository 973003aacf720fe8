# SPDX-License-Identifier: GPL-3.0-or-later
"""Real programs for tests: a private Dovecot, the service, a REST client and an event reader.

Standard library only, except `openapi` (python3-jsonschema) and `pushservice` (python3-cryptography).
Everything listens on 127.0.0.1, on ports that the system chooses, and is in a temporary directory.
"""

from postrider_support.certificates import CertificateAuthority
from postrider_support.client import Answer, Client
from postrider_support.dovecot import Dovecot, User
from postrider_support.exim import Exim
from postrider_support.imapscript import ImapScript, ImapSession, Stored
from postrider_support.mailbox import Mailbox
from postrider_support.openapi import OpenApi
from postrider_support.postgresql import Postgresql
from postrider_support.proxy import Proxy
from postrider_support.service import UNLIMITED, Service
from postrider_support.smtpscript import SmtpScript, SmtpSession
from postrider_support.sse import Event, EventStream
from postrider_support.waiting import wait_until

__all__ = [
    "Answer",
    "CertificateAuthority",
    "Client",
    "Dovecot",
    "Event",
    "EventStream",
    "Exim",
    "ImapScript",
    "ImapSession",
    "Mailbox",
    "OpenApi",
    "Postgresql",
    "Proxy",
    "Service",
    "SmtpScript",
    "SmtpSession",
    "Stored",
    "UNLIMITED",
    "User",
    "wait_until",
]
