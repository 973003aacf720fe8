# SPDX-License-Identifier: GPL-3.0-or-later
"""Subscriptions of browsers: what is accepted, what is stored, the keys, and the test notification."""

import base64
from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from postrider_support import Client, Service
from postrider_support.pushservice import PushService, base64url, checked_token, from_base64url
from test_users import NINA_PASSWORD, added, logged_in

ENVIRONMENT = {"POSTRIDER_PUSH_ALLOWED_NETWORKS": "127.0.0.0/8"}
CONFIG = {"visibility": "shared", "push.timeout": "5"}
RFC_KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}


@pytest.fixture
def push() -> Iterator[PushService]:
    with PushService() as service:
        yield service


@pytest.fixture(autouse=True)
def no_subscriptions_left(client: Client) -> Iterator[None]:
    """Each test begins and ends without subscriptions."""
    yield
    for one in listed(client):
        client.post("/push/unsubscribe", {"endpoint": one["endpoint"]}).ok()


def listed(client: Client) -> list[dict[str, Any]]:
    return client.get("/push/subscriptions").ok()


def subscribed(client: Client, browser: Any, status: int = 201) -> int:
    return client.post("/push/subscribe", browser.subscription).ok(status)["id"]


# -- subscribing


def test_key_is_there_for_anybody(service: Service, client: Client) -> None:
    key = client.get("/push/vapid-public-key").ok()["publicKey"]
    assert service.client().get("/push/vapid-public-key").ok() == {"publicKey": key}
    point = from_base64url(key)
    assert len(key) == 87 and len(point) == 65 and point[0] == 4


def test_new_subscription_is_listed_without_its_keys(client: Client, push: PushService) -> None:
    browser = push.browser()
    answer = client.post("/push/subscribe", browser.subscription | {"userAgent": "Firefox 128", "expirationTime": None})
    made = answer.ok(201)["id"]
    assert answer.json["message"] == "subscribed"
    (one,) = listed(client)
    assert {key: value for key, value in one.items() if key not in ("createdAt", "updatedAt")} == {
        "id": made,
        "active": True,
        "endpoint": browser.endpoint,
        "userAgent": "Firefox 128",
        "lastSuccessAt": None,
        "lastStatusCode": None,
        "failureCount": 0,
    }
    assert browser.subscription["keys"]["auth"] not in str(listed(client))


def test_same_endpoint_renews_the_subscription(client: Client, push: PushService) -> None:
    browser = push.browser()
    made = subscribed(client, browser)
    browser.auth = b"another secret.."
    assert subscribed(client, browser, 200) == made
    assert len(listed(client)) == 1
    assert client.post("/push/test", {"title": "With the new keys"}).ok() == {"sent": 1, "failed": 0, "removed": 0}
    assert browser.shown()[0]["title"] == "With the new keys"


def test_browser_without_a_name_is_known_by_its_header(client: Client, push: PushService) -> None:
    client.request(
        "POST", "/push/subscribe", body=push.browser().subscription, headers={"User-Agent": "Mozilla/5.0 (X11)"}
    ).ok(201)
    assert listed(client)[0]["userAgent"] == "Mozilla/5.0 (X11)"


def test_twentyfirst_subscription_replaces_the_oldest(client: Client, push: PushService) -> None:
    made = [subscribed(client, push.browser()) for _ in range(21)]
    assert [one["id"] for one in listed(client)] == made[1:]


@pytest.mark.parametrize(
    "body, field",
    [
        ({}, "endpoint"),
        ({"endpoint": "https://a.example/"}, "keys.p256dh"),
        ({"endpoint": 7, "keys": RFC_KEYS}, "endpoint"),
        ({"endpoint": "https://a.example/", "keys": []}, "keys"),
        ({"endpoint": "https://a.example/", "keys": {"p256dh": 1, "auth": "a"}}, "keys.p256dh"),
        ({"endpoint": "https://a.example/", "keys": {"p256dh": RFC_KEYS["p256dh"]}}, "keys.auth"),
    ],
)
def test_field_of_a_wrong_type_is_named(client: Client, body: Any, field: str) -> None:
    error = client.post("/push/subscribe", body).failed(400, 40001)
    assert field in [detail["field"] for detail in error["details"]]


def point(text: str) -> dict[str, str]:
    return RFC_KEYS | {"p256dh": text}


OFF_CURVE = base64url(b"\4" + bytes(31) + b"\1" + bytes(31) + b"\1")


@pytest.mark.parametrize(
    "keys",
    [
        point(""),
        point("abc"),
        point("!" * 87),
        point(base64url(bytes(65))),
        point(base64url(b"\4" + bytes(64))),
        point(OFF_CURVE),
        point(base64url(from_base64url(RFC_KEYS["p256dh"])[:64])),
        point(base64url(b"\2" + from_base64url(RFC_KEYS["p256dh"])[1:33])),
        RFC_KEYS | {"auth": ""},
        RFC_KEYS | {"auth": base64url(bytes(15))},
        RFC_KEYS | {"auth": base64url(bytes(17))},
        RFC_KEYS | {"auth": "ä" * 22},
    ],
)
def test_keys_that_no_browser_makes_are_refused(client: Client, push: PushService, keys: dict[str, str]) -> None:
    error = client.post("/push/subscribe", {"endpoint": push.browser().endpoint, "keys": keys}).failed(400, 40011)
    assert error["details"][0]["field"] == "keys"
    assert listed(client) == []


def test_keys_may_be_in_the_standard_alphabet_with_padding(client: Client, push: PushService) -> None:
    browser = push.browser()
    keys = {
        name: base64.b64encode(from_base64url(value)).decode() for name, value in browser.subscription["keys"].items()
    }
    client.post("/push/subscribe", {"endpoint": browser.endpoint, "keys": keys}).ok(201)
    assert client.post("/push/test").ok()["sent"] == 1
    assert len(browser.shown()) == 1


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "push.example.net/x",
        "ftp://push.example.net/x",
        "https://",
        "https://user:pw@push.example.net/x",
        "https://push.example.net/x#part",
        "https://push.example.net:22/x",
        "https://push.example.net/" + "x" * 2048,
        "http://push.example.net/x",
        "https://10.0.0.1/x",
        "https://192.168.1.1/x",
        "https://169.254.169.254/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://[fe80::1]/x",
        "https://[fd00::1]/x",
        "https://100.64.0.1/x",
        "https://0/x",
        "https://0x0a000001/x",
        "http://93.184.216.34/x",
        "https://93.184.216.34:8443/x",
    ],
)
def test_endpoint_that_is_no_push_service_is_refused(client: Client, endpoint: str) -> None:
    error = client.post("/push/subscribe", {"endpoint": endpoint, "keys": RFC_KEYS}).failed(400, 40011)
    assert error["details"][0]["field"] == "endpoint"
    assert listed(client) == []


@pytest.mark.parametrize(
    "endpoint", ["https://127.0.0.1/x", "https://localhost/x", "http://127.0.0.1:8080/x", "https://[::1]/x"]
)
def test_endpoint_on_this_machine_is_refused_unless_it_was_opened(fresh_service: Any, endpoint: str) -> None:
    client = fresh_service().admin()
    client.post("/push/subscribe", {"endpoint": endpoint, "keys": RFC_KEYS}).failed(400, 40011)


def test_endpoint_whose_name_is_unknown_now_is_taken(client: Client) -> None:
    """Each message looks the name up again: a name server that is down must not cost a subscription."""
    client.post("/push/subscribe", {"endpoint": "https://push.invalid/x", "keys": RFC_KEYS}).ok(201)


# -- unsubscribing


def test_leaving_twice_is_no_error(client: Client, push: PushService) -> None:
    browser = push.browser()
    subscribed(client, browser)
    assert client.post("/push/unsubscribe", {"endpoint": browser.endpoint}).ok() == {"removed": True}
    assert client.post("/push/unsubscribe", {"endpoint": browser.endpoint}).ok() == {"removed": False}
    assert listed(client) == []
    client.post("/push/unsubscribe", {}).failed(400, 40001)


# -- several users


@pytest.fixture(scope="module")
def nina(service: Service) -> Client:
    added(service, "nina", NINA_PASSWORD)
    return logged_in(service, "nina", NINA_PASSWORD)


def test_subscriptions_are_their_users_own(client: Client, nina: Client, push: PushService) -> None:
    browser = push.browser()
    subscribed(client, browser)
    assert listed(nina) == []
    assert nina.post("/push/unsubscribe", {"endpoint": browser.endpoint}).ok() == {"removed": False}
    assert nina.post("/push/test").ok() == {"sent": 0, "failed": 0, "removed": 0}
    assert len(listed(client)) == 1 and browser.messages == []


def test_browser_belongs_to_who_logged_in_last(client: Client, nina: Client, push: PushService) -> None:
    browser = push.browser()
    before = subscribed(client, browser)
    assert subscribed(nina, browser) != before
    assert listed(client) == [] and len(listed(nina)) == 1
    nina.post("/push/unsubscribe", {"endpoint": browser.endpoint}).ok()


@pytest.mark.parametrize(
    "method, path",
    [
        ("POST", "/push/subscribe"),
        ("POST", "/push/unsubscribe"),
        ("GET", "/push/subscriptions"),
        ("POST", "/push/test"),
    ],
)
def test_nobody_subscribes_without_a_token(service: Service, method: str, path: str) -> None:
    service.client().request(method, path, body={} if method == "POST" else None).failed(401, 40101)


# -- the test notification


def test_test_reaches_every_browser_of_the_user(client: Client, push: PushService) -> None:
    browsers = [push.browser() for _ in range(3)]
    for browser in browsers:
        subscribed(client, browser)
    content = {"title": "Grüße", "body": "Kommt das an? ✉", "icon": "/icons/own.png"}
    assert client.post("/push/test", content).ok() == {"sent": 3, "failed": 0, "removed": 0}
    for browser in browsers:
        (shown,) = browser.shown()
        assert {name: shown[name] for name in content} == content
        assert shown["data"]["event"] == "push.test"
    for one in listed(client):
        assert (one["lastStatusCode"], one["failureCount"]) == (201, 0) and one["lastSuccessAt"]


def test_message_has_the_format_of_push_services(client: Client, push: PushService) -> None:
    browser = push.browser()
    subscribed(client, browser)
    client.post("/push/test").ok()
    (message,) = browser.messages
    headers = message.headers
    assert (headers["content-encoding"], headers["ttl"], headers["urgency"]) == ("aes128gcm", "60", "normal")
    assert "topic" not in headers and len(message.body) <= 4096
    claims = checked_token(headers, push.origin)
    assert set(claims) == {"aud", "exp", "sub"}
    assert f"k={client.get('/push/vapid-public-key').ok()['publicKey']}" in headers["authorization"]


def test_two_messages_share_no_secrets(client: Client, push: PushService) -> None:
    browser = push.browser()
    subscribed(client, browser)
    for _ in range(2):
        client.post("/push/test", {"title": "The same"}).ok()
    one, other = (message.body for message in browser.messages)
    assert browser.decrypt(browser.messages[0]) == browser.decrypt(browser.messages[1])
    assert one[:16] != other[:16] and one[21:86] != other[21:86] and one[86:] != other[86:]


def test_test_without_body_has_words_of_its_own(client: Client, push: PushService) -> None:
    browser = push.browser()
    subscribed(client, browser)
    client.post("/push/test").ok()
    client.post("/push/test", {}).ok()
    assert all(
        shown["title"] and shown["body"] and shown["icon"] == "/icons/icon-192x192.png" for shown in browser.shown()
    )


def test_test_without_subscription_is_zeros(client: Client) -> None:
    assert client.post("/push/test", {"title": "Nobody"}).ok() == {"sent": 0, "failed": 0, "removed": 0}


@pytest.mark.parametrize(
    "body", [{"title": 1}, {"body": True}, {"icon": []}, {"title": "x" * 1001}, {"icon": "/" + "x" * 256}]
)
def test_test_with_wrong_words_is_refused(client: Client, body: Any) -> None:
    client.post("/push/test", body).failed(400, 40001)


def test_test_returns_the_outcome_of_each_subscription(client: Client, push: PushService) -> None:
    fine, gone, missing, refused, broken = (push.browser() for _ in range(5))
    gone.will_answer(410)
    missing.will_answer(404)
    refused.will_answer(403)
    broken.will_answer(500)
    for browser in (fine, gone, missing, refused, broken):
        subscribed(client, browser)
    assert client.post("/push/test").ok() == {"sent": 1, "failed": 2, "removed": 2}
    left = {one["endpoint"]: (one["lastStatusCode"], one["failureCount"]) for one in listed(client)}
    assert left == {fine.endpoint: (201, 0), refused.endpoint: (403, 1), broken.endpoint: (500, 1)}
    assert [len(browser.messages) for browser in (fine, refused, broken)] == [1, 1, 1]


def test_longest_texts_still_fit(client: Client, push: PushService) -> None:
    browser = push.browser()
    subscribed(client, browser)
    client.post("/push/test", {"title": "😀" * 500, "body": "文" * 1000, "icon": "/" + "x" * 255}).ok()
    (message,) = browser.messages
    assert len(browser.decrypt(message)) <= 3000
    assert browser.shown()[0]["body"].endswith("…")


def test_push_service_that_is_away_is_a_failure(client: Client, push: PushService) -> None:
    browser = push.browser()
    subscribed(client, browser)
    push.close()
    assert client.post("/push/test").ok() == {"sent": 0, "failed": 1, "removed": 0}
    assert (listed(client)[0]["lastStatusCode"], listed(client)[0]["failureCount"]) == (None, 1)


def test_redirection_is_not_followed(client: Client, push: PushService) -> None:
    browser, other = push.browser(), push.browser()
    browser.will_answer(307, headers={"Location": other.endpoint})
    subscribed(client, browser)
    assert client.post("/push/test").ok()["failed"] == 1
    assert other.messages == []


def test_tests_are_rationed(fresh_service: Any) -> None:
    client = fresh_service({"limits.probes_per_minute": "2"}).admin()
    for _ in range(2):
        client.post("/push/test").ok()
    refused = client.post("/push/test")
    refused.failed(429, 42902)
    assert int(refused.headers["retry-after"]) > 0


# -- our keys


def pair() -> tuple[str, str, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    numbers = key.private_numbers()
    public = b"\4" + numbers.public_numbers.x.to_bytes(32, "big") + numbers.public_numbers.y.to_bytes(32, "big")
    return base64url(public), base64url(numbers.private_value.to_bytes(32, "big")), key


def public_key(service: Service) -> str:
    return service.client().get("/push/vapid-public-key").ok()["publicKey"]


def test_key_survives_a_restart(fresh_service: Any) -> None:
    service = fresh_service()
    before = public_key(service)
    service.restart()
    assert public_key(service) == before


def test_key_of_the_environment_wins_over_the_stored_one(fresh_service: Any) -> None:
    service = fresh_service()
    stored = public_key(service)
    public, private, _ = pair()
    service.stop()
    service.environment |= {"POSTRIDER_VAPID_PUBLIC_KEY": public, "POSTRIDER_VAPID_PRIVATE_KEY": private}
    service.start()
    assert public_key(service) == public
    service.stop()
    for half in ("PUBLIC", "PRIVATE"):
        del service.environment[f"POSTRIDER_VAPID_{half}_KEY"]
    service.start()
    assert public_key(service) == stored


def test_private_key_may_be_a_pem_file(fresh_service: Any, push: PushService) -> None:
    public, _, key = pair()
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    service = fresh_service(
        {},
        ENVIRONMENT
        | {
            "POSTRIDER_VAPID_PUBLIC_KEY": public,
            "POSTRIDER_VAPID_PRIVATE_KEY": pem,
            "POSTRIDER_VAPID_SUBJECT": "https://example.org/contact",
        },
    )
    client = service.admin()
    browser = push.browser()
    subscribed(client, browser)
    client.post("/push/test").ok()
    assert f"k={public}" in browser.messages[0].headers["authorization"]
    assert checked_token(browser.messages[0].headers, push.origin)["sub"] == "https://example.org/contact"


@pytest.mark.parametrize("wrong", ["public only", "private only", "halves of two", "no key"])
def test_keys_that_do_not_fit_stop_the_start(fresh_service: Any, wrong: str) -> None:
    public, private, _ = pair()
    other, _, _ = pair()
    environment = {
        "public only": {"POSTRIDER_VAPID_PUBLIC_KEY": public},
        "private only": {"POSTRIDER_VAPID_PRIVATE_KEY": private},
        "halves of two": {"POSTRIDER_VAPID_PUBLIC_KEY": other, "POSTRIDER_VAPID_PRIVATE_KEY": private},
        "no key": {"POSTRIDER_VAPID_PUBLIC_KEY": public, "POSTRIDER_VAPID_PRIVATE_KEY": "nonsense"},
    }[wrong]
    service = fresh_service({}, environment, start=False)
    assert service.run_to_end() != 0
    lines = [line for line in service.log().splitlines() if "VAPID" in line]
    assert len(lines) == 1 and private not in service.log()


def test_other_key_makes_subscriptions_inactive_until_they_are_renewed(fresh_service: Any, push: PushService) -> None:
    service = fresh_service({}, ENVIRONMENT)
    client = service.admin()
    browser = push.browser()
    made = subscribed(client, browser)
    public, private, _ = pair()
    service.stop()
    service.environment |= {"POSTRIDER_VAPID_PUBLIC_KEY": public, "POSTRIDER_VAPID_PRIVATE_KEY": private}
    service.start()
    client = service.admin()
    assert [one["active"] for one in listed(client)] == [False]
    assert client.post("/push/test").ok() == {"sent": 0, "failed": 0, "removed": 0}
    assert browser.messages == []
    assert subscribed(client, browser, 200) == made
    assert [one["active"] for one in listed(client)] == [True]
    assert client.post("/push/test").ok()["sent"] == 1


def test_key_that_cannot_be_opened_leaves_the_rest_running(fresh_service: Any) -> None:
    service = fresh_service({}, {"POSTRIDER_JWT_SECRET": "a secret for the tests that is long enough"})
    service.stop()
    (service.data_dir / "master.key").unlink()
    service.start()
    client = service.admin()
    for method, path in (
        ("GET", "/push/vapid-public-key"),
        ("POST", "/push/subscribe"),
        ("POST", "/push/unsubscribe"),
        ("GET", "/push/subscriptions"),
        ("POST", "/push/test"),
    ):
        client.request(method, path, body={} if method == "POST" else None).failed(503, 50302)
    client.get("/accounts").ok()


def test_endpoints_are_not_logged(service: Service, client: Client, push: PushService) -> None:
    """Endpoints are secrets: a push service accepts messages from whoever has one."""
    browser = push.browser()
    subscribed(client, browser)
    browser.will_answer(500)
    client.post("/push/test").ok()
    assert browser.endpoint not in service.log()
