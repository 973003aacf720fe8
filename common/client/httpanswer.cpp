// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/httpanswer.h"

#include <algorithm>

namespace Client {

bool HttpAnswer::feed(const QByteArray &bytes)
{
    QByteArray rest = bytes;
    if (!hasHead()) {
        m_unread += bytes;
        const qsizetype end = m_unread.indexOf("\r\n\r\n");
        if (end < 0)
            return m_unread.size() <= m_maxHead;
        if (end > m_maxHead || !readHead(m_unread.first(end)))
            return false;
        rest = m_unread.sliced(end + 4);
        m_unread.clear();
    }
    if (m_missing >= 0) {
        if (rest.size() > m_missing)
            return false; // bytes after the end of the answer: only one request was sent
        m_missing -= rest.size();
    }
    m_body += rest;
    return true;
}

QByteArray HttpAnswer::takeBody(qsizetype most)
{
    const QByteArray taken = m_body.first(std::min(most, m_body.size()));
    m_body.remove(0, taken.size());
    return taken;
}

bool HttpAnswer::readHead(const QByteArray &head)
{
    const QList<QByteArray> lines = head.split('\n');
    const QByteArray first = lines.first().trimmed();
    bool isNumber = false;
    const int status = first.mid(9, 3).toInt(&isNumber);
    if (!first.startsWith("HTTP/1.1 ") || !isNumber || status < 200 || status > 599)
        return false;
    for (const QByteArray &line : lines.sliced(1)) {
        if (!readField(line))
            return false;
    }
    if (status == 204 || status == 304)
        m_missing = 0;
    m_status = status;
    return true;
}

bool HttpAnswer::readField(const QByteArray &line)
{
    const qsizetype colon = line.indexOf(':');
    if (colon <= 0)
        return false;
    const QByteArray name = line.first(colon).toLower();
    const QByteArray value = line.sliced(colon + 1).trimmed();
    m_headers.append({ name, value });
    if (name == "transfer-encoding")
        return false;
    if (name != "content-length")
        return true;
    bool isNumber = false;
    m_missing = value.toLongLong(&isNumber);
    return isNumber && m_missing >= 0;
}

} // namespace Client
