# SPDX-License-Identifier: GPL-3.0-or-later
"""GET and PUT /settings: what a user may set, what is refused, and that each user has their own."""

from typing import Any

import pytest
from postrider_support import Client
from test_users import NINA_PASSWORD, added, logged_in, user_command

QUIET = {"enabled": False, "from": "22:00", "to": "07:00"}
DEFAULTS = {
    "language": "",
    "theme": "system",
    "density": "comfortable",
    "conversations": True,
    "notifications": True,
    "imageSenders": [],
    "quietHours": QUIET,
}
OTHERS = {
    "language": "zh",
    "theme": "dark",
    "density": "compact",
    "conversations": False,
    "notifications": False,
    "imageSenders": ["news@example.org"],
    "quietHours": {"enabled": True, "from": "00:00", "to": "23:59"},
}


@pytest.fixture(autouse=True)
def nothing_set(client: Client) -> None:
    """Each test starts with the defaults."""
    assert client.put("/settings", {name: None for name in DEFAULTS}).ok() == DEFAULTS


def test_user_who_set_nothing_has_the_defaults(fresh_service: Any) -> None:
    assert fresh_service().admin().get("/settings").ok() == DEFAULTS


def test_settings_are_answered_as_they_were_set(client: Client) -> None:
    assert client.put("/settings", OTHERS).ok() == OTHERS
    assert client.get("/settings").ok() == OTHERS


@pytest.mark.parametrize("name", DEFAULTS)
def test_one_field_changes_no_other_and_null_is_its_default(client: Client, name: str) -> None:
    changed = DEFAULTS | {name: OTHERS[name]}
    assert client.put("/settings", {name: OTHERS[name]}).ok() == changed
    assert client.get("/settings").ok() == changed
    client.put("/settings", OTHERS).ok()
    assert client.put("/settings", {name: None}).ok() == OTHERS | {name: DEFAULTS[name]}
    assert client.get("/settings").ok() == OTHERS | {name: DEFAULTS[name]}


def test_quiet_hours_change_field_by_field(client: Client) -> None:
    client.put("/settings", {"quietHours": {"from": "21:30"}}).ok()
    client.put("/settings", {"quietHours": {"enabled": True}}).ok()
    assert client.get("/settings").ok()["quietHours"] == QUIET | {"from": "21:30", "enabled": True}
    reset = client.put("/settings", {"quietHours": {"from": None, "to": "06:15"}}).ok()
    assert reset["quietHours"] == {"enabled": True, "from": "22:00", "to": "06:15"}
    assert client.put("/settings", {"quietHours": {}}).ok() == reset


def test_unknown_fields_are_ignored(client: Client) -> None:
    assert client.put("/settings", {"colour": "red", "quietHours": {"on": 1}}).ok() == DEFAULTS
    assert client.put("/settings", {}).ok() == DEFAULTS


def test_addresses_are_in_lower_case_and_once(client: Client) -> None:
    given = [
        "B@Example.org",
        "a@example.org",
        "b@example.ORG",
        "Änne@Bücher.example",
        "a@example.org",
    ]
    stored = ["b@example.org", "a@example.org", "änne@bücher.example"]
    assert client.put("/settings", {"imageSenders": given}).ok()["imageSenders"] == stored
    assert client.get("/settings").ok()["imageSenders"] == stored


def test_thousand_of_the_longest_addresses_fit(client: Client) -> None:
    longest = [f"{number:04}{'a' * 308}@x.de" + "é" * 3 for number in range(1000)]
    assert {len(address) for address in longest} == {320}
    assert client.put("/settings", {"imageSenders": longest}).ok()["imageSenders"] == longest
    client.put("/settings", {"imageSenders": [*longest, "b@x.de"]}).failed(400, 40001)
    assert client.get("/settings").ok()["imageSenders"] == longest


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"language": "fr"}, "language"),
        ({"language": "EN"}, "language"),
        ({"language": 1}, "language"),
        ({"theme": ""}, "theme"),
        ({"theme": ["dark"]}, "theme"),
        ({"density": "wide"}, "density"),
        ({"conversations": "true"}, "conversations"),
        ({"conversations": 1}, "conversations"),
        ({"notifications": {}}, "notifications"),
        ({"imageSenders": "a@example.org"}, "imageSenders"),
        ({"imageSenders": {"a": 1}}, "imageSenders"),
        ({"imageSenders": ["a@example.org", 5]}, "imageSenders[1]"),
        ({"imageSenders": [None]}, "imageSenders[0]"),
        ({"imageSenders": ["a@"]}, "imageSenders[0]"),
        ({"imageSenders": ["a" * 320 + "@x"]}, "imageSenders[0]"),
        ({"imageSenders": ["example.org"]}, "imageSenders"),
        ({"imageSenders": ["@example.org"]}, "imageSenders"),
        ({"imageSenders": ["anna@"]}, "imageSenders"),
        ({"imageSenders": ["a@b@c"]}, "imageSenders"),
        ({"imageSenders": ["anna berg@example.org"]}, "imageSenders"),
        ({"imageSenders": ["anna\u0000@example.org"]}, "imageSenders"),
        ({"imageSenders": ["Anna <anna@example.org>"]}, "imageSenders"),
        ({"quietHours": "22:00"}, "quietHours"),
        ({"quietHours": {"enabled": "yes"}}, "quietHours.enabled"),
        ({"quietHours": {"from": "24:00"}}, "quietHours.from"),
        ({"quietHours": {"from": "9:00"}}, "quietHours.from"),
        ({"quietHours": {"from": "22:00:00"}}, "quietHours.from"),
        ({"quietHours": {"to": "12:60"}}, "quietHours.to"),
        ({"quietHours": {"to": 700}}, "quietHours.to"),
        ({"quietHours": {"to": "１２:００"}}, "quietHours.to"),
    ],
    ids=str,
)  # fmt: skip
def test_wrong_value_is_refused_by_the_name_of_its_field(client: Client, change: dict[str, Any], field: str) -> None:
    details = client.put("/settings", {"theme": "dark"} | change).failed(400, 40001)["details"]
    assert [(one["field"], bool(one["reason"])) for one in details] == [(field, True)]
    assert client.get("/settings").ok() == DEFAULTS, "nothing of a refused request is stored"


def test_all_wrong_fields_are_named_at_once(client: Client) -> None:
    wrong = {"language": 1, "theme": "x", "density": "x", "conversations": "x", "notifications": "x",
             "imageSenders": ["x@y", "x"], "quietHours": {"enabled": 0, "from": "x", "to": "x"}}  # fmt: skip
    details = client.put("/settings", wrong).failed(400, 40001)["details"]
    assert {one["field"] for one in details} == {
        "language", "theme", "density", "conversations", "notifications", "imageSenders[1]",
        "quietHours.enabled", "quietHours.from", "quietHours.to"}  # fmt: skip


@pytest.mark.parametrize(
    "raw",
    [b"", b"[]", b"null", b'"dark"', b'{"theme": "dark"', b'{"theme": "dark", "theme": "light"}'],
)
def test_body_must_be_one_object(client: Client, raw: bytes) -> None:
    client.request("PUT", "/settings", raw=raw, headers={"Content-Type": "application/json"}).failed(400, 40000)
    assert client.get("/settings").ok() == DEFAULTS


def test_settings_need_a_token(service: Any) -> None:
    service.client().get("/settings").failed(401, 40101)
    service.client().put("/settings", {"theme": "dark"}).failed(401, 40101)


@pytest.mark.parametrize("visibility", ["shared", "owner"])
def test_each_user_has_settings_of_their_own(fresh_service: Any, visibility: str) -> None:
    service = fresh_service({"visibility": visibility})
    added(service, "nina", NINA_PASSWORD)
    admin, nina = service.admin(), logged_in(service, "nina", NINA_PASSWORD)
    nina.put("/settings", OTHERS).ok()
    assert admin.get("/settings").ok() == DEFAULTS
    admin.put("/settings", {"theme": "light"}).ok()
    assert nina.get("/settings").ok() == OTHERS
    service.kill()
    service.start()
    assert logged_in(service, "nina", NINA_PASSWORD).get("/settings").ok() == OTHERS
    assert service.admin().get("/settings").ok() == DEFAULTS | {"theme": "light"}


def test_settings_go_with_their_user(fresh_service: Any) -> None:
    service = fresh_service({"visibility": "shared"})
    added(service, "nina", NINA_PASSWORD)
    logged_in(service, "nina", NINA_PASSWORD).put("/settings", OTHERS).ok()
    removed = user_command(service, "remove", "nina")
    assert removed.returncode == 0, removed.stderr
    added(service, "nina", NINA_PASSWORD)
    assert logged_in(service, "nina", NINA_PASSWORD).get("/settings").ok() == DEFAULTS
