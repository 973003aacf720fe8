// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace Http {

/**
 * Receives the body of an upload in pieces. The route creates it when the request headers are accepted.
 * It is called on the http thread, and destroyed there after finished() or aborted().
 */
class BodySink
{
public:
    enum class Flow {
        More,
        Wait, ///< take() is not called again until Reply::resumeBody()
    };

    virtual ~BodySink() = default;
    virtual Flow take(QByteArrayView bytes) = 0; ///< at most 16 KiB, valid during the call
    virtual void finished() = 0;                 ///< the body is complete; the route can now answer
    virtual void aborted() = 0; ///< ended early: the client left or broke a limit, or was answered
};

} // namespace Http
