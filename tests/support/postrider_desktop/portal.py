#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A settings portal of the desktop. Its only setting, the colour scheme: argument, then lines on stdin."""
import json
import os
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

SETTINGS = "org.freedesktop.portal.Settings"
APPEARANCE, KEY = "org.freedesktop.appearance", "color-scheme"


class Portal(dbus.service.Object):
    """0: no preference, 1: dark, 2: light."""

    scheme = dbus.UInt32(int(sys.argv[1]))

    @dbus.service.method(SETTINGS, in_signature="ss", out_signature="v")
    def Read(self, about, key):
        if (about, key) != (APPEARANCE, KEY):
            raise dbus.DBusException("no such setting")
        return dbus.UInt32(self.scheme, variant_level=1)

    @dbus.service.signal(SETTINGS, signature="ssv")
    def SettingChanged(self, about, key, value):
        pass


def on_input(source, _condition):
    line = os.read(source, 65536)
    if not line:
        return False
    portal.scheme = dbus.UInt32(int(line))
    portal.SettingChanged(APPEARANCE, KEY, portal.scheme)
    print(json.dumps({"ev": "changed"}), flush=True)
    return True


DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.freedesktop.portal.Desktop", bus)
portal = Portal(bus, "/org/freedesktop/portal/desktop")
GLib.io_add_watch(0, GLib.IO_IN, on_input)
print(json.dumps({"ev": "ready"}), flush=True)
GLib.MainLoop().run()
