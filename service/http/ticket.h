// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/mailbox.h"
#include "http/streams.h"

#include <atomic>
#include <memory>

namespace Http {

/** The shared state of all copies of one Reply. Any thread. */
class Ticket
{
public:
    Ticket(std::shared_ptr<Mailbox> mailbox, quint64 connection, quint32 sequence,
           QByteArray requestId);
    ~Ticket(); ///< answers 500 if the request has no answer yet

    void answer(Response response);
    std::optional<StreamId> startStream(StreamOptions options);
    void resumeBody();

    bool isWanted() const { return m_isWanted && !m_isAnswered; }
    const QByteArray &requestId() const { return m_requestId; }

    /// The client has left. Called by its connection.
    void dropWanted() { m_isWanted = false; }

private:
    const std::shared_ptr<Mailbox> m_mailbox;
    const quint64 m_connection;
    const quint32 m_sequence;
    const QByteArray m_requestId;
    std::atomic<bool> m_isAnswered = false;
    std::atomic<bool> m_isWanted = true;
};

} // namespace Http
