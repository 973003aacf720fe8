// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/upload.h"

namespace Http {

void Upload::begin(const Reply &reply)
{
    m_reply.emplace(reply);
    m_isWaiting = false;
}

void Upload::keep(std::unique_ptr<BodySink> sink)
{
    if (isOpen())
        m_sink = std::move(sink);
    else if (sink)
        sink->aborted();
}

void Upload::take(QByteArrayView piece)
{
    // Not in m_sink during the call: the sink may answer, and end() would then delete it.
    auto sink = std::move(m_sink);
    if (sink && sink->take(piece) == BodySink::Flow::Wait)
        m_isWaiting = isOpen();
    keep(std::move(sink));
}

void Upload::finish()
{
    m_reply.reset();
    if (const auto sink = std::exchange(m_sink, nullptr))
        sink->finished();
}

void Upload::end()
{
    m_isWaiting = false;
    m_reply.reset();
    if (const auto sink = std::exchange(m_sink, nullptr))
        sink->aborted();
}

} // namespace Http
