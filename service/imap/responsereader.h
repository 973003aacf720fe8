// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/error.h"
#include "imap/limits.h"

#include <QByteArray>
#include <QList>

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
    bool isCut = false; ///< a FETCH that was too long: only its first and last bytes are here
};

/// Whether it begins as `* 12 FETCH `: what is wrong with it, a mail may have caused, not the server.
bool isFetch(const QByteArray &text);

/**
 * Cuts a stream of bytes, in pieces of any size, into responses, and refuses what is too long before
 * it takes memory for it. Knows no grammar beyond lines and literals, RFC 3501 4.3 and 9.
 */
class ResponseReader
{
public:
    explicit ResponseReader(const Limits &limits) : m_limits(limits) { }

    /// Takes bytes up to the end of one response; returns how many. Nothing after an error.
    qsizetype feed(QByteArrayView bytes);

    bool isComplete() const { return m_complete; }
    RawResponse take();

    /// The rest of the literal that is being read; 0 outside of literals.
    qsizetype literalBytesMissing() const { return m_literalSize - m_literalFilled; }

    /// Where more of that literal may be written, at most Limits::growBytes; then call filled().
    std::span<char> literalSpace();
    void filled(qsizetype bytes);

    bool isEmpty() const { return m_raw.text.isEmpty() && !m_complete; }

    /// Protocol; stays for ever.
    const std::optional<Error> &error() const { return m_error; }

private:
    qsizetype feedLine(QByteArrayView bytes);
    bool makeRoom();
    void endLine();
    void beginLiteral(qsizetype brace);
    bool mayHoldLiterals() const;
    qsizetype lineLimit() const;
    void fail(const QString &message);

    Limits m_limits;
    RawResponse m_raw;
    qsizetype m_lineStart = 0;
    qsizetype m_skipped = 0; ///< bytes that were left out of m_raw.text
    qsizetype m_literalSize = 0;
    qsizetype m_literalFilled = 0;
    qsizetype m_literalTotal = 0;
    bool m_complete = false;
    std::optional<Error> m_error;
};

} // namespace Imap
