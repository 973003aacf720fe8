# SPDX-License-Identifier: GPL-3.0-or-later
"""A desktop session without a screen: a bus of its own, and GNOME's keyring on it, which tests can
lock, suspend, kill and start again."""

import os
import shutil
import signal
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from postrider_support.waiting import scaled, wait_until

_PASSWORD = "the keyring's own password"
_SERVICE = "org.freedesktop.secrets"
_ROOT = "/org/freedesktop/secrets"
_COLLECTION = f"{_ROOT}/collection/login"
_GONE = {
    "org.freedesktop.DBus.Error.UnknownMethod",
    "org.freedesktop.DBus.Error.UnknownObject",
    "org.freedesktop.Secret.Error.NoSuchObject",
}
# No service folders, so that no message starts a program of the machine.
_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir={directory}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


class KeyringSession:
    """Runs from `with` on, keyring unlocked. `variables` are for the programs of the session."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.runtime = directory / "run"
        self.variables: dict[str, str] = {}
        self._bus: subprocess.Popen[str] | None = None
        self._keyring: subprocess.Popen[bytes] | None = None
        self._talk: Any = None  # one connection, because sessions opened on it end with it

    @staticmethod
    def available() -> bool:
        """Whether its programs are installed."""
        return all(map(shutil.which, ("dbus-daemon", "gnome-keyring-daemon")))

    def __enter__(self) -> "KeyringSession":
        self._start_bus()
        self.start_keyring()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill_keyring()
        self.kill_bus()

    def start_keyring(self, unlocked: bool = True) -> None:
        """Starts the keyring with the secrets that it has stored; returns when it answers."""
        command = ["gnome-keyring-daemon", "--components=secrets", "--foreground"]
        if unlocked:
            command.append("--unlock")
        with (self.directory / "keyring.log").open("ab") as log:
            self._keyring = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=log, stderr=log, env=self._environment()
            )
        assert self._keyring.stdin is not None
        if unlocked:
            self._keyring.stdin.write(_PASSWORD.encode())
        self._keyring.stdin.close()
        wait_until(self._has_owner, 20, "the keyring on the bus")

    def kill_keyring(self) -> None:
        """Kills the keyring with SIGKILL."""
        if self._keyring is not None:
            self._keyring.kill()
            self._keyring.wait(scaled(10))
            self._keyring = None

    def kill_bus(self) -> None:
        """Kills the bus with SIGKILL; the keyring and its clients lose their connections."""
        if self._talk is not None:
            self._talk.set_exit_on_disconnect(False)  # the test itself must not exit
        if self._bus is not None:
            self._bus.kill()
            self._bus.wait(scaled(10))
            self._bus = None

    def hang(self) -> None:
        """Makes the keyring hang until `go_on()`."""
        assert self._keyring is not None
        self._keyring.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Ends a `hang()`."""
        assert self._keyring is not None
        self._keyring.send_signal(signal.SIGCONT)

    def lock(self) -> None:
        """Locks the keyring, as a person who goes away."""
        self._interface("org.freedesktop.Secret.Service").Lock([_COLLECTION])

    def unlock(self) -> None:
        """Unlocks the keyring, as a person who types its password."""
        import dbus

        _, session = self._interface("org.freedesktop.Secret.Service").OpenSession("plain", "")
        secret = dbus.Struct(
            (session, dbus.ByteArray(b""), dbus.ByteArray(_PASSWORD.encode()), "text/plain"),
            signature="oayays",
        )
        inner = "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface"
        self._interface(inner).UnlockWithMasterPassword(_COLLECTION, secret)

    def secrets(self, service: str = "Postrider") -> dict[str, str]:
        """The secrets of a program, by key. The keyring must be unlocked."""
        import dbus

        while True:
            try:
                return self._held(service)
            except dbus.DBusException as error:
                # An entry was removed between the search and its reading: tries again.
                if error.get_dbus_name() not in _GONE:
                    raise

    def _held(self, service: str) -> dict[str, str]:
        import dbus

        keeper = self._interface("org.freedesktop.Secret.Service")
        found, _ = keeper.SearchItems({"server": service})
        _, session = keeper.OpenSession("plain", "")
        held = {}
        for item, (_, _, value, _) in keeper.GetSecrets(found, session).items():
            properties = dbus.Interface(
                self._connection().get_object(_SERVICE, item), "org.freedesktop.DBus.Properties"
            )
            attributes = properties.Get("org.freedesktop.Secret.Item", "Attributes")
            assert attributes["type"] == "plaintext"
            held[str(attributes["user"])] = bytes(value).decode()
        return held

    def forget(self, service: str = "Postrider") -> None:
        """Removes a program's entries, as a person does by hand."""
        import dbus

        found, _ = self._interface("org.freedesktop.Secret.Service").SearchItems({"server": service})
        for item in found:
            one = self._connection().get_object(_SERVICE, item)
            dbus.Interface(one, "org.freedesktop.Secret.Item").Delete()

    def _start_bus(self) -> None:
        for name in ("home", "run", "data", "config", "cache"):
            (self.directory / name).mkdir(parents=True, exist_ok=True)
        self.runtime.chmod(0o700)
        settings = self.directory / "bus.conf"
        settings.write_text(_BUS.format(directory=self.runtime))
        self._bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={settings}", "--print-address", "--nofork"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._bus.stdout is not None
        address = self._bus.stdout.readline().strip()
        assert address, "the bus did not start"
        self.variables = {
            "HOME": str(self.directory / "home"),
            "XDG_RUNTIME_DIR": str(self.runtime),
            "XDG_DATA_HOME": str(self.directory / "data"),
            "XDG_CONFIG_HOME": str(self.directory / "config"),
            "XDG_CACHE_HOME": str(self.directory / "cache"),
            "XDG_CURRENT_DESKTOP": "test-desktop",
            "DBUS_SESSION_BUS_ADDRESS": address,
        }

    def _environment(self) -> dict[str, str]:
        away = ("DISPLAY", "WAYLAND_DISPLAY", "GNOME_KEYRING_CONTROL", "SSH_AUTH_SOCK")
        return {name: value for name, value in os.environ.items() if name not in away} | (self.variables)

    def _connection(self) -> Any:
        if self._talk is None:
            import dbus.bus

            self._talk = dbus.bus.BusConnection(self.variables["DBUS_SESSION_BUS_ADDRESS"])
        return self._talk

    def _interface(self, name: str) -> Any:
        import dbus

        return dbus.Interface(self._connection().get_object(_SERVICE, _ROOT), name)

    def _has_owner(self) -> bool:
        return bool(self._connection().name_has_owner(_SERVICE))
