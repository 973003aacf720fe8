# SPDX-License-Identifier: GPL-3.0-or-later
"""A mail server with a big made mailbox, kept between runs because making it takes a while."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from corpus import Truth, generate, read_truth
from postrider_support import Dovecot, User

_SEED = 1


@dataclass(frozen=True)
class Box:
    """The running server, its user, and the truth about each mail, oldest first."""

    server: Dovecot
    user: User
    truths: list[Truth]

    @property
    def size(self) -> int:
        """Number of mails."""
        return len(self.truths)

    def make_cold(self) -> None:
        """Removes what the mail server has cached of the mails: the next list makes it read them again."""
        for file in self.server.maildir(self.user).rglob("dovecot.index*"):
            file.unlink()

    @property
    def bytes(self) -> int:
        """Bytes of all mails."""
        return sum(truth.size for truth in self.truths)


def made_mails(store: Path, size: int) -> Path:
    """The folder of `size` made mails (Maildir and truth.jsonl); `store` keeps them."""
    made = store / f"made-{size}"
    if not (made / "truth.jsonl").exists():
        print(f"Making {size} mails in {made} ...", flush=True)
        shutil.rmtree(made, ignore_errors=True)
        generate(made, size, _SEED)
    return made


@contextmanager
def box(store: Path, size: int) -> Iterator[Box]:
    """A server with `size` mails over TLS; `store` keeps the made mails for the next run."""
    made = made_mails(store, size)
    place = store / "dovecot"
    shutil.rmtree(place, ignore_errors=True)
    with Dovecot(place) as server:
        user = server.add_user("bench", "pw")
        # Hard links: the server adds files of its own and leaves these as they are.
        subprocess.run(["cp", "-al", str(made / "Maildir"), str(server.maildir(user))], check=True)
        server.adopt(user)
        yield Box(server, user, list(read_truth(made)))
