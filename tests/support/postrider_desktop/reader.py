#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads windows as a screen reader does: AT-SPI on a bus of its own, reported as lines of JSON.

Its argument is the address of that bus, which programs find through the session's bus. Command `read`:
the windows that are shown, each with its title and the elements shown in it, from top to bottom: role,
name and typed text.
"""
import json
import os
import sys

import dbus
import dbus.bus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

ACCESSIBLE = "org.a11y.atspi.Accessible"
TEXT = "org.a11y.atspi.Text"
PROPERTIES = "org.freedesktop.DBus.Properties"
ROOT = "/org/a11y/atspi/accessible/root"
SHOWING = 1 << 25  # a bit of the states


def report(**what):
    print(json.dumps(what), flush=True)


class Bus(dbus.service.Object):
    """Informs programs that a screen reader is active, and of the address of its bus."""

    @dbus.service.method("org.a11y.Bus", out_signature="s")
    def GetAddress(self):
        return sys.argv[1]

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, _interface, _name):
        return dbus.Boolean(True)  # IsEnabled, ScreenReaderEnabled


class Registry(dbus.service.Object):
    """Where programs register. It requests no events."""

    programs = []

    @dbus.service.method("org.a11y.atspi.Socket", in_signature="(so)", out_signature="(so)", sender_keyword="sender")
    def Embed(self, _plug, sender=None):
        Registry.programs.append(sender)
        report(ev="embedded")
        return (bus.get_unique_name(), dbus.ObjectPath(ROOT))

    @dbus.service.method("org.a11y.atspi.Registry", out_signature="a(ss)")
    def GetRegisteredEvents(self):
        return dbus.Array([], signature="(ss)")


class Listeners(dbus.service.Object):
    """Answers that no screen reader listens to keys."""

    @dbus.service.method("org.a11y.atspi.DeviceEventController", out_signature="b")
    def NotifyListenersSync(self, *_event):
        return False


def call(place, interface, method, *arguments):
    return bus.call_blocking(*place, interface, method, None, arguments, timeout=5)


def name_of(place):
    return str(call(place, PROPERTIES, "Get", ACCESSIBLE, "Name"))


def typed_in(place, role):
    try:
        return str(call(place, TEXT, "GetText", 0, -1)) if "text" in role else ""
    except dbus.DBusException:
        return ""


def shown_in(place):
    """The shown elements from this one downwards, itself first."""
    low, _high = call(place, ACCESSIBLE, "GetState")
    if not low & SHOWING:
        return
    role = str(call(place, ACCESSIBLE, "GetRoleName"))
    yield {"role": role, "name": name_of(place), "typed": typed_in(place, role)}
    for child in call(place, ACCESSIBLE, "GetChildren"):
        yield from shown_in(tuple(map(str, child)))


def read():
    windows = []
    for program in Registry.programs:
        if not bus.name_has_owner(program):
            continue
        for window in call((program, ROOT), ACCESSIBLE, "GetChildren"):
            parts = list(shown_in(tuple(map(str, window))))
            if parts:
                windows.append({"title": parts[0]["name"], "parts": parts[1:]})
    return windows


def on_line():
    try:
        report(ev="read", windows=read())
    except Exception as error:  # an element disappeared meanwhile; the test asks again
        report(ev="read", windows=[], problem=repr(error))


def on_input(source, _condition):
    global unread
    more = os.read(source, 65536)
    *lines, unread = (unread + more).split(b"\n")
    for _line in lines:
        on_line()
    return bool(more)


unread = b""
DBusGMainLoop(set_as_default=True)
desktop = dbus.bus.BusConnection(os.environ["DBUS_SESSION_BUS_ADDRESS"])
desktop.set_exit_on_disconnect(False)
address = dbus.service.BusName("org.a11y.Bus", desktop)
teller = Bus(desktop, "/org/a11y/bus")
bus = dbus.bus.BusConnection(sys.argv[1])
name = dbus.service.BusName("org.a11y.atspi.Registry", bus)
registry = Registry(bus, ROOT)
other = Registry(bus, "/org/a11y/atspi/registry")
listeners = Listeners(bus, "/org/a11y/atspi/registry/deviceeventcontroller")
GLib.io_add_watch(0, GLib.IO_IN, on_input)
report(ev="ready")
GLib.MainLoop().run()
