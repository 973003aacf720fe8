// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace Http {

/**
 * Takes the body of an upload piece by piece. Made by the route when the head is accepted, called
 * on the http thread, destroyed there after finished() or aborted().
 */
class BodySink
{
public:
    enum class Flow {
        More,
        Wait, ///< nothing more until Reply::resumeBody()
    };

    virtual ~BodySink() = default;
    virtual Flow take(QByteArrayView bytes) = 0; ///< at most 16 KiB, valid during the call
    virtual void finished() = 0;                 ///< the body is complete; answer from here on
    virtual void aborted() = 0;                  ///< the client left or broke a rule
};

} // namespace Http
