// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/ticket.h"

#include "http/connection.h"
#include "http/engine.h"
#include "http/log.h"

#include <QIODevice>

namespace Http {

Ticket::Ticket(std::shared_ptr<Mailbox> mailbox, quint64 connection, quint32 sequence,
               QByteArray requestId)
    : m_mailbox(std::move(mailbox)), m_connection(connection), m_sequence(sequence),
      m_requestId(std::move(requestId))
{
}

Ticket::~Ticket()
{
    if (m_isAnswered || !m_isWanted)
        return;
    qCWarning(lcHttp, "request=%s was dropped without an answer", m_requestId.constData());
    answer(Response::failed({ ApiError::InternalError }));
}

void Ticket::answer(Response response)
{
    if (m_isAnswered.exchange(true) || !m_isWanted)
        return;
    if (Engine *const engine = m_mailbox->engineHere()) {
        if (Connection *const connection = engine->find(m_connection))
            connection->finish(m_sequence, response);
        return;
    }
    if (response.content)
        response.content->moveToThread(m_mailbox->engineThread());
    m_mailbox->post({ m_connection, m_sequence, std::move(response) });
}

std::optional<StreamId> Ticket::startStream(StreamOptions options)
{
    Engine *const engine = m_mailbox->engineHere();
    Q_ASSERT_X(engine, "Reply", "streams start on the http thread");
    Connection *const connection = engine ? engine->find(m_connection) : nullptr;
    if (!connection || m_isAnswered)
        return std::nullopt;
    if (engine->isStopping()) {
        answer(Response::failed({ ApiError::NotReady, {}, {}, 5 }));
        return std::nullopt;
    }
    if (!engine->streams().hasRoomFor(options.userId)) {
        answer(Response::failed({ ApiError::TooManyStreams, {}, {}, 30 }));
        return std::nullopt;
    }
    m_isAnswered = true;
    return connection->startStream(m_sequence, std::move(options));
}

void Ticket::resumeBody()
{
    m_mailbox->post({ m_connection, m_sequence, std::nullopt });
}

} // namespace Http
