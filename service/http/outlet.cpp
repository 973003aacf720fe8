// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/outlet.h"

#include "http/monotonic.h"
#include "http/rawsocket.h"

#include <QSslSocket>

namespace Http {

Outlet::Outlet(QTcpSocket *socket)
    : m_socket(socket), m_isTls(qobject_cast<QSslSocket *>(socket) != nullptr)
{
}

qint64 Outlet::pending() const
{
    const qint64 plain = m_socket->bytesToWrite();
    return m_isTls ? plain + static_cast<QSslSocket *>(m_socket)->encryptedBytesToWrite() : plain;
}

bool Outlet::write(const QByteArray &bytes)
{
    qsizetype sent = 0;
    if (pending() == 0) {
        m_progressMs = monotonicMs();
        if (!m_isTls)
            sent = sendNow(m_socket->socketDescriptor(), bytes);
    }
    if (sent == bytes.size())
        return true;
    return sent >= 0 && m_socket->write(bytes.constData() + sent, bytes.size() - sent) >= 0;
}

bool Outlet::isStalled(qint64 nowMs, qint64 patienceMs) const
{
    return patienceMs > 0 && nowMs - m_progressMs > patienceMs && pending() > 0;
}

} // namespace Http
