# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts everything, prints its address, and delivers a new mail now and then until Ctrl-C."""

import argparse
import random
import secrets
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from corpus import generate, make_mail
from postrider_support import Dovecot, Service, User
from postrider_support.waiting import accepts

PORT = 8725


@contextmanager
def workplace() -> Iterator[Path]:
    """A directory that the mail server's user can access; it is removed afterwards."""
    path = Path(tempfile.mkdtemp(prefix="postrider-demo-"))
    path.chmod(0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def filled_mailbox(server: Dovecot, scratch: Path, count: int) -> User:
    """A user with that many mails."""
    user = server.add_user("anna", secrets.token_urlsafe(9))
    generate(scratch / "made", count, seed=7)
    shutil.move(scratch / "made" / "Maildir", server.maildir(user))
    server.adopt(user)
    return user


def deliver_for_ever(server: Dovecot, user: User, count: int, every: float, end: threading.Event) -> None:
    """Delivers a mail about every `every` seconds, until `end` is set."""
    number = count
    while not end.wait(random.uniform(0.5, 1.5) * every):
        mail = make_mail(7, number, number + 1)
        server.deliver(user, mail.raw)
        print(f"A mail from {mail.truth.fromName} has arrived: {mail.truth.subject}", flush=True)
        number += 1


def introduce(service: Service, password: str, count: int, every: float) -> None:
    """Prints what a visitor can try."""
    api = f"{service.base_url}/api/v1"
    print(
        f"""
Postrider runs. Open it in a browser and log in:
  address   {service.base_url}
  user      admin
  password  {password}
A mailbox with {count} mails is in it, and a new one arrives about every {every:g} seconds. Or ask it yourself:

  TOKEN=$(curl -s {api}/auth/login -H 'Content-Type: application/json' \\
      -d '{{"username":"admin","password":"{password}"}}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
  curl -s -H "Authorization: Bearer $TOKEN" '{api}/mails?pageSize=3'
  curl -N -H "Authorization: Bearer $TOKEN" {api}/mails/stream

Ctrl-C ends it and removes everything.
""",
        flush=True,
    )


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="./dev demo")
    parser.add_argument("--program", type=Path, required=True, help="the built postriderd")
    parser.add_argument("--mails", type=int, default=500, help="how many mails wait (500)")
    parser.add_argument("--every", type=float, default=20, help="seconds between new mails (20)")
    return parser.parse_args()


def main() -> None:
    """Runs until SIGINT or SIGTERM."""
    wanted = arguments()
    end = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: end.set())
    password = secrets.token_urlsafe(9)
    listen = f"127.0.0.1:{0 if accepts(PORT) else PORT}"
    with workplace() as scratch, Dovecot(scratch / "dovecot") as server:
        user = filled_mailbox(server, scratch, wanted.mails)
        service = Service(
            scratch / "data",
            binary=wanted.program,
            extra_ca=server.ca_file,
            environment={"POSTRIDER_ADMIN_PASSWORD": password},
            arguments=("--listen", listen),
        )
        with service:
            service.admin().post("/accounts", server.account(user, name="Made mail")).ok(201)
            introduce(service, password, wanted.mails, wanted.every)
            deliver_for_ever(server, user, wanted.mails, wanted.every, end)
            print("Stopping.", flush=True)


if __name__ == "__main__":
    main()
