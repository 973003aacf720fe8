// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/download.h"

#include <QIODevice>

#include <algorithm>

namespace Http {

void Download::begin(std::shared_ptr<QIODevice> device, qint64 length)
{
    m_device = std::move(device);
    m_left = length;
}

QByteArray Download::next(qint64 mostBytes)
{
    const QByteArray piece = m_device->read(std::min(mostBytes, m_left));
    m_left -= piece.size();
    return piece;
}

bool Download::isWaiting() const
{
    return m_device->isSequential() && m_device->isOpen() && !m_device->atEnd();
}

} // namespace Http
