#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A panel of the new kind: StatusNotifier watcher and host in one, reported as lines of JSON.

Commands: `item` (the icon's properties), `menu`, `click ID` (of the menu), `activate`, `secondary`,
`host` (with --no-host: the host registers now), `pixels SIZE FILE` (the icon as a PAM picture).
"""
import json
import os
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

WATCHER = "org.kde.StatusNotifierWatcher"
ITEM = "org.kde.StatusNotifierItem"
MENU = "com.canonical.dbusmenu"
PROPERTIES = "org.freedesktop.DBus.Properties"


def report(**what):
    print(json.dumps(what), flush=True)


class Watcher(dbus.service.Object):
    """The watcher, at which icons register."""

    items = []
    has_host = True

    @dbus.service.method(WATCHER, in_signature="s", sender_keyword="sender")
    def RegisterStatusNotifierItem(self, service, sender=None):
        place = (sender, service) if service.startswith("/") else (service, "/StatusNotifierItem")
        Watcher.items.append(place)
        item = bus.get_object(*place)
        for signal in ("NewIcon", "NewToolTip", "NewStatus"):
            item.connect_to_signal(
                signal,
                lambda *_, signal=signal: report(ev="changed", what=signal),
                dbus_interface=ITEM,
            )
        report(ev="registered", service=service)

    @dbus.service.method(WATCHER, in_signature="s")
    def RegisterStatusNotifierHost(self, _service):
        self.StatusNotifierHostRegistered()

    @dbus.service.signal(WATCHER)
    def StatusNotifierHostRegistered(self):
        pass

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, _interface, name):
        return {
            "IsStatusNotifierHostRegistered": dbus.Boolean(Watcher.has_host),
            "ProtocolVersion": dbus.Int32(0),
            "RegisteredStatusNotifierItems": dbus.Array([a + b for a, b in Watcher.items], signature="s"),
        }[name]

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        names = ("IsStatusNotifierHostRegistered", "ProtocolVersion")
        return {name: self.Get(interface, name) for name in names}

    @dbus.service.method(
        "org.freedesktop.DBus.Introspectable",
        in_signature="",
        out_signature="s",
        path_keyword="path",
        connection_keyword="connection",
    )
    def Introspect(self, path=None, connection=None):
        # Qt reads only properties that the introspection lists.
        listed = "".join(
            f'<property name="{name}" type="{kind}" access="read"/>'
            for name, kind in (
                ("IsStatusNotifierHostRegistered", "b"),
                ("ProtocolVersion", "i"),
                ("RegisteredStatusNotifierItems", "as"),
            )
        )
        text = dbus.service.Object.Introspect(self, path, connection)
        return text.replace(f'<interface name="{WATCHER}">', f'<interface name="{WATCHER}">{listed}')


def item():
    return bus.get_object(*Watcher.items[-1])


def properties():
    return item().GetAll(ITEM, dbus_interface=PROPERTIES)


def menu():
    return bus.get_object(Watcher.items[-1][0], properties()["Menu"])


def entries(node, depth=0):
    number, values, children = node
    if depth:
        yield {
            "id": int(number),
            "label": str(values.get("label", "")),
            "enabled": bool(values.get("enabled", True)),
            "separator": values.get("type") == "separator",
            "checked": int(values.get("toggle-state", -1)),
            "depth": depth,
        }
    for child in children:
        yield from entries(child, depth + 1)


def layout():
    shown = menu()
    shown.AboutToShow(0, dbus_interface=MENU)
    shown.Event(0, "opened", dbus.Int32(0), dbus.UInt32(0), dbus_interface=MENU)
    everything = shown.GetLayout(0, -1, dbus.Array([], signature="s"), dbus_interface=MENU)
    return list(entries(everything[1]))


def write_pixels(wanted, file):
    sizes = {int(w): (int(w), int(h), bytes(d)) for w, h, d in properties()["IconPixmap"]}
    width, height, argb = sizes[int(wanted)]
    rgba = b"".join(bytes([argb[i + 1], argb[i + 2], argb[i + 3], argb[i]]) for i in range(0, len(argb), 4))
    head = f"P7\nWIDTH {width}\nHEIGHT {height}\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
    with open(file, "wb") as out:
        out.write(head.encode() + rgba)
    report(ev="pixels", sizes=sorted(sizes))


def obey(words):
    what = words[0]
    if what == "item":
        now = properties()
        report(
            ev="item",
            title=str(now.get("Title", "")),
            status=str(now.get("Status", "")),
            category=str(now.get("Category", "")),
            tooltip=str(now["ToolTip"][2]),
            sizes=sorted(int(w) for w, _, _ in now.get("IconPixmap", [])),
        )
    elif what == "menu":
        report(ev="menu", entries=layout())
    elif what == "click":
        menu().Event(dbus.Int32(int(words[1])), "clicked", dbus.Int32(0), dbus.UInt32(0), dbus_interface=MENU)
        report(ev="clicked")
    elif what == "activate":
        item().Activate(10, 10, dbus_interface=ITEM)
        report(ev="activated")
    elif what == "secondary":
        item().SecondaryActivate(10, 10, dbus_interface=ITEM)
        report(ev="activated")
    elif what == "host":
        Watcher.has_host = True
        watcher.StatusNotifierHostRegistered()
        report(ev="host")
    elif what == "pixels":
        write_pixels(words[1], words[2])


def on_line(line):
    try:
        obey(line.split())
    except Exception as error:  # reported, so that the test shows the cause
        report(ev="error", command=line.strip(), text=repr(error))


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
Watcher.has_host = "--no-host" not in sys.argv
name = dbus.service.BusName(WATCHER, bus)
watcher = Watcher(bus, "/StatusNotifierWatcher")
GLib.io_add_watch(0, GLib.IO_IN, on_input)
report(ev="ready")
GLib.MainLoop().run()
