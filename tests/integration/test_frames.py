# SPDX-License-Identifier: GPL-3.0-or-later
"""A mail as a document for a frame: who may see it, what is left of it, where its images come from."""

import base64
import hashlib
import hmac
import re
import struct
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any

import pytest
from postrider_support import Answer, Client, Dovecot, Service, User
from postrider_support.imagehost import ImageHost, ImageResponse
from postrider_support.letters import letter, synced_account
from postrider_support.waiting import scaled
from test_users import NINA_PASSWORD, added, logged_in

CONFIG = {"visibility": "owner", "images.allowed_networks": "127.0.0.1"}
SECRET = "a secret of the tests that is long enough"
ENVIRONMENT = {"POSTRIDER_JWT_SECRET": SECRET}
DATA = Path(__file__).parents[1] / "data" / "html"
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
MIB = 1 << 20

Show = Callable[..., Answer]


@pytest.fixture
def with_mail(client: Client, dovecot: Dovecot, mail_user: User) -> Callable[[bytes], int]:
    """Stores one mail and returns its id."""

    def store(mail: bytes) -> int:
        with dovecot.mailbox(mail_user) as box:
            box.append(mail)
        account = synced_account(client, dovecot.account(mail_user), timeout=60)
        return int(client.get("/mails", accountId=account["id"]).ok()["items"][0]["id"])

    return store


@pytest.fixture
def anonymous(service: Service, client: Client) -> Client:
    """A client without a token, as a frame is."""
    return service.client(client.openapi)


@pytest.fixture
def host() -> Iterator[ImageHost]:
    """The server with the remote images of mails."""
    with ImageHost({"/a.png": ImageResponse(PNG)}) as one:
        yield one


def ticket(client: Client, mail: int, images: bool = False) -> dict[str, Any]:
    made: dict[str, Any] = client.post(f"/mails/{mail}/ticket", {"images": images}).ok()
    return made


def html_mail(html: str) -> bytes:
    return letter("Page", html=html)


def with_logo(html: str, kind: str = "png", content: bytes = PNG) -> bytes:
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = "a@example.com", "b@example.com", "Logo"
    mail["Message-ID"] = f"<{time.monotonic_ns()}@logo.example>"
    mail.set_content(html, subtype="html")
    mail.add_related(content, "image", kind, cid="<logo@x>")
    mail.make_mixed()
    mail.add_attachment(b"%PDF nothing", maintype="application", subtype="pdf", filename="Übersicht.pdf")
    return mail.as_bytes()


def sources(page: str) -> list[str]:
    return re.findall(r'<img src="([^"]*)"', page)


def below(url: str, relative: str) -> str:
    """Resolves a relative address of the document as a browser does."""
    return url.rsplit("/", 1)[0] + "/" + relative


# -- who may see it


def test_ticket_shows_the_mail_without_a_token(
    client: Client, anonymous: Client, with_mail: Callable[[bytes], int]
) -> None:
    made = ticket(client, with_mail(html_mail("<p onclick=x()>Hello <script>x()</script>you")))
    assert made["remoteImages"] == 0
    answer = anonymous.get(made["url"])
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"<p>Hello you" in answer.body and b"script" not in answer.body
    assert "; img-src data: 'self';" in answer.headers["content-security-policy"]


def test_ticket_needs_a_token_and_a_mail(client: Client, anonymous: Client, with_mail: Callable[[bytes], int]) -> None:
    mail = with_mail(letter())
    anonymous.post(f"/mails/{mail}/ticket", {}).failed(401, 40101)
    client.post("/mails/999999/ticket", {}).failed(404, 40401)
    client.post(f"/mails/{mail}/ticket", {"images": "yes"}).failed(400, 40001)
    client.post(f"/mails/{mail}/ticket").ok()


@pytest.mark.parametrize("path", ["", "/parts/1", "/attachments/1", "/images/abc"])
def test_forged_ticket_opens_nothing(
    client: Client, anonymous: Client, with_mail: Callable[[bytes], int], path: str
) -> None:
    url = ticket(client, with_mail(letter()))["url"]
    words = url.rsplit("/", 1)[1]
    raw = bytearray(base64.urlsafe_b64decode(words + "=" * (-len(words) % 4)))
    for place in (0, 31, 40, len(raw) - 1):  # in the signature and in the signed content
        changed = bytearray(raw)
        changed[place] ^= 1
        forged = base64.urlsafe_b64encode(changed).rstrip(b"=").decode()
        refused(anonymous.get(f"/frames/{forged}{path}"), 40102)
    for forged in ("x", words[:-4], words + "AAAA", client.token or ""):
        refused(anonymous.get(f"/frames/{forged}{path}"), 40102)


def refused(answer: Answer, code: int) -> None:
    """The refusal is an HTML page where a person sees it as the document, and the envelope for all else."""
    assert answer.status == code // 100
    if answer.json is None:
        assert b"<p>" in answer.body and answer.headers["content-type"].startswith("text/html")
    else:
        assert answer.code == code


def resigned(words: str, change: Callable[[bytes], bytes]) -> str:
    """The ticket with something changed, signed as the service would."""
    raw = base64.urlsafe_b64decode(words + "=" * (-len(words) % 4))
    content = change(raw[32:])
    key = hmac.new(SECRET.encode(), b"postrider frame ticket", hashlib.sha256).digest()
    whole = hmac.new(key, content, hashlib.sha256).digest() + content
    return base64.urlsafe_b64encode(whole).rstrip(b"=").decode()


def test_ticket_ends_after_five_minutes(client: Client, anonymous: Client, with_mail: Callable[[bytes], int]) -> None:
    words = ticket(client, with_mail(letter()))["url"].rsplit("/", 1)[1]

    def aged(seconds: int) -> Callable[[bytes], bytes]:
        def change(content: bytes) -> bytes:
            [end] = struct.unpack(">q", content[-9:-1])
            assert 290 < end - time.time() <= 300
            return content[:-9] + struct.pack(">q", end - seconds) + content[-1:]

        return change

    assert anonymous.get(f"/frames/{resigned(words, aged(200))}").status == 200, "the test signs as the service does"
    for path in ("", "/parts/1", "/images/x"):
        refused(anonymous.get(f"/frames/{resigned(words, aged(301))}{path}"), 40103)


def test_ticket_ends_with_its_token(service: Service, anonymous: Client, dovecot: Dovecot, mail_user: User) -> None:
    one = service.admin()
    dovecot.deliver(mail_user, letter())
    account = synced_account(one, dovecot.account(mail_user))
    mail = one.get("/mails", accountId=account["id"]).ok()["items"][0]["id"]
    url = ticket(one, mail)["url"]
    assert anonymous.get(url).status == 200
    one.post("/auth/logout").ok()
    refused(anonymous.get(url), 40102)


def test_ticket_of_a_mail_that_was_deleted(
    client: Client, anonymous: Client, with_mail: Callable[[bytes], int]
) -> None:
    mail = with_mail(with_logo("<img src=cid:logo@x>"))
    url = ticket(client, mail)["url"]
    [part] = sources(anonymous.get(url).body.decode())
    client.delete(f"/mails/{mail}").ok()
    refused(anonymous.get(url), 40401)
    anonymous.get(below(url, part)).failed(404, 40405)


def test_mail_of_another_user_gets_no_ticket(
    service: Service, client: Client, with_mail: Callable[[bytes], int]
) -> None:
    mail = with_mail(letter())
    added(service, "nina", NINA_PASSWORD)
    logged_in(service, "nina", NINA_PASSWORD, client.openapi).post(f"/mails/{mail}/ticket", {}).failed(404, 40401)


def test_ticket_opens_its_own_mail_only(
    client: Client, anonymous: Client, dovecot: Dovecot, with_mail: Callable[[bytes], int]
) -> None:
    other = dovecot.add_user(f"frames-{time.monotonic_ns()}")
    dovecot.deliver(other, letter(files={"secret.txt": b"of another mail"}))
    account = synced_account(client, dovecot.account(other))
    row = client.get("/mails", accountId=account["id"]).ok()["items"][0]
    [file] = client.get(f"/attachments/mail/{row['id']}").ok()
    url = ticket(client, with_mail(letter()))["url"]
    anonymous.get(f"{url}/attachments/{file['id']}").failed(404, 40405)
    anonymous.get(f"{url}/parts/{file['id']}").failed(404, 40405)


# -- what is shown


def test_image_inside_the_mail_is_shown(client: Client, anonymous: Client, with_mail: Callable[[bytes], int]) -> None:
    made = ticket(client, with_mail(with_logo("<img src='cid:logo@x' alt=Logo><td background=cid:logo@x>")))
    assert made["remoteImages"] == 0
    page = anonymous.get(made["url"]).body.decode()
    [part] = sources(page)
    assert page.count(part) == 2, "the background too"
    image = anonymous.get(below(made["url"], part))
    assert (image.status, image.body) == (200, PNG)
    assert image.headers["content-type"] == "image/png"
    assert image.headers["content-disposition"].startswith("inline")
    assert image.headers["cross-origin-resource-policy"] == "cross-origin", "the document has no origin"


def test_part_that_may_run_something_is_a_download(
    client: Client, anonymous: Client, with_mail: Callable[[bytes], int]
) -> None:
    made = ticket(client, with_mail(with_logo("<img src='cid:logo@x'>", "svg+xml", b"<svg onload='x()'/>")))
    [part] = sources(anonymous.get(made["url"]).body.decode())
    answer = anonymous.get(below(made["url"], part))
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"].startswith("attachment")


def test_file_is_downloaded_by_a_plain_link(
    client: Client, anonymous: Client, with_mail: Callable[[bytes], int]
) -> None:
    mail = with_mail(with_logo("<p>a"))
    [file] = [one for one in client.get(f"/attachments/mail/{mail}").ok() if one["filename"].endswith(".pdf")]
    answer = anonymous.get(f"{ticket(client, mail)['url']}/attachments/{file['id']}")
    assert (answer.status, answer.body) == (200, b"%PDF nothing")
    assert answer.headers["content-disposition"].startswith("attachment")
    assert "UTF-8''%C3%9Cbersicht.pdf" in answer.headers["content-disposition"]


def test_text_is_shown_as_it_is(client: Client, anonymous: Client, with_mail: Callable[[bytes], int]) -> None:
    made = ticket(client, with_mail(letter(text="<b>Not bold</b>\nhttps://a.example/?b=1&c=2.\n> a quote\n")))
    assert made["remoteImages"] == 0
    page = anonymous.get(made["url"]).body.decode()
    assert "&lt;b&gt;Not bold&lt;/b&gt;\n" in page
    assert '<a href="https://a.example/?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">' in page
    assert "<blockquote>a quote\n</blockquote>" in page


def test_hostile_mail_names_nobody_else(client: Client, anonymous: Client, with_mail: Callable[[bytes], int]) -> None:
    mail = (DATA / "hostile.eml").read_bytes().replace(b"{{canary}}", b"canary.example").replace(b"\n", b"\r\n")
    made = ticket(client, with_mail(mail))
    page = anonymous.get(made["url"]).body.decode()
    assert "Text that is seen" in page
    assert "canary.example" not in page
    vectors = [line for line in (DATA / "hostile.txt").read_text().splitlines() if not line.startswith("#")]
    assert len(vectors) >= 32 and not [one for one in vectors if one in page]
    assert made["remoteImages"] > 0


def test_mail_of_ten_megabytes_is_shown_as_far_as_its_text_is_read(
    client: Client, anonymous: Client, with_mail: Callable[[bytes], int]
) -> None:
    rows = "".join(f"<tr><td style='color:#{n % 1000:03}'>row {n}</td></tr>\r\n" for n in range(200_000))
    mail = with_mail(html_mail(f"<table>{rows}</table>"))
    began = time.monotonic()
    answer = anonymous.get(ticket(client, mail)["url"])
    assert time.monotonic() - began < scaled(5)
    assert len(answer.body) > 5_000_000
    assert b">row 100000</td></tr>" in answer.body
    assert answer.body.endswith(b"</td></tr></table></body></html>\n")


# -- remote images


def shown(client: Client, anonymous: Client, mail: int) -> tuple[str, list[str]]:
    """The address of the document with remote images, and those of the images."""
    url = ticket(client, mail, images=True)["url"]
    return url, [below(url, one) for one in sources(anonymous.get(url).body.decode())]


def test_remote_images_wait_for_the_person(
    client: Client, anonymous: Client, host: ImageHost, with_mail: Callable[[bytes], int]
) -> None:
    mail = with_mail(
        html_mail(
            f"<img src='{host.url('/a.png')}' alt=Picture width=7><p style='background:url({host.url('/b.png')})'>"
        )
    )
    made = ticket(client, mail)
    assert made["remoteImages"] == 2
    page = anonymous.get(made["url"]).body.decode()
    assert '<img alt="Picture" width="7">' in page and host.address not in page

    url, [image] = shown(client, anonymous, mail)
    page = anonymous.get(url).body.decode()
    assert host.address not in page and "images/" in image and page.count("/images/") == 2
    assert host.requests == [], "nobody has looked at them yet"
    answer = anonymous.get(image)
    assert (answer.status, answer.headers["content-type"], answer.body) == (200, "image/png", PNG)
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    [(path, headers)] = host.requests
    assert path == "/a.png" and not {"cookie", "referer", "authorization", "origin"} & set(headers)
    assert "postrider" not in headers["user-agent"].lower()
    anonymous.get(image)
    assert len(host.requests) == 1, "kept"


def test_image_of_another_ticket_is_not_fetched(
    client: Client, anonymous: Client, host: ImageHost, with_mail: Callable[[bytes], int]
) -> None:
    mail = with_mail(html_mail(f"<img src='{host.url('/a.png')}'>"))
    url, [image] = shown(client, anonymous, mail)
    words = image.rsplit("/", 1)[1]
    ticket_words = url.rsplit("/", 1)[1]
    later = resigned(ticket_words, lambda content: content[:-2] + bytes([content[-2] ^ 1]) + content[-1:])
    assert anonymous.get(f"/frames/{later}").status == 200, "a ticket of its own"
    without_images = ticket(client, mail)["url"].rsplit("/", 1)[1]
    for other in (later, without_images):
        anonymous.get(f"/frames/{other}/images/{words}").failed(404, 40405)
    anonymous.get(f"{url}/images/{words[:-6]}").failed(404, 40405)
    assert host.requests == []


REFUSED = {
    "/page": ImageResponse(b"<html>", "text/html"),
    "/drawing": ImageResponse(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
    "/page-as-png": ImageResponse(b"<html>", "image/png"),
    "/png-as-page": ImageResponse(PNG, "text/html"),
    "/huge": ImageResponse(PNG + bytes(5 * MIB), "image/png"),
    "/error": ImageResponse(PNG, "image/png", 500),
    "/loop": ImageResponse(b"", "text/plain", 302, {"Location": "/loop"}),
    "/to-file": ImageResponse(b"", "text/plain", 302, {"Location": "file:///etc/passwd"}),
    "/to-nowhere": ImageResponse(b"", "text/plain", 302),
    "/to-private": ImageResponse(b"", "text/plain", 302, {"Location": "http://10.0.0.1/a.png"}),
    "/to-metadata": ImageResponse(b"", "text/plain", 302, {"Location": "http://169.254.169.254/latest"}),
}


@pytest.mark.parametrize("path", REFUSED)
def test_what_is_no_image_is_not_passed_on(
    client: Client, anonymous: Client, host: ImageHost, path: str, with_mail: Callable[[bytes], int]
) -> None:
    host.paths.update(REFUSED)
    _, [image] = shown(client, anonymous, with_mail(html_mail(f"<img src='{host.url(path)}'>")))
    failure = anonymous.get(image).failed(502, 50208)
    assert host.address not in failure["message"]
    assert set(host.requested_paths()) == {path}
    assert len(host.requests) == (6 if path == "/loop" else 1)


def test_image_that_is_not_there(
    client: Client, anonymous: Client, host: ImageHost, with_mail: Callable[[bytes], int]
) -> None:
    _, [image] = shown(client, anonymous, with_mail(html_mail(f"<img src='{host.url('/none.png')}'>")))
    anonymous.get(image).failed(404, 40405)


def test_redirection_is_followed(
    client: Client, anonymous: Client, host: ImageHost, with_mail: Callable[[bytes], int]
) -> None:
    host.paths["/from"] = ImageResponse(b"", "text/plain", 301, {"Location": "a.png"})
    _, [image] = shown(client, anonymous, with_mail(html_mail(f"<img src='{host.url('/from')}'>")))
    assert anonymous.get(image).body == PNG
    assert host.requested_paths() == ["/from", "/a.png"]


def test_private_addresses_are_not_asked(
    fresh_service: Callable[..., Service], dovecot: Dovecot, mail_user: User, host: ImageHost
) -> None:
    service = fresh_service()
    client, anonymous = service.admin(), service.client()
    names = [host.url("/a.png"), host.url("/b.png").replace("127.0.0.1", "localhost")]
    dovecot.deliver(mail_user, html_mail("".join(f"<img src='{name}'>" for name in names)))
    account = synced_account(client, dovecot.account(mail_user))
    mail = client.get("/mails", accountId=account["id"]).ok()["items"][0]["id"]
    _, images = shown(client, anonymous, mail)
    assert len(images) == 2
    for image in images:
        anonymous.get(image).failed(502, 50208)
    assert host.requests == []


def test_host_that_clients_use_is_in_the_policy(
    fresh_service: Callable[..., Service], dovecot: Dovecot, mail_user: User
) -> None:
    service = fresh_service({"public_url": "https://mail.example.org/box/", "allowed_hosts": "inside.example"})
    client = service.admin()
    dovecot.deliver(mail_user, letter())
    account = synced_account(client, dovecot.account(mail_user))
    url = ticket(client, client.get("/mails", accountId=account["id"]).ok()["items"][0]["id"])["url"]
    for name, allowed in (("inside.example:8725", "inside.example:8725"), ("localhost", "localhost")):
        policy = client.request("GET", url, headers={"Host": name}).headers["content-security-policy"]
        assert f"img-src data: https://mail.example.org/box{url}/ {allowed}{url}/;" in policy
