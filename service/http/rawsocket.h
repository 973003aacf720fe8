// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace Http {

/// Passes bytes to the kernel at once, without Qt's buffer and notifiers. Returns the number of bytes
/// taken; 0: the kernel takes none now, or the platform has no such call; -1: the connection is broken.
qsizetype sendNow(qintptr descriptor, QByteArrayView bytes);

/// Closes the sending side and keeps the reading side open; false where that is not possible.
bool endOutput(qintptr descriptor);

/// Limits the bytes of a connection that the kernel holds and has not sent yet, so that a client that
/// reads slowly does not cost megabytes there. On a listening socket the limit applies to all
/// connections accepted from it. Does nothing where the platform has no such option.
void limitUnsent(qintptr descriptor, int bytes);

void closeRaw(qintptr descriptor);

} // namespace Http
