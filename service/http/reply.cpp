// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/reply.h"

#include "http/ticket.h"

namespace Http {

void Reply::send(Response response) const
{
    m_ticket->answer(std::move(response));
}

std::optional<StreamId> Reply::startStream(StreamOptions options) const
{
    return m_ticket->startStream(std::move(options));
}

void Reply::resumeBody() const
{
    m_ticket->resumeBody();
}

const QByteArray &Reply::requestId() const
{
    return m_ticket->requestId();
}

bool Reply::isWanted() const
{
    return m_ticket->isWanted();
}

} // namespace Http
