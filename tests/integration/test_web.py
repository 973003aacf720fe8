# SPDX-License-Identifier: GPL-3.0-or-later
"""The web client's files: how they are served, kept by browsers, and kept apart from the interface."""

import gzip
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from postrider_support import Service
from postrider_support.rawhttp import exchange

JSON_PATHS = ["/api/v1/unknown", "/api", "/api/", "/api/v1"]
PAGES = [
    "/",
    "/mails",
    "/mails/7",
    "/accounts",
    "/drafts/3",
    "/search?q=a%20b",
    "/no/such/page",
    "/%2e%2e/etc/passwd",
]


def get(service: Service, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """One GET on a new connection; header names are in lower case."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {urlsplit(service.base_url).netloc}",
        "Connection: close",
    ]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    answer = exchange(service.base_url, "\r\n".join(lines).encode() + b"\r\n\r\n")
    return answer.status, answer.headers, answer.body


def scripts_of(page: bytes) -> list[str]:
    return re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.decode())


@pytest.fixture(scope="module")
def built(service: Service) -> Any:
    """The service; skips the test if it was built without the web client."""
    if not scripts_of(get(service, "/")[2]):
        pytest.skip("built without the web client")
    return service


@pytest.mark.parametrize("path", PAGES)
def test_every_address_outside_of_the_interface_is_the_page(service: Service, path: str) -> None:
    status, headers, body = get(service, path)
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert body.lower().startswith(b"<!doctype html>")
    assert headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", JSON_PATHS)
def test_interface_answers_unknown_addresses_itself(service: Service, path: str) -> None:
    status, headers, body = get(service, path)
    assert (status, headers["content-type"]) == (404, "application/json; charset=utf-8")
    assert b"route_not_found" in body


@pytest.mark.parametrize("path", ["/assets/gone.js", "/icons/gone.png"])
def test_missing_file_is_no_page(service: Service, path: str) -> None:
    assert get(service, path)[0] == 404


def test_page_may_load_its_own_files_only(service: Service) -> None:
    policy = get(service, "/mails")[1]["content-security-policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["object-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy


def test_page_is_asked_for_again_and_is_the_same(service: Service) -> None:
    etag = get(service, "/")[1]["etag"]
    status, headers, body = get(service, "/mails/9", If_None_Match=etag)
    assert (status, body, headers["etag"]) == (304, b"", etag)
    assert get(service, "/", If_None_Match='"another"')[0] == 200


def test_files_with_a_hash_are_kept_for_a_year(built: Service) -> None:
    for path in scripts_of(get(built, "/")[2]):
        status, headers, body = get(built, path)
        assert (status, headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
        assert headers["content-type"].split(";")[0] in ("text/javascript", "text/css") and body


def test_text_is_compressed_for_who_can_read_that(built: Service) -> None:
    for path in ["/", *scripts_of(get(built, "/")[2])]:
        plain = get(built, path)
        packed = get(built, path, Accept_Encoding="br, gzip;q=0.8")
        assert packed[1]["content-encoding"] == "gzip" and gzip.decompress(packed[2]) == plain[2]
        assert len(packed[2]) < len(plain[2])
        assert "content-encoding" not in get(built, path, Accept_Encoding="gzip;q=0, br")[1]
        assert plain[1]["vary"] == packed[1]["vary"] == "Accept-Encoding"


def test_first_load_is_small(built: Service) -> None:
    """What a browser fetches before a person can log in: at most 60 kB compressed."""
    page = get(built, "/", Accept_Encoding="gzip")[2]
    files = scripts_of(gzip.decompress(page))
    size = len(page) + sum(len(get(built, path, Accept_Encoding="gzip")[2]) for path in files)
    assert size <= 60_000


def test_worker_and_manifest_have_fixed_names(built: Service) -> None:
    assert get(built, "/sw.js")[1]["content-type"] == "text/javascript; charset=utf-8"
    assert get(built, "/manifest.webmanifest")[1]["content-type"] == "application/manifest+json"
    assert get(built, "/icons/icon-192x192.png")[2].startswith(b"\x89PNG")


def test_pages_take_nothing_but_get(service: Service) -> None:
    host = urlsplit(service.base_url).netloc
    for method in ("POST", "PUT", "DELETE"):
        request = f"{method} /mails/7 HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        answer = exchange(service.base_url, request.encode(), method=method)
        assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


def test_another_client_is_served_from_a_folder(fresh_service: Any, tmp_path: Path) -> None:
    folder = tmp_path / "client"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>mine")
    (folder / "assets" / "a.js").write_text("1")
    service = fresh_service({"web_dir": str(folder)})
    assert get(service, "/mails/7")[2] == b"<!doctype html>mine"
    assert get(service, "/assets/a.js")[2] == b"1"
    assert get(service, "/assets/../../secret")[0] == 404


def test_folder_without_a_page_stops_the_start(tmp_path: Path) -> None:
    service = Service(tmp_path / "data", config={"web_dir": str(tmp_path)})
    with pytest.raises(Exception, match="index.html"):
        service.start()


# -- the page of the interface

DESCRIPTION = "/api/v1/openapi.json"


def files_of_docs(service: Service) -> list[str]:
    """The page and everything that it loads, modules of modules too."""
    found = ["/api/docs"]
    for path in found:
        body = get(service, path)[2].decode()
        for name in re.findall(r"""(?:from '\.|(?:src|href)="/api/docs)(/[^'"]+)['"]""", body):
            if f"/api/docs{name}" not in found:
                found.append(f"/api/docs{name}")
    return found


def test_page_of_the_interface_is_small_and_asked_for_again(service: Service) -> None:
    """At most 40 kB under gzip, in all; unchanged files are not sent again."""
    files = files_of_docs(service)
    size = 0
    for path in files:
        status, headers, body = get(service, path, Accept_Encoding="gzip")
        assert (status, headers["content-encoding"]) == (200, "gzip"), path
        assert (headers["cache-control"], headers["vary"]) == ("no-cache", "Accept-Encoding")
        assert gzip.decompress(body) == get(service, path)[2]
        assert get(service, path, If_None_Match=headers["etag"])[0] == 304
        size += len(body)
    assert len(files) > 10 and size <= 40_000


def test_page_of_the_interface_may_do_no_more_than_it_needs(service: Service) -> None:
    for path in files_of_docs(service):
        policy = get(service, path)[1]["content-security-policy"]
        rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
        assert rules.pop("require-trusted-types-for") == "'script'" and rules.pop("trusted-types") == "'none'"
        assert {name for name, value in rules.items() if value == "'self'"} == {
            "script-src",
            "style-src",
            "img-src",
            "connect-src",
        }
        assert set(rules.values()) == {"'self'", "'none'"} and rules["default-src"] == "'none'"


@pytest.mark.parametrize(
    "path",
    ["/api/docs/gone.js", "/api/docs/../main.js", "/api/docs/", "/api/docs/%2e%2e/web/index.html"],
)
def test_page_of_the_interface_has_no_other_files(service: Service, path: str) -> None:
    status, _, body = get(service, path)
    assert status == 404 and b"route_not_found" in body


def test_description_is_compressed_and_not_sent_twice(service: Service) -> None:
    plain, packed = get(service, DESCRIPTION), get(service, DESCRIPTION, Accept_Encoding="gzip")
    assert packed[1]["content-encoding"] == "gzip" and gzip.decompress(packed[2]) == plain[2]
    assert len(packed[2]) < 80_000 < len(plain[2])
    assert plain[1]["etag"] == packed[1]["etag"] and plain[1]["cache-control"] == "no-store"
    assert get(service, DESCRIPTION, If_None_Match=plain[1]["etag"])[::2] == (304, b"")
