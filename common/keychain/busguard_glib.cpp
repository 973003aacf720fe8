// SPDX-License-Identifier: GPL-3.0-or-later
// Uses exit-on-close of GDBusConnection (GIO 2.26). GIO is loaded at run time, as QtKeychain loads libsecret.
#include "keychain/busguard.h"

#include <QLibrary>

#include <utility>

using namespace Qt::StringLiterals;

namespace {

using Done = void (*)(void *source, void *result, void *data);

constexpr int sessionBus = 2; // G_BUS_TYPE_SESSION

/// A function of GIO. Null: GIO is not installed, and so libsecret, which needs it, is not either.
template<typename Function>
Function functionOf(const char *name)
{
    return reinterpret_cast<Function>(QLibrary::resolve(u"gio-2.0"_s, 0, name));
}

void *theConnection = nullptr; // never released: otherwise GIO would open a new connection

void takeConnection(void *, void *result, void *)
{
    const auto finish = functionOf<void *(*)(void *, void **)>("g_bus_get_finish");
    const auto setExitOnClose =
        functionOf<void (*)(void *, int)>("g_dbus_connection_set_exit_on_close");
    theConnection = finish(result, nullptr);
    if (theConnection)
        setExitOnClose(theConnection, 0);
}

} // namespace

void outliveSessionBus()
{
    static bool isAsked = false;
    const auto get = functionOf<void (*)(int, void *, Done, void *)>("g_bus_get");
    if (get && !std::exchange(isAsked, true))
        get(sessionBus, nullptr, takeConnection, nullptr);
}
