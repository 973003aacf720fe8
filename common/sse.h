// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

#include <optional>

/**
 * Server-Sent Events as text: the service writes them and the tray reads them. Source: HTML
 * standard, "Server-sent events", 9.2.5 and 9.2.6.
 */
namespace Sse {

/** One event of a stream. */
struct Event {
    QByteArray name;   ///< `event:`; empty means `message`
    QByteArray data;   ///< UTF-8, lines joined by LF
    QByteArray lastId; ///< the stream's last event id after this event

    bool operator==(const Event &) const = default;
};

/// The bytes of one event, ended by its blank line. No `id:` line where `id` is absent.
QByteArray frame(QByteArrayView name, QByteArrayView data, std::optional<qint64> id = {});

/// `retry:` line: how long a browser waits before it connects again.
QByteArray retryFrame(int milliseconds);

/**
 * Reads a stream piece by piece, in any split of the bytes. Keeps at most `maxLine` bytes of an
 * unfinished line and 16 times as much data of one event; past that the event is dropped.
 */
class Parser
{
public:
    explicit Parser(qsizetype maxLine = 1 << 20) : m_maxLine(maxLine) { }

    QList<Event> feed(QByteArrayView bytes); ///< the events that these bytes complete
    std::optional<int> retryMs() const { return m_retryMs; } ///< the newest `retry:` seen
    QByteArray lastId() const { return m_lastId; }

private:
    void takeLine(QByteArrayView line, QList<Event> &events);
    void takeField(QByteArrayView name, QByteArrayView value);

    qsizetype m_maxLine;
    QByteArray m_line;
    bool m_lineTooLong = false;
    bool m_skipLf = false;
    bool m_first = true;
    QByteArray m_name;
    QByteArray m_data;
    bool m_hasData = false;
    bool m_dropEvent = false;
    QByteArray m_lastId;
    std::optional<int> m_retryMs;
};

} // namespace Sse
