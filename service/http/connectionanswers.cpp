// SPDX-License-Identifier: GPL-3.0-or-later
// Connection: sends the answer to the current request, whole or piece by piece.
#include "http/connection.h"
#include "http/engine.h"
#include "http/log.h"
#include "http/monotonic.h"
#include "http/range.h"
#include "http/wire.h"

#include <QIODevice>

namespace Http {

namespace {

constexpr qint64 contentPiece = 16 * 1024; ///< of an answer's content, sent at once

/// The request was refused because of a limit or of its Host field, whatever else is in it. Such
/// refusals are logged.
bool isTurnedAway(ApiError error)
{
    switch (error) {
    case ApiError::HostNotAllowed:
    case ApiError::TooManyLogins:
    case ApiError::RateLimited:
    case ApiError::TooManyStreams:
    case ApiError::Overloaded:
        return true;
    default:
        return false;
    }
}

} // namespace

void Connection::finish(quint32 sequence, const Response &response)
{
    const bool isUpload = m_mode == Mode::Reading && m_upload.isOpen();
    if (sequence != m_sequence || (m_mode != Mode::Busy && !isUpload))
        return;
    if (response.content)
        answer(inRange(response, m_reader.head()));
    else if (response.body.size() > contentPiece)
        answer(Response(response).inPieces());
    else
        answer(response);
}

/// Answers a request that is too slow, not valid, or read differently by Qt. If it was not read to its
/// end, or m_isEnding is set, the connection ends after this answer.
void Connection::refuse(const ApiFailure &failure)
{
    if (m_requestId.isEmpty())
        m_requestId = m_engine.newRequestId();
    noteRefusal(apiErrorInfo(failure.error).slug);
    answer(Response::failed(failure));
}

void Connection::answer(const Response &response)
{
    const bool isComplete = m_reader.state() == RequestReader::State::Done;
    WireContext context = wireContext();
    context.isHead = m_reader.head().method == "HEAD";
    context.isKeptAlive = isComplete && m_reader.head().isKeptAlive && !m_isEnding;
    if (response.failure && isTurnedAway(response.failure->error))
        noteRefusal(apiErrorInfo(response.failure->error).slug);
    const QByteArray bytes = encode(response, context);
    noteAnswer(response.status, bytes.size());
    if (response.content && !context.isHead)
        m_download.begin(response.content, response.contentLength);
    m_mode = m_download.isRunning() ? Mode::Sending : Mode::Busy;
    m_isEnding = m_isEnding || !context.isKeptAlive;
    m_upload.end();
    send(bytes);
    if (m_mode == Mode::Sending)
        sendContent();
    else if (m_mode == Mode::Busy)
        nextRequest();
}

WireContext Connection::wireContext() const
{
    return { .requestId = m_requestId,
             .date = m_engine.date(),
             .corsOrigin = m_verdict.corsOrigin,
             .hasCors = m_engine.gatekeeper().hasCors(),
             .isTls = m_isTls };
}

/// Sends a piece only after the kernel has taken the previous one, so that a slow client costs no
/// memory.
void Connection::sendContent()
{
    while (m_mode == Mode::Sending && !m_download.isComplete() && m_outlet.pending() == 0
           && hasTurn()) {
        const QByteArray piece = m_download.next(contentPiece);
        if (!piece.isEmpty()) {
            send(piece);
        } else if (m_download.isWaiting()) {
            connect(m_download.device(), &QIODevice::readyRead, this, &Connection::sendContent,
                    Qt::UniqueConnection);
            return;
        } else {
            // The content is shorter than the Content-Length that was sent. Only closing the connection
            // shows the client that the answer is incomplete.
            qCWarning(lcHttp, "request=%s: the content ended before its Content-Length",
                      m_requestId.constData());
            abort();
            return;
        }
    }
    if (m_mode == Mode::Sending && m_download.isComplete()) {
        m_download.end();
        m_mode = Mode::Busy;
        nextRequest();
    }
}

void Connection::nextRequest()
{
    m_requestId.clear();
    m_verdict = {};
    m_ticket.reset();
    if (m_isEnding) {
        linger();
        return;
    }
    m_reader.reset();
    m_mode = Mode::Reading;
    m_sinceMs = monotonicMs();
    readRequests();
}

void Connection::noteRefusal(QByteArrayView reason)
{
    m_engine.refusals().note(m_peer, m_requestId, reason, monotonicMs());
}

/// Counts and logs the answer that begins now.
void Connection::noteAnswer(int status, qint64 bytes) const
{
    const Metrics::Histogram::Nanoseconds took = std::chrono::steady_clock::now() - m_askedAt;
    Metrics::RequestTimes *const times = m_verdict.match.times;
    (times ? *times : m_engine.otherTimes()).observe(status, took);
    logAnswer(status, bytes);
}

void Connection::logAnswer(int status, qint64 bytes) const
{
    if (!lcAccess().isInfoEnabled())
        return;
    const Head &head = m_reader.head();
    // A text parameter in the path may be a secret (a ticket): the pattern is logged instead.
    const QByteArray path =
        m_verdict.match.texts.isEmpty() ? head.path().toByteArray() : m_verdict.match.pattern;
    qCInfo(lcAccess, "%s %s %s %d bytes=%lld ms=%lld user=%lld request=%s",
           qPrintable(m_peer.toString()), head.method.constData(), path.constData(), status,
           qlonglong(bytes), qlonglong(monotonicMs() - m_sinceMs),
           qlonglong(m_verdict.principal ? m_verdict.principal->userId : 0),
           m_requestId.constData());
}

} // namespace Http
