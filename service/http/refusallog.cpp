// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/refusallog.h"

#include "http/log.h"

#include <algorithm>

namespace Http {

void RefusalLog::note(const QHostAddress &peer, const QByteArray &requestId, QByteArrayView reason,
                      qint64 nowMs)
{
    if (!hasRoom(nowMs)) {
        ++m_unwritten;
        return;
    }
    if (const qint64 unwritten = std::exchange(m_unwritten, 0))
        qCInfo(lcHttp, "refused: %lld more, not logged", qlonglong(unwritten));
    qCInfo(lcHttp, "refused: %.*s peer=%s request=%s", int(reason.size()), reason.data(),
           qPrintable(peer.toString()), requestId.isEmpty() ? "-" : requestId.constData());
}

bool RefusalLog::hasRoom(qint64 nowMs)
{
    m_lines = std::min(burst, m_lines + double(nowMs - m_atMs) * linesPerMs);
    m_atMs = nowMs;
    if (m_lines < 1)
        return false;
    m_lines -= 1;
    return true;
}

} // namespace Http
