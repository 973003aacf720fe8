// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

#include <utility>

namespace Client {

/**
 * Reads one HTTP/1.1 answer (RFC 9112) piece by piece, as our own service writes them: with a
 * Content-Length, or to the end of the connection. Chunks, which it never sends, are refused. Keeps no
 * more than `maxHead` bytes of a head.
 */
class HttpAnswer
{
public:
    explicit HttpAnswer(qsizetype maxHead = 16 * 1024) : m_maxHead(maxHead) { }

    /// Takes received bytes, in any split. False: the bytes are not such an answer.
    bool feed(const QByteArray &bytes);

    bool hasHead() const { return m_status > 0; }
    int status() const { return m_status; } ///< 0 before the head is whole
    const QList<std::pair<QByteArray, QByteArray>> &headers() const { return m_headers; }
    qsizetype bodySize() const { return m_body.size(); }
    QByteArray takeBody(qsizetype most); ///< from the first byte that was not taken yet
    /// All that a Content-Length promised has come; one without is whole when the connection ends.
    bool isWhole() const { return hasHead() && m_missing == 0; }
    bool endsWithConnection() const { return hasHead() && m_missing < 0; }

private:
    bool readHead(const QByteArray &head);
    bool readField(const QByteArray &line);

    qsizetype m_maxHead;
    QByteArray m_unread; ///< of a head that is not whole
    int m_status = 0;
    QList<std::pair<QByteArray, QByteArray>> m_headers;
    QByteArray m_body;
    qint64 m_missing = -1; ///< bytes of the body; -1: until the connection ends
};

} // namespace Client
