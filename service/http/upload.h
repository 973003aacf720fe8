// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/bodysink.h"
#include "http/reply.h"

#include <memory>
#include <optional>

namespace Http {

/**
 * The body of a request on its way to a sink, from the head of the request to its answer. A sink
 * may answer from within any call to it, which ends the upload there; so may the route.
 */
class Upload
{
public:
    /// begin() opens the upload. keep() keeps the sink, or aborts it if the route answered while it made
    /// the sink.
    void begin(const Reply &reply);
    void keep(std::unique_ptr<BodySink> sink);

    void take(QByteArrayView piece);
    void finish(); ///< the body is complete
    void end();    ///< answered, or the client has left

    bool isOpen() const { return m_reply.has_value(); }
    bool isWaiting() const { return m_isWaiting; }              ///< the sink takes nothing for now
    bool resume() { return std::exchange(m_isWaiting, false); } ///< false: it did not wait

private:
    std::optional<Reply> m_reply; ///< kept so that no 500 is sent before the end
    std::unique_ptr<BodySink> m_sink;
    bool m_isWaiting = false;
};

} // namespace Http
