# SPDX-License-Identifier: GPL-3.0-or-later
"""A desktop session for one test: screen, message bus and folders, none of which are the user's."""

import ctypes
import os
import random
import shutil
import subprocess
from pathlib import Path
from types import TracebackType

from postrider_desktop.helper import Helper
from postrider_support.waiting import scaled, wait_until

HERE = Path(__file__).parent

# No service directories, so that no message starts a program.
_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><keep_umask/><listen>unix:dir={directory}</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/>
<allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
"""


class _ClientMessage(ctypes.Structure):
    """XClientMessageEvent of Xlib, in the size of the union XEvent."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("rest", ctypes.c_long * 12),
    )


class DesktopSession:
    """Runs as a context. Programs started here end with it; `environment` is theirs."""

    def __init__(self, directory: Path, scale: int = 1, screen: str = "1280x960") -> None:
        self.directory = directory
        self._size = screen
        self.environment: dict[str, str] = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("POSTRIDER_", "XDG_", "QT_", "DBUS_", "LC_"))
            and name not in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_AUTH_SOCK", "LANG", "LANGUAGE")
        }
        for name, folder in (
            ("HOME", "home"),
            ("XDG_RUNTIME_DIR", "run"),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_DATA_HOME", "data"),
            ("XDG_CACHE_HOME", "cache"),
        ):
            (directory / folder).mkdir(parents=True)
            self.environment[name] = str(directory / folder)
        (directory / "run").chmod(0o700)
        self.environment |= {
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "NO_AT_BRIDGE": "1",
            "QT_QPA_PLATFORM": "xcb",
            "QT_SCALE_FACTOR": str(scale),
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
            # For the service that the tray starts: the person who runs the tests may use the default port.
            "POSTRIDER_LISTEN": "127.0.0.1:0",
        }
        self._running: list[subprocess.Popen[bytes]] = []
        self._screen: subprocess.Popen[bytes] | None = None
        self._helpers: list[Helper] = []

    @staticmethod
    def missing() -> list[str]:
        """The programs that are not installed."""
        needed = ("Xvfb", "dbus-daemon", "trayer", "xdotool", "import", "gnome-keyring-daemon")
        absent = [name for name in needed if shutil.which(name) is None]
        probe = "import dbus, gi.repository.GLib"
        if subprocess.run(["/usr/bin/python3", "-c", probe], capture_output=True).returncode:
            absent.append("python3-dbus, python3-gi")
        return absent

    def __enter__(self) -> "DesktopSession":
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self._start_bus()
        self._start_screen()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for helper in self._helpers:
            helper.stop()
        for process in reversed(self._running):
            process.terminate()  # not killed, so that Xvfb removes its lock
            try:
                process.wait(scaled(5))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(scaled(10))

    def run(self, *command: str, timeout: float = 20) -> str:
        """Runs a program to its end and returns what it printed."""
        done = subprocess.run(
            command,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
            timeout=timeout,
        )
        return done.stdout

    def start(self, *command: str, output: Path | None = None) -> subprocess.Popen[bytes]:
        """Starts a program that ends with the session."""
        with open(output or os.devnull, "ab") as out:
            process = subprocess.Popen(command, env=self.environment, stdout=out, stderr=out)
        self._running.append(process)
        return process

    def helper(self, script: str, *arguments: str) -> Helper:
        """Starts one of the programs beside this file, and waits until it is ready."""
        helper = Helper(HERE / script, self.environment, *arguments)
        self._helpers.append(helper)
        return helper

    def notifications(self) -> Helper:
        """A notification daemon."""
        return self.helper("notifyd.py")

    def panel(self, *arguments: str) -> Helper:
        """A panel of the new kind (StatusNotifier)."""
        return self.helper("snihost.py", *arguments)

    def reader(self) -> Helper:
        """Reads windows of programs that are started later, also after the end of the session's bus."""
        return self.helper("reader.py", self._start_bus())

    def old_panel(self) -> subprocess.Popen[bytes]:
        """A panel of the old kind (XEmbed), on the screen."""
        log = self.directory / "trayer.log"
        panel = self.start("trayer", "--edge", "top", "--align", "right", "--widthtype", "request",
                           "--height", "32", "--SetDockType", "true", output=log)  # fmt: skip

        def look() -> bool:
            assert panel.poll() is None, f"the panel has ended: {log.read_text()}"
            return "trayer" in self.tree()

        wait_until(look, 30, "the panel")
        return panel

    def keyring(self, password: str = "test-password") -> subprocess.Popen[bytes]:
        """An unlocked keyring."""
        process = subprocess.Popen(
            ["gnome-keyring-daemon", "--unlock", "--components=secrets", "--foreground"],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        assert process.stdin
        process.stdin.write(password.encode())
        process.stdin.close()
        self._running.append(process)
        wait_until(lambda: self.has_owner("org.freedesktop.secrets"), 15, "the keyring")
        return process

    def secret(self, key: str, service: str = "Postrider Tray") -> str:
        """The value of that key in the keyring; empty if there is none."""
        command = ["secret-tool", "lookup", "server", service, "user", key]
        found = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=scaled(20))
        return found.stdout

    def has_owner(self, name: str) -> bool:
        """Whether a program on the bus owns that name."""
        answer = self.run(
            "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/",
            "org.freedesktop.DBus.NameHasOwner", f"string:{name}")  # fmt: skip
        return "true" in answer

    def windows(self) -> list[str]:
        """The titles of the windows on the screen."""
        return [line.split('"')[1] for line in self.tree().splitlines() if line.count('"') >= 2]

    def tree(self) -> str:
        """All windows as xwininfo lists them; empty if a window disappeared meanwhile."""
        command = ["xwininfo", "-root", "-tree"]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=scaled(20))
        return done.stdout if done.returncode == 0 else ""

    def window_id(self, title: str) -> str:
        """The number of the visible window of that title; AssertionError after 15 s."""

        def look() -> str:
            found = subprocess.run(
                ["xdotool", "search", "--onlyvisible", "--name", title],
                env=self.environment,
                capture_output=True,
                text=True,
                timeout=scaled(20),
            )
            return found.stdout.split()[0] if found.stdout.split() else ""

        try:
            return wait_until(look, 15, every=0.1)
        except AssertionError:
            raise AssertionError(f"no window {title!r} among\n{self.windows()}") from None

    def close_window(self, title: str) -> None:
        """Closes a window with WM_DELETE_WINDOW, as the button in its frame does."""
        window = int(self.window_id(title))
        x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XInternAtom.restype = ctypes.c_ulong
        display = ctypes.c_void_p(x11.XOpenDisplay(self.environment["DISPLAY"].encode()))
        what = x11.XInternAtom(display, b"WM_PROTOCOLS", 0)
        how = x11.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
        message = _ClientMessage(33, 0, 1, None, window, what, 32, (how, 0))
        nobody = ctypes.c_long(0)  # no event mask: X11 sends it to the program of the window
        x11.XSendEvent(display, ctypes.c_ulong(window), 0, nobody, ctypes.byref(message))
        x11.XCloseDisplay(display)

    def end_screen(self) -> None:
        """Kills the X server, as at the end of a session without notice."""
        assert self._screen
        self._screen.kill()
        self._screen.wait(10)

    def screenshot(self, file: Path, window: str = "root") -> None:
        """The screen, or a window of it, as a PNG."""
        file.parent.mkdir(parents=True, exist_ok=True)
        self.run("import", "-window", window, "+repage", "-strip", str(file))

    def _start_bus(self) -> str:
        """Starts a message bus; returns its address."""
        config = self.directory / "bus.conf"
        config.write_text(_BUS.format(directory=self.directory / "run"))
        process = subprocess.Popen(
            ["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address"],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._running.append(process)
        assert process.stdout
        return process.stdout.readline().decode().strip()

    def _start_screen(self) -> None:
        # The number is chosen here: Xvfb could find the number of a screen that is just ending,
        # which would then remove the socket of the new one.
        for number in random.sample(range(100, 30_000), 5):
            # Without -noreset, Xvfb refuses programs for a moment after its last one has disconnected.
            process = subprocess.Popen(
                ["Xvfb", f":{number}", "-displayfd", "1", "-screen", "0", f"{self._size}x24",
                 "-dpi", "96", "-nolisten", "tcp", "-noreset"],
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
            self._running.append(process)
            assert process.stdout
            if process.stdout.readline().decode().strip():
                self.environment["DISPLAY"] = f":{number}"
                self._screen = process
                return
        raise AssertionError("Xvfb did not start")
