// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/chunkdecoder.h"

#include <algorithm>
#include <cctype>

namespace Net {

namespace {

constexpr qsizetype maxLine = 1024; ///< size with extensions, or one trailer field
constexpr int maxTrailers = 16;
constexpr qsizetype maxSizeDigits = 12;

} // namespace

QByteArrayView ChunkDecoder::take(QByteArrayView &bytes)
{
    while (!bytes.isEmpty() && !isDone() && !isBad()) {
        if (m_state == State::Data) {
            const auto piece = bytes.first(std::min<qint64>(bytes.size(), m_left));
            bytes = bytes.sliced(piece.size());
            m_left -= piece.size();
            if (m_left == 0)
                m_state = State::DataEnd;
            return piece;
        }
        takeLineByte(bytes.front());
        bytes = bytes.sliced(1);
    }
    return {};
}

void ChunkDecoder::takeLineByte(char c)
{
    if (c != '\n') {
        // A CR is allowed only directly before an LF.
        if (m_line.endsWith('\r') || m_line.size() >= maxLine)
            m_state = State::Bad;
        else
            m_line += c;
        return;
    }
    if (!m_line.endsWith('\r')) {
        m_state = State::Bad;
        return;
    }
    endLine(QByteArrayView(m_line).chopped(1));
    m_line.clear();
}

void ChunkDecoder::endLine(QByteArrayView line)
{
    switch (m_state) {
    case State::Size:
        startChunk(line);
        break;
    case State::DataEnd:
        m_state = line.isEmpty() ? State::Size : State::Bad;
        break;
    case State::Trailer:
        if (line.isEmpty())
            m_state = State::Done;
        else if (++m_trailers > maxTrailers)
            m_state = State::Bad;
        break;
    default:
        break;
    }
}

void ChunkDecoder::startChunk(QByteArrayView line)
{
    const qsizetype semicolon = line.indexOf(';');
    const QByteArray digits = (semicolon < 0 ? line : line.first(semicolon)).toByteArray();
    const auto isHex = [](char c) {
        return std::isxdigit(uchar(c)) != 0;
    };
    // Many tiny chunks cost us far more than they cost the sender.
    const bool isAbuse = m_chunks++ > 64 && m_total < m_chunks * qint64(8);
    if (digits.isEmpty() || digits.size() > maxSizeDigits || !std::ranges::all_of(digits, isHex)
        || isAbuse) {
        m_state = State::Bad;
        return;
    }
    m_left = digits.toLongLong(nullptr, 16);
    m_total += m_left;
    m_state = m_left == 0 ? State::Trailer : State::Data;
}

} // namespace Net
