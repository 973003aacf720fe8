// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHostAddress>

namespace Http {

/**
 * Logs each refused request and the reason for the operator: one line each, with the request's id,
 * without any text from the client, which may hold secrets. A flood of refusals must not become a
 * flood of lines, so above a burst of 1,000 at most 100 a second are written and the others
 * counted.
 */
class RefusalLog
{
public:
    /// `reason` is a slug of the error table or a few words; `requestId` may be empty.
    void note(const QHostAddress &peer, const QByteArray &requestId, QByteArrayView reason,
              qint64 nowMs);

private:
    bool hasRoom(qint64 nowMs);

    double m_lines = burst; ///< that may be written now
    qint64 m_atMs = 0;
    qint64 m_unwritten = 0;

    static constexpr double burst = 1000;
    static constexpr double linesPerMs = 0.1;
};

} // namespace Http
