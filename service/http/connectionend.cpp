// SPDX-License-Identifier: GPL-3.0-or-later
// Connection: its deadlines and its end.
#include "http/connection.h"
#include "http/engine.h"
#include "http/monotonic.h"
#include "http/rawsocket.h"

namespace Http {

void Connection::sweep(qint64 nowMs, qint64 nowSeconds)
{
    const Limits &limits = m_engine.limits();
    switch (m_mode) {
    case Mode::Handshake:
        if (isOver(limits.tlsTimeout, nowMs))
            cut("TLS handshake too slow");
        break;
    case Mode::Reading:
        sweepReading(nowMs);
        break;
    case Mode::Sending:
        if (m_outlet.isStalled(nowMs, limits.writeTimeout.count()))
            cut("client does not read its answer");
        break;
    case Mode::Stream:
        sweepStream(nowMs, nowSeconds);
        break;
    case Mode::Linger:
        if (isOver(limits.lingerTimeout, nowMs))
            abort();
        break;
    case Mode::Busy:
    case Mode::Dead:
        break;
    }
}

qint64 Connection::restsForMs(qint64 nowMs, qint64 nowSeconds) const
{
    constexpr qint64 noDeadline = std::numeric_limits<qint64>::max();
    if (m_outlet.pending() > 0)
        return 0;
    if (m_mode == Mode::Stream)
        return m_stream->expiresAt > 0
            ? 1000 * std::max<qint64>(m_stream->expiresAt - nowSeconds, 0)
            : noDeadline;
    if (m_mode != Mode::Reading || m_reader.state() != RequestReader::State::Idle)
        return 0;
    const qint64 idle = m_engine.limits().idleTimeout.count();
    return idle > 0 ? std::max<qint64>(m_sinceMs + idle - nowMs + 1, 0) : noDeadline;
}

bool Connection::isOver(Limits::ms limit, qint64 nowMs) const
{
    return limit.count() > 0 && nowMs - m_sinceMs > limit.count();
}

void Connection::sweepReading(qint64 nowMs)
{
    using State = RequestReader::State;
    const Limits &limits = m_engine.limits();
    const State state = m_reader.state();
    if (m_outlet.isStalled(nowMs, limits.writeTimeout.count()))
        cut("client does not read its answer");
    else if (state == State::Idle && isOver(limits.idleTimeout, nowMs))
        linger();
    else if ((state == State::Head && isOver(limits.headTimeout, nowMs))
             || (state == State::Body && !m_upload.isWaiting()
                 && m_pace.isTooSlow(nowMs, m_reader.bodyBytes(), limits)))
        refuse({ ApiError::RequestTimeout });
}

void Connection::sweepStream(qint64 nowMs, qint64 nowSeconds)
{
    if (m_stream->expiresAt > 0 && nowSeconds >= m_stream->expiresAt) {
        leaveStream();
        linger();
    } else if (m_outlet.isStalled(nowMs, m_engine.limits().streamStall.count())) {
        cut("client does not read its stream");
    }
}

/// Logs the reason and closes the connection at once: the client could not receive an error answer.
void Connection::cut(QByteArrayView reason)
{
    noteRefusal(reason);
    abort();
}

/// Keeps the connection open for a moment. If it were closed while the client is still sending, the
/// client would get a reset and lose our answer.
void Connection::linger()
{
    m_mode = Mode::Linger;
    m_engine.wake();
    m_sinceMs = monotonicMs();
    m_discarded = 0;
    m_socket->setReadBufferSize(readBuffer);
    endOutputIfSent();
    onReadyRead();
}

void Connection::endOutputIfSent()
{
    if (m_hasEndedOutput || m_outlet.pending() > 0)
        return;
    m_hasEndedOutput = true;
    const bool isInputComplete = m_reader.state() == RequestReader::State::Done
        || m_reader.state() == RequestReader::State::Idle;
    // Qt cannot close only the sending side of TLS. After an incomplete request the connection stays open
    // until the client closes it or lingerTimeout is over.
    if (m_isTls ? isInputComplete : !endOutput(m_socket->socketDescriptor()))
        m_socket->disconnectFromHost();
}

} // namespace Http
