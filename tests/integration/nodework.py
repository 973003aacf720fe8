# SPDX-License-Identifier: GPL-3.0-or-later
"""What users do while nodes fail: they send, star, read and delete mails through nginx."""

import random
import re
import threading
from collections import Counter, defaultdict
from json import loads
from typing import Any

from postrider_support.client import Client
from postrider_support.nodecrowd import NodeCrowd, insist
from postrider_support.webhooksink import WebhookSink
from postrider_support.waiting import scaled


class Work(threading.Thread):
    """Repeats `step()` with a pause until `finish()`; an error of a step is raised there."""

    def __init__(self, nodes: NodeCrowd, pause: float, seed: int) -> None:
        super().__init__(daemon=True)
        self.client: Client = nodes.client()
        self.chance = random.Random(seed)
        self._pause = pause
        self._is_finished = threading.Event()
        self._error: BaseException | None = None

    def step(self) -> None:
        """One piece of work."""
        raise NotImplementedError

    def run(self) -> None:
        try:
            while not self._is_finished.wait(self._pause):
                self.step()
        except BaseException as error:  # for the test's thread
            self._error = error

    def finish(self) -> None:
        """Waits for the end of the last step."""
        self._is_finished.set()
        self.join(scaled(180))
        assert not self.is_alive()
        if self._error is not None:
            raise self._error


class Sender(Work):
    """Sends mails, each with its subject as its key. `answers` has what the service answered."""

    def __init__(self, nodes: NodeCrowd, accounts: list[int], pause: float, seed: int) -> None:
        super().__init__(nodes, pause, seed)
        self.answers: dict[str, dict[str, Any]] = {}
        self.refusals: list[str] = []
        self._accounts = accounts
        self._name = f"Sender-{seed}"

    def step(self) -> None:
        subject = f"{self._name}-{len(self.answers) + len(self.refusals)}"
        body = {
            "accountId": self.chance.choice(self._accounts),
            "to": ["anna@example.org"],
            "subject": subject,
            "body": "<p>x</p>",
        }
        answer = insist(self.client, "POST", "/mails/send", body=body, headers={"Idempotency-Key": subject})
        if answer.status in (200, 202):
            self.answers[subject] = answer.data
        else:
            self.refusals.append(f"{subject}: {answer.status} {answer.body!r}")


class Marker(Work):
    """Stars, reads and deletes mails of the newest page; the three sets have their subjects."""

    def __init__(self, nodes: NodeCrowd, pause: float, seed: int) -> None:
        super().__init__(nodes, pause, seed)
        self.starred: set[str] = set()
        self.read: set[str] = set()
        self.deleted: set[str] = set()
        self.refusals: list[str] = []

    def step(self) -> None:
        page = insist(self.client, "GET", "/mails", query={"pageSize": 100}).ok()["items"]
        done = self.starred | self.read | self.deleted
        left = [mail for mail in page if mail["subject"] not in done and mail["subject"].startswith("Mail ")]
        if not left:
            return
        mail = self.chance.choice(left)
        kind = self.chance.choice(["star", "read", "delete"])
        path = f"/mails/{mail['id']}"
        if kind == "delete":
            answer = insist(self.client, "DELETE", path)
        else:
            body = {"isStarred": True} if kind == "star" else {"isRead": True}
            answer = insist(self.client, "PUT", f"{path}/{kind}", body=body)
        if answer.status == 200 or (kind == "delete" and answer.status == 404):  # 404: an earlier try succeeded
            {"star": self.starred, "read": self.read, "delete": self.deleted}[kind].add(mail["subject"])
        else:
            self.refusals.append(f"{kind} {mail['subject']}: {answer.status} {answer.body!r}")


class Calls:
    """The calls that a webhook received: their `ids` for each mail, by its subject, and the number of all calls."""

    def __init__(self, sink: WebhookSink) -> None:
        self.ids: dict[str, set[str]] = defaultdict(set)
        self.count = 0
        self._sink = sink

    def read(self) -> None:
        """Takes the calls that came since."""
        while self._sink.calls:
            call = self._sink.calls.pop(0)
            self.count += 1
            for mail in loads(call.body)["data"]["mails"]:
                self.ids[mail["subject"]].add(call.id)


def warnings(log: str) -> Counter[str]:
    """How often each warning stands in a log; numbers are left out."""
    lines = re.findall(r"^\S+ (?:warning|critical|error) (.*)$", log, re.MULTILINE)
    return Counter(re.sub(r"\d+", "N", line)[:160] for line in lines)
