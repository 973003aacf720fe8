# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the Dovecot of these tests available to programs that are not Python.

    python3 -m postrider_support.dovecot_runner DIRECTORY '{"idle": false}'

First answers {"plainPort", "tlsPort", "caFile"}, then one line for each JSON line on stdin:
{"do": "add_user"} and with the same "name" and "password" {"do": "append", "mail": base64,
"count": n}, {"do": "flags"} (answers {"flags": {uid: [..]}}), {"do": "store", "uids", "change",
"flags"}, {"do": "delete", "uids"}; also the calls of Dovecot without arguments: stop, start, kill,
pause, resume. Ends the server when stdin ends, so also when the program that started it crashes.
"""

import base64
import imaplib
import json
import sys
from pathlib import Path
from typing import Any

from postrider_support.dovecot import Dovecot, User
from postrider_support.mailbox import Mailbox
from postrider_support.waiting import wait_until


_ALONE = ("stop", "start", "kill", "pause", "resume")


def run(server: Dovecot, request: dict[str, Any]) -> dict[str, Any]:
    """Performs the request of one line and returns the answer."""
    action = request["do"]
    if action in _ALONE:
        getattr(server, action)()
        return {}
    user = User(request["name"], request["password"])
    if action == "add_user":
        server.add_user(user.name, user.password)
        # Dovecot checks its file once a second; until then it refuses the password of a new user.
        wait_until(lambda: _can_log_in(server, user), 5, "the new user")
        return {}
    with server.mailbox(user) as box:
        return _in_mailbox(box, action, request)


def _can_log_in(server: Dovecot, user: User) -> bool:
    try:
        server.mailbox(user).close()
    except imaplib.IMAP4.error:
        return False
    return True


def _in_mailbox(box: Mailbox, action: str, request: dict[str, Any]) -> dict[str, Any]:
    if action == "append":
        mail = base64.b64decode(request["mail"])
        return {"uids": [box.append(mail) for _ in range(request["count"])]}
    if action == "flags":
        return {"flags": {str(uid): sorted(flags) for uid, flags in box.flags().items()}}
    if action == "store":
        box.store(request["uids"], request["change"], request["flags"])
    elif action == "delete":
        box.delete(request["uids"])
    else:
        raise ValueError(f"unknown request {action}")
    return {}


def main() -> None:
    """See the module."""
    directory, options = Path(sys.argv[1]), json.loads(sys.argv[2])
    with Dovecot(directory, **options) as server:
        answer = {
            "plainPort": server.plain_port,
            "tlsPort": server.tls_port,
            "caFile": str(server.ca_file),
        }
        print(json.dumps(answer), flush=True)
        for line in sys.stdin:
            print(json.dumps(run(server, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
