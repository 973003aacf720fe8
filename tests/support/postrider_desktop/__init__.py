# SPDX-License-Identifier: GPL-3.0-or-later
"""A desktop without a screen, and programs on it, for the tests of the tray."""

from postrider_desktop.element import Element
from postrider_desktop.fakeservice import FakeService
from postrider_desktop.foreignprogram import ForeignProgram
from postrider_desktop.helper import Helper
from postrider_desktop.screenreader import ScreenReader
from postrider_desktop.session import DesktopSession
from postrider_desktop.tray import Tray
from postrider_desktop.typist import Typist
from postrider_desktop.weston import WaylandTypist, Weston

__all__ = [
    "DesktopSession",
    "Element",
    "FakeService",
    "ForeignProgram",
    "Helper",
    "ScreenReader",
    "Tray",
    "Typist",
    "WaylandTypist",
    "Weston",
]
