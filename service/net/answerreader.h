// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/chunkdecoder.h"
#include "net/httpanswer.h"

#include <QByteArrayView>

namespace Net {

/**
 * Reads one answer of HTTP/1.x to a GET or POST (RFC 9112), in any split of the bytes, in linear time
 * and bounded memory: 64 KiB for the head with all interim answers before it, `mostBody` bytes of the
 * body, 64 KiB for the framing of a body in chunks. Lines may end in a bare LF, folded fields are
 * joined, fields whose name is no token are left out. Pure: no socket, no clock.
 */
class AnswerReader
{
public:
    static constexpr qsizetype mostHead = 64 * 1024;    ///< with the heads of interim answers
    static constexpr qsizetype mostFraming = 64 * 1024; ///< chunk sizes, extensions, trailers

    enum class State {
        Head, ///< no final status yet
        Body,
        Done, ///< the answer is whole, or mostBody bytes of it were read
        Bad,  ///< broke HTTP or a bound; with hasHead() the status is known all the same
    };

    explicit AnswerReader(qsizetype mostBody) : m_mostBody(mostBody) { }

    /// Takes bytes; returns how many belong to this answer. Takes none when Done or Bad.
    qsizetype take(QByteArrayView bytes);
    /// The connection has ended: a body without a length is whole, everything else is Bad.
    void takeEnd();

    State state() const { return m_state; }
    bool isOver() const { return m_state == State::Done || m_state == State::Bad; }
    bool hasBegun() const { return m_headBytes > 0; }         ///< a byte has come
    bool hasHead() const { return m_hasHead; }                ///< of the final answer
    bool isHttp() const { return m_isHttp || m_interim > 0; } ///< false: the first line is not
    bool isTooLong() const { return m_isTooLong; } ///< Bad, because of a bound on the head
    /// Whether the answer is complete and the connection may be used for another request.
    bool mayGoOn() const { return m_state == State::Done && m_isReusable && !m_answer.isCut; }
    /// What has been read; isCut unless it is whole.
    HttpAnswer answer() const;

private:
    enum class Framing { None, Length, Chunks, UntilEnd };

    qsizetype takeHead(QByteArrayView bytes);
    qsizetype takeBody(QByteArrayView bytes);
    void takeLine(QByteArrayView line);
    void takeStatus(QByteArrayView line);
    void takeField(QByteArrayView line);
    void endField();
    void endHead();
    bool setFraming();
    void addBody(QByteArrayView piece);
    void end(State state);
    void endTooLong();

    const qsizetype m_mostBody;
    State m_state = State::Head;
    Framing m_framing = Framing::None;
    QByteArray m_line;                         ///< the begun line, whose end has not come
    std::pair<QByteArray, QByteArray> m_field; ///< more of its value may follow (obs-fold)
    HttpAnswer m_answer;
    ChunkDecoder m_chunks;
    qint64 m_left = 0;      ///< of a body with a length
    qsizetype m_framed = 0; ///< bytes of a body in chunks, with their framing
    qsizetype m_headBytes = 0;
    int m_interim = 0;
    int m_fields = 0;
    bool m_hasHead = false;
    bool m_isHttp = true;
    bool m_isTooLong = false;
    bool m_isReusable = true;
};

} // namespace Net
