// SPDX-License-Identifier: GPL-3.0-or-later
// Connection: the event stream.
#include "http/connection.h"
#include "http/engine.h"
#include "http/wire.h"

#include <algorithm>

namespace Http {

namespace {

constexpr qint64 streamReadBuffer = 4096; ///< small, because input during a stream is discarded

} // namespace

std::optional<StreamId> Connection::startStream(quint32 sequence, StreamOptions options)
{
    if (sequence != m_sequence || m_mode != Mode::Busy)
        return std::nullopt;
    noteAnswer(200, 0);
    send(encodeStreamHead(wireContext()));
    if (m_mode != Mode::Busy)
        return std::nullopt;
    if (m_reader.head().method == "HEAD") {
        linger();
        return std::nullopt;
    }
    m_mode = Mode::Stream;
    m_discarded = 0;
    m_reader.reset(); // frees what a stream does not need: thousands of them stay open
    m_verdict = {};
    m_ticket.reset();
    m_stream = std::move(options);
    m_engine.streams().add(m_id, m_stream->userId, this);
    m_socket->setReadBufferSize(streamReadBuffer);
    return m_id;
}

bool Connection::sendFrame(const QByteArray &bytes, bool wantsDrained)
{
    if (m_mode != Mode::Stream)
        return false;
    // The longest unsent write does not count: the client gets the time to take it, however long it is.
    // Only the other unsent bytes are the backlog.
    const qint64 backlog = m_engine.limits().streamBacklog;
    const qint64 unsent = m_outlet.pending();
    m_longestUnsent = std::max<qint64>(unsent == 0 ? 0 : m_longestUnsent, bytes.size());
    if (backlog > 0 && unsent + bytes.size() - m_longestUnsent > backlog) {
        cut("client reads its stream too slowly");
        return false;
    }
    m_engine.traffic().sentBytes.add(quint64(bytes.size()));
    if (!m_outlet.write(bytes)) {
        abort();
        return false;
    }
    if (m_outlet.pending() > 0)
        m_engine.wake();
    m_wantsDrained = m_wantsDrained || (wantsDrained && m_stream->onDrained);
    if (m_wantsDrained && m_outlet.pending() == 0)
        // Queued, because onDrained must not be called during the caller's own send().
        QMetaObject::invokeMethod(this, &Connection::notifyDrained, Qt::QueuedConnection);
    return true;
}

void Connection::notifyDrained()
{
    if (m_mode != Mode::Stream || !m_wantsDrained || m_outlet.pending() > 0)
        return;
    m_wantsDrained = false;
    const auto drained = m_stream->onDrained;
    drained(m_id);
}

void Connection::endStream()
{
    if (m_mode != Mode::Stream)
        return;
    m_engine.streams().remove(m_id);
    m_stream.reset();
    linger();
}

void Connection::leaveStream()
{
    m_engine.streams().remove(m_id);
    const auto options = std::exchange(m_stream, std::nullopt);
    if (options && options->onClosed)
        options->onClosed(m_id);
}

} // namespace Http
