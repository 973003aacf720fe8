// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "http/bodysink.h"
#include "http/reply.h"

#include <QByteArray>

#include <memory>
#include <optional>

namespace Api {

/**
 * The body of an upload between the connection that it comes from and the coroutine that stores it.
 * Both are on the http thread; the bytes that are not yet stored are bounded; at the limit the
 * client has to wait.
 */
class Incoming
{
public:
    Incoming(Http::Reply reply, qint64 maxBytes) : m_reply(std::move(reply)), m_maxBytes(maxBytes)
    {
    }

    /// The bytes received since the last call, once they are enough for a write; empty: the body is
    /// complete. Nothing: the body was aborted, and no client waits for an answer.
    QCoro::Task<std::optional<QByteArray>> next();

    qint64 bytes() const { return m_bytes; } ///< received so far
    const Http::Reply &reply() const { return m_reply; }

    /// The sink that the connection calls.
    static std::unique_ptr<Http::BodySink> sinkOf(std::shared_ptr<Incoming> incoming);

private:
    class Sink;

    Http::BodySink::Flow take(QByteArrayView bytes);
    void end();
    void abandon();
    void wake();

    const Http::Reply m_reply;
    const qint64 m_maxBytes; ///< 0: no limit
    QByteArray m_buffer;
    qint64 m_bytes = 0;
    bool m_isComplete = false;
    bool m_isAbandoned = false;
    bool m_isHeldBack = false; ///< take() has returned Flow::Wait
    std::optional<Async::Completion<bool>> m_more;
};

} // namespace Api
