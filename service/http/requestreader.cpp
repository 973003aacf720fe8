// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/requestreader.h"

#include <algorithm>

namespace Http {

using namespace Qt::StringLiterals;

qsizetype RequestReader::take(QByteArrayView bytes)
{
    qsizetype used = 0;
    // RFC 9112 2.2: a client may send an empty line or two before a request.
    while (m_state == State::Idle && used < bytes.size()) {
        if (bytes[used] != '\r' && bytes[used] != '\n') {
            m_state = State::Head;
        } else {
            ++used;
            if (++m_blankLines > 4)
                fail(ApiError::InvalidRequest, u"The request is not valid HTTP."_s);
        }
    }
    if (m_state == State::Head)
        used += takeHead(bytes.sliced(used));
    else if (m_state == State::Body)
        used += takeBodyBytes(bytes.sliced(used));
    return used;
}

qsizetype RequestReader::takeHead(QByteArrayView bytes)
{
    constexpr QByteArrayView end = "\r\n\r\n";
    if (m_block.isEmpty()) { // usually a head comes in one piece and is not copied
        const qsizetype at = bytes.indexOf(end);
        if (at >= 0) {
            finishHead(bytes.first(at + end.size()));
            return at + end.size();
        }
    }
    const qsizetype before = m_block.size();
    const qsizetype room = m_limits.headBytes ? m_limits.headBytes - before : bytes.size();
    const auto piece = bytes.first(std::min(bytes.size(), room));
    m_block += piece;
    // Only the new bytes are searched, with the three before them.
    const qsizetype at = m_block.indexOf(end, std::max<qsizetype>(0, before - 3));
    if (at >= 0) {
        const QByteArray block = std::exchange(m_block, {}).left(at + end.size());
        finishHead(block);
        return block.size() - before;
    }
    if (m_limits.headBytes && m_block.size() >= m_limits.headBytes)
        fail(m_block.contains('\n') ? ApiError::HeadersTooLarge : ApiError::UriTooLong);
    return piece.size();
}

void RequestReader::finishHead(QByteArrayView block)
{
    if (m_limits.headBytes && block.size() > m_limits.headBytes)
        return fail(ApiError::HeadersTooLarge);
    switch (parseHead(block, m_limits, m_head)) {
    case HeadProblem::Fine:
        m_state = State::HeadDone;
        return;
    case HeadProblem::Malformed:
        return fail(ApiError::InvalidRequest, u"The request is not valid HTTP."_s);
    case HeadProblem::UriTooLong:
        return fail(ApiError::UriTooLong);
    case HeadProblem::TooManyFields:
        return fail(ApiError::HeadersTooLarge);
    }
}

void RequestReader::acceptBody(qint64 limit, bool isKept, std::function<void(QByteArrayView)> piece)
{
    Q_ASSERT(m_state == State::HeadDone);
    m_bodyLimit = limit;
    m_isKept = isKept;
    m_piece = std::move(piece);
    if (!m_head.hasBody()) {
        m_state = State::Done;
    } else if (limit >= 0 && m_head.contentLength > limit) {
        fail(ApiError::BodyTooLarge);
    } else {
        m_state = State::Body;
        // At most 64 KiB at first: a client may announce any length and send less.
        if (isKept && m_head.contentLength > 0)
            m_body.reserve(std::min<qint64>(m_head.contentLength, 64 * 1024));
    }
}

qsizetype RequestReader::takeBodyBytes(QByteArrayView bytes)
{
    if (!m_head.isChunked) {
        const qint64 left = m_head.contentLength - m_bodyBytes;
        const auto piece = bytes.first(std::min<qint64>(bytes.size(), left));
        addBody(piece);
        if (m_bodyBytes == m_head.contentLength)
            m_state = State::Done;
        return piece.size();
    }
    QByteArrayView rest = bytes;
    while (m_state == State::Body && !rest.isEmpty()) {
        const auto piece = m_chunks.take(rest);
        if (m_bodyLimit >= 0 && m_bodyBytes + piece.size() > m_bodyLimit)
            fail(ApiError::BodyTooLarge);
        else if (m_chunks.isBad())
            fail(ApiError::InvalidRequest, u"The request is not valid HTTP."_s);
        else if (m_chunks.isDone())
            m_state = State::Done;
        else
            addBody(piece);
    }
    return bytes.size() - rest.size();
}

void RequestReader::addBody(QByteArrayView piece)
{
    m_bodyBytes += piece.size();
    if (m_isKept)
        m_body += piece;
    else if (m_piece && !piece.isEmpty())
        m_piece(piece);
}

void RequestReader::fail(ApiError error, const QString &message)
{
    m_failure = { error, message, {}, 0 };
    m_state = State::Bad;
    m_block.clear();
    m_body.clear();
}

void RequestReader::reset()
{
    m_state = State::Idle;
    m_head = {};
    m_chunks = {};
    m_body.clear();
    m_bodyBytes = 0;
    m_piece = {};
    m_blankLines = 0;
}

} // namespace Http
