#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands for logind: each line on stdin announces a sleep of the machine, and its end."""
import json
import os

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

MANAGER = "org.freedesktop.login1.Manager"


class Manager(dbus.service.Object):
    """Has only the signal that the tray uses."""

    @dbus.service.signal(MANAGER, signature="b")
    def PrepareForSleep(self, begins):
        pass


def on_input(source, _condition):
    if not os.read(source, 65536):
        return False
    manager.PrepareForSleep(True)
    manager.PrepareForSleep(False)
    print(json.dumps({"ev": "slept"}), flush=True)
    return True


DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.freedesktop.login1", bus)
manager = Manager(bus, "/org/freedesktop/login1")
GLib.io_add_watch(0, GLib.IO_IN, on_input)
print(json.dumps({"ev": "ready"}), flush=True)
GLib.MainLoop().run()
