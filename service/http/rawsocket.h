// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace Http {

/// Hands bytes to the kernel at once, past Qt's buffer and notifiers: bytes taken, 0 when it takes
/// none now (or where this platform has no such call), -1 when the connection is broken.
qsizetype sendNow(qintptr descriptor, QByteArrayView bytes);

/// Closes the sending side and keeps the reading side open; false where that is not possible.
bool endOutput(qintptr descriptor);

/// Lets the kernel hold at most so many bytes of each connection that are not on their way yet, so
/// that clients that read slowly do not cost megabytes there. On a listening socket it holds for all
/// that come in by it. Does nothing where the platform has no such option.
void limitUnsent(qintptr descriptor, int bytes);

void closeRaw(qintptr descriptor);

} // namespace Http
