# SPDX-License-Identifier: GPL-3.0-or-later
"""Mail servers that answer the fetch of a part of a large mail wrongly: an error or all of it, never half."""

import base64
import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from following import QUICK, delete_all
from postrider_support import Client, ImapScript, ImapSession, Service, wait_until
from postrider_support.imaprender import literal
from postrider_support.letters import mails_when, synced_account

MIB = 2**20
CONFIG = QUICK | {"limits.part_cache": str(8 * MIB), "mail.silence_timeout": "2"}
CONTENT = os.urandom(900_000)
ENCODED = base64.encodebytes(CONTENT).replace(b"\n", b"\r\n")
PIECE = 256 * 1024
HEADER = (
    b"From: Anna <anna@example.com>\r\nSubject: Large\r\nMessage-ID: <large@example.com>\r\n"
    b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
)
SECTIONS = {
    "HEADER": HEADER,
    "1.MIME": b"Content-Type: text/plain\r\n\r\n",
    "1": b"Some words.",
    "2.MIME": b"Content-Type: application/x-test; name=a.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n",
}
STRUCTURE = (
    b'(("TEXT" "PLAIN" NIL NIL NIL "7BIT" 11 1 NIL NIL NIL NIL)("APPLICATION" "X-TEST" ("NAME" "a.bin") NIL NIL '
    b'"BASE64" %d NIL ("ATTACHMENT" ("FILENAME" "a.bin")) NIL NIL) "MIXED" ("BOUNDARY" "b") NIL NIL NIL)'
)
PARTIAL = re.compile(r"BODY\.PEEK\[2\]<(\d+)\.(\d+)>")

# From the offset and length of a piece to the server's answer; None: no answer for it.
Piece = Callable[[int, int], bytes | None]


def honest(origin: int, length: int) -> bytes:
    return b"BODY[2]<%d> %s" % (origin, literal(ENCODED[origin : origin + length]))


@pytest.fixture
def server() -> Iterator[ImapScript]:
    with ImapScript([b"x"]) as one:
        yield one


@pytest.fixture(autouse=True)
def no_accounts_left(client: Client) -> Iterator[None]:
    yield
    delete_all(client)


def serve(server: ImapScript, piece: Piece = honest) -> None:
    """Serves one mail with an announced size of 60 MiB; `piece` makes the answers for its attachment."""

    def fetch(session: ImapSession) -> None:
        items = [b"UID 1"]
        if "FLAGS" in session.rest:
            items.append(b"FLAGS ()")
        if "RFC822.SIZE" in session.rest:
            items.append(b'RFC822.SIZE %d INTERNALDATE "01-Jun-2026 10:00:00 +0000"' % (60 * MIB))
        if "BODYSTRUCTURE" in session.rest:
            items.append(b"BODYSTRUCTURE " + STRUCTURE % len(ENCODED))
        if fields := re.search(r"BODY\.PEEK\[(HEADER\.FIELDS \(.*?\))\]", session.rest):
            items.append(b"BODY[%s] %s" % (fields[1].encode(), literal(HEADER)))
        for name, place in re.findall(r"BODY\.PEEK\[(HEADER|1\.MIME|1|2\.MIME)\](<0)?", session.rest):
            items.append(b"BODY[%s]%s %s" % (name.encode(), b"<0>" if place else b"", literal(SECTIONS[name])))
        said = True
        for origin, length in PARTIAL.findall(session.rest):
            answer = piece(int(origin), int(length))
            said = answer is not None
            items.append(answer or b"")
        if said:
            session.send(b"* 1 FETCH (%s)\r\n" % b" ".join(items))
        session.ok()

    server.on("UID FETCH", fetch)


def download(client: Client, server: ImapScript) -> Any:
    """The answer for the attachment of a new account."""
    account = synced_account(client, server.account())
    mail = mails_when(client, 1, accountId=account["id"])[0]
    assert mail["bodyState"] == "on_demand" and client.get(f"/mails/{mail['id']}").ok()["textBody"] == "Some words."
    file = client.get(f"/attachments/mail/{mail['id']}").ok()[0]
    return client.get(f"/attachments/{file['id']}/download")


def kept(service: Service) -> int:
    return len(list((service.data_dir / "part-cache").glob("part-*")))


def test_honest_server(client: Client, server: ImapScript) -> None:
    serve(server)
    assert download(client, server).body == CONTENT


def test_server_that_knows_no_ranges_sends_all_of_it(client: Client, server: ImapScript) -> None:
    serve(server, lambda origin, length: b"BODY[2] " + literal(ENCODED))
    assert download(client, server).body == CONTENT


@pytest.mark.parametrize("end", [b"NIL", b'""'])
def test_what_is_said_behind_the_end_does_not_matter(client: Client, server: ImapScript, end: bytes) -> None:
    serve(
        server,
        lambda origin, length: honest(origin, length) if origin < len(ENCODED) else b"BODY[2]<%d> %s" % (origin, end),
    )
    assert download(client, server).body == CONTENT


@pytest.mark.parametrize(
    "piece",
    [
        lambda origin, length: b"BODY[2]<%d> NIL" % origin,
        lambda origin, length: None,
        lambda origin, length: honest(origin, length) if origin < PIECE else None,
        lambda origin, length: honest(origin, length) if origin < PIECE else b"BODY[1]<%d> {3}\r\nabc" % origin,
        lambda origin, length: honest(origin, length) if origin < PIECE else honest(0, length),
    ],
    ids=["no part", "nothing", "a piece is left out", "a piece of another part", "the beginning again"],
)
def test_piece_that_does_not_come_is_an_error(
    service: Service, client: Client, server: ImapScript, piece: Piece
) -> None:
    before = kept(service)
    serve(server, piece)
    download(client, server).failed(502, 50201)
    wait_until(lambda: kept(service) == before, 5, "the end of the file")  # it is removed after the answer
    assert client.get("/accounts").ok()[0]["status"] == "active", "the account goes on"


def test_endless_part_is_given_up(service: Service, client: Client, server: ImapScript) -> None:
    before = kept(service)
    serve(server, lambda origin, length: b"BODY[2]<%d> %s" % (origin, literal(b"QUJD" * (length // 4))))
    download(client, server).failed(507, 50700)
    wait_until(lambda: kept(service) == before, 5, "the end of the file")  # it is removed after the answer


def test_longer_piece_than_asked_for_is_an_error(client: Client, server: ImapScript) -> None:
    serve(
        server, lambda origin, length: b"BODY[2]<%d> %s" % (origin, literal(ENCODED[origin : origin + length + 1000]))
    )
    download(client, server).failed(502, 50201)


def test_silent_server_is_given_up(client: Client, server: ImapScript) -> None:
    serve(server)
    account = synced_account(client, server.account())
    mail = mails_when(client, 1, accountId=account["id"])[0]
    file = client.get(f"/attachments/mail/{mail['id']}").ok()[0]
    server.on("EXAMINE", ImapSession.wait_for_end)
    client.get(f"/attachments/{file['id']}/download").failed(502, 50201)


def test_renumbered_folder_gives_no_other_mails_part(client: Client, server: ImapScript) -> None:
    serve(server)
    account = synced_account(client, server.account())
    mail = mails_when(client, 1, accountId=account["id"])[0]
    file = client.get(f"/attachments/mail/{mail['id']}").ok()[0]
    server.uid_validity += 1
    failed = client.get(f"/attachments/{file['id']}/download").failed(502, 50201)
    assert "any more" in failed["message"]
