// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTcpSocket>

namespace Http {

/**
 * A "connected" socket without a network: the bytes given to push() can be read from it, and bytes
 * written to it are discarded. It passes requests to Qt's HTTP server, which accepts only sockets.
 */
class QtFeed : public QTcpSocket
{
public:
    explicit QtFeed(QObject *parent);

    /// Passes one complete request to the server, which reads it before the call returns. False: the
    /// server did not read all of it.
    bool push(const QByteArray &message);
    bool isUsable() const { return state() == ConnectedState && isOpen(); }

    qint64 bytesAvailable() const override;
    bool canReadLine() const override;

protected:
    qint64 readData(char *data, qint64 maxSize) override;
    qint64 writeData(const char *, qint64 size) override { return size; }

private:
    QByteArray m_message;
    qsizetype m_at = 0;
};

} // namespace Http
