# SPDX-License-Identifier: GPL-3.0-or-later
"""`postriderd migrate-database`: everything moves between SQLite and PostgreSQL, also after interruptions."""

import itertools
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from corpus import make_mail
from postrider_support import UNLIMITED, Client, Dovecot, Postgresql, Service, SmtpScript, User, wait_until
from postrider_support.contents import Contents, contents, last_ids
from postrider_support.letters import all_mails, letter, mails_when, synced_account
from postrider_support.postgresql import run_sql
from postrider_support.questions import answers, differences, questions
from postrider_support.service import program
from postrider_support.soundness import check_database
from postrider_support.waiting import scaled
from test_users import NINA_PASSWORD, added, logged_in, user_command

KILLS = 40 if os.environ.get("POSTRIDER_LONG") else 6
MADE = 160
FILLED = {
    "users",
    "revoked_tokens",
    "settings",
    "user_settings",
    "secrets",
    "accounts",
    "folders",
    "mails",
    "bodies",
    "attachments",
    "counters",
    "tombstones",
    "pending_flag_changes",
    "events",
    "event_counter",
    "outbox",
    "outbox_pieces",
    "idempotency_keys",
    "drafts",
    "uploads",
}
CONFIG = UNLIMITED | {"sync.retry_min": "3600", "sync.retry_max": "3600", "outbox.retries": "3600"}


def migrate(source: str | Path, target: str | Path, timeout: float = 240) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(program()), "migrate-database", "--from", str(source), "--to", str(target)],
        capture_output=True,
        text=True,
        timeout=timeout,
    )


def migrated(source: str | Path, target: str | Path, timeout: float = 240) -> str:
    done = migrate(source, target, timeout)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def refused(source: str | Path, target: str | Path, *words: str) -> None:
    """Checks for exit status 1 and one line on stderr, with all these words."""
    done = migrate(source, target)
    assert done.returncode == 1, done.stdout + done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 1 and lines[0].startswith("postriderd: "), done.stderr
    assert all(word in lines[0] for word in words), lines[0]


# -- a small database with rows in all tables of FILLED


@dataclass
class Rich:
    """A data directory whose service is stopped, and the mailbox behind it."""

    data_dir: Path
    user: User
    token: str  # still valid
    revoked: str

    @property
    def file(self) -> Path:
        return self.data_dir / "postrider.db"


@pytest.fixture(scope="module")
def rich(dovecot: Dovecot, tmp_path_factory: pytest.TempPathFactory) -> Rich:
    user = dovecot.add_user("moving")
    made = [make_mail(11, number, MADE) for number in range(MADE)]
    with dovecot.mailbox(user) as box:
        for number, mail in enumerate(made):
            flags = [flag for flag, every in (("\\Seen", 3), ("\\Flagged", 7)) if number % every == 0]
            box.append(mail.raw, flags=flags, received_at=mail.truth.createdAt)
        box.append(
            letter(
                'Nul\ufffd and 😀 \\ \t {"a": [1]} O\'Neil %s :id $1',
                "会议纪要",
                files={"a\u00e9.bin": bytes(range(256)) * 999},
            )
        )
    data_dir = tmp_path_factory.mktemp("rich") / "data"
    with SmtpScript() as smtp, Service(data_dir, config=CONFIG, extra_ca=dovecot.ca_file) as service:
        client = service.admin()
        account = synced_account(
            client,
            dovecot.account(user, flagSync="both", smtp_host="127.0.0.1", smtp_port=smtp.port, smtpSecurity="none"),
            60,
        )
        fill_tables(service, client, account, smtp, dovecot)
        revoked = service.admin()
        revoked.post("/auth/logout").ok()
        assert client.token and revoked.token
        found = Rich(data_dir, user, client.token, revoked.token)
    dovecot.start()
    return found


def fill_tables(service: Service, client: Client, account: dict[str, Any], smtp: SmtpScript, dovecot: Dovecot) -> None:
    """Uses the service as people do, so that no table of FILLED is empty."""
    added(service, "nina", NINA_PASSWORD, "--visibility", "shared")
    nina = logged_in(service, "nina", NINA_PASSWORD)
    mails = all_mails(client)
    for mail in mails[3:9]:
        client.put(f"/mails/{mail['id']}/star", {"isStarred": True}).ok()
    client.post("/mails/batch-delete", {"ids": [mail["id"] for mail in mails[:2] + mails[40:47]]}).ok()
    draft = {
        "accountId": account["id"],
        "to": ["Änne <a@example.org>"],
        "subject": "Entwurf 😀",
        "body": "<p>half</p>" * 5000,
    }
    for one in (client, client, nina):
        saved = one.post("/drafts", draft).ok()
    nina.delete(f"/drafts/{saved['id']}").ok()
    nina.put("/settings", {"theme": "dark", "imageSenders": ["änne@example.org"], "quietHours": {"enabled": True}}).ok()
    client.request("POST", "/attachments", raw=bytes(70_000), query={"filename": "größe.bin"}).ok(201)
    smtp.close()  # mails that are sent from here on wait
    letter_out = {
        "accountId": account["id"],
        "to": ["bob@example.org"],
        "subject": "On its way",
        "body": "<p>x</p>" * 60_000,
    }
    client.post("/mails/send", letter_out, headers={"Idempotency-Key": "once"})
    dovecot.stop()  # flag changes from here on wait too
    client.put(f"/mails/{mails[20]['id']}/read", {"isRead": not mails[20]["isRead"]}).ok()


@pytest.fixture(scope="module")
def before(rich: Rich) -> Contents:
    """The content of the database. An empty table would prove nothing."""
    found = contents(rich.file)
    assert {name for name, (count, _) in found.items() if count > 0} >= FILLED
    return found


@pytest.fixture
def new_url(postgresql: Postgresql) -> Callable[[], str]:
    return lambda: postgresql.url(postgresql.new_database())


def service_on(rich: Rich, folder: Path, dovecot: Dovecot, database: str | Path) -> Service:
    """A service on that database, with a copy of the data directory of `rich` without its database."""
    shutil.copytree(rich.data_dir, folder, ignore=shutil.ignore_patterns("postrider.db*"))
    url = database if isinstance(database, str) else f"sqlite:{database}"
    return Service(folder, config=CONFIG, extra_ca=dovecot.ca_file, environment={"POSTRIDER_DATABASE_URL": url})


def collect_answers(service: Service, rich: Rich) -> dict[str, bytes]:
    client = service.client()
    client.token = rich.token
    wait_until(lambda: client.get("/health/ready").status == 200, 20, "the service to be ready")
    mails = [mail["id"] for mail in all_mails(client)]
    return answers(client, questions(len(mails), mails[::5]))


# -- to the other engine and back


def test_everything_moves_to_postgresql_and_back(
    rich: Rich, before: Contents, new_url: Callable[[], str], tmp_path: Path
) -> None:
    url, other, back = new_url(), new_url(), tmp_path / "back.db"
    for source, target in ((rich.file, url), (url, other), (other, back)):
        said = migrated(source, target)
        assert "they are the same" in said and said.splitlines()[-2].startswith("Done.")
        assert contents(target) == before
        assert last_ids(target) == last_ids(rich.file)
    assert contents(rich.file) == before
    shutil.copy(back, tmp_path / "postrider.db")
    check_database(tmp_path)
    assert back.stat().st_mode & 0o077 == 0


def test_moved_service_answers_the_same_bytes(
    rich: Rich, dovecot: Dovecot, new_url: Callable[[], str], tmp_path: Path
) -> None:
    url, back = new_url(), tmp_path / "back.db"
    migrated(rich.file, url)
    migrated(url, back)
    shutil.copy(rich.file, tmp_path / "first.db")
    said = []
    dovecot.stop()  # or each service could get changes from it at another time
    for number, database in enumerate((tmp_path / "first.db", url, back)):
        with service_on(rich, tmp_path / f"data{number}", dovecot, database) as service:
            said.append(collect_answers(service, rich))
    dovecot.start()
    assert differences(said[0], said[1]) == []
    assert differences(said[0], said[2]) == []


def test_moved_service_goes_on(rich: Rich, dovecot: Dovecot, new_url: Callable[[], str], tmp_path: Path) -> None:
    url = new_url()
    migrated(rich.file, url)
    with service_on(rich, tmp_path / "data", dovecot, url) as service:
        client = service.client()
        client.token = rich.token
        wait_until(lambda: client.get("/health/ready").status == 200, 20, "the service to be ready")
        known = {mail["id"] for mail in all_mails(client)}
        account = client.get("/accounts").ok()[0]["id"]
        service.client().request("GET", "/auth/me", headers={"Authorization": f"Bearer {rich.revoked}"}).failed(
            401, 40102
        )
        logged_in(service, "nina", NINA_PASSWORD)
        with service.events(rich.token, 0) as events, dovecot.mailbox(rich.user) as box:
            events.wait_for("connected")
            box.append(letter("After the move"))
            received = events.wait_for("mail.received", lambda event: True, 60)
        mails = mails_when(client, len(known) + 1, 30)
        new = next(mail for mail in mails if mail["id"] not in known)
        assert new["subject"] == "After the move" and new["id"] > last_ids(rich.file)["mails"]
        assert received.id is not None and int(received.id) > 0
        wait_until(
            lambda: client.get("/mails", keyword="After the move").ok()["total"] == 1, 30, "the new mail to be found"
        )
        draft = client.post("/drafts", {"accountId": account, "to": [], "subject": "", "body": ""}).ok()
        assert draft["id"] == last_ids(rich.file)["drafts"] + 1
        again = {"accountId": account, "to": ["bob@example.org"], "subject": "On its way", "body": "<p>x</p>" * 60_000}
        client.post("/mails/send", again | {"subject": "another"}, headers={"Idempotency-Key": "once"}).failed(
            409, 40904
        )


# -- interrupted in the middle


@pytest.fixture(scope="module")
def chance() -> random.Random:
    """Random moments, other ones in each run; POSTRIDER_SEED repeats those of a failed run."""
    seed = int(os.environ.get("POSTRIDER_SEED") or time.time_ns())
    print(f"POSTRIDER_SEED={seed}")
    return random.Random(seed)


def killed(source: str | Path, target: str | Path, seconds: float) -> bool:
    """Runs the command and kills it after `seconds`; returns whether it was still running."""
    return (
        wait_until(lambda: _ran(source, target, seconds), 60, "the server to notice that the last one was killed")
        == "killed"
    )


def _ran(source: str | Path, target: str | Path, seconds: float) -> str | None:
    process = subprocess.Popen(
        [str(program()), "migrate-database", "--from", str(source), "--to", str(target)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    _, errors = process.communicate(timeout=scaled(20))
    if "is in use" in errors:
        return None
    if "is not empty" in errors:  # the copy was complete before the kill
        return "done"
    assert process.returncode in (0, -9), errors
    return "killed" if process.returncode == -9 else "done"


def half(source: Path, new_target: Callable[[], str | Path]) -> str | Path:
    """An unfinished copy: the command is killed as soon as it has copied the mails."""
    for _ in range(20):
        target = new_target()
        with subprocess.Popen(
            [str(program()), "migrate-database", "--from", str(source), "--to", str(target)],
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            while not (line := process.stdout.readline()).startswith("mails:"):
                assert line, "it ended before the mails"
            process.kill()
        if is_half(target):  # otherwise the copy was complete before the kill
            return target
    raise AssertionError("it was always done before it could be killed")


def is_half(target: str | Path) -> bool:
    statement = "SELECT count(*) FROM copied_tables"
    try:
        if isinstance(target, str):
            return run_sql(target, statement) != [("0",)]
        with closing(sqlite3.connect(target)) as database:
            return bool(database.execute(statement).fetchone()[0])
    except (AssertionError, sqlite3.Error):
        return False  # it has no tables yet


@pytest.fixture(params=["postgresql", "sqlite"])
def new_target(request: pytest.FixtureRequest, new_url: Callable[[], str], tmp_path: Path) -> Callable[[], str | Path]:
    """Names a new empty database at each call, for each engine."""
    numbers = itertools.count(1)
    return new_url if request.param == "postgresql" else lambda: tmp_path / f"target{next(numbers)}.db"


def test_killed_at_any_moment_it_goes_on(
    rich: Rich, before: Contents, new_target: Callable[[], str | Path], chance: random.Random
) -> None:
    target = new_target()
    for _ in range(KILLS):
        if not killed(rich.file, target, chance.uniform(0.02, 1.0)):
            target = new_target()  # the copy was complete before the kill
    assert not killed(rich.file, target, 240)
    assert contents(target) == before
    assert last_ids(target) == last_ids(rich.file)
    refused(rich.file, target, "is not empty")


def test_half_a_copy_is_no_database(
    rich: Rich, dovecot: Dovecot, before: Contents, tmp_path: Path, new_target: Callable[[], str | Path]
) -> None:
    target = half(rich.file, new_target)
    service = service_on(rich, tmp_path / "data", dovecot, target)
    assert service.run_to_end() == 1
    assert "is an unfinished copy. Run postriderd migrate-database again" in service.log()
    assert user_command(service, "list").returncode == 1
    refused(target, tmp_path / "other.db", "is an unfinished copy")
    assert "Continuing a copy that has" in migrated(rich.file, target)
    assert contents(target) == before
    service.start()
    service.stop()


def test_source_that_changed_meanwhile_is_copied_anew(
    rich: Rich, new_target: Callable[[], str | Path], tmp_path: Path
) -> None:
    source = tmp_path / "source.db"
    shutil.copy(rich.file, source)
    target = half(source, new_target)
    with closing(sqlite3.connect(source)) as database, database:
        database.execute("UPDATE users SET updated_at = updated_at + 1")
        database.execute("DELETE FROM uploads")
    assert "has changed since the copy began" in migrated(source, target)
    assert contents(target) == contents(source)


def test_no_service_starts_beside_it(
    rich: Rich, dovecot: Dovecot, tmp_path: Path, new_target: Callable[[], str | Path]
) -> None:
    """A command that is stopped in the middle still has both databases."""
    shutil.copy(rich.file, tmp_path / "source.db")
    target = new_target()
    with subprocess.Popen(
        [str(program()), "migrate-database", "--from", str(tmp_path / "source.db"), "--to", str(target)],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()  # the line about what it copies; both databases are open
        process.stdout.readline()  # the line about the table users
        process.send_signal(signal.SIGSTOP)
        try:
            refused(tmp_path / "source.db", tmp_path / "third.db", "is in use")
            refused(rich.file, target, "is in use")
            for number, database in enumerate((tmp_path / "source.db", target)):
                service = service_on(rich, tmp_path / f"data{number}", dovecot, database)
                assert service.run_to_end() == 1
                assert (
                    "has the database" in service.log() or "is locked by postriderd migrate-database" in service.log()
                )
        finally:
            process.send_signal(signal.SIGCONT)
        process.communicate(timeout=scaled(120))
        assert process.returncode == 0


# -- what it refuses


def test_database_of_a_running_service_is_refused(
    rich: Rich, dovecot: Dovecot, new_target: Callable[[], str | Path], tmp_path: Path
) -> None:
    used = new_target()
    migrated(rich.file, used)
    with service_on(rich, tmp_path / "data", dovecot, used):
        refused(used, tmp_path / "other.db", str(used).split("@")[0], "is in use. Stop the service")
        refused(rich.file, used, "is in use. Stop the service")
    assert not (tmp_path / "other.db").exists()


def test_target_with_data_is_refused_and_left_alone(
    rich: Rich, before: Contents, new_target: Callable[[], str | Path]
) -> None:
    target = new_target()
    migrated(rich.file, target)
    refused(rich.file, target, "is not empty: it has rows in its table users", "Nothing was changed")
    assert contents(target) == before


def test_foreign_databases_are_refused_and_left_alone(rich: Rich, new_url: Callable[[], str], tmp_path: Path) -> None:
    foreign, url = tmp_path / "foreign.db", new_url()
    with closing(sqlite3.connect(foreign)) as database, database:
        database.execute("CREATE TABLE songs (title TEXT)")
    foreign.chmod(0o600)  # or a warning about its mode would be a second line
    run_sql(url, "CREATE TABLE songs (title TEXT)")
    as_it_was = foreign.read_bytes()
    for other in (foreign, url):
        refused(rich.file, other, "belongs to another program: it has a table songs")
        refused(other, tmp_path / "new.db", "is not a Postrider database")
    assert foreign.read_bytes() == as_it_was
    assert not (tmp_path / "new.db").exists()


def test_older_and_newer_schemas_are_refused(rich: Rich, tmp_path: Path) -> None:
    for change, advice in (
        (
            "UPDATE schema_versions SET version = version - 1",
            "Run postriderd migrate",
        ),
        (
            "INSERT INTO schema_versions (version, name, applied_at) VALUES (9999, 'later', 0)",
            "the version of Postrider that wrote it",
        ),
    ):
        source = tmp_path / "source.db"
        shutil.copy(rich.file, source)
        with closing(sqlite3.connect(source)) as database, database:
            database.execute(change)
        refused(source, tmp_path / "target.db", "has schema", advice)
    assert not (tmp_path / "target.db").exists()


def test_what_is_not_there_is_refused(rich: Rich, postgresql: Postgresql, tmp_path: Path) -> None:
    refused(tmp_path / "none.db", tmp_path / "target.db", "There is no database")
    assert list(tmp_path.iterdir()) == []
    refused(rich.file, tmp_path / "no" / "folder.db", "Cannot create the database")
    refused(rich.file, postgresql.url("nowhere"), "Cannot open the database", "nowhere")
    refused(
        "postgresql://anna:secret@127.0.0.1:1/mail", tmp_path / "target.db", "Cannot open the database", "anna:***@"
    )


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--from", "a.db"),
        ("--to", "a.db"),
        ("--from",),
        ("--from", "a.db", "--from", "b.db", "--to", "c.db"),
        ("a.db", "b.db"),
        ("--from", "sqlite:", "--to", "b.db"),
        ("--from", "mysql://x/y", "--to", "b.db"),
        ("--form=a.db", "--to=b.db"),
        ("--from", "postgresql://host", "--to", "b.db"),
        ("--from", "same.db", "--to", "./same.db"),
    ],
)
def test_mistyped_command_is_status_2_and_changes_nothing(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [str(program()), "migrate-database", *words], cwd=tmp_path, capture_output=True, text=True, timeout=scaled(20)
    )
    assert done.returncode == 2 and done.stderr.strip()
    assert list(tmp_path.iterdir()) == []


def test_help_says_how(tmp_path: Path) -> None:
    done = subprocess.run(
        [str(program()), "migrate-database", "--help"], capture_output=True, text=True, timeout=scaled(20)
    )
    assert done.returncode == 0 and "--from URL|FILE --to URL|FILE" in done.stdout
