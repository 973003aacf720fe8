#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A screen reader's requests to programs, and the events that programs send it, as lines of JSON.

It implements the protocol (AT-SPI 2 over D-Bus) itself, so no answer comes from a cache.

Commands: `windows`, `tree TITLE` (a window's elements; the title is a regular expression), `popup` (the same
for the menu or list that has the focus, which belongs to no window), `act PATH NUMBER` (performs an action).
Events: `focused`, `renamed`, `shown`, `activated` (a window) with the element.
"""
import json
import os
import re
import sys

import dbus
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

ATSPI = "org.a11y.atspi."
ROOT = "/org/a11y/atspi/accessible/root"
REGISTRY = ATSPI + "Registry"
# As numbered in atspi-constants.h.
STATES = (
    "invalid active armed busy checked collapsed defunct editable enabled expandable expanded focusable "
    "focused has-tooltip horizontal iconified modal multi-line multiselectable opaque pressed resizable "
    "selectable selected sensitive showing single-line stale transient vertical visible manages-descendants "
    "indeterminate required truncated animated invalid-entry supports-autocompletion selectable-text "
    "is-default visited checkable has-popup read-only"
).split()
RELATIONS = {1: "label-for", 2: "labelled-by", 3: "controller-for", 4: "controlled-by",
             17: "description-for", 18: "described-by"}  # fmt: skip
PASSWORD = 40  # ATSPI_ROLE_PASSWORD_TEXT
DEEPEST = 30
TOPMOST = ("application", "desktop frame", "")


def report(**what):
    print(json.dumps(what, ensure_ascii=False), flush=True)


def call(place, interface, method, signature="", *arguments):
    """Calls a method and returns its answer."""
    return bus.call_blocking(*place, interface, method, signature, arguments, timeout=20)


def prop(place, interface, name):
    """A property; None if the element does not have it."""
    try:
        return call(place, "org.freedesktop.DBus.Properties", "Get", "ss", interface, name)
    except dbus.DBusException:
        return None


def states(place):
    low, high = call(place, ATSPI + "Accessible", "GetState")
    bits = int(low) | int(high) << 32
    return [name for number, name in enumerate(STATES) if bits >> number & 1]


def name(place):
    return str(prop(place, ATSPI + "Accessible", "Name") or "")


def role(place):
    if int(call(place, ATSPI + "Accessible", "GetRole")) == PASSWORD:
        return "password text"  # only the number of the role shows it
    return str(call(place, ATSPI + "Accessible", "GetRoleName"))


def relations(place):
    """Kind of relation -> the names of the related elements."""
    found = {}
    for kind, targets in call(place, ATSPI + "Accessible", "GetRelationSet"):
        label = RELATIONS.get(int(kind), str(int(kind)))
        names = [name((str(sender), str(path))) for sender, path in targets]
        found.setdefault(label, []).extend(names)
    return found


def element(place):
    """All data of the element, without its children."""
    properties = {
        "path": place[1],
        "role": role(place),
        "name": name(place),
        "description": str(prop(place, ATSPI + "Accessible", "Description") or ""),
        "states": states(place),
        "relations": relations(place),
    }
    kinds = [str(kind).removeprefix(ATSPI) for kind in call(place, ATSPI + "Accessible", "GetInterfaces")]
    if "Value" in kinds:
        properties["value"] = [float(prop(place, ATSPI + "Value", key) or 0)
                         for key in ("CurrentValue", "MinimumValue", "MaximumValue")]  # fmt: skip
    if "Text" in kinds:
        properties["text"] = str(call(place, ATSPI + "Text", "GetText", "ii", 0, -1))
    if "Action" in kinds:
        properties["actions"] = [[str(part) for part in action]
                           for action in call(place, ATSPI + "Action", "GetActions")]  # fmt: skip
    return properties


def tree(place, depth=0):
    properties = element(place)
    properties["children"] = []
    if depth < DEEPEST:
        for sender, path in call(place, ATSPI + "Accessible", "GetChildren"):
            if not str(path).endswith("/null"):
                properties["children"].append(tree((str(sender), str(path)), depth + 1))
    return properties


def windows():
    """All windows of all programs."""
    found = []
    for sender, path in call((REGISTRY, ROOT), ATSPI + "Accessible", "GetChildren"):
        for owner, window in call((str(sender), str(path)), ATSPI + "Accessible", "GetChildren"):
            found.append((str(owner), str(window)))
    return found


def popup():
    """The topmost menu around the focused element, or its topmost ancestor below the program."""
    place = focus
    for _ in range(DEEPEST):
        above = prop(place, ATSPI + "Accessible", "Parent")
        parent = (str(above[0]), str(above[1])) if above else None
        if parent is None or parent[1].endswith("/null") or role(parent) in TOPMOST:
            break
        if role(place) in ("popup menu", "menu") and role(parent) not in ("popup menu", "menu", "menu item"):
            break
        place = parent
    return tree(place)


def titles():
    return [name(window) for window in windows() if "showing" in states(window)]


def window(title):
    """The newest shown window of that title; None if there is none."""
    fits = [one for one in windows() if re.search(title, name(one)) and "showing" in states(one)]
    return tree(fits[-1]) if fits else None


def read(what, *arguments):
    """The result of `what`; None if an element disappeared meanwhile, so that the test asks again."""
    try:
        return what(*arguments)
    except dbus.DBusException as error:
        print(f"an element went: {error}", file=sys.stderr)
        return None


def on_line(line):
    what, _, more = line.partition(" ")
    if what == "windows":
        report(ev="windows", titles=read(titles))
    elif what == "tree":
        report(ev="tree", tree=read(window, more))
    elif what == "popup":
        report(ev="tree", tree=read(popup) if focus else None)
    else:
        path, number = more.split()
        owner = focus[0] if focus else windows()[0][0]
        report(ev="acted", done=bool(call((owner, path), ATSPI + "Action", "DoAction", "i", int(number))))


def on_event(*arguments, path=None, sender=None, member=None):
    global focus
    place = (str(sender), str(path))
    try:
        if member == "StateChanged" and arguments[0] == "focused" and arguments[1]:
            focus = place
            report(ev="focused", **element(place))
        elif member == "PropertyChange" and arguments[0] == "accessible-name":
            report(ev="renamed", **element(place))
        elif member == "StateChanged" and arguments[0] == "showing" and arguments[1]:
            report(ev="shown", **element(place))
        elif member == "Activate":
            report(ev="activated", **element(place))
    except dbus.DBusException:
        pass  # the element has already disappeared


def on_input(source, _condition):
    """Reads all available lines: lines in a buffer of Python would not wake the main loop."""
    global unread
    more = os.read(source, 65536)
    *lines, unread = (unread + more).split(b"\n")
    for line in lines:
        on_line(line.decode())
    return bool(more)


unread = b""
focus = None
DBusGMainLoop(set_as_default=True)
address = dbus.SessionBus().call_blocking("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", "", ())
bus = dbus.bus.BusConnection(str(address))
for kind in ("Object", "Window"):
    bus.add_signal_receiver(on_event, dbus_interface=ATSPI + "Event." + kind, path_keyword="path",
                            sender_keyword="sender", member_keyword="member")  # fmt: skip
for wanted in ("object:", "focus:", "window:"):
    call((REGISTRY, "/org/a11y/atspi/registry"), REGISTRY, "RegisterEvent", "sass", wanted, [], "")
GLib.io_add_watch(0, GLib.IO_IN, on_input)
report(ev="ready")
GLib.MainLoop().run()
