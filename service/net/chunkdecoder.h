// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace Net {

/**
 * The chunked coding of a body (RFC 9112 7.1), in any split of the bytes. Strict: sizes are
 * hex digits only, lines end in CR LF; extensions and trailers are skipped, in bounds.
 */
class ChunkDecoder
{
public:
    enum class State { Size, Data, DataEnd, Trailer, Done, Bad };

    State state() const { return m_state; }
    bool isDone() const { return m_state == State::Done; }
    bool isBad() const { return m_state == State::Bad; }

    /**
     * Takes bytes off the front of `bytes` and returns a piece of the body, which is a part of the
     * input. Empty: the input is used up, or the body is done or bad. Call again while there is
     * input.
     */
    QByteArrayView take(QByteArrayView &bytes);

private:
    void takeLineByte(char c);
    void endLine(QByteArrayView line);
    void startChunk(QByteArrayView line);

    State m_state = State::Size;
    QByteArray m_line;
    qint64 m_left = 0;  ///< of this chunk
    qint64 m_total = 0; ///< body bytes announced so far
    int m_chunks = 0;
    int m_trailers = 0;
};

} // namespace Net
