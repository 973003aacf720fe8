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

    /// At most so many bytes. Empty where the device has no bytes now, or is at its end.
    QByteArray next(qint64 mostBytes);
    /// The device will have more bytes and then emits readyRead().
    bool isWaiting() const;

private:
    std::shared_ptr<QIODevice> m_device;
    qint64 m_left = 0;
};

} // namespace Http
