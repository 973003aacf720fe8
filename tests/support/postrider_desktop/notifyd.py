#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A notification daemon that shows nothing and reports everything as lines of JSON.

Commands: `act ID ACTION` (a person chooses an action), `close ID REASON`.
"""
import json
import os
import time

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"


def report(**what):
    print(json.dumps(what), flush=True)


class Daemon(dbus.service.Object):
    """Desktop Notifications Specification 1.2."""

    last = 0

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
        clock = time.clock_gettime(time.CLOCK_MONOTONIC)
        number = int(replaces)
        if number == 0:
            Daemon.last += 1
            number = Daemon.last
        known = {str(key): str(value) for key, value in hints.items() if key != "image-data"}
        report(
            ev="notify",
            id=number,
            replaces=int(replaces),
            app=str(app),
            summary=str(summary),
            body=str(body),
            actions=[str(action) for action in actions],
            hints=known,
            clock=clock,
        )
        return dbus.UInt32(number)

    @dbus.service.method(NAME, in_signature="u")
    def CloseNotification(self, number):
        report(ev="close", id=int(number))
        self.NotificationClosed(number, 3)

    @dbus.service.method(NAME, out_signature="as")
    def GetCapabilities(self):
        return ["body", "actions", "body-markup", "persistence"]

    @dbus.service.method(NAME, out_signature="ssss")
    def GetServerInformation(self):
        return ("test", "example.org", "1", "1.2")

    @dbus.service.signal(NAME, signature="us")
    def ActionInvoked(self, number, action):
        pass

    @dbus.service.signal(NAME, signature="uu")
    def NotificationClosed(self, number, reason):
        pass


def on_line(line):
    what, number, more = line.split()
    if what == "act":
        daemon.ActionInvoked(dbus.UInt32(int(number)), more)
        daemon.NotificationClosed(dbus.UInt32(int(number)), dbus.UInt32(2))
    else:
        daemon.NotificationClosed(dbus.UInt32(int(number)), dbus.UInt32(int(more)))


def on_input(source, _condition):
    """Reads all available lines: lines in a buffer of Python would not wake the main loop."""
    global unread
    more = os.read(source, 65536)
    *lines, unread = (unread + more).split(b"\n")
    for line in lines:
        on_line(line.decode())
    return bool(more)


unread = b""
DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName(NAME, bus)
daemon = Daemon(bus, "/org/freedesktop/Notifications")
GLib.io_add_watch(0, GLib.IO_IN, on_input)
report(ev="ready")
GLib.MainLoop().run()
