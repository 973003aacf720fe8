# SPDX-License-Identifier: GPL-3.0-or-later
"""`postriderd doctor`: names what is wrong, where, and what to do; changes nothing."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from postrider_support import Dovecot, Service, User
from postrider_support.letters import letter, synced_account
from postrider_support.service import ini, program
from postrider_support.waiting import scaled


def doctor(
    service: Service,
    *words: str,
    config: Path | None = None,
    variables: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    chosen = ("--config", str(config)) if config else ()
    return subprocess.run(
        [str(program()), "--data-dir", str(service.data_dir), *chosen, "doctor", *words],
        capture_output=True,
        text=True,
        timeout=scaled(90),
        env=service.variables() | (variables or {}),
    )


def findings(service: Service, *words: str, **more: Any) -> list[dict[str, str]]:
    """The findings that are not ok, without those about clock and disk, which depend on the machine."""
    done = doctor(service, "--json", *words, **more)
    answer = json.loads(done.stdout)
    levels = {finding["level"] for finding in answer["findings"]}
    worst = next(level for level in ("fault", "warning", "ok") if level in levels)
    assert answer["status"] == worst
    assert done.returncode == ("ok", "warning", "fault").index(worst), done.stderr
    assert all(one["advice"] for one in answer["findings"] if one["level"] != "ok")
    return [
        one
        for one in answer["findings"]
        if one["level"] != "ok" and one["check"] != "clock" and "disk has" not in one["what"]
    ]


@pytest.fixture
def user(dovecot: Dovecot, mail_user: User) -> User:
    with dovecot.mailbox(mail_user) as mailbox:
        mailbox.append(letter("One"))
        mailbox.append(letter("Two"))
    return mail_user


@pytest.fixture
def synced(fresh_service: Callable[..., Service], dovecot: Dovecot, user: User) -> Service:
    service = fresh_service()
    synced_account(service.admin(), dovecot.account(user))
    return service


def only(found: list[dict[str, str]], level: str, check: str) -> dict[str, str]:
    assert [(one["level"], one["check"]) for one in found] == [(level, check)], found
    return found[0]


def test_sound_installation_has_no_finding_while_the_service_runs(synced: Service) -> None:
    assert findings(synced) == []
    assert findings(synced, "--login") == []
    assert synced.running


def test_text_names_each_check_and_the_counts(synced: Service, user: User) -> None:
    output = doctor(synced, "--login").stdout
    for check in ("configuration", "files", "database", "keys", "servers", "accounts"):
        assert f"\nok       {check}" in f"\n{output}"
    assert f"{user.name}@example.test" in output and "The server accepts the login." in output
    assert output.splitlines()[-1].startswith("0 faults, ")


def test_nothing_is_changed(synced: Service) -> None:
    synced.stop()
    before = {path: path.read_bytes() for path in synced.data_dir.rglob("*") if path.is_file()}
    doctor(synced, "--login")
    after = {path: path.read_bytes() for path in synced.data_dir.rglob("*") if path.is_file()}
    assert after == before


def test_installation_that_was_never_started_is_left_alone(tmp_path: Path) -> None:
    service = Service(tmp_path / "none")
    done = doctor(service)
    assert done.returncode == 1 and "first start" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_all_mistakes_of_the_configuration_are_named(synced: Service, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.conf"
    wrong.write_text("listen = nowhere\nlisten_to = me\n[sync]\nthreads = many\n")
    found = findings(synced, config=wrong, variables={"POSTRIDER_LISTN": "x"})
    assert [(one["level"], one["check"]) for one in found] == [("fault", "configuration")] * 3 + [
        ("warning", "configuration")
    ]
    assert f"{wrong}, line 1: listen " in found[0]["what"]
    assert found[1]["what"] == f"{wrong}, line 2: unknown key listen_to"
    assert "line 4: sync.threads" in found[2]["what"]


def test_passwords_that_are_hashed_at_less_cost_than_usual_are_named(synced: Service, tmp_path: Path) -> None:
    config = tmp_path / "quick.conf"
    config.write_text(ini({"auth.password_cost": "14"}))
    finding = only(findings(synced, config=config), "warning", "configuration")
    assert "auth.password_cost is 14" in finding["what"]
    config.write_text(ini({"auth.password_cost": "15"}))
    assert findings(synced, config=config) == []


def test_configuration_with_a_password_that_others_may_read(synced: Service, tmp_path: Path) -> None:
    config = tmp_path / "open.conf"
    config.write_text(ini({"public_url": "https://mail.example.org"}))
    config.chmod(0o644)
    assert only(findings(synced, config=config), "warning", "files")["where"] == str(config)
    config.chmod(0o600)
    assert findings(synced, config=config) == []


def test_open_data_directory(synced: Service) -> None:
    synced.data_dir.chmod(0o755)
    finding = only(findings(synced), "warning", "files")
    assert finding["where"] == str(synced.data_dir)
    assert finding["advice"] == f"Run: chmod go-rwx {synced.data_dir}"


def test_world_readable_key_is_refused(synced: Service) -> None:
    (synced.data_dir / "master.key").chmod(0o644)
    found = findings(synced)
    assert [one["check"] for one in found if one["level"] == "fault"] == ["keys", "keys"]
    assert "master.key" in found[0]["what"] and "chmod 600" in found[0]["what"]


def test_key_that_opens_nothing(synced: Service, user: User) -> None:
    found = findings(synced, variables={"POSTRIDER_KEY": "ab" * 32})
    fault = only([one for one in found if one["level"] == "fault"], "fault", "keys")
    assert f"{user.name}@example.test, the password of its mailbox" in fault["where"]


def test_password_that_is_gone(synced: Service) -> None:
    synced.stop()
    synced.sql("DELETE FROM secrets WHERE ref IN (SELECT secret_ref FROM accounts)")
    assert "not stored any more" in only(findings(synced), "fault", "keys")["what"]


def test_login_that_is_refused(synced: Service, dovecot: Dovecot, user: User) -> None:
    synced.stop()
    dovecot.add_user(user.name, "another password")
    try:
        assert findings(synced) == []
        fault = only(findings(synced, "--login"), "fault", "servers")
        assert "password" in fault["advice"]
    finally:
        dovecot.add_user(user.name, user.password)


def test_server_that_nobody_trusts(synced: Service) -> None:
    synced.stop()
    found = findings(synced, variables={"POSTRIDER_MAIL_EXTRA_CA": ""})
    assert "mail.extra_ca" in only(found, "fault", "servers")["advice"]


@pytest.mark.parametrize(
    ("column", "value", "advice"),
    [
        ("port", "1", "Check host and port"),
        ("host", "'nowhere.invalid'", "name service"),
        ("security", "'starttls'", "encryption"),
    ],
)
def test_server_that_does_not_answer(synced: Service, column: str, value: str, advice: str) -> None:
    synced.stop()
    synced.sql(f"UPDATE accounts SET {column} = {value}")
    found = findings(synced, config=short_patience(synced))
    assert found and all(one["check"] == "servers" for one in found), found
    assert any(advice in one["advice"] or one["level"] == "fault" for one in found)


def short_patience(service: Service) -> Path:
    path = service.data_dir / "short.conf"
    path.write_text(ini({"mail.open_timeout": "5"}))
    return path


def test_account_that_is_switched_off_is_not_asked(synced: Service) -> None:
    synced.stop()
    synced.sql("UPDATE accounts SET port = 1, status = 'disabled'")
    assert findings(synced) == []


def test_wrong_counts(synced: Service) -> None:
    synced.stop()
    synced.sql("UPDATE counters SET n = n + 1")
    assert "mail counters are wrong" in only(findings(synced), "fault", "database")["what"]


def test_damaged_file(synced: Service) -> None:
    if "POSTRIDER_DATABASE_URL" in synced.environment:
        pytest.skip("the server looks after its files")
    synced.stop()
    [(root,)] = synced.sql("SELECT rootpage FROM sqlite_schema WHERE name = 'mails'")
    [(size,)] = synced.sql("PRAGMA page_size")
    with (synced.data_dir / "postrider.db").open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    found = [one for one in findings(synced) if one["check"] == "database"]
    assert any(one["level"] == "fault" and "is damaged" in one["what"] for one in found), found


def test_newer_schema_is_named(synced: Service) -> None:
    synced.stop()
    synced.sql("UPDATE schema_versions SET version = version + 1000")
    assert "schema" in only(findings(synced), "fault", "database")["what"]


def test_failing_webhook(synced: Service) -> None:
    client = synced.admin()
    client.post("/webhooks", {"name": "Hook", "url": "https://hook.example.org/secret"}).ok(201)
    synced.sql("UPDATE webhooks SET consecutive_failures = 5, error_message = 'refused'")
    finding = only(findings(synced), "warning", "webhooks")
    assert finding["where"] == "Hook (hook.example.org)" and "refused" in finding["what"]


def test_mistyped_command_is_status_2(synced: Service) -> None:
    done = doctor(synced, "--everything")
    assert done.returncode == 2 and "Unknown argument `--everything`." in done.stderr
