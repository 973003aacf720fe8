# SPDX-License-Identifier: GPL-3.0-or-later
"""A user with much data: accounts in every state, drafts, an outbox, webhooks, devices.

Names and subjects are long, German, Chinese and Arabic. Times are in the hours before `NEWEST`.
"""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from postrider_browser.mailservice import NEWEST, usual_mails
from postrider_support import Client, Service, SmtpScript, User
from postrider_support.letters import account_when, letter, synced_account
from postrider_support.maildomain import DOMAIN, MailDomain
from postrider_support.pushservice import PushService
from postrider_support.sending import reply, settled
from postrider_support.smtpscript import SmtpSession
from postrider_support.waiting import wait_until
from postrider_support.webhooksink import WebhookSink, resets, response

CONFIG = {
    "outbox.retries": "36000",
    "webhooks.allowed_networks": "127.0.0.0/8",
    "webhooks.retries": "3600",
}
ENVIRONMENT = {"POSTRIDER_PUSH_ALLOWED_NETWORKS": "127.0.0.0/8, ::1"}

LONG = "Vereinigung der Donaudampfschifffahrtsgesellschaftskapitäne e. V."
NAMES = ("Nina Weiß", LONG, "工作邮箱", "بريد سارة")
PEOPLE = (
    "Dr. Annemarie Freifrau von und zu Donaudampfschifffahrtsgesellschaft <annemarie@example.org>",
    "سارة الأحمد <sara@example.com>",
    "王小明 <wang@example.com>",
    "Zoë Müller-Lüdenscheidt <zoe.mueller-luedenscheidt@abteilung-fuer-oeffentlichkeitsarbeit.example.org>",
)
TEMPLATE = """{
  "text": "{{data.subject}}",
  "from": "{{data.from_name}}",
  "what": "{{data.nothing}}"
}"""
HOOKS, HOOKS_AT = f"hooks.{DOMAIN}", "127.0.1.9"
AGENTS = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0",
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36",
    "a toaster",
)


@dataclass
class BusyUser:
    """The first user of a service, with all that data, which stays unchanged."""

    service: Service
    client: Client
    domain: MailDomain
    smtp: SmtpScript
    users: list[User]
    accounts: list[dict[str, Any]]
    webhooks: list[dict[str, Any]]
    drafts: list[int]

    def mail(self, subject: str) -> int:
        """The id of the mail with that in its subject."""
        mails = self.client.get("/mails", pageSize=50).ok()["items"]
        return next(int(one["id"]) for one in mails if subject in one["subject"])

    def outbox(self) -> dict[str, Any]:
        """The service's list, with next tries in the hour after NEWEST.

        The database is not changed, because the service would act on a time that has passed.
        """
        listed: dict[str, Any] = self.client.get("/outbox", pageSize=20).ok()
        for one in listed["items"]:
            if one["nextAttemptAt"]:
                one["nextAttemptAt"] = "2026-03-02T10:00:00Z"
        return listed

    def forget_others(self) -> None:
        """Removes drafts and accounts that were added."""
        drafts = self.client.get("/drafts", pageSize=100).ok()["items"]
        more = [one["id"] for one in drafts if one["id"] not in self.drafts]
        if more:
            self.client.post("/drafts/batch-delete", {"ids": more}).ok()
        known = [one["id"] for one in self.accounts]
        for one in self.client.get("/accounts").ok():
            if one["id"] not in known:
                self.client.delete(f"/accounts/{one['id']}").ok()


def busy_user(stack: ExitStack, service: Service, domain: MailDomain, users: list[User]) -> BusyUser:
    """Makes all data; this takes some seconds."""
    domain.has_imap(f"imap.{DOMAIN}")
    smtp = domain.has_smtp(f"smtp.{DOMAIN}", starttls=False)
    client = service.admin()
    stack.callback(client.close)
    made = BusyUser(service, client, domain, smtp, users, [], [], [])
    _accounts(made)
    _drafts(made)
    _outbox(made)
    _webhooks(made, stack)
    _devices(made, stack)
    client.put(
        "/settings",
        {
            "imageSenders": [
                "shop@example.com",
                "newsletter@abteilung-fuer-oeffentlichkeitsarbeit.example.org",
            ],
            "quietHours": {"enabled": True, "from": "22:00", "to": "07:00"},
        },
    ).ok()
    _set_times(service)
    return made


def _accounts(made: BusyUser) -> None:
    dovecot = made.domain.dovecot
    for at, (name, user) in enumerate(zip(NAMES, made.users)):
        for number, one in enumerate(_mails() if at == 0 else (letter(),)):
            dovecot.deliver(user, one, NEWEST - 3600 * number)
        body = dovecot.account(user, name=name, email=user.name) | {
            "host": f"imap.{DOMAIN}",
            "port": 993,
            "smtp_host": f"smtp.{DOMAIN}",
            "smtp_port": 465,
            "smtpSecurity": "tls",
            "appendSent": False,  # copies would arrive while pictures are taken
        }
        made.accounts.append(synced_account(made.client, body))
    wrong, paused = (made.accounts[at]["id"] for at in (1, 2))
    made.client.put(f"/accounts/{wrong}", {"password": "wrong"}).ok()
    account_when(made.client, wrong, lambda one: one["status"] == "error", 30)
    made.client.put(f"/accounts/{paused}/status", {"status": "disabled"}).ok()


def _mails() -> tuple[bytes, ...]:
    many = {"Cc": ", ".join(_encoded(one) for one in PEOPLE)}
    text = "Sehr geehrte Damen und Herren,\n\nanbei die Rechtsschutzversicherungsgesellschaftsunterlagen.\n\nمع أطيب التحيات\n此致敬礼\n"
    return (
        letter(
            "Rückfrage zur Kraftfahrzeughaftpflichtversicherung / استفسار",
            text,
            headers=many,
            sent_at=NEWEST,
        ),
        *usual_mails(),
    )


def _encoded(person: str) -> str:
    name, address = person.rsplit(" ", 1)
    return f'"{name}" {address}'


def _drafts(made: BusyUser) -> None:
    first, _, _, last = (one["id"] for one in made.accounts)
    drafts: list[dict[str, Any]] = [
        {
            "accountId": first,
            "to": [],
            "subject": "",
            "body": "Noch ohne Empfänger und ohne Betreff",
        },
        {
            "accountId": first,
            "to": list(PEOPLE),
            "subject": "Rechtsschutzversicherungsgesellschaften und ihre Beitragsanpassungsklauseln",
            "body": "<p>Sehr geehrte Damen und Herren, anbei erhalten Sie die Unterlagen.</p>",
        },
        {
            "accountId": last,
            "to": [PEOPLE[1]],
            "subject": "موعد الاجتماع القادم",
            "body": "<p>نلتقي غدا صباحا في المكتب.</p>",
        },
        {
            "accountId": first,
            "to": [PEOPLE[2]],
            "subject": "会议安排",
            "body": "<p>大家好，明天上午十点开会，请准时参加。</p>",
        },
    ]
    made.drafts = [made.client.post("/drafts", one).ok()["id"] for one in drafts]


def _outbox(made: BusyUser) -> None:
    """Sends one mail of each fate; the last one is first in the list."""
    refuse = reply("550 5.1.1 Recipient address rejected: no such user here")

    def refuse_one(session: SmtpSession) -> None:
        refuse(session) if "zoe" in session.line else session.usual()

    fates: list[tuple[str, list[str], str, Callable[[SmtpSession], None] | None, str]] = [
        (
            "Arrived: die Rechtsschutzversicherungsgesellschaften",
            ["Ben Hill <ben@example.com>"],
            "",
            None,
            "sent",
        ),
        ("موعد الاجتماع", [PEOPLE[1]], ".", lambda session: session.close(), "unknown"),
        (
            "Kraftfahrzeughaftpflichtversicherungsbeitragsanpassung",
            list(PEOPLE),
            "RCPT",
            refuse,
            "failed",
        ),
        ("Party 🎉", [*PEOPLE[:2], "Zoë <zoe@example.com>"], "RCPT", refuse_one, "sent"),
        (
            "会议安排",
            [PEOPLE[2]],
            "RCPT",
            reply("451 4.7.1 Greylisted, please come back later"),
            "queued",
        ),
    ]
    for subject, to, verb, hook, status in fates:
        made.smtp.on(verb, hook) if hook else None
        mail = {
            "accountId": made.accounts[0]["id"],
            "to": to,
            "subject": subject,
            "body": "<p>Hello</p>",
        }
        made.client.post("/mails/send", mail)
        newest = made.client.get("/outbox", pageSize=1).ok()["items"][0]
        settled(made.client, newest["id"], status)
        made.smtp.on(verb, None) if hook else None


def _webhooks(made: BusyUser, stack: ExitStack) -> None:
    gone = response(410, b"gone")
    sink = stack.enter_context(
        WebhookSink(response(200, b"taken"), response(503, b"out of order"), resets, response(200, b"taken"), gone)
    )
    made.domain.names.means(HOOKS, HOOKS_AT)
    made.domain.names.leads(HOOKS_AT, 80, sink.port)
    hooks: list[dict[str, Any]] = [
        {
            "name": "Tickets 票务",
            "url": f"http://{HOOKS}/tickets",
            "bodyTemplate": TEMPLATE,
            "headers": {"Authorization": "Bearer 6fe1", "X-Plain": "seen"},
            "filters": {"subject": ["Rechnung"]},
        },
        {
            "name": "تنبيهات البريد",
            "events": ["mail.failed"],
            "url": f"http://{HOOKS}/a/very/long/path/{'that-goes-on-and-on-' * 6}end",
        },
        {"name": f"Benachrichtigung der {LONG}", "url": f"http://{HOOKS}/gone"},
    ]
    made.webhooks = [made.client.post("/webhooks", one).ok(201) for one in hooks]
    for _ in range(4):
        made.client.post(f"/webhooks/{made.webhooks[0]['id']}/test").ok()
    made.domain.dovecot.deliver(made.users[0], letter("Willkommen", sender=("Zoë", "zoe@example.com")), NEWEST - 90_000)
    last = f"/webhooks/{made.webhooks[2]['id']}"
    wait_until(lambda: made.client.get(last).ok()["disabledReason"], 30, "a webhook that is switched off")


def _devices(made: BusyUser, stack: ExitStack) -> None:
    push = stack.enter_context(PushService())
    for agent in AGENTS:
        made.client.post("/push/subscribe", push.browser().subscription | {"userAgent": agent}).ok(201)


def _set_times(service: Service) -> None:
    """Moves the times that the service stored by its own clock into the hours before NEWEST."""
    for table, columns in {
        "drafts": ("created_at", "updated_at"),
        "outbox": ("created_at",),
        "webhook_logs": ("created_at",),
        "push_subscriptions": ("created_at", "updated_at"),
    }.items():
        for column in columns:
            service.sql(f"UPDATE {table} SET {column} = {NEWEST} - 5400 * (1 + (SELECT MAX(id) FROM {table}) - id)")
    service.sql("UPDATE outbox SET sent_at = created_at + 2 WHERE sent_at IS NOT NULL")
    service.sql("UPDATE webhook_logs SET duration_ms = 40 + 7 * id")
    service.sql(f"UPDATE webhooks SET last_trigger_at = {NEWEST} - 1200 WHERE last_trigger_at IS NOT NULL")
    service.sql(f"UPDATE push_subscriptions SET last_success_at = {NEWEST} - 300 WHERE id = 1")
