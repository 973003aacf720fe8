# SPDX-License-Identifier: GPL-3.0-or-later
"""Who may send requests: tokens and their ends, logging in and out, throttling, the first password."""

import time
from typing import Any

import pytest
from postrider_support import Client, OpenApi, Service, wait_until
from postrider_support.service import ADMIN, ADMIN_PASSWORD
from postrider_support.tokens import changed, parts, signed
from postrider_support.waiting import scaled

SECRET = "a secret for the tests that is long enough"
ENVIRONMENT = {"POSTRIDER_JWT_SECRET": SECRET}
DAY = 86400
ID = "9007199254740991"
STREAM = ("GET", "/mails/stream")
OPEN = {
    ("POST", "/auth/login"),
    ("POST", "/auth/pair"),
    ("POST", "/auth/proof"),
    ("GET", "/health"),
    ("GET", "/health/live"),
    ("GET", "/health/ready"),
    ("GET", "/metrics"),
    ("GET", "/openapi.json"),
    ("GET", "/push/vapid-public-key"),
}


def protected(openapi: OpenApi) -> list[tuple[str, str]]:
    # A frame is loaded without a token: its address has a ticket, see test_frames.py.
    operations = sorted(one for one in openapi.described() - OPEN if not one[1].startswith("/frames/"))
    assert len(operations) >= 25
    return [(method, path.replace("{id}", ID)) for method, path in operations]


def refused(
    client: Client, openapi: OpenApi, code: int, query: dict[str, Any] | None = None, but: tuple[str, str] | None = None
) -> None:
    """Every protected operation answers 401 with that code."""
    for method, path in protected(openapi):
        if (method, path) != but:
            client.request(method, path, query=query).failed(401, code)


def with_token(service: Service, openapi: OpenApi | None, token: str | None) -> Client:
    client = service.client(openapi)
    client.token = token
    return client


def fresh_token(service: Service) -> str:
    token = service.admin().token
    assert token
    return token


# -- tokens


def test_every_operation_but_a_few_needs_a_token(service: Service, openapi: OpenApi) -> None:
    refused(service.client(openapi), openapi, 40101)


def test_expired_token_is_refused_everywhere(service: Service, openapi: OpenApi, token: str) -> None:
    old = changed(token, SECRET, iat=int(time.time()) - DAY, exp=int(time.time()) - 60)
    refused(with_token(service, openapi, old), openapi, 40103)


def test_token_without_signature_algorithm_is_refused_everywhere(
    service: Service, openapi: OpenApi, token: str
) -> None:
    refused(with_token(service, openapi, changed(token, SECRET, {"alg": "none"})), openapi, 40102)


def test_query_token_opens_the_stream_and_nothing_else(service: Service, openapi: OpenApi, token: str) -> None:
    refused(service.client(openapi), openapi, 40101, {"token": token}, but=STREAM)
    with service.events(None, query={"token": token}) as stream:
        stream.wait_for("connected")


def test_header_token_wins_over_the_query(service: Service, token: str) -> None:
    with service.events("nonsense", query={"token": token}) as stream:
        assert (stream.status, stream.refusal["code"]) == (401, 40102)
    with service.events(token, query={"token": "nonsense"}) as stream:
        stream.wait_for("connected")


@pytest.mark.parametrize("query, code", [(None, 40101), ({"token": "nonsense"}, 40102), ({"token": ""}, 40101)])
def test_stream_without_a_good_token_is_401_in_json(service: Service, query: dict[str, str] | None, code: int) -> None:
    with service.events(None, query=query) as stream:
        assert (stream.status, stream.refusal["code"]) == (401, code)


@pytest.mark.parametrize(
    "header",
    [
        {"alg": "none"},
        {"alg": "nOnE"},
        {"alg": "HS512"},
        {"alg": "HS384"},
        {"alg": "RS256"},
        {"alg": None},
        {"kid": "another"},
        {"crit": ["exp"]},
        {"typ": "JWE"},
    ],
    ids=str,
)
def test_token_with_another_header_is_refused(
    service: Service, openapi: OpenApi, token: str, header: dict[str, Any]
) -> None:
    with_token(service, openapi, changed(token, SECRET, header)).get("/auth/me").failed(401, 40102)


@pytest.mark.parametrize(
    "claims",
    [
        {"exp": None},
        {"exp": "9999999999"},
        {"ver": 99},
        {"ver": None},
        {"user_id": 99, "sub": "99"},
        {"iss": "other"},
        {"aud": "other"},
        {"sub": None, "user_id": None},
        {"jti": None},
    ],
    ids=str,
)
def test_token_with_other_claims_is_refused(
    service: Service, openapi: OpenApi, token: str, claims: dict[str, Any]
) -> None:
    with_token(service, openapi, changed(token, SECRET, **claims)).get("/auth/me").failed(401, 40102)


def test_forged_role_does_not_count_without_the_secret(service: Service, openapi: OpenApi, token: str) -> None:
    header, claims = parts(token)
    forged = signed(header, claims, "some other secret that is also long enough")
    with_token(service, openapi, forged).get("/auth/me").failed(401, 40102)


def mangled(token: str) -> list[str]:
    header, claims, signature = token.split(".")
    other = "A" if signature[0] != "A" else "B"
    return [
        f"{header}.{claims}",
        f"{header}.{claims}.",
        f"{header}.{claims}.{other}{signature[1:]}",
        f"{header}.{claims}.{signature}=",
        f"{header}.{claims}.{signature}.{signature}",
        f".{claims}.{signature}",
        f"{claims}.{header}.{signature}",
        "nonsense",
        "a.b.c",
        "x" * 5000,
    ]


@pytest.mark.parametrize("number", range(10))
def test_mangled_token_is_refused(service: Service, openapi: OpenApi, token: str, number: int) -> None:
    with_token(service, openapi, mangled(token)[number]).get("/auth/me").failed(401, 40102)


@pytest.mark.parametrize("value", ["", "Bearer", "Bearer ", "Basic YWRtaW46YWRtaW4="])
def test_header_without_a_bearer_token_is_refused(service: Service, openapi: OpenApi, value: str) -> None:
    answer = service.client(openapi).request("GET", "/auth/me", headers={"Authorization": value})
    assert (answer.status, answer.code in (40101, 40102)) == (401, True)


def test_own_signature_is_accepted_so_the_refusals_above_mean_something(
    service: Service, openapi: OpenApi, token: str
) -> None:
    with_token(service, openapi, changed(token, SECRET)).get("/auth/me").ok()


# -- logging in


def test_login_gives_a_token_for_seven_days(service: Service, openapi: OpenApi) -> None:
    data = service.client(openapi).post("/auth/login", {"username": ADMIN, "password": ADMIN_PASSWORD}).ok()
    assert (data["tokenType"], data["username"], data["role"]) == ("Bearer", ADMIN, "admin")
    header, claims = parts(data["token"])
    assert header["alg"] == "HS256" and header["kid"]
    assert claims["sub"] == str(claims["user_id"])
    assert (claims["username"], claims["role"]) == (ADMIN, "admin")
    assert {"iat", "exp", "jti", "ver", "iss", "aud"} <= set(claims)
    assert claims["exp"] - claims["iat"] == 7 * DAY
    assert data["expiresAt"] == time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(claims["exp"]))


def test_remembered_login_gives_ninety_days(service: Service, openapi: OpenApi) -> None:
    data = (
        service.client(openapi)
        .post("/auth/login", {"username": ADMIN, "password": ADMIN_PASSWORD, "remember": True})
        .ok()
    )
    claims = parts(data["token"])[1]
    assert claims["exp"] - claims["iat"] == 90 * DAY


def test_lifetime_can_be_configured(fresh_service: Any) -> None:
    claims = parts(fresh_token(fresh_service({"auth.token_lifetime": "600"})))[1]
    assert claims["exp"] - claims["iat"] == 600


def test_unknown_user_and_wrong_password_look_the_same(service: Service, openapi: OpenApi) -> None:
    client = service.client(openapi)
    wrong = client.post("/auth/login", {"username": ADMIN, "password": "not this one"}).failed(401, 40104)
    unknown = client.post("/auth/login", {"username": "nobody", "password": "not this one"}).failed(401, 40104)
    assert {**wrong, "requestId": ""} == {**unknown, "requestId": ""}
    service.admin()  # a correct login resets the count of failures


@pytest.mark.parametrize(
    "body, field",
    [
        ({"password": "x"}, "username"),
        ({"username": "x"}, "password"),
        ({"username": 5, "password": "x"}, "username"),
        ({"username": "x", "password": None}, "password"),
        ({"username": "x", "password": ["x"]}, "password"),
        ({"username": ADMIN, "password": ADMIN_PASSWORD, "remember": "yes"}, "remember"),
    ],
)
def test_login_with_wrong_types_is_40001(service: Service, openapi: OpenApi, body: dict[str, Any], field: str) -> None:
    details = service.client(openapi).post("/auth/login", body).failed(400, 40001)["details"]
    assert field in [detail["field"] for detail in details]


def test_me_returns_the_owner_of_the_token(client: Client, token: str) -> None:
    me = client.get("/auth/me").ok()
    claims = parts(token)[1]
    assert (me["id"], me["username"], me["role"]) == (claims["user_id"], ADMIN, "admin")
    assert me["expiresAt"] == time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(claims["exp"]))


# -- throttling


def try_login(client: Client, username: str, password: str = "not this one") -> Any:
    return client.post("/auth/login", {"username": username, "password": password})


def test_sixth_try_in_a_row_must_wait(fresh_service: Any, openapi: OpenApi) -> None:
    service = fresh_service()
    client = service.client(openapi)
    for _ in range(10):  # on a busy machine the wait of a second may be over before the sixth try
        for _ in range(5):
            begun = time.monotonic()  # kept from the fifth try, which counts before its answer
            try_login(client, ADMIN).failed(401, 40104)
        answer = try_login(client, ADMIN, ADMIN_PASSWORD)
        if answer.status != 200:  # a 200 resets the count of failures: repeat
            break
        assert time.monotonic() - begun >= 1, "it did not have to wait"
    answer.failed(429, 42901)
    assert 1 <= int(answer.headers["retry-after"]) <= 2
    try_login(client, "somebody-else").failed(401, 40104)
    wait_until(lambda: try_login(client, ADMIN, ADMIN_PASSWORD).status == 200, 10, "the end of the wait")
    try_login(client, ADMIN).failed(401, 40104)


def test_waits_grow(fresh_service: Any, openapi: OpenApi) -> None:
    client = fresh_service().client(openapi)
    waits: list[int] = []
    deadline = time.monotonic() + scaled(30)
    while len(waits) < 3 and time.monotonic() < deadline:
        answer = try_login(client, "nobody")
        if answer.status == 429:
            waits.append(int(answer.headers["retry-after"]))
            wait_until(lambda: try_login(client, "nobody").status == 401, 10, "the end of the wait")
    assert waits == sorted(waits) and waits[-1] > waits[0], waits


def test_one_address_has_few_tries_a_minute(fresh_service: Any, openapi: OpenApi) -> None:
    client = fresh_service({"auth.logins_per_minute": "8"}).client(openapi)
    answers = [try_login(client, f"user{number}") for number in range(12)]
    assert [answer.status for answer in answers] == [401] * 8 + [429] * 4
    answers[-1].failed(429, 42901)
    assert int(answers[-1].headers["retry-after"]) >= 1


# -- ends of tokens


def test_refresh_gives_another_token_and_keeps_the_old(service: Service, openapi: OpenApi) -> None:
    first = with_token(service, openapi, fresh_token(service))
    data = first.post("/auth/refresh").ok()
    assert data["token"] != first.token
    with_token(service, openapi, data["token"]).get("/auth/me").ok()
    first.get("/auth/me").ok()


def test_logout_ends_this_token_only(service: Service, openapi: OpenApi) -> None:
    one, other = (with_token(service, openapi, fresh_token(service)) for _ in range(2))
    one.post("/auth/logout").ok()
    one.get("/auth/me").failed(401, 40102)
    one.post("/auth/refresh").failed(401, 40102)
    other.get("/auth/me").ok()


def test_logout_everywhere_ends_all_tokens(fresh_service: Any, openapi: OpenApi) -> None:
    service = fresh_service()
    one, other = (with_token(service, openapi, fresh_token(service)) for _ in range(2))
    one.post("/auth/logout-all").ok()
    for client in (one, other):
        client.get("/auth/me").failed(401, 40102)
    service.admin(openapi).get("/auth/me").ok()


def test_logout_ends_open_streams_of_the_token(service: Service) -> None:
    token = fresh_token(service)
    with service.events(token) as stream:
        stream.wait_for("connected")
        with_token(service, None, token).post("/auth/logout").ok()
        stream.wait_end(10)


def test_password_change_ends_earlier_tokens(fresh_service: Any, openapi: OpenApi) -> None:
    service = fresh_service()
    one, other = (with_token(service, openapi, fresh_token(service)) for _ in range(2))
    data = one.post("/auth/password", {"old": ADMIN_PASSWORD, "new": "a much better one"}).ok()
    for client in (one, other):
        client.get("/auth/me").failed(401, 40102)
    with_token(service, openapi, data["token"]).get("/auth/me").ok()
    try_login(service.client(openapi), ADMIN, ADMIN_PASSWORD).failed(401, 40104)
    try_login(service.client(openapi), ADMIN, "a much better one").ok()


def test_password_change_needs_the_old_one(client: Client) -> None:
    client.post("/auth/password", {"old": "not this one", "new": "a much better one"}).failed(401, 40104)
    client.get("/auth/me").ok()
    try_login(client, ADMIN, ADMIN_PASSWORD).ok()


@pytest.mark.parametrize("new", ["", "1234567", "x" * 257, "ü" * 129, 12345678, None])
def test_new_password_has_8_to_256_bytes(client: Client, new: Any) -> None:
    client.post("/auth/password", {"old": ADMIN_PASSWORD, "new": new}).failed(400, 40001)
    try_login(client, ADMIN, ADMIN_PASSWORD).ok()


@pytest.mark.parametrize("new", ["ü" * 4, "x" * 256])
def test_password_of_allowed_bytes_works(fresh_service: Any, openapi: OpenApi, new: str) -> None:
    service = fresh_service()
    service.admin(openapi).post("/auth/password", {"old": ADMIN_PASSWORD, "new": new}).ok()
    try_login(service.client(openapi), ADMIN, new).ok()


def test_tokens_and_their_ends_survive_a_restart(fresh_service: Any) -> None:
    service = fresh_service()
    kept, ended = fresh_token(service), fresh_token(service)
    with_token(service, None, ended).post("/auth/logout").ok()
    service.restart()
    with_token(service, None, kept).get("/auth/me").ok()
    with_token(service, None, ended).get("/auth/me").failed(401, 40102)


def test_token_counts_as_soon_as_the_service_listens(fresh_service: Any) -> None:
    service = fresh_service()
    token = fresh_token(service)
    service.stop()
    # So many logouts that reading them at the start takes longer than a first request.
    service.sql(
        "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200000)"
        f" INSERT INTO revoked_tokens (jti, expires_at) SELECT 'ended-' || n, {int(time.time()) + DAY} FROM numbers"
    )
    service.start()
    with_token(service, None, token).get("/auth/me").ok()


# -- the first user


def test_first_password_is_in_a_private_file_until_the_first_login(fresh_service: Any) -> None:
    service = fresh_service(start=False)
    del service.environment["POSTRIDER_ADMIN_PASSWORD"]
    service.start()
    file = service.data_dir / "first-password"
    assert file.stat().st_mode & 0o777 == 0o600
    password = file.read_text().strip()
    assert len(password) >= 12
    assert str(file) in service.log()
    assert password not in service.log()
    try_login(service.client(), ADMIN).failed(401, 40104)
    assert file.exists()
    try_login(service.client(), ADMIN, password).ok()
    wait_until(lambda: not file.exists(), 5, "the end of the first-password file")
    service.restart()
    assert not file.exists()
    try_login(service.client(), ADMIN, password).ok()


def test_hashes_of_passwords_cost_what_is_set_from_the_next_login_on(fresh_service: Any) -> None:
    def stored() -> str:
        return str(service.sql("SELECT password_hash FROM users WHERE username = 'admin'")[0][0])

    service = fresh_service({"auth.password_cost": "11"})
    service.admin()
    assert stored().startswith("$scrypt$ln=11,r=8,p=3$")
    service.stop()
    del service.config["auth.password_cost"]
    service.start()
    assert stored().startswith("$scrypt$ln=11,")
    service.admin()
    wait_until(lambda: stored().startswith("$scrypt$ln=15,r=8,p=3$"), 10, "a hash at the usual cost")
    service.admin()


def test_given_first_password_is_in_no_file(fresh_service: Any) -> None:
    service = fresh_service()
    assert not (service.data_dir / "first-password").exists()
    service.admin()


@pytest.mark.parametrize("secret", ["", "short", "x" * 31])
def test_weak_signing_secret_stops_the_start(fresh_service: Any, secret: str) -> None:
    service = fresh_service(environment={"POSTRIDER_JWT_SECRET": secret}, start=False)
    assert service.run_to_end() != 0
    assert "POSTRIDER_JWT_SECRET" in service.log()


def test_neither_passwords_nor_tokens_are_logged(service: Service, token: str) -> None:
    with service.events(None, query={"token": token}) as stream:
        stream.wait_for("connected")
    try_login(service.client(), ADMIN, "a wrong password")
    service.client().get("/accounts", token=token)
    service.admin()
    for secret in (token, token.split(".")[2], ADMIN_PASSWORD, "a wrong password", SECRET):
        assert secret not in service.log()
