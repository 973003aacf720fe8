# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of requests in the OpenAPI description are those of the service: at each bound a request is
accepted, and one beyond it is refused with the name of the field."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from postrider_support import UNLIMITED, Client, Service

DESCRIPTION = json.loads((Path(__file__).parents[2] / "resources" / "openapi" / "openapi.json").read_text())
CONFIG = UNLIMITED | {
    "webhooks.allowed_networks": "127.0.0.1",
    "push.allowed_networks": "127.0.0.1",
    "oauth.google.client_id": "x",
}

# Bounded only by the size of the request, or cut if they are too long.
WITHOUT_LENGTH = {"body", "userAgent"}
# Their bound is not a number of characters: it is in bytes or of the decoded value, it is of a whole address,
# or only known values are allowed.
LENGTHS_ELSEWHERE = {
    "secret",
    "p256dh",
    "auth",
    "nonce",
    "proxyUrl",
    "tlsPin",
    "host",
    "smtp_host",
    "provider",
    "redirectUri",
    "oauthGrant",
}
# Values for accounts with a sign-in, see test_oauth.py.
KINDS_ELSEWHERE = {"enum OAUTHBEARER", "enum XOAUTH2"}
# The shortest password has 8 bytes, which may be fewer characters; a preview calls no address.
LOOKED_AT_ELSEWHERE = {("/auth/password", "new", "minLength"), ("/webhooks/preview", "url", "pattern")}
REFUSED_BY_PATTERN = {
    r"^[^\r\n\u0000]*$": "a\nb",
    r"^[^/@\s]+$": "a/b",
    r"^[^/@\s]*$": "a/b",
    r"^[^@\s]+@[^@\s]+$": "a@b@c",
    r"^$|^(socks5|http)://": "ftp://127.0.0.1:1",
    r"^https?://": "ftp://127.0.0.1/",
    r"^[\t -~]*$": "é",
    r"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$": "a b",
    r"^[0-9a-f]{64}$": "0" * 63,
    r"^$|^whsec_[A-Za-z0-9+/]{32,86}={0,2}$": "whsec_short",
    r"^[A-Za-z0-9_+/-]{87}=?$": "x",
    r"^[A-Za-z0-9_+/-]{22}(==)?$": "x",
    r"^[A-Za-z0-9_-]*$": "!" * 43,
    r"^([01][0-9]|2[0-3]):[0-5][0-9]$": "24:00",
}


def text_of(name: str, length: int) -> str:
    """A text of that length that follows all other rules of the field."""
    if name in ("email", "imageSenders") and length < 5:  # no room for two labels
        return "a@" + "b" * (length - 2)
    if name in ("email", "imageSenders"):
        local = max(1, length - 254)  # the longest domain has 253 characters
        return "a" * local + "@" + ("b." + ("b" * 60 + ".") * 5)[: length - local - 1]
    if name in ("url", "endpoint"):
        return ("http://127.0.0.1:1024/" + "x" * length)[:length]
    return "x" * length


@dataclass(frozen=True)
class Rule:
    """One bound of one field: `good` is just within it, `bad` just beyond."""

    method: str
    path: str
    at: tuple[str | int, ...]  # where in the body
    kind: str
    good: Any
    bad: Any

    def __str__(self) -> str:
        return f"{self.method} {self.path} {'.'.join(map(str, self.at))} {self.kind}"


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        schema = DESCRIPTION["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]] | rest
    for one in schema.get("oneOf", []):
        if one.get("type") != "null":
            return resolved(one) | {key: value for key, value in schema.items() if key != "oneOf"}
    return schema


def is_a(schema: dict[str, Any], kind: str) -> bool:
    types = schema.get("type", [])
    return kind in (types if isinstance(types, list) else [types])


def sample(name: str, schema: dict[str, Any]) -> Any:
    """A valid element of a list."""
    schema = resolved(schema)
    if "enum" in schema:
        return schema["enum"][0]
    if is_a(schema, "integer"):
        return 1
    if is_a(schema, "object"):
        return {key: sample(key, value) for key, value in schema["properties"].items()}
    return "a@example.org" if name in ("to", "cc", "bcc", "replyTo", "imageSenders") else "x"


Pair = tuple[str, Any, Any]


def bounds(name: str, schema: dict[str, Any]) -> Iterator[Pair]:
    """Each bound of the schema itself: its name, a value just within it, a value just beyond."""
    if "pattern" in schema:
        yield "pattern", None, REFUSED_BY_PATTERN[schema["pattern"]]
    if name not in LENGTHS_ELSEWHERE:
        for kind, step in (("minLength", -1), ("maxLength", 1)):
            if kind in schema:
                yield kind, text_of(name, schema[kind]), text_of(name, schema[kind] + step)
    for kind, step in (("minimum", -1), ("maximum", 1)):
        if kind in schema:
            yield kind, schema[kind], schema[kind] + step
    if "enum" in schema:
        for value in schema["enum"]:
            yield f"enum {value}", value, "other"
    if is_a(schema, "array"):
        one = sample(name, schema["items"])
        values = resolved(schema["items"]).get("enum", [])
        for kind, step in (("minItems", -1), ("maxItems", 1)):
            if kind in schema:
                most = schema[kind]
                good = values if kind == "maxItems" and len(values) == most else [one] * most
                yield kind, good, [*good, one] if step > 0 else good[1:]
    if "maxProperties" in schema:
        many = {f"X-{number}": "x" for number in range(schema["maxProperties"])}
        yield "maxProperties", many, many | {"X-More": "x"}
    if "propertyNames" in schema:
        for kind, good, bad in bounds(name, schema["propertyNames"]):
            yield f"name {kind}", None if good is None else {good: "x"}, {bad: "x"}
        for kind, good, bad in bounds(name, schema["additionalProperties"]):
            yield f"value {kind}", None if good is None else {"X-One": good}, {"X-One": bad}


Found = tuple[tuple[str | int, ...], str, Any, Any]


def all_bounds(at: tuple[str | int, ...], schema: dict[str, Any]) -> Iterator[Found]:
    """The bounds of the schema and of all schemas inside it."""
    schema = resolved(schema)
    name = next((part for part in reversed(at) if isinstance(part, str)), "")
    for kind, good, bad in bounds(name, schema):
        yield at, kind, good, bad
    for key, inner in schema.get("properties", {}).items():
        yield from all_bounds((*at, key), inner)
    if is_a(schema, "array") and "enum" not in resolved(schema["items"]):
        yield from all_bounds((*at, 0), schema["items"])


def bodies() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in DESCRIPTION["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {}) if method != "parameters" else {}
            if "application/json" in content:
                yield method.upper(), path, resolved(content["application/json"]["schema"])


def rules() -> list[Rule]:
    return [
        Rule(method, path, at, kind, good, bad)
        for method, path, schema in bodies()
        for at, kind, good, bad in all_bounds((), schema)
        if (path, at[-1], kind) not in LOOKED_AT_ELSEWHERE and kind not in KINDS_ELSEWHERE
    ]


def unbounded(at: tuple[str, ...], schema: dict[str, Any]) -> Iterator[str]:
    """Fields that name no bound at all."""
    schema = resolved(schema)
    name = at[-1] if at else ""
    if is_a(schema, "string") and not {"maxLength", "enum", "pattern"} & schema.keys():
        if name not in WITHOUT_LENGTH:
            yield ".".join(at)
    if is_a(schema, "integer") and not {"minimum", "maximum"} <= schema.keys():
        yield ".".join(at)
    if is_a(schema, "array"):
        if "maxItems" not in schema:
            yield ".".join(at)
        yield from unbounded((*at, "[]"), schema["items"])
    for key, inner in schema.get("properties", {}).items():
        yield from unbounded((*at, key), inner)


def test_each_field_of_a_request_names_its_bounds() -> None:
    without = [f"{method} {path} {field}" for method, path, schema in bodies() for field in unbounded((), schema)]
    assert without == []


def test_each_parameter_names_its_bounds() -> None:
    # Parameters with other rules: tokens, times, ranges.
    others = {"token", "ticket", "lastEventId", "since", "before", "upload",
              "Range", "If-Range", "Last-Event-ID", "If-Match", "If-None-Match"}  # fmt: skip
    without = [
        f"{path} {parameter['name']}"
        for path, methods in DESCRIPTION["paths"].items()
        for operation in methods.values()
        for parameter in operation.get("parameters", [])
        if parameter["name"] not in others
        for _ in unbounded((parameter["name"],), parameter["schema"])
    ]
    assert without == []


ACCOUNT = {"name": "A", "email": "a@example.org", "host": "127.0.0.1", "port": 1, "username": "a",
           "password": "secret", "smtp_host": "127.0.0.1", "smtp_port": 1}  # fmt: skip
MAIL = {"accountId": 1, "to": ["a@example.org"], "subject": "x", "body": "x"}
PUSH_KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
BASES: dict[str, dict[str, Any]] = {
    "/auth/login": {"username": "nobody", "password": "x"},
    "/auth/pair": {"code": "x"},
    "/auth/proof": {"nonce": "A" * 43},
    "/auth/password": {"old": "wrong", "new": "long enough"},
    "/accounts": ACCOUNT,
    "/accounts/test-connection": ACCOUNT,
    "/accounts/folders": ACCOUNT,
    "/accounts/discover": {"email": "a@gmail.com"},
    "/accounts/{id}": {},
    "/accounts/{id}/status": {"status": "disabled"},
    "/oauth/start": {"provider": "google", "redirectUri": "http://127.0.0.1/"},
    "/oauth/finish": {"state": "x", "code": "x"},
    "/oauth/device": {"provider": "google"},
    "/oauth/device/poll": {"handle": "x"},
    "/mails/batch-delete": {"ids": [1]},
    "/mails/batch-read": {"ids": [1], "isRead": True},
    "/mails/batch-star": {"ids": [1], "isStarred": True},
    "/mails/mark-all-read": {"accountId": 1},
    "/mails/{id}/read": {"isRead": True},
    "/mails/{id}/star": {"isStarred": True},
    "/settings": {},
    "/push/subscribe": {"endpoint": "http://127.0.0.1:1024/",
                        "keys": {"p256dh": PUSH_KEY, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}},
    "/push/unsubscribe": {"endpoint": "http://127.0.0.1:1024/"},
    "/push/test": {},
    "/mails/send": MAIL | {"queue": False},
    "/drafts": MAIL,
    "/drafts/batch-delete": {"ids": [1]},
    "/drafts/{id}": MAIL,
    "/drafts/{id}/send": {},
    "/webhooks": {"name": "x", "url": "http://127.0.0.1:1024/"},
    "/webhooks/preview": {"name": "x", "url": "http://127.0.0.1:1024/"},
    "/webhooks/{id}": {"name": "x"},
}  # fmt: skip


@dataclass
class Place:
    """A service with one account, draft and webhook, whose ids are put into paths."""

    client: Client
    ids: dict[str, int]

    def send(self, method: str, path: str, body: Any) -> tuple[int, list[str]]:
        """Status, and the fields that a refusal with 400 names."""
        room = path.split("/")[1]
        given = json.loads(json.dumps(body).replace('"accountId": 1,', f'"accountId": {self.ids["accounts"]},'))
        answer = self.client.request(method, path.replace("{id}", str(self.ids.get(room, 1))), body=given)
        details = answer.json.get("details", []) if answer.status == 400 else []
        return answer.status, [detail["field"] for detail in details]


@pytest.fixture(scope="module")
def place(service: Service) -> Place:
    client = service.admin()
    account = client.post("/accounts", ACCOUNT).ok(201)["id"]
    client.put(f"/accounts/{account}/status", {"status": "disabled"}).ok()
    draft = client.post("/drafts", MAIL | {"accountId": account}).ok()["id"]
    webhook = client.post("/webhooks", BASES["/webhooks"]).ok(201)["id"]
    return Place(client, {"accounts": account, "drafts": draft, "webhooks": webhook})


@pytest.fixture(autouse=True)
def only_what_was_there(place: Place) -> Iterator[None]:
    yield
    for room, kept in place.ids.items():
        found = place.client.get(f"/{room}").ok()
        for one in found["items"] if isinstance(found, dict) else found:
            if one["id"] != kept:
                place.client.delete(f"/{room}/{one['id']}").ok()


def put_in(body: Any, at: tuple[str | int, ...], value: Any) -> Any:
    """A copy of the body with the value at that place; missing objects on the way are made."""
    if not at:
        return value
    first, rest = at[0], at[1:]
    if isinstance(first, int):
        return [put_in(body[0] if body else {}, rest, value)]
    before = dict(body or {})
    if first == "inline":
        before[first] = [{"cid": "x", "attachment": "x"}]
    return before | {first: put_in(before.get(first), rest, value)}


def names(field: str, at: tuple[str | int, ...]) -> bool:
    """Whether a refusal that names `field` is about the value at that place."""
    return re.split(r"[.\[]", field)[0] == at[0]


@pytest.mark.parametrize("rule", rules(), ids=str)
def test_bound_is_that_of_the_service(place: Place, rule: Rule) -> None:
    base = BASES[rule.path]
    status, fields = place.send(rule.method, rule.path, put_in(base, rule.at, rule.bad))
    assert status == 400, f"{rule.bad!r} was not refused"
    assert not fields or any(names(field, rule.at) for field in fields)
    if rule.good is not None:
        _, fields = place.send(rule.method, rule.path, put_in(base, rule.at, rule.good))
        assert not any(names(field, rule.at) for field in fields), f"{rule.good!r} was refused"


def parameters() -> Iterator[tuple[str, str, str, Any, Any]]:
    for path, methods in DESCRIPTION["paths"].items():
        operation = methods.get("get", {})
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "query" and "{" not in path and "stream" not in path:
                schema = resolved(parameter["schema"])
                for kind, good, bad in bounds(parameter["name"], schema):
                    yield path, parameter["name"], kind, good, bad


@pytest.mark.parametrize(("path", "name", "kind", "good", "bad"), parameters(),
                         ids=lambda value: str(value)[:40])  # fmt: skip
def test_bound_of_a_parameter(place: Place, path: str, name: str, kind: str, good: Any, bad: Any) -> None:
    assert place.client.get(path, **{name: bad}).status == 400, kind
    assert place.client.get(path, **{name: good}).status == 200, kind


@pytest.mark.parametrize(
    ("key", "is_good"), [("x" * 128, True), ("x" * 129, False), ("a b", False)], ids=["longest", "longer", "blank"]
)
def test_idempotency_key(place: Place, key: str, is_good: bool) -> None:
    answer = place.client.request("POST", "/mails/send", body=MAIL | {"accountId": 1, "to": []},
                                  headers={"Idempotency-Key": key})  # fmt: skip
    fields = [detail["field"] for detail in answer.json.get("details", [])]
    assert ("Idempotency-Key" in fields) is not is_good
