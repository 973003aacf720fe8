# SPDX-License-Identifier: GPL-3.0-or-later
"""What goes beyond the basic interface is marked in the description, and nothing else is.

A client that uses nothing marked works with every service of the basic interface. Therefore the basic
interface is listed here a second time, as it was agreed: operations, parameters, fields and events.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parents[2] / "resources" / "openapi" / "openapi.json"
VERBS = ("get", "put", "post", "delete")

# Operations, each with its query parameters.
OPERATIONS: dict[str, set[str]] = {
    "POST /auth/login": set(),
    "GET /mails": {
        "page",
        "pageSize",
        "keyword",
        "accountId",
        "isRead",
        "isStarred",
        "sort",
        "order",
    },
    "GET /mails/stats": set(),
    "GET /mails/{id}": set(),
    "PUT /mails/{id}/read": set(),
    "PUT /mails/{id}/star": set(),
    "DELETE /mails/{id}": set(),
    "POST /mails/batch-delete": set(),
    "POST /mails/send": set(),
    "GET /mails/stream": {"token"},
    "GET /mails/stream/health": set(),
    "GET /accounts": set(),
    "GET /accounts/{id}": set(),
    "POST /accounts": set(),
    "PUT /accounts/{id}": set(),
    "DELETE /accounts/{id}": set(),
    "POST /accounts/test-connection": set(),
    "POST /accounts/{id}/sync": set(),
    "GET /drafts": {"page", "pageSize"},
    "POST /drafts": set(),
    "GET /drafts/{id}": set(),
    "PUT /drafts/{id}": set(),
    "DELETE /drafts/{id}": set(),
    "POST /drafts/batch-delete": set(),
    "GET /webhooks": set(),
    "POST /webhooks": set(),
    "GET /webhooks/{id}": set(),
    "PUT /webhooks/{id}": set(),
    "DELETE /webhooks/{id}": set(),
    "POST /webhooks/{id}/test": set(),
    "GET /webhooks/{id}/logs": {"page", "pageSize"},
    "GET /push/vapid-public-key": set(),
    "POST /push/subscribe": set(),
    "POST /push/unsubscribe": set(),
    "GET /push/subscriptions": set(),
    "POST /push/test": set(),
}
# Fields of JSON bodies that have no name of their own in the description.
BODIES = {
    "POST /auth/login": {"username", "password"},
    "PUT /mails/{id}/read": {"isRead"},
    "PUT /mails/{id}/star": {"isStarred"},
    "POST /push/subscribe": {"endpoint", "keys"},
    "POST /push/unsubscribe": {"endpoint"},
    "POST /push/test": {"title", "body", "icon"},
}
_MAIL = {"id", "accountId", "messageId", "from", "fromName", "to", "subject", "summary", "isHtml"}
_MAIL |= {"isRead", "isStarred", "hasAttachment", "createdAt"}
_ACCOUNT = {"name", "email", "host", "port", "username", "password", "smtp_host", "smtp_port"}
_DRAFT = {"id", "accountId", "to", "cc", "bcc", "subject", "body", "attachments"}
_WEBHOOK = {"name", "url", "headers", "bodyTemplate", "enabled"}
_LOG = {"id", "webhookId", "mailSubject", "mailFrom", "statusCode", "errorMessage", "createdAt"}
# Schemas whose fields the basic interface names. Where it leaves the names open nothing is marked.
FIELDS = {
    "Mail": _MAIL,
    "MailPage": {"items", "total", "page", "pageSize"},
    "Account": _ACCOUNT | {"id", "status", "lastSyncAt", "mailCount"},
    "AccountCreate": _ACCOUNT,
    "AccountUpdate": _ACCOUNT,
    "ConnectionTestRequest": _ACCOUNT,
    "ConnectionTest": {"success", "message"},
    "SendRequest": _DRAFT - {"id"},
    "DraftRequest": _DRAFT,
    "Draft": _DRAFT,
    "DraftItem": _DRAFT - {"body"},
    "WebhookCreate": _WEBHOOK,
    "WebhookUpdate": _WEBHOOK,
    "Webhook": _WEBHOOK | {"id"},
    "WebhookTest": {"statusCode", "responseBody", "timestamp"},
    "WebhookLog": _LOG,
    "WebhookLogPage": {"items", "total"},
    "WebhookMails": {"account_id", "account_name", "account_email", "mail_count", "mails"},
    "StreamHealth": {"status", "online", "service"},
    "Session": {"token"},
    "Error": {"code", "data", "message"},
    "EventConnected": {"client_id", "server_time", "online_count"},
    "EventMailReceived": {"account_id", "account_email", "mail_count", "mails", "timestamp"},
    "EventMailSynced": {"account_id", "account_email", "timestamp"},
    "EventHeartbeat": {"time"},
}
EVENTS = {"connected", "mail.received", "mail.synced", "heartbeat"}
CALLS = {"mail.received", "push"}


def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(SOURCE.read_text())
    return found


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, item in document()["paths"].items():
        for verb in VERBS:
            if verb in item:
                yield f"{verb.upper()} {path}", item[verb]


def unmarked(named: dict[str, dict[str, Any]]) -> set[str]:
    return {name for name, one in named.items() if "x-extension" not in one}


def test_operations_beyond_the_basic_interface_are_marked() -> None:
    assert unmarked(dict(operations())) == set(OPERATIONS)


def test_parameters_beyond_the_basic_interface_are_marked() -> None:
    for name, operation in operations():
        if name in OPERATIONS:
            given = [one for one in operation.get("parameters", []) if one["in"] != "path"]
            assert unmarked({one["name"]: one for one in given}) == OPERATIONS[name], name


def test_fields_of_bodies_beyond_the_basic_interface_are_marked() -> None:
    found = dict(operations())
    for name, fields in BODIES.items():
        schema = found[name]["requestBody"]["content"]["application/json"]["schema"]
        assert unmarked(schema["properties"]) == fields, name


def test_fields_of_schemas_beyond_the_basic_interface_are_marked() -> None:
    schemas = document()["components"]["schemas"]
    for name, fields in FIELDS.items():
        assert unmarked(schemas[name]["properties"]) == fields, name


def test_events_and_calls_beyond_the_basic_interface_are_marked() -> None:
    all_of_it = document()
    assert unmarked(all_of_it["paths"]["/mails/stream"]["get"]["x-events"]) == EVENTS
    assert unmarked({name: item["post"] for name, item in all_of_it["webhooks"].items()}) == CALLS


def test_mark_is_always_true() -> None:
    def marks(node: Any) -> Iterator[Any]:
        if isinstance(node, dict):
            yield from (value for name, value in node.items() if name == "x-extension")
        for one in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            yield from marks(one)

    found = list(marks(document()))
    assert len(found) > 100 and set(found) == {True}
