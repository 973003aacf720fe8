// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/streams.h"

#include "http/connection.h"

namespace Http {

bool Streams::hasRoomFor(qint64 userId) const
{
    return (!m_limits.streams || count() < m_limits.streams)
        && (!m_limits.streamsPerUser || countOf(userId) < m_limits.streamsPerUser);
}

void Streams::add(StreamId id, qint64 userId, Connection *connection)
{
    m_position.insert(id, m_open.size());
    m_open.push_back({ id, userId, connection });
    ++m_perUser[userId];
}

void Streams::remove(StreamId id)
{
    const auto it = m_position.constFind(id);
    if (it == m_position.cend())
        return;
    const size_t at = *it;
    m_position.erase(it);
    const auto user = m_perUser.find(m_open[at].userId);
    if (--*user == 0)
        m_perUser.erase(user);
    if (at + 1 != m_open.size()) {
        m_open[at] = m_open.back();
        m_position[m_open[at].id] = at;
    }
    m_open.pop_back();
}

bool Streams::send(StreamId id, const QByteArray &bytes)
{
    const auto it = m_position.constFind(id);
    return it != m_position.cend() && m_open[*it].connection->sendFrame(bytes, true);
}

int Streams::broadcast(const QByteArray &bytes, const Predicate &wanted)
{
    // Copied, because a send may close its stream and change m_open. The pointers stay valid:
    // connections are deleted later, from the event loop.
    const auto open = m_open;
    int count = 0;
    for (const Open &stream : open) {
        if (!wanted || wanted(stream.id, stream.userId))
            count += stream.connection->sendFrame(bytes, false) ? 1 : 0;
    }
    return count;
}

void Streams::close(StreamId id)
{
    const auto it = m_position.constFind(id);
    if (it != m_position.cend())
        m_open[*it].connection->endStream();
}

void Streams::closeUser(qint64 userId)
{
    const auto open = m_open;
    for (const Open &stream : open) {
        if (stream.userId == userId)
            close(stream.id);
    }
}

void Streams::closeAll()
{
    const auto open = m_open;
    for (const Open &stream : open)
        close(stream.id);
}

qint64 Streams::pendingBytes(StreamId id) const
{
    const auto it = m_position.constFind(id);
    return it == m_position.cend() ? 0 : m_open[*it].connection->pendingBytes();
}

} // namespace Http
