# SPDX-License-Identifier: GPL-3.0-or-later
"""A Wayland desktop: a compositor that shows its screen in a window of the session's X11 screen.

Keys that are typed into that window reach the Wayland window that has the focus, as those of a real
keyboard do. A test cannot focus a Wayland window, so it shows what a person can do without a mouse.
"""

import re
import shutil
from pathlib import Path

from postrider_desktop.session import DesktopSession
from postrider_desktop.tray import Tray
from postrider_desktop.typist import Typist
from postrider_support.waiting import wait_until

# Qt's plugin for Wayland, in the folders of Debian and of other systems.
_PLUGINS = (
    "lib/*/qt6/plugins/platforms/libqwayland*.so",
    "lib*/qt6/plugins/platforms/libqwayland*.so",
)

# No screen saver, no keyboard on the screen, no animation of windows.
_CONFIG = """[core]
idle-time=0
[shell]
animation=none
startup-animation=none
locking=false
[input-method]
path=
"""

_MESSAGE = re.compile(r"(\w+)[@#](\d+)\.(\w+)\((.*)\)$")
_SURFACE = re.compile(r"wl_surface[@#](\d+)")
_NEW = re.compile(r"new id \w+[@#](\d+)")


class Weston:
    """Runs from its construction until the session ends; `environment` is for programs on it."""

    def __init__(self, session: DesktopSession) -> None:
        config = session.directory / "weston.ini"
        config.write_text(_CONFIG)
        log = session.directory / "weston.log"
        process = session.start(
            "weston", "--backend=x11-backend.so", "--use-pixman", f"--config={config}",
            "--socket=wayland-test", "--width=1200", "--height=900", output=log)  # fmt: skip
        self.environment = {
            "QT_QPA_PLATFORM": "wayland",
            "WAYLAND_DISPLAY": "wayland-test",
            "DISPLAY": "",
            "WAYLAND_DEBUG": "1",  # WaylandTypist reads these messages
        }
        socket = session.directory / "run" / "wayland-test"

        def look() -> bool:
            assert process.poll() is None, f"the compositor has ended: {log.read_text()}"
            return socket.exists() and "weston-desktop-shell" in log.read_text()

        wait_until(look, 30, "the compositor")
        session.run("xdotool", "search", "--sync", "--onlyvisible", "--class", "Weston",
                    "windowfocus", "--sync")  # fmt: skip

    @staticmethod
    def missing() -> list[str]:
        """The packages that are not installed."""
        absent = [] if shutil.which("weston") else ["weston"]
        if not any(list(Path("/usr").glob(place)) for place in _PLUGINS):
            absent.append("qt6-wayland")
        return absent


class WaylandTypist(Typist):
    """Types into the focused window of the tray; it cannot focus one."""

    def __init__(self, session: DesktopSession, tray: Tray) -> None:
        super().__init__(session)
        self._log = tray.log_file
        self._read = 0
        self._surfaces: dict[str, str] = {}  # wl_surface by xdg_surface and by xdg_toplevel
        self._titles: dict[str, str] = {}  # by wl_surface
        self._focus = ""

    def title(self) -> str:
        """The title of the focused window; empty if there is none."""
        self._hear()
        return self._titles.get(self._focus, "")

    def titles(self) -> list[str]:
        """The titles of the open windows."""
        self._hear()
        return list(self._titles.values())

    def wait_gone(self, title: str) -> None:
        """Waits until no window has the title."""
        wait_until(lambda: not [one for one in self.titles() if title in one], 15, f"no window {title!r}")

    def _hear(self) -> None:
        """Reads the new messages between the tray and the compositor."""
        with self._log.open("rb") as log:
            log.seek(self._read)
            whole = log.read().rpartition(b"\n")[0]
        self._read += len(whole)
        for line in whole.decode(errors="replace").splitlines():
            message = _MESSAGE.search(line)
            if message:
                self._take(*message.groups())

    def _take(self, kind: str, number: str, what: str, arguments: str) -> None:
        surface = _SURFACE.search(arguments)
        made = _NEW.search(arguments)
        if kind == "xdg_wm_base" and what == "get_xdg_surface" and surface and made:
            self._surfaces["surface" + made[1]] = surface[1]
        elif kind == "xdg_surface" and what == "get_toplevel" and made:
            self._surfaces["toplevel" + made[1]] = self._surfaces["surface" + number]
        elif kind == "xdg_toplevel" and what == "set_title":
            self._titles[self._surfaces["toplevel" + number]] = arguments.strip('"')
        elif kind == "xdg_toplevel" and what == "destroy":
            self._titles.pop(self._surfaces["toplevel" + number], None)
        elif kind == "wl_keyboard" and what == "enter" and surface:
            self._focus = surface[1]
        elif kind == "wl_keyboard" and what == "leave":
            self._focus = ""
