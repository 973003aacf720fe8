// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractEventDispatcher>

#include <memory>

namespace Net {

/**
 * An event dispatcher for a thread with many sockets, to be set before the thread starts:
 * `thread.setEventDispatcher(makeDispatcher().release())`. Null where Qt's own one is used; then
 * setting it is harmless. The thread owns it.
 */
std::unique_ptr<QAbstractEventDispatcher> makeDispatcher();

} // namespace Net
