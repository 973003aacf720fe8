// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpconnection.h"

#include <QElapsedTimer>

#include <memory>
#include <vector>

namespace Net {

/**
 * Idle connections, kept for a while for the next request to the same peer. Bounded: at most 4 of a
 * peer and 32 in all, the oldest goes first. Lives on the thread that calls.
 */
class HttpPool : public QObject
{
public:
    HttpPool(std::chrono::milliseconds longestIdle, QObject *parent);

    /// The connection that was used last, or null. It may still be closed before the next request
    /// is sent.
    std::unique_ptr<HttpConnection> take(const HttpPeer &peer);
    /// Keeps it where it is idle.
    void put(std::unique_ptr<HttpConnection> connection);
    void clear();

private:
    struct Kept {
        std::unique_ptr<HttpConnection> connection;
        QElapsedTimer since;
    };

    bool isUsable(const Kept &kept) const;
    void sweep();

    const std::chrono::milliseconds m_longestIdle;
    std::vector<Kept> m_kept; ///< the oldest first
    QTimer m_timer;           ///< runs while there are any
};

} // namespace Net
