// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/sse.h"

#include <utility>

namespace Sse {

QByteArray frame(QByteArrayView name, QByteArrayView data, std::optional<qint64> id)
{
    QByteArray out;
    out.reserve(name.size() + data.size() + 48);
    if (id)
        out += "id: " + QByteArray::number(*id) + '\n';
    out += "event: ";
    out += name;
    out += '\n';
    // The data is usually one line of JSON. If it has line breaks, each line needs its own `data:`.
    for (qsizetype from = 0; from <= data.size();) {
        qsizetype end = data.indexOf('\n', from);
        if (end < 0)
            end = data.size();
        out += "data: ";
        out += data.sliced(from, end - from);
        out += '\n';
        from = end + 1;
    }
    out += '\n';
    return out;
}

QByteArray retryFrame(int milliseconds)
{
    return "retry: " + QByteArray::number(milliseconds) + "\n\n";
}

QList<Event> Parser::feed(QByteArrayView bytes)
{
    QList<Event> events;
    for (const char c : bytes) {
        if (std::exchange(m_skipLf, false) && c == '\n')
            continue;
        if (c == '\n' || c == '\r') {
            m_skipLf = c == '\r';
            if (std::exchange(m_lineTooLong, false))
                m_dropEvent = true;
            else
                takeLine(m_line, events);
            m_line.clear();
            continue;
        }
        if (m_line.size() >= m_maxLine)
            m_lineTooLong = true;
        else
            m_line += c;
    }
    return events;
}

void Parser::takeLine(QByteArrayView line, QList<Event> &events)
{
    if (std::exchange(m_first, false) && line.startsWith("\xef\xbb\xbf"))
        line = line.sliced(3);
    if (!line.isEmpty()) {
        const qsizetype colon = line.indexOf(':');
        if (colon == 0)
            return; // a comment
        QByteArrayView value = colon < 0 ? QByteArrayView() : line.sliced(colon + 1);
        if (value.startsWith(' '))
            value = value.sliced(1);
        takeField(colon < 0 ? line : line.first(colon), value);
        return;
    }
    if (m_hasData && !m_dropEvent)
        events.append({ m_name, m_data, m_lastId });
    m_name.clear();
    m_data.clear();
    m_hasData = m_dropEvent = false;
}

void Parser::takeField(QByteArrayView name, QByteArrayView value)
{
    if (name == "event") {
        m_name = value.toByteArray();
    } else if (name == "data") {
        if (m_data.size() + value.size() > 16 * m_maxLine) {
            m_dropEvent = true;
            return;
        }
        if (std::exchange(m_hasData, true))
            m_data += '\n';
        m_data += value;
    } else if (name == "id" && !value.contains('\0')) {
        m_lastId = value.toByteArray();
    } else if (name == "retry") {
        bool isNumber = false;
        const int milliseconds = value.toByteArray().toInt(&isNumber);
        if (isNumber && milliseconds >= 0)
            m_retryMs = milliseconds;
    }
}

} // namespace Sse
