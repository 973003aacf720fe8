# SPDX-License-Identifier: GPL-3.0-or-later
"""The description that the service serves is consistent, complete and public."""

import json
import re
from pathlib import Path

from postrider_support import Client, OpenApi, Service

SOURCE = Path(__file__).parents[2] / "resources" / "openapi" / "openapi.json"

# All operations that the service has routes for.
OPERATIONS = {
    ("POST", "/auth/login"),
    ("POST", "/auth/refresh"),
    ("POST", "/auth/logout"),
    ("POST", "/auth/logout-all"),
    ("POST", "/auth/password"),
    ("POST", "/auth/pair"),
    ("POST", "/auth/proof"),
    ("GET", "/auth/me"),
    ("GET", "/accounts"),
    ("POST", "/accounts"),
    ("POST", "/accounts/test-connection"),
    ("POST", "/accounts/discover"),
    ("POST", "/accounts/folders"),
    ("GET", "/accounts/{id}"),
    ("PUT", "/accounts/{id}"),
    ("DELETE", "/accounts/{id}"),
    ("POST", "/accounts/{id}/sync"),
    ("PUT", "/accounts/{id}/status"),
    ("GET", "/accounts/{id}/folders"),
    ("GET", "/oauth/providers"),
    ("POST", "/oauth/start"),
    ("POST", "/oauth/finish"),
    ("POST", "/oauth/device"),
    ("POST", "/oauth/device/poll"),
    ("GET", "/mails"),
    ("GET", "/mails/stats"),
    ("GET", "/mails/stats/history"),
    ("GET", "/mails/stats/senders"),
    ("POST", "/mails/batch-delete"),
    ("POST", "/mails/batch-read"),
    ("POST", "/mails/batch-star"),
    ("POST", "/mails/mark-all-read"),
    ("GET", "/mails/{id}"),
    ("DELETE", "/mails/{id}"),
    ("GET", "/mails/{id}/raw"),
    ("GET", "/mails/{id}/thread"),
    ("PUT", "/mails/{id}/read"),
    ("PUT", "/mails/{id}/star"),
    ("POST", "/mails/{id}/unsubscribe"),
    ("POST", "/mails/{id}/ticket"),
    ("GET", "/frames/{ticket}"),
    ("GET", "/frames/{ticket}/parts/{attachmentId}"),
    ("GET", "/frames/{ticket}/attachments/{attachmentId}"),
    ("GET", "/frames/{ticket}/images/{image}"),
    ("GET", "/mails/stream"),
    ("GET", "/mails/stream/health"),
    ("POST", "/mails/stream/ticket"),
    ("POST", "/mails/send"),
    ("GET", "/outbox"),
    ("GET", "/outbox/{id}"),
    ("DELETE", "/outbox/{id}"),
    ("POST", "/outbox/{id}/retry"),
    ("GET", "/drafts"),
    ("POST", "/drafts"),
    ("POST", "/drafts/batch-delete"),
    ("GET", "/drafts/{id}"),
    ("PUT", "/drafts/{id}"),
    ("DELETE", "/drafts/{id}"),
    ("POST", "/drafts/{id}/send"),
    ("GET", "/attachments"),
    ("POST", "/attachments"),
    ("DELETE", "/attachments/{upload}"),
    ("GET", "/attachments/mail/{mailId}"),
    ("GET", "/attachments/{id}/download"),
    ("GET", "/settings"),
    ("PUT", "/settings"),
    ("GET", "/push/vapid-public-key"),
    ("POST", "/push/subscribe"),
    ("POST", "/push/unsubscribe"),
    ("GET", "/push/subscriptions"),
    ("POST", "/push/test"),
    ("GET", "/webhooks"),
    ("POST", "/webhooks"),
    ("POST", "/webhooks/preview"),
    ("GET", "/webhooks/{id}"),
    ("PUT", "/webhooks/{id}"),
    ("DELETE", "/webhooks/{id}"),
    ("POST", "/webhooks/{id}/test"),
    ("GET", "/webhooks/{id}/logs"),
    ("GET", "/health"),
    ("GET", "/health/live"),
    ("GET", "/health/ready"),
    ("GET", "/metrics"),
    ("GET", "/nodes"),
    ("GET", "/openapi.json"),
}
EVENTS = {
    "connected",
    "heartbeat",
    "resync",
    "mail.received",
    "mail.synced",
    "mail.updated",
    "mail.deleted",
    "account.created",
    "account.updated",
    "account.deleted",
    "account.status_changed",
    "account.health",
    "account.mode_changed",
    "account.sync_started",
    "account.sync_progress",
    "account.sync_done",
    "account.sync_error",
    "stats.updated",
    "mail.sent",
    "mail.failed",
    "draft.deleted",
    "webhook.delivered",
    "webhook.failed",
}


CALLS = {
    "mail.received",
    "mail.updated",
    "mail.deleted",
    "mail.sent",
    "mail.failed",
    "account.created",
    "account.updated",
    "account.deleted",
    "account.status_changed",
    "push",
}


def source() -> OpenApi:
    return OpenApi(json.loads(SOURCE.read_text()))


def test_description_holds_together() -> None:
    assert source().problems() == []


def test_description_has_every_operation_and_no_other() -> None:
    assert source().described() == OPERATIONS


def test_description_has_every_event() -> None:
    assert set(source().document["paths"]["/mails/stream"]["get"]["x-events"]) == EVENTS


def test_description_has_every_call_to_others() -> None:
    document = source().document
    assert set(document["webhooks"]) == CALLS
    offered = document["components"]["schemas"]["WebhookCreate"]["properties"]["events"]["items"]["enum"]
    assert set(offered) == CALLS - {"push"}


def test_answers_are_closed_and_complete() -> None:
    """Fields of an answer are always present, so each is required, and there are no others."""
    document = source().document
    loose = [
        name
        for name, schema in document["components"]["schemas"].items()
        if "additionalProperties" in schema
        and set(schema["properties"]) - set(schema.get("required", ())) - OPTIONAL.get(name, set())
    ]
    assert loose == []


OPTIONAL = {"Error": {"details"}, "Mail": {"highlight"}}


def test_error_codes_carry_their_status() -> None:
    rows = source().document["x-error-codes"]
    assert [row["code"] // 100 for row in rows] == [row["status"] for row in rows]
    assert len({row["code"] for row in rows}) == len({row["error"] for row in rows}) == len(rows)


def test_service_serves_the_description_to_anybody(service: Service) -> None:
    answer = service.client().get("/openapi.json")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json == source().document
    assert answer.json["info"]["version"] == service.client().get("/health").ok()["version"]


def test_every_described_path_is_routed(client: Client) -> None:
    """A path without a route would answer 404/40400, a missing method 405."""
    for method, path in sorted(
        OPERATIONS - {("GET", "/mails/stream"), ("POST", "/auth/logout"), ("POST", "/auth/logout-all")}
    ):
        answer = client.request(method, re.sub("{(id|mailId|attachmentId)}", "9007199254740991", path))
        assert answer.status != 405, (method, path)
        assert answer.json is None or answer.json.get("code") != 40400, (method, path)
