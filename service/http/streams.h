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

/** What the owner of a stream says of it when it starts. */
struct StreamOptions {
    qint64 userId = 0;    ///< whose it is: counts against the limit per user
    qint64 expiresAt = 0; ///< seconds since the epoch, closed then; 0 = never
    /// After a Streams::send(), once all bytes are with the kernel: the moment for the next page of
    /// a replay. Never called from within send().
    std::function<void(StreamId)> onDrained;
    /// It is gone, whoever closed it; not called by Streams::close().
    std::function<void(StreamId)> onClosed;
};

/**
 * The open event streams. Lives on the http thread, and every call comes from there. Nothing here
 * waits: a client that does not read is closed when its backlog or its patience runs out.
 */
class Streams
{
public:
    using Predicate = std::function<bool(StreamId id, qint64 userId)>;

    explicit Streams(const Limits &limits) : m_limits(limits) { }

    /// False when the stream is gone; a call may close it (and then has called onClosed).
    bool send(StreamId id, const QByteArray &bytes);
    /// The same bytes to all streams, or to those that the predicate wants; returns how many.
    int broadcast(const QByteArray &bytes, const Predicate &wanted = {});
    /// Ends the stream after what was sent; onClosed is not called.
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
