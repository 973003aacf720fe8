// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/error.h"
#include "imap/limits.h"

#include <QByteArray>
#include <QList>

#include <functional>
#include <optional>
#include <span>

namespace Imap {

/**
 * One response as it came: its lines in `text` without the last line end, where each `{n}` at a line
 * end stands for the next of `literals`. A mail of 20 kB is so copied once, from the socket.
 */
struct RawResponse {
    QByteArray text;
    QList<QByteArray> literals;
    bool isCut = false;  ///< a FETCH that was too long: only its first and last bytes are here
    qsizetype bytes = 0; ///< all received bytes, also those that were cut
};

/// Whether it begins as `* 12 FETCH `. A fault in such a response may be caused by a mail, not by
/// the server.
bool isFetch(const QByteArray &text);

/**
 * Cuts a stream of bytes, in pieces of any size, into responses, and refuses data that is too long
 * before it allocates memory. Parses only lines and literals, RFC 3501 4.3 and 9.
 */
class ResponseReader
{
public:
    explicit ResponseReader(const Limits &limits)
        : m_limits(limits), m_literalLimit(limits.literalBytes)
    {
    }

    /// The limit for the literals of one response from now on, according to the request. In a FETCH
    /// response, longer literals are skipped; in all others they are refused.
    void setLiteralLimit(qsizetype bytes) { m_literalLimit = bytes; }

    /// Whether a list of UIDs was requested; no other line may be as long.
    void setSearching(bool isSearching) { m_isSearching = isSearching; }

    /// `take` is called with the size of each literal that is kept. If it returns false, feed() stops
    /// until tryAgain(). Without `take` there is always room.
    void setRoom(std::function<bool(qsizetype)> take) { m_room = std::move(take); }
    bool isWaitingForRoom() const { return m_isWaitingForRoom; }
    void tryAgain();

    /// Takes bytes up to the end of one response; returns how many. Nothing after an error.
    qsizetype feed(QByteArrayView bytes);

    bool isComplete() const { return m_complete; }
    RawResponse take();

    /// Gives up the response that is being read, and its memory; nothing may be fed afterwards.
    void drop();

    /// The rest of the literal that is being read; 0 outside of literals.
    qsizetype literalBytesMissing() const { return m_literalSize - m_literalFilled; }

    /// False: its bytes are skipped, or there is no room for them, so they go through feed().
    bool isKept() const { return !m_isSkipping && !m_isWaitingForRoom; }

    /// Where more of that literal may be written, at most Limits::growBytes; then call filled().
    std::span<char> literalSpace();
    void filled(qsizetype bytes);

    bool isEmpty() const { return m_raw.text.isEmpty() && !m_complete; }

    /// Error::Protocol; never cleared.
    const std::optional<Error> &error() const { return m_error; }

private:
    qsizetype feedLine(QByteArrayView bytes);
    bool makeRoom();
    void endLine();
    void beginLiteral(qsizetype brace);
    std::optional<qsizetype> announcedSize(qsizetype brace);
    void skipLiteral(qsizetype size);
    void endLiteral();
    bool mayHoldLiterals() const;
    qsizetype lineLimit() const;
    void fail(const QString &message);

    Limits m_limits;
    RawResponse m_raw;
    qsizetype m_lineStart = 0;
    qsizetype m_skipped = 0; ///< bytes of the response that were dropped
    qsizetype m_literalSize = 0;
    qsizetype m_literalFilled = 0;
    qsizetype m_literalTotal = 0;
    qsizetype m_literalLimit;
    std::function<bool(qsizetype)> m_room;
    bool m_isSearching = true;
    bool m_isSkipping = false;
    bool m_isWaitingForRoom = false;
    bool m_complete = false;
    std::optional<Error> m_error;
};

} // namespace Imap
