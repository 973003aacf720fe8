// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/incoming.h"

#include "api/handlers.h"

namespace Api {

namespace {

constexpr qsizetype pieceBytes = 256 * 1024;    ///< written at once
constexpr qsizetype mostBytes = 2 * pieceBytes; ///< kept while a piece is written

} // namespace

/** The sink that the connection owns. It may be destroyed while the coroutine still stores the body. */
class Incoming::Sink : public Http::BodySink
{
public:
    explicit Sink(std::shared_ptr<Incoming> incoming) : m_incoming(std::move(incoming)) { }

    Flow take(QByteArrayView bytes) override { return m_incoming->take(bytes); }
    void finished() override { m_incoming->end(); }
    void aborted() override { m_incoming->abandon(); }

private:
    const std::shared_ptr<Incoming> m_incoming;
};

std::unique_ptr<Http::BodySink> Incoming::sinkOf(std::shared_ptr<Incoming> incoming)
{
    return std::make_unique<Sink>(std::move(incoming));
}

QCoro::Task<std::optional<QByteArray>> Incoming::next()
{
    while (!m_isAbandoned && !m_isComplete && m_buffer.size() < pieceBytes) {
        const Async::Completion<bool> more = m_more.emplace();
        co_await more;
    }
    if (m_isAbandoned)
        co_return std::nullopt;
    QByteArray piece = std::exchange(m_buffer, {});
    if (std::exchange(m_isHeldBack, false))
        m_reply.resumeBody();
    co_return piece;
}

Http::BodySink::Flow Incoming::take(QByteArrayView bytes)
{
    m_bytes += bytes.size();
    if (m_maxBytes > 0 && m_bytes > m_maxBytes) {
        m_reply.fail(failed(ApiError::AttachmentsTooLarge));
        return Http::BodySink::Flow::More;
    }
    m_buffer.append(bytes);
    if (m_buffer.size() >= pieceBytes)
        wake();
    m_isHeldBack = m_buffer.size() >= mostBytes;
    return m_isHeldBack ? Http::BodySink::Flow::Wait : Http::BodySink::Flow::More;
}

void Incoming::end()
{
    m_isComplete = true;
    wake();
}

void Incoming::abandon()
{
    m_isAbandoned = true;
    m_buffer.clear();
    wake();
}

void Incoming::wake()
{
    if (const auto more = std::exchange(m_more, {}))
        more->finish(true);
}

} // namespace Api
