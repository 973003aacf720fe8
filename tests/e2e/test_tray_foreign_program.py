# SPDX-License-Identifier: GPL-3.0-or-later
"""Another user's program on the port of a service that died: it gets neither a token nor a code."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import click, online, ready
from postrider_desktop import DesktopSession, ForeignProgram, Helper, Tray
from postrider_support import Proxy, Service
from postrider_support.waiting import wait_until

TOKEN_KEY = "postrider/org.postrider.tray/token"
MANUAL = {"service/start": "false"}
Serve = Callable[[int], Service]


@pytest.fixture
def serve(session: DesktopSession, tmp_path: Path) -> Iterator[Serve]:
    """Starts the real service in the environment of the session, each time with the same data."""
    names = ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "DBUS_SESSION_BUS_ADDRESS")
    desktop = {name: session.environment[name] for name in names}
    started: list[Service] = []

    def start(port: int = 0) -> Service:
        arguments = ("--desktop", "--secrets", "sealed", "--listen", f"127.0.0.1:{port}")
        one = Service(tmp_path / "service", environment=desktop, arguments=arguments)
        one.start()
        started.append(one)
        return one

    yield start
    for one in started:
        one.kill()


def port_of(service: Service) -> int:
    port = urlsplit(service.base_url).port
    assert port
    return port


def pairing(session: DesktopSession) -> dict[str, str]:
    """The pairing file, which the service writes shortly after it reports that it listens."""
    file = session.directory / "run" / "postrider" / "pair.json"
    wait_until(file.exists, 10, "the pairing file")
    return json.loads(file.read_text())


def token_of(session: DesktopSession) -> str:
    """The tray's token, once it is in the keyring."""
    text = wait_until(lambda: session.secret(TOKEN_KEY), 15, "the token in the keyring")
    return json.loads(text)["token"]


def warns_of_foreign_program(panel: Helper) -> bool:
    entries = panel.ask("menu", "menu")["entries"]
    return any("could not prove that it is your mail service" in one["label"] for one in entries)


def check_received_no_secret(program: ForeignProgram, *secrets: str) -> None:
    assert program.received, "nobody has asked"
    received = bytes(program.received)
    assert b"authorization" not in received.lower()
    assert b'"code"' not in received
    for secret in secrets:
        assert secret.encode() not in received


@pytest.mark.parametrize("returns", ["on another port", "on its port"])
def test_a_foreign_program_on_the_port_after_a_crash_gets_no_secret(
    session: DesktopSession, serve: Serve, returns: str
) -> None:
    session.keyring()
    panel = session.panel()
    service = serve(0)
    port = port_of(service)
    with Tray(session, MANUAL) as tray:
        online(panel, tray, 0)
        token, offer = token_of(session), pairing(session)
        service.kill()
        with ForeignProgram(port) as program:
            ready(panel, tray, "Connection lost", timeout=45)
            for tries in (1, 2, 3):
                wait_until(lambda: program.connections >= tries, 20, f"{tries} tries")
                wait_until(lambda: warns_of_foreign_program(panel), 15, "the warning about the foreign program")
                ready(panel, tray, "Connection lost")
                click(panel, "Try now")
            if returns == "on another port":
                serve(0)
                online(panel, tray, 0)
        if returns == "on its port":
            serve(port)
            online(panel, tray, 0)
        assert not warns_of_foreign_program(panel)
        check_received_no_secret(program, token, offer["code"], offer["proof"])


@pytest.mark.parametrize("kept", ["a token", "no token"])
def test_a_foreign_program_on_the_port_before_the_start_gets_no_secret(
    session: DesktopSession, serve: Serve, kept: str
) -> None:
    session.keyring()
    panel = session.panel()
    service = serve(0)
    secrets = []
    if kept == "a token":
        with Tray(session, MANUAL) as tray:
            online(panel, tray, 0)
            secrets.append(token_of(session))
    offer = pairing(session)
    service.kill()
    secrets += [offer["code"], offer["proof"]]
    before = len(panel.all("registered"))
    with ForeignProgram(port_of(service)) as program, Tray(session, MANUAL) as tray:
        wait_until(lambda: len(panel.all("registered")) > before, 20, "the icon")
        wait_until(lambda: warns_of_foreign_program(panel), 15, "the warning about the foreign program")
        ready(panel, tray, "The mail service is not running")
        serve(0)
        online(panel, tray, 0)
        check_received_no_secret(program, *secrets)


def test_a_relay_to_the_service_gets_nothing(session: DesktopSession, serve: Serve) -> None:
    panel = session.panel()
    offer_file = session.directory / "run" / "postrider" / "pair.json"
    service = serve(0)
    with Proxy(port_of(service)) as relay:
        offer = pairing(session)
        offer_file.write_text(json.dumps(offer | {"url": f"http://127.0.0.1:{relay.port}"}))
        with Tray(session, MANUAL) as tray:
            wait_until(lambda: panel.all("registered"), 20, "the icon")
            wait_until(lambda: warns_of_foreign_program(panel), 15, "the warning about the foreign program")
            assert relay.connections > 0
            assert pairing(session)["code"] == offer["code"]
            offer_file.write_text(json.dumps(offer))
            online(panel, tray, 0)
