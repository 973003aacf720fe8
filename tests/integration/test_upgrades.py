# SPDX-License-Identifier: GPL-3.0-or-later
"""Two versions on one PostgreSQL: the service, and the same program with more steps of the schema.

Steps of the later versions (tests/support/next): 9001 expands (`next`), 9002 contracts after 9001 (`after`), 9003
contracts (`last`).
"""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from postrider_support import Dovecot, Postgresql, Service, wait_until
from postrider_support.nodegroup import ACCOUNTS, NodeGroup, own_id, subjects
from postrider_support.service import program
from postrider_support.waiting import scaled

NEXT = program().parent / "postriderd_next"
TEMPFAIL = 75


def steps(name: str) -> dict[str, str]:
    """The variable that adds the steps of a later version to NEXT."""
    return {"POSTRIDER_TEST_STEPS": str(program().parents[1] / "steps" / f"{name}.rcc")}


def add(group: NodeGroup, name: str) -> int:
    """A service of a later version on the same database, not started yet; returns its index."""
    first = group.services[0]
    folder = first.data_dir.parent / f"{name}{len(group.services)}"
    variables = first.environment | steps(name)
    group.services.append(Service(folder, config=first.config, environment=variables, binary=NEXT))
    return len(group.services) - 1


def applied(group: NodeGroup) -> list[int]:
    """The steps of later versions that the database has."""
    rows = group.services[0].sql("SELECT version FROM schema_versions WHERE version >= 9000 ORDER BY version")
    return [int(version) for (version,) in rows]


def run(service: Service, *words: str) -> subprocess.CompletedProcess[str]:
    """A command of the version of `service`, on its database."""
    return subprocess.run(
        [service.binary, *words, "--data-dir", service.data_dir],
        env=service.variables(),
        capture_output=True,
        text=True,
        timeout=scaled(30),
        check=False,
    )


def migrate(service: Service, *words: str) -> subprocess.CompletedProcess[str]:
    """`postriderd migrate` of its version."""
    return run(service, "migrate", *words)


@pytest.fixture
def nodes(postgresql: Postgresql, dovecot: Dovecot, tmp_path: Path) -> Iterator[NodeGroup]:
    """Two nodes of this version with six accounts."""
    group = NodeGroup.made(postgresql, dovecot, tmp_path)
    group.services.pop().stop()
    group.wait_idle(2)
    yield group
    group.kill()


def check_mail(group: NodeGroup, subject: str, *at: int) -> None:
    """New mail of all accounts is stored once, and each of these services lists it."""
    group.deliver(subject)
    for index in at:
        client = group.client(index)
        wait_until(lambda c=client: subjects(c)[subject] >= ACCOUNTS, 30, f"{subject} at {index}", every=0.1)
        assert subjects(client)[subject] == ACCOUNTS


# -- rolling upgrade


def test_versions_work_side_by_side_and_the_new_one_takes_over(nodes: NodeGroup) -> None:
    check_mail(nodes, "Before", 0, 1)
    following = add(nodes, "next")
    nodes.services[following].start()
    assert applied(nodes) == [9001]
    nodes.wait_idle(3)
    check_mail(nodes, "Side by side", 0, 1, following)
    mail = next(m for m in nodes.client(0).get("/mails").ok()["items"] if m["subject"] == "Side by side")
    nodes.client(following).put(f"/mails/{mail['id']}/read", {"isRead": True}).ok()
    assert nodes.client(0).get(f"/mails/{mail['id']}").ok()["isRead"]
    nodes.client(0).get("/health/ready").ok()

    nodes.services[0].restart()  # an old node may also start on the newer schema
    nodes.wait_idle(3)
    nodes.services[following].stop()  # and the accounts may go back
    nodes.wait_idle(2)
    check_mail(nodes, "Back", 0, 1)
    nodes.services[following].start()
    nodes.wait_idle(3)

    for old in range(2):
        nodes.services[old].stop()
    nodes.wait_idle(1)
    check_mail(nodes, "New only", following)
    after = add(nodes, "after")
    nodes.services[after].start()  # contracts, while the node of the version before runs
    assert applied(nodes) == [9001, 9002]
    nodes.wait_idle(2)
    check_mail(nodes, "Contracted", following, after)

    assert nodes.services[0].run_to_end() == 1
    assert "newer version of Postrider (schema 9002, for versions with schema 9001" in nodes.services[0].log()
    assert subjects(nodes.client(after)) == {
        subject: ACCOUNTS for subject in ("Before", "Side by side", "Back", "New only", "Contracted")
    }


def test_contraction_is_refused_while_an_older_node_runs(nodes: NodeGroup) -> None:
    after = nodes.services[add(nodes, "after")]
    assert after.run_to_end() == 1
    assert "cannot be updated to schema 9002 while older programs use it" in after.log()
    for older in nodes.services[:2]:
        assert f"at {older.base_url} (version " in after.log()
    assert applied(nodes) == [9001]
    check_mail(nodes, "Still here", 0, 1)
    nodes.services[0].stop()
    assert after.run_to_end() == 1
    assert f"at {nodes.services[1].base_url} (version " in after.log()
    nodes.services[1].stop()
    after.start()
    assert applied(nodes) == [9001, 9002]
    nodes.wait_idle(1)


def test_node_that_hangs_also_holds_a_contraction_back(nodes: NodeGroup) -> None:
    nodes.services[0].stop()
    hanging = nodes.services[1]
    hanging.pause()
    hanging.sql("UPDATE nodes SET beat_at = now() - interval '13 seconds'")
    after = nodes.services[add(nodes, "after")]
    assert after.run_to_end() == 1
    assert "a program with schema" in after.log() and "of the server" in after.log()
    hanging.kill()
    wait_until(lambda: migrate(after).returncode == 0, 10, "the server to notice the end", every=0.2)
    assert applied(nodes) == [9001, 9002]


# -- somebody changes the schema under running services


@pytest.mark.parametrize("are_disconnected", [False, True])
def test_node_ends_when_the_schema_is_not_for_it_any_more(nodes: NodeGroup, are_disconnected: bool) -> None:
    first = nodes.services[0]
    first.sql("INSERT INTO schema_versions (version, name, applied_at) VALUES (9999, 'by hand', 0)")
    if are_disconnected:
        own = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        first.sql(own + " AND pid <> pg_backend_pid()")
    assert [service.wait_end() for service in nodes.services] == [TEMPFAIL] * 2
    for service in nodes.services:
        assert "newer version of Postrider (schema 9999" in service.log()
        assert "This service ends." in service.log()
    if are_disconnected:  # a node that has no connection when it ends counts as lost after 12 s
        alive = "SELECT COUNT(*) FROM nodes WHERE beat_at >= now() - interval '12 seconds'"
        wait_until(lambda: first.sql(alive) == [("0",)], 15, "the nodes to be lost", every=0.2)
    else:
        assert first.sql("SELECT COUNT(*) FROM nodes") == [("0",)]
        assert nodes.holders() == {}
    assert first.run_to_end() == 1


# -- postriderd migrate


def test_migrate_lists_applies_and_refuses_steps(nodes: NodeGroup) -> None:
    last = nodes.services[add(nodes, "last")]
    plan = migrate(last, "--dry-run")
    assert plan.returncode == 1
    assert plan.stdout == (
        "Would be applied:\n  9001 wider (expand)\n"
        "Refused:\n  9002 narrower (contract after 9001)\n  9003 narrow (contract)\n"
    )
    assert applied(nodes) == []
    done = migrate(last)
    assert done.returncode == 1
    assert done.stdout == plan.stdout.replace("Would be applied", "Applied")
    assert all(f"at {service.base_url} (version " in done.stderr for service in nodes.services[:2])
    assert applied(nodes) == [9001]
    following = add(nodes, "next")
    nodes.services[following].start()
    for older in range(2):
        nodes.services[older].stop()
    partly = migrate(last)
    assert partly.returncode == 1
    assert partly.stdout == "Applied:\n  9002 narrower (contract after 9001)\nRefused:\n  9003 narrow (contract)\n"
    check_mail(nodes, "Between", following)
    nodes.services[following].stop()
    assert migrate(last).stdout == "Applied:\n  9003 narrow (contract)\n"
    again = migrate(last)
    assert (again.returncode, again.stdout) == (0, "The database has all steps of this version.\n")
    older = migrate(nodes.services[0])
    assert older.returncode == 1 and "newer version of Postrider (schema 9003" in older.stderr


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, postgresql: Postgresql, tmp_path: Path) -> Callable[[str | None], Service]:
    """Makes services on one new database, of this version or of a later one."""
    variables = {}
    if request.param == "postgresql":
        variables["POSTRIDER_DATABASE_URL"] = postgresql.url(postgresql.new_database())

    def made(name: str | None) -> Service:
        more = steps(name) if name else {}
        return Service(tmp_path / "data", environment=variables | more, binary=NEXT if name else None)

    return made


def test_migrate_makes_the_tables_of_an_empty_database(empty: Callable[[str | None], Service]) -> None:
    service = empty(None)
    plan = migrate(service, "--dry-run")
    assert plan.returncode == 0 and plan.stdout.startswith("Would be applied:\n  36 schema (contract)\n")
    assert not (service.data_dir / "postrider.db").exists()
    done = migrate(service)
    assert done.returncode == 0 and done.stdout == plan.stdout.replace("Would be applied", "Applied")
    with service:
        assert service.admin().get("/accounts").ok() == []


def test_migrate_refuses_what_it_does_not_know(empty: Callable[[str | None], Service]) -> None:
    wrong = migrate(empty(None), "--force")
    assert wrong.returncode == 2 and "Unknown argument `--force`" in wrong.stderr
    assert not (empty(None).data_dir / "postrider.db").exists()


def test_previous_version_goes_on_after_an_expansion_only(empty: Callable[[str | None], Service]) -> None:
    with empty(None):
        pass
    with empty("next") as following:
        following.admin().get("/accounts").ok()
    with empty(None) as service:
        service.client().get("/health/ready").ok()
        assert run(service, "user", "list").returncode == 0
        backup = run(service, "backup", str(service.data_dir.parent / "backup.tar"))
        assert backup.returncode == 1 and "Use the version of Postrider that wrote it" in backup.stderr
    with empty("last"):
        pass
    service = empty(None)
    assert service.run_to_end() == 1
    assert "newer version of Postrider (schema 9003" in service.log()


def test_migrate_is_refused_while_a_service_has_the_file_open(tmp_path: Path) -> None:
    with Service(tmp_path / "data") as service:
        refused = migrate(service)
        assert refused.returncode == 1 and "is in use. Stop the service" in refused.stderr
        service.admin().get("/accounts").ok()
