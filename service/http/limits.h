// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <chrono>

namespace Http {

/**
 * All limits of the HTTP side. 0 switches a limit off. The defaults are those of the service; tests
 * set them small, benchmarks switch them off.
 */
struct Limits {
    using ms = std::chrono::milliseconds;

    qsizetype headBytes = 16 * 1024; ///< request line and header fields: 431
    qsizetype uriBytes = 8 * 1024;   ///< request target: 414
    int headerFields = 100;          ///< 431
    qint64 bodyBytes = 1024 * 1024;  ///< where the route names no limit of its own: 413

    ms headTimeout{ 10'000 };              ///< first byte of a request to the end of its head: 408
    qint64 bodyBytesPerSecond = 16 * 1024; ///< slower than this over bodyWindow: 408
    ms bodyWindow{ 30'000 };
    ms idleTimeout{ 60'000 };  ///< connection without a request
    ms tlsTimeout{ 10'000 };   ///< handshake
    ms writeTimeout{ 30'000 }; ///< the client takes nothing of an answer
    ms lingerTimeout{ 2'000 }; ///< before closing, for the client to read the last answer

    ms sweepInterval{ 250 }; ///< how often the times above are looked at; never 0

    int connections = 12'000; ///< in all: 503, closed
    int connectionsPerAddress =
        200; ///< an IPv6 /64 is one; loopback and trusted proxies are exempt

    int userRequestsPerSecond = 100; ///< 429
    int userBurst = 200;

    int streams = 10'000; ///< event streams in all: 429
    int streamsPerUser = 20;
    /// Unsent bytes, not counting the longest write among them, after which a stream is closed.
    qint64 streamBacklog = 1024 * 1024;
    ms streamStall{ 30'000 }; ///< a stream whose client takes nothing for so long is closed
};

} // namespace Http
