# SPDX-License-Identifier: GPL-3.0-or-later
"""What is true for every request: envelope, errors, methods, bodies, ids, headers, limits."""

import socket
from typing import Any
from urllib.parse import urlsplit

import pytest
from postrider_support import Client, OpenApi, Service
from postrider_support.rawhttp import exchange, read_answer
from postrider_support.waiting import scaled, setting

ORIGIN = "https://mail.example"
CONFIG = {"cors_origins": ORIGIN, "allowed_hosts": "postrider.example", "limits.header_timeout": setting(1)}

NO_MAIL = "/mails/9007199254740991"
READ = f"{NO_MAIL}/read"
JSON = {"Content-Type": "application/json"}


def send(client: Client, raw: bytes, content_type: str | None = "application/json") -> Any:
    """PUT of these bytes to a mail that does not exist: a valid body is answered with 40401."""
    return client.request("PUT", READ, raw=raw, headers={"Content-Type": content_type} if content_type else {})


# -- envelope


def test_success_has_code_and_data_only(client: Client) -> None:
    assert client.get("/accounts").json == {"code": 0, "data": []}


def test_change_has_a_message_too(client: Client) -> None:
    answer = client.post("/mails/batch-delete", {"ids": [9007199254740991]})
    assert set(answer.json) == {"code", "data", "message"}
    assert isinstance(answer.json["message"], str)


def test_error_has_every_field_of_its_shape(client: Client) -> None:
    answer = client.get(NO_MAIL)
    assert answer.status == 404
    assert set(answer.json) - {"details"} == {"code", "message", "error", "data", "requestId"}
    assert (answer.json["code"], answer.json["error"], answer.json["data"]) == (40401, "mail_not_found", None)


def test_error_details_name_the_field(client: Client) -> None:
    answer = client.put(READ, {"isRead": "true"})
    assert answer.failed(400, 40001)["details"][0]["field"] == "isRead"


def test_request_id_of_error_is_the_header(client: Client) -> None:
    answer = client.get(NO_MAIL)
    assert answer.json["requestId"] == answer.headers["x-request-id"]


def test_each_request_has_its_own_id(client: Client) -> None:
    ids = [client.get("/accounts").headers["x-request-id"] for _ in range(5)]
    assert len(set(ids)) == 5 and all(ids)


def test_headers_protect_answers(client: Client) -> None:
    for answer in (client.get("/accounts"), client.get(NO_MAIL), client.get("/health")):
        assert answer.headers["content-type"] == "application/json; charset=utf-8"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert int(answer.headers["content-length"]) == len(answer.body)


def test_headers_protect_the_stream(service: Service, token: str) -> None:
    with service.events(token) as stream:
        stream.wait_for("connected")
        assert stream.headers["x-content-type-options"] == "nosniff"
        assert stream.headers["x-frame-options"] == "DENY"
        assert stream.headers["referrer-policy"] == "no-referrer"
        assert stream.headers["cross-origin-resource-policy"] == "same-origin"
        assert "default-src 'none'" in stream.headers["content-security-policy"]


# -- paths and methods


@pytest.mark.parametrize(
    "path",
    [
        "/nope",
        "/mails/1/nope",
        "/accounts/1/sync/now",
        "/MAILS",
        "/api/v2/mails",
        "/api/v1",
        "/api/",
        "/mails/1/read/2",
        "/auth",
    ],
)
def test_unknown_path_is_404(client: Client, path: str) -> None:
    client.get(path).failed(404, 40400)


@pytest.mark.parametrize(
    "method, path, allowed",
    [
        ("PATCH", "/mails/1", {"GET", "DELETE"}),
        ("POST", "/mails/stats", {"GET"}),
        ("DELETE", "/accounts", {"GET", "POST"}),
        ("GET", "/auth/login", {"POST"}),
        ("PUT", "/mails/stream", {"GET"}),
        ("GET", "/mails/1/read", {"PUT"}),
        ("POST", "/health", {"GET"}),
        ("DELETE", "/accounts/1/status", {"PUT"}),
        ("PUT", "/openapi.json", {"GET"}),
    ],
)
def test_wrong_method_is_405_and_names_the_right_ones(
    client: Client, method: str, path: str, allowed: set[str]
) -> None:
    answer = client.request(method, path)
    answer.failed(405, 40500)
    named = {word.strip() for word in answer.headers["allow"].split(",")}
    assert named - {"HEAD", "OPTIONS"} == allowed


@pytest.mark.parametrize("path", ["/accounts", "/mails", "/mails/stats", "/health", "/openapi.json", NO_MAIL])
def test_head_is_get_without_body(client: Client, path: str) -> None:
    get, head = client.get(path), client.request("HEAD", path)
    assert head.status == get.status
    assert head.body == b""
    assert head.headers["content-type"] == get.headers["content-type"]
    if head.status == 200:
        assert head.headers["content-length"] == get.headers["content-length"]


def test_connection_is_kept_after_head_and_after_errors(client: Client) -> None:
    for method, path in (("HEAD", "/mails"), ("GET", NO_MAIL), ("GET", "/nope"), ("PATCH", "/mails")):
        client.request(method, path)
        client.get("/accounts").ok()


# -- bodies


@pytest.mark.parametrize(
    "content_type",
    ["application/json", "application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON"],
)
def test_json_media_type_is_taken(client: Client, content_type: str) -> None:
    send(client, b'{"isRead": true}', content_type).failed(404, 40401)


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/json-patch+json",
        "application/json; charset=iso-8859-1",
        None,
    ],
)
def test_other_media_types_are_415(client: Client, content_type: str | None) -> None:
    send(client, b'{"isRead": true}', content_type).failed(415, 41500)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b" ",
        b"{",
        b"{'isRead': true}",
        b'{"isRead": true} x',
        b'{"isRead": true,}',
        b'{"isRead": True}',
        b'{"isRead": NaN}',
        b'{"isRead": true} {"isRead": true}',
        b'{"isRead": true, "x": 01}',
        b'{"isRead": true, "x": "\n"}',
        b"isRead=true",
    ],
)
def test_body_that_is_not_json_is_40000(client: Client, raw: bytes) -> None:
    send(client, raw).failed(400, 40000)


@pytest.mark.parametrize("raw", [b"[]", b'"isRead"', b"true", b"1", b"null", b'[{"isRead": true}]'])
def test_body_that_is_not_an_object_is_40000(client: Client, raw: bytes) -> None:
    send(client, raw).failed(400, 40000)


@pytest.mark.parametrize(
    "raw",
    [
        b'{"isRead": true, "isRead": false}',
        b'{"isRead": true, "isRead": true}',
        b'{"isRead": true, "is\\u0052ead": true}',
        b'{"isRead": true, "x": {"y": 1, "y": 2}}',
        b'{"isRead": true, "x": [{"y": 1, "y": 1}]}',
    ],
)
def test_key_given_twice_is_40000(client: Client, raw: bytes) -> None:
    send(client, raw).failed(400, 40000)


def nested(depth: int) -> bytes:
    """A body whose deepest value lies in `depth` objects and arrays, its own braces counted."""
    return b'{"isRead": true, "x": ' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


def test_body_may_be_nested_32_deep_and_no_deeper(client: Client) -> None:
    send(client, nested(32)).failed(404, 40401)
    send(client, nested(33)).failed(400, 40000)
    send(client, nested(100_000)).failed(400, 40000)


@pytest.mark.parametrize("text", [b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe4\xbc"])
def test_body_that_is_not_utf8_is_40000(client: Client, text: bytes) -> None:
    send(client, b'{"isRead": true, "x": "' + text + b'"}').failed(400, 40000)


def test_missing_body_is_40000(client: Client) -> None:
    client.request("PUT", READ).failed(400, 40000)
    client.post("/accounts").failed(400, 40000)


@pytest.mark.parametrize("value", ["true", 1, 0, None, [], {}, 1.5])
def test_only_a_boolean_is_a_boolean(client: Client, value: Any) -> None:
    client.put(READ, {"isRead": value}).failed(400, 40001)


@pytest.mark.parametrize("value", ["1", True, None, 1.5, 0, -1, 9007199254740992, 1e300, [1], {}])
def test_only_an_integer_in_range_is_an_id(client: Client, value: Any) -> None:
    details = client.post("/mails/batch-delete", {"ids": [value]}).failed(400, 40001)["details"]
    assert details[0]["field"] == "ids[0]"


@pytest.mark.parametrize("text", [b"1.0", b"1e0", b"10e-1", b"9007199254740991"])
def test_integral_number_is_an_integer_however_written(client: Client, text: bytes) -> None:
    client.request("POST", "/mails/batch-delete", raw=b'{"ids": [' + text + b"]}", headers=JSON).ok()


def test_unknown_fields_and_parameters_are_ignored(client: Client) -> None:
    client.put(READ, {"isRead": True, "colour": {"of": ["the", "day"]}}).failed(404, 40401)
    client.get("/mails", colour="red", limit="x").ok()


# -- ids in paths


@pytest.mark.parametrize(
    "path",
    [
        "/mails/{}",
        "/mails/{}/read",
        "/mails/{}/star",
        "/mails/{}/raw",
        "/accounts/{}",
        "/accounts/{}/sync",
        "/accounts/{}/status",
    ],
)
@pytest.mark.parametrize(
    "number",
    [
        "0",
        "-1",
        "+1",
        "01",
        "1.0",
        "1e3",
        "abc",
        "0x1",
        "1%20",
        "%D9%A1",
        "9007199254740992",
        "99999999999999999999999",
    ],
)
def test_path_id_must_be_a_plain_positive_integer(client: Client, path: str, number: str) -> None:
    method, body = {
        "read": ("PUT", {"isRead": True}),
        "star": ("PUT", {"isStarred": True}),
        "sync": ("POST", None),
        "status": ("PUT", {"status": "active"}),
    }.get(path.split("/")[-1], ("GET", None))
    client.request(method, path.format(number), body=body).failed(400, 40005)


def test_largest_path_id_is_only_unknown(client: Client) -> None:
    client.get("/mails/9007199254740991").failed(404, 40401)
    client.get("/accounts/9007199254740991").failed(404, 40402)


# -- other origins and hosts


def test_listed_origin_may_read_answers(client: Client) -> None:
    answer = client.request("GET", "/accounts", headers={"Origin": ORIGIN})
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    assert "origin" in answer.headers["vary"].lower()
    assert "access-control-allow-credentials" not in answer.headers


def test_listed_origin_may_read_errors(client: Client) -> None:
    answer = client.request("GET", NO_MAIL, headers={"Origin": ORIGIN})
    assert answer.headers["access-control-allow-origin"] == ORIGIN


def test_preflight_of_a_listed_origin_is_answered_without_token(service: Service) -> None:
    answer = service.client().request(
        "OPTIONS",
        "/mails/1/read",
        headers={
            "Origin": ORIGIN,
            "Access-Control-Request-Method": "PUT",
            "Access-Control-Request-Headers": "authorization, content-type",
        },
    )
    assert (answer.status, answer.body) == (204, b"")
    assert answer.headers["access-control-allow-origin"] == ORIGIN
    assert "PUT" in answer.headers["access-control-allow-methods"]
    allowed = answer.headers["access-control-allow-headers"].lower()
    assert "authorization" in allowed and "content-type" in allowed
    assert answer.headers["access-control-max-age"] == "600"


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "https://mail.example.evil.example",
        "http://mail.example",
        "https://mail.example:8443",
    ],
)
def test_other_origins_get_no_cors_headers(service: Service, client: Client, origin: str) -> None:
    plain = client.request("GET", "/accounts", headers={"Origin": origin})
    preflight = service.client().request(
        "OPTIONS", "/mails", headers={"Origin": origin, "Access-Control-Request-Method": "GET"}
    )
    for answer in (plain, preflight):
        assert not [name for name in answer.headers if name.startswith("access-control-")]


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "LOCALHOST",
        "127.0.0.1:{port}",
        "localhost:{port}",
        "[::1]:{port}",
        "postrider.example",
        "postrider.example:443",
    ],
)
def test_own_names_are_served(service: Service, client: Client, host: str) -> None:
    port = urlsplit(service.base_url).port
    client.request("GET", "/accounts", headers={"Host": host.format(port=port)}).ok()


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8725", "sub.postrider.example", "192.168.1.1"],
)
def test_foreign_host_is_421(client: Client, host: str) -> None:
    client.request("GET", "/accounts", headers={"Host": host}).failed(421, 42100)


# -- sizes and times


def test_body_over_one_mebibyte_is_413(client: Client, openapi: OpenApi) -> None:
    body = b'{"isRead": true, "x": "' + b"x" * (1 << 20) + b'"}'
    client.request("PUT", READ, raw=body, headers=JSON).failed(413, 41301)


def test_announced_body_over_the_limit_is_refused_before_it_comes(service: Service) -> None:
    head = (
        f"PUT /api/v1{READ} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {1 << 30}\r\n\r\n"
    )
    exchange(service.base_url, head.encode(), timeout=5).failed(413, 41301)


def test_body_of_almost_one_mebibyte_is_taken(client: Client) -> None:
    body = b'{"isRead": true, "x": "' + b"x" * ((1 << 20) - 100) + b'"}'
    send(client, body).failed(404, 40401)


def test_long_address_is_414(client: Client) -> None:
    client.get("/mails", colour="x" * 8192).failed(414, 41400)
    client.get("/mails", colour="x" * 7000).ok()


def test_large_headers_are_431(client: Client) -> None:
    client.request("GET", "/accounts", headers={"X-Large": "x" * (16 * 1024)}).failed(431, 43100)
    client.request("GET", "/accounts", headers={"X-Large": "x" * (14 * 1024)}).ok()


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GARBAGE\r\n\r\n",
        b"GET /api/v1/health\r\n\r\n",
        b"GET /api/v1/health HTTP/1.1\r\nNo colon here\r\nHost: localhost\r\n\r\n",
        b"POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        b"POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: +2\r\n\r\n{}",
    ],
    ids=["no request line", "no version", "no colon", "length and chunked", "two lengths", "negative length", "plus"],
)
def test_broken_or_ambiguous_request_is_400_and_ends_the_connection(service: Service, request_bytes: bytes) -> None:
    answer = exchange(service.base_url, request_bytes, timeout=5)
    answer.failed(400, 40000)
    assert answer.headers["connection"].lower() == "close"


def test_headers_that_do_not_come_are_408(service: Service) -> None:
    parts = urlsplit(service.base_url)
    with socket.create_connection((parts.hostname, parts.port), timeout=scaled(10)) as connection:
        connection.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n")
        read_answer(connection).failed(408, 40800)


def test_many_requests_in_one_second_are_429(fresh_service: Any, openapi: OpenApi) -> None:
    client = fresh_service({"limits.requests_per_second": "5"}).admin()
    answers = [client.get("/accounts") for _ in range(60)]
    refused = [answer for answer in answers if answer.status != 200]
    assert len(answers) - len(refused) >= 10, "the burst is twice the rate"
    assert refused, "sixty at once are too many"
    for answer in refused:
        openapi.check("GET", "/api/v1/accounts", answer.status, answer.headers, answer.json)
        answer.failed(429, 42902)
        assert int(answer.headers["retry-after"]) >= 1


def test_pipelined_requests_are_answered_in_order_or_not_at_all(service: Service) -> None:
    one = b"GET /api/v1/%s HTTP/1.1\r\nHost: localhost\r\n\r\n"
    parts = urlsplit(service.base_url)
    with socket.create_connection((parts.hostname, parts.port), timeout=scaled(10)) as connection:
        connection.sendall(one % b"health" + one % b"nope")
        assert read_answer(connection).status == 200


# -- the service itself


def test_health_needs_no_token_and_has_the_version(service: Service, openapi: OpenApi) -> None:
    health = service.client(openapi).get("/health").ok()
    assert health["status"] == "ok"
    assert health["version"]


def test_ready_needs_no_token(service: Service, openapi: OpenApi) -> None:
    assert service.client(openapi).get("/health/ready").ok()["status"] == "ready"
