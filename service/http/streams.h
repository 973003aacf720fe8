// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/limits.h"

#include <QByteArray>
#include <QHash>

#include <functional>
#include <vector>

namespace Http {

class Connection;
class Ticket;

/// Names one open stream, never used again.
using StreamId = quint64;

/** The properties of a stream, given by its owner at the start. */
struct StreamOptions {
    qint64 userId = 0;    ///< the user of the stream: counts against the limit per user
    qint64 expiresAt = 0; ///< seconds since the epoch, closed then; 0 = never
    /// After a Streams::send(), once all bytes are with the kernel: the moment for the next page of
    /// a replay. Never called from within send().
    std::function<void(StreamId)> onDrained;
    /// The stream is closed, by either side; not called by Streams::close().
    std::function<void(StreamId)> onClosed;
};

/**
 * The open event streams. Lives on the http thread, and every call comes from there. Nothing here
 * waits: a client that does not read is closed, see Limits::streamBacklog and streamStall.
 */
class Streams
{
public:
    using Predicate = std::function<bool(StreamId id, qint64 userId)>;

    explicit Streams(const Limits &limits) : m_limits(limits) { }

    /// False when the stream is closed. The call itself may close it; onClosed has then been
    /// called.
    bool send(StreamId id, const QByteArray &bytes);
    /// The same bytes to all streams, or to those for which the predicate is true; returns the
    /// number of streams.
    int broadcast(const QByteArray &bytes, const Predicate &wanted = {});
    /// Ends the stream after the bytes already sent; onClosed is not called.
    void close(StreamId id);
    void closeUser(qint64 userId);
    void closeAll();

    qsizetype count() const { return qsizetype(m_open.size()); }
    int countOf(qint64 userId) const { return m_perUser.value(userId); }
    qint64 pendingBytes(StreamId id) const; ///< unsent; 0 for a stream that is gone

private:
    friend class Connection;
    friend class Ticket;
    struct Open {
        StreamId id;
        qint64 userId;
        Connection *connection;
    };

    bool hasRoomFor(qint64 userId) const;
    void add(StreamId id, qint64 userId, Connection *connection);
    void remove(StreamId id);

    const Limits &m_limits;
    std::vector<Open> m_open; ///< dense, because a broadcast walks it
    QHash<StreamId, size_t> m_position;
    QHash<qint64, int> m_perUser;
};

} // namespace Http
