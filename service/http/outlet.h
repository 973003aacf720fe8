// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QTcpSocket>

namespace Http {

/**
 * The sending side of a connection. While nothing is pending on a plain socket, bytes go straight
 * to the kernel; this halves the cost of a thousand event streams. Bytes that the kernel does not
 * take go through the socket's buffer; with TLS all bytes do.
 */
class Outlet
{
public:
    explicit Outlet(QTcpSocket *socket);

    /// False: the connection is broken, and the caller should end it.
    bool write(const QByteArray &bytes);
    /// Bytes that the kernel has not taken yet.
    qint64 pending() const;
    /// For bytesWritten(): the client takes something.
    void noteProgress(qint64 nowMs) { m_progressMs = nowMs; }
    /// Bytes are pending, and the client has taken none of them for so long.
    bool isStalled(qint64 nowMs, qint64 patienceMs) const;

private:
    QTcpSocket *m_socket; ///< the connection's
    bool m_isTls;
    qint64 m_progressMs = 0;
};

} // namespace Http
