// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"
#include "http/head.h"
#include "net/chunkdecoder.h"

#include <functional>
#include <optional>

namespace Http {

/**
 * Cuts the bytes of a connection into requests, one at a time, in bounded memory. It stops twice in
 * each request: when the head is complete, so that its owner can decide which body may follow, and
 * at the end.
 */
class RequestReader
{
public:
    enum class State {
        Idle, ///< no byte of a request yet
        Head,
        HeadDone, ///< waits for acceptBody()
        Body,
        Done,
        Bad, ///< failure() is the answer; the connection cannot be used any more
    };

    explicit RequestReader(const Limits &limits) : m_limits(limits) { }

    /// Takes as many bytes as go up to the next stop; returns how many.
    qsizetype take(QByteArrayView bytes);

    /// What happens to the body. `limit` in bytes, negative: none. Without keeping, the pieces go to
    /// `piece` (which may be empty: then they are dropped).
    void acceptBody(qint64 limit, bool isKept, std::function<void(QByteArrayView)> piece = {});

    /// For the next request.
    void reset();

    State state() const { return m_state; }
    const Head &head() const { return m_head; }
    QByteArray takeBody() { return std::exchange(m_body, {}); }
    qint64 bodyBytes() const { return m_bodyBytes; } ///< received so far
    const ApiFailure &failure() const { return m_failure; }

private:
    qsizetype takeHead(QByteArrayView bytes);
    qsizetype takeBodyBytes(QByteArrayView bytes);
    void finishHead(QByteArrayView block);
    void addBody(QByteArrayView piece);
    void fail(ApiError error, const QString &message = {});

    const Limits &m_limits;
    State m_state = State::Idle;
    QByteArray m_block; ///< a head that came in several pieces
    Head m_head;
    Net::ChunkDecoder m_chunks;
    QByteArray m_body;
    qint64 m_bodyBytes = 0;
    qint64 m_bodyLimit = -1;
    bool m_isKept = true;
    std::function<void(QByteArrayView)> m_piece;
    int m_blankLines = 0;
    ApiFailure m_failure;
};

} // namespace Http
