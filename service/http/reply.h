// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/response.h"
#include "http/streams.h"

#include <memory>

namespace Http {

class Ticket;

/**
 * The right to answer one request. Copies share it; any thread may use it and keep it for as long
 * as it likes. The first answer counts, later ones and those to clients that left are dropped. When
 * the last copy goes without an answer, the client gets 500, so that no request stays unanswered.
 */
class Reply
{
public:
    explicit Reply(std::shared_ptr<Ticket> ticket) : m_ticket(std::move(ticket)) { }

    void send(Response response) const;
    void fail(ApiFailure failure) const { send(Response::failed(std::move(failure))); }

    /**
     * Answers with an event stream. Only on the http thread, that is in the handler itself or in
     * something that lives there. Nothing where the client has left, or where the stream was
     * refused (too many streams, the service stops): the error answer is then sent already.
     */
    std::optional<StreamId> startStream(StreamOptions options) const;

    /// Reads on after an upload sink said Flow::Wait. Any thread; the reading itself comes later.
    void resumeBody() const;

    const QByteArray &requestId() const;
    /// False once the client has left or has its answer: work for it may stop. Any thread.
    bool isWanted() const;

private:
    std::shared_ptr<Ticket> m_ticket;
};

} // namespace Http
