// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <memory>

class QIODevice;

namespace Http {

/** The content of an answer on its way out of a device, piece by piece. */
class Download
{
public:
    void begin(std::shared_ptr<QIODevice> device, qint64 length);
    void end() { m_device.reset(); }

    bool isRunning() const { return m_device != nullptr; }
    bool isComplete() const { return m_left == 0; }
    QIODevice *device() const { return m_device.get(); }

    /// At most so many bytes; none where the device has none now, or will not have any more.
    QByteArray next(qint64 mostBytes);
    /// There is more to come from the device, which says so by readyRead().
    bool isWaiting() const;

private:
    std::shared_ptr<QIODevice> m_device;
    qint64 m_left = 0;
};

} // namespace Http
