// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/qtfeed.h"

#include <algorithm>
#include <cstring>

namespace Http {

QtFeed::QtFeed(QObject *parent) : QTcpSocket(parent)
{
    setOpenMode(ReadWrite);
    setSocketState(ConnectedState);
    setPeerAddress(QHostAddress::LocalHost);
}

bool QtFeed::push(const QByteArray &message)
{
    m_message = message;
    m_at = 0;
    Q_EMIT readyRead();
    const bool isEmpty = bytesAvailable() == 0;
    m_message.clear();
    m_at = 0;
    return isEmpty;
}

qint64 QtFeed::bytesAvailable() const
{
    return QTcpSocket::bytesAvailable() + m_message.size() - m_at;
}

bool QtFeed::canReadLine() const
{
    return m_message.indexOf('\n', m_at) >= 0 || QTcpSocket::canReadLine();
}

qint64 QtFeed::readData(char *data, qint64 maxSize)
{
    const qint64 count = std::min<qint64>(maxSize, m_message.size() - m_at);
    std::memcpy(data, m_message.constData() + m_at, size_t(count));
    m_at += count;
    return count;
}

} // namespace Http
