// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <memory>

class QIODevice;
class QThread;

namespace Http {

/**
 * These bytes as a device that Response::file() can send. What is large goes into a temporary file
 * without a name, so that a slow client uses no memory. This writes to disk, so do not call it on
 * the http thread. `home`: the thread that will use the device. Null where the disk is full.
 */
std::shared_ptr<QIODevice> spooled(const QByteArray &bytes, QThread *home);

} // namespace Http
