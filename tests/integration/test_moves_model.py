# SPDX-License-Identifier: GPL-3.0-or-later
"""Random moves, copies, renames, deletions and flag changes at both ends, with kill -9, against a model."""

import os
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from following import run_pass
from postrider_support import Client, Dovecot, Mailbox, Service, User, wait_until
from postrider_support.letters import all_mails, letter, settled
from postrider_support.soundness import check_database
from servedfolders import renaming_dovecot

LONG = bool(os.environ.get("POSTRIDER_LONG"))
ACTIONS = 10_000 if LONG else 600  # for each policy
ROUNDS = 250 if LONG else 20
KILLS = 60 if LONG else 3
FOLDERS = ["INBOX", "Archive", "Lists", "Work"]
FLAGS = ("\\Seen", "\\Flagged")
CONFIG = {"sync.retry_min": "1", "sync.retry_max": "1", "sync.quick_retry": "1"}

Place = tuple[str, int]  # folder and uid


@dataclass
class ExpectedMail:
    """The expected state of one mail."""

    subject: str
    places: list[Place]
    flags: set[str] = field(default_factory=set)
    is_deleted: bool = False  # in the service
    id: int = 0  # the id that the service listed first
    touched: str = ""  # the end that changed its flags in this round
    was_copied: bool = False  # it had two places at once
    history: list[str] = field(default_factory=list)


class Model:
    """Changes a mailbox at the server and here, and computes the expected state.

    In one round the flags of a mail are changed at one end only, because the order of changes at both ends
    is unknown. A round ends with two whole passes, which settle the flags that were stored at the server.
    Flags are compared while a mail has one place. Moves, copies and deletions come from both ends. A renamed
    folder is recognised by its mails, so one of them stays in it until the round ends.
    """

    def __init__(self, box: Mailbox, chance: random.Random) -> None:
        self.box = box
        self.chance = chance
        self.folders = list(FOLDERS)
        self.free_names: list[str] = []  # names that folders had before
        self.steady: dict[str, Place] = {}  # the listed places when the round began
        self.staying: set[str] = set()  # subjects of mails in renamed folders, until the round ends
        self.mails: dict[str, ExpectedMail] = {}
        self.half_moved: list[tuple[str, Place]] = []  # COPY is done, EXPUNGE is not
        self.done: Counter[str] = Counter()

    def act(self, client: Client) -> None:
        """Makes one change, at either end."""
        actions = {
            self.arrive: 12,
            self.move: 30,
            self.begin_move: 10,
            self.end_move: 12,
            self.copy: 6,
            self.expunge: 5,
            self.rename: 2,
            self.flag_there: 12,
            self.flag_here: 12,
            self.delete_here: 5,
        }
        action = self.chance.choices(list(actions), list(actions.values()))[0]
        if not self.do(action, client):
            self.act(client)

    def act_there(self) -> None:
        """Makes one change at the server, while the service is not running."""
        self.do(self.chance.choice([self.arrive, self.move, self.begin_move, self.end_move, self.rename]), None)

    def do(self, action: Callable[[Client | None], str], client: Client | None) -> bool:
        subject = action(client)
        if subject:
            mail = self.mails[subject]
            mail.history.append(f"{action.__name__} {mail.places} {sorted(mail.flags)}")
            self.done[action.__name__] += 1
        return subject != ""

    def end_round(self) -> None:
        self.staying.clear()
        self.steady = {
            subject: mail.places[0]
            for subject, mail in self.mails.items()
            if len(mail.places) == 1 and not mail.is_deleted
        }
        for mail in self.mails.values():
            mail.touched = ""

    # -- at the server

    def arrive(self, _: Client | None) -> str:
        subject = f"Mail {len(self.mails)}"
        folder = self.chance.choice(self.folders)
        self.mails[subject] = ExpectedMail(subject, [(folder, self.box.append(letter(subject), folder))])
        return subject

    def move(self, _: Client | None) -> str:
        if not (found := self.somewhere()):
            return ""
        subject, (folder, uid) = found
        target = self.another(folder)
        new = self.box.move([uid], folder, target)[0]
        self.replace(subject, (folder, uid), (target, new))
        return subject

    def begin_move(self, _: Client | None) -> str:
        """As clients do that do not use MOVE: COPY now, and EXPUNGE some time later."""
        if not (found := self.somewhere()):
            return ""
        subject, place = found
        if self.mails[subject].touched == "here":  # the server may not have its flags yet
            return ""
        self.add_copy(subject, place)
        self.half_moved.append((subject, place))
        return subject

    def end_move(self, _: Client | None) -> str:
        if not self.half_moved:
            return ""
        subject, place = self.half_moved.pop(self.chance.randrange(len(self.half_moved)))
        self.box.expunge([place[1]], place[0])
        self.mails[subject].places.remove(place)
        return subject

    def copy(self, _: Client | None) -> str:
        found = self.somewhere()
        if not found or len(self.mails[found[0]].places) > 2 or self.mails[found[0]].touched == "here":
            return ""
        self.add_copy(*found)
        return found[0]

    def expunge(self, _: Client | None) -> str:
        if not (found := self.somewhere()):
            return ""
        subject, (folder, uid) = found
        self.box.expunge([uid], folder)
        self.mails[subject].places.remove((folder, uid))
        return subject

    def rename(self, _: Client | None) -> str:
        """Gives a folder a new name, or one that another folder had before."""
        leaving = {subject for subject, _ in self.half_moved}
        anchors = {
            place[0]: subject
            for subject, place in self.steady.items()
            if self.mails[subject].places == [place]
            and not self.mails[subject].is_deleted
            and subject not in leaving
            and place[0] != "INBOX"
        }
        if not anchors:
            return ""
        folder = self.chance.choice(sorted(anchors))
        is_new = not self.free_names or self.chance.random() < 0.7
        name = f"Folder {self.done['rename']}" if is_new else self.free_names.pop(0)
        self.box.rename(folder, name)
        self.folders[self.folders.index(folder)] = name
        self.free_names.append(folder)

        def renamed(place: Place) -> Place:
            return (name, place[1]) if place[0] == folder else place

        for mail in self.mails.values():
            mail.places = [renamed(place) for place in mail.places]
        self.half_moved = [(subject, renamed(place)) for subject, place in self.half_moved]
        self.steady = {subject: renamed(place) for subject, place in self.steady.items()}
        self.staying.add(anchors[folder])
        return anchors[folder]

    def flag_there(self, _: Client | None) -> str:
        mail = self.changeable("server")
        if not mail:
            return ""
        folder, uid = mail.places[0]
        flag = self.chance.choice(FLAGS)
        sign = "-" if flag in mail.flags else "+"
        self.box.store([uid], sign, [flag], folder)
        mail.flags ^= {flag}
        return mail.subject

    # -- here

    def flag_here(self, client: Client) -> str:
        mail = self.changeable("here")
        if not mail or not mail.id:
            return ""
        flag = self.chance.choice(FLAGS)
        is_set = flag not in mail.flags
        what, body = ("read", {"isRead": is_set}) if flag == "\\Seen" else ("star", {"isStarred": is_set})
        client.put(f"/mails/{mail.id}/{what}", body).ok()
        mail.flags ^= {flag}
        return mail.subject

    def delete_here(self, client: Client) -> str:
        """Deletes all rows of a listed mail; none of them may come back.

        A copy that is being moved is not listed, so it cannot be deleted with the others.
        """
        shown = [
            mail
            for mail in self.mails.values()
            if mail.id and not mail.is_deleted and mail.places and mail.subject not in self.staying
        ]
        if not shown:
            return ""
        mail = self.chance.choice(shown)
        rows = rows_of(client, mail.subject)
        if mail.was_copied and folders_of(rows) != sorted(folder for folder, _ in mail.places):
            return ""
        client.delete(f"/mails/{mail.id}").ok()  # during a move it may be missing in the list
        while ids := [row["id"] for row in rows]:
            client.post("/mails/batch-delete", {"ids": ids}).ok()
            rows = rows_of(client, mail.subject)
        mail.is_deleted = True
        return mail.subject

    # -- choices

    def somewhere(self) -> tuple[str, Place] | None:
        """A place of a mail that is not the source of an unfinished move."""
        all_places = [
            (subject, place)
            for subject, mail in self.mails.items()
            for place in mail.places
            if (subject, place) not in self.half_moved and subject not in self.staying
        ]
        return self.chance.choice(all_places) if all_places else None

    def another(self, folder: str) -> str:
        return self.chance.choice([other for other in self.folders if other != folder])

    def add_copy(self, subject: str, place: Place) -> None:
        target = self.another(place[0])
        self.mails[subject].was_copied = True
        self.mails[subject].places.append((target, self.box.copy([place[1]], place[0], target)[0]))

    def replace(self, subject: str, old: Place, new: Place) -> None:
        self.mails[subject].places.remove(old)
        self.mails[subject].places.append(new)

    def changeable(self, end: str) -> ExpectedMail | None:
        mails = [
            mail
            for mail in self.mails.values()
            if len(mail.places) == 1 and not mail.is_deleted and mail.touched in ("", end)
        ]
        if not mails:
            return None
        mail = self.chance.choice(mails)
        mail.touched = end
        return mail

    # -- the comparison

    def compare(self, client: Client) -> list[str]:
        """The differences between the model and what the service lists."""
        rows: dict[str, list[dict[str, Any]]] = {subject: [] for subject in self.mails}
        for row in all_mails(client):
            rows[row["subject"]].append(row)
        there = {folder: self.box.flags(folder) for folder in self.folders}
        wrong: list[str] = []
        for subject, mail in self.mails.items():
            what = self.wrong_with(mail, rows[subject], there)
            wrong += [f"{what}; {mail}; {brief(rows[subject])}"] if what else []
        return wrong

    def wrong_with(self, mail: ExpectedMail, rows: list[dict[str, Any]], there: dict[str, Any]) -> str:
        places = [] if mail.is_deleted else mail.places
        if folders_of(rows) != sorted(folder for folder, _ in places):
            return "other places"
        if not places:
            return ""
        if mail.id and min(row["id"] for row in rows) != mail.id:
            return "another id"
        mail.id = min(row["id"] for row in rows)
        if len(places) > 1:
            return ""
        shown = {flag for flag, key in zip(FLAGS, ("isRead", "isStarred")) if rows[0][key]}
        folder, uid = places[0]
        if shown != mail.flags:
            return "other flags here"
        return "" if there[folder][uid] == mail.flags else f"other flags there: {there[folder][uid]}"


def folders_of(rows: list[dict[str, Any]]) -> list[str]:
    return sorted(row["folder"] for row in rows)


def brief(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(row["id"], row["folder"], row["isRead"], row["isStarred"]) for row in rows]


def rows_of(client: Client, subject: str) -> list[dict[str, Any]]:
    return [row for row in all_mails(client) if row["subject"] == subject]


def sound(service: Service) -> None:
    if "POSTRIDER_DATABASE_URL" not in service.environment:
        check_database(service.data_dir)


def news_after(service: Service, client: Client, event_id: int) -> tuple[list[str], int]:
    """The subjects in the events after that one, and the id of the newest event."""
    with service.events(client.token, event_id) as stream:
        newest = stream.wait_for("connected").data["last_event_id"]
        wait_until(lambda: (stream.last_id or event_id) >= newest, 20, "the replay")
        events = stream.named("mail.received")
    return [mail["subject"] for event in events for mail in event.data["mails"]], newest


@pytest.mark.parametrize("policy", ["hide", "delete"])
def test_every_mail_keeps_its_id_flags_and_single_notice(
    fresh_service: Any, dovecot: Dovecot, mail_user: User, policy: str
) -> None:
    seed = int(os.environ.get("POSTRIDER_SEED") or time.time_ns())
    print(f"POSTRIDER_SEED={seed}")
    chance = random.Random(seed)
    service: Service = fresh_service(CONFIG)
    client = service.admin()
    kills = set(chance.sample(range(ROUNDS), min(KILLS, ROUNDS)))
    announced: Counter[str] = Counter()
    last_event = 0
    with dovecot.mailbox(mail_user) as box:
        for folder in FOLDERS[1:]:
            box.create(folder)
        account = client.post(
            "/accounts", dovecot.account(mail_user, folders=FOLDERS, flagSync="both", onExpunge=policy)
        ).ok(201)
        settled(client, account["id"])
        model = Model(box, chance)
        for number in range(ROUNDS):
            killed_at = chance.randrange(ACTIONS // ROUNDS) if number in kills else -1
            for step in range(ACTIONS // ROUNDS):
                model.act(client)
                if chance.random() < 0.1 or step == killed_at:  # a pass in the middle of the changes
                    client.post(f"/accounts/{account['id']}/sync")
                if step == killed_at:
                    time.sleep(chance.uniform(0.0, 0.3))  # a random moment for the kill
                    service.kill()
                    sound(service)
                    for _ in range(3):
                        model.act_there()
                    service.start()
                    client = service.admin()
            run_pass(client, account)
            last: list[list[str]] = [[]]

            def in_step() -> bool:
                last[0] = model.compare(client)
                return not last[0]

            try:
                wait_until(in_step, 15, "the same at both ends")
            except AssertionError as error:
                log = [line for line in service.log().splitlines() if "folder" in line][-40:]
                here = [folder["path"] for folder in client.get(f"/accounts/{account['id']}/folders").ok()]
                there = {folder: box.uid_validity(folder) for folder in model.folders}
                what = [f"round {number}: {error}", *log, f"folders here {here}, there {there}", *last[0]]
                raise AssertionError("\n".join(what)) from None
            for _ in range(2):  # after both passes no older copy can come any more
                run_pass(client, account)
            model.end_round()
            news, last_event = news_after(service, client, last_event)
            announced.update(news)
            assert {subject: times for subject, times in announced.items() if times != 1} == {}, "told twice"
        print(f"{sum(model.done.values())} actions {dict(model.done)}, {len(kills)} kills, {len(model.mails)} mails")
        never = [subject for subject, mail in model.mails.items() if mail.id and subject not in announced]
        assert never == [], "never told"
    service.stop()
    sound(service)
