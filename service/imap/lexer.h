// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/error.h"
#include "imap/responsereader.h"

#include <optional>

namespace Imap {

/**
 * The tokens of one response, RFC 3501 9. Every call says whether it worked; the first failure
 * sticks and all later calls fail, so that grammar reads as one chain of &&. Literals are handed
 * over, not copied. Nothing here recurses.
 */
class Lexer
{
public:
    /// Both must outlive the lexer; literals are moved out of `raw`.
    Lexer(RawResponse &raw, const Limits &limits) : m_raw(raw), m_limits(limits) { }

    bool atEnd() const { return m_at >= m_raw.text.size(); }
    char peek() const { return atEnd() ? '\0' : m_raw.text.at(m_at); }
    QByteArrayView rest() const { return QByteArrayView(m_raw.text).sliced(m_at); }

    bool accept(char c); ///< takes `c` where it is next; no failure otherwise
    bool expect(char c);
    bool space(); ///< one or more: several servers double them
    void skipSpaces();

    /// Up to space, bracket, quote or end; at least one byte.
    bool atom(QByteArrayView *out);
    /// Up to one of `stops` or the end.
    bool until(const char *stops, QByteArrayView *out);
    bool number(quint64 *out);
    bool number32(quint32 *out); ///< refuses more than 32 bits
    /// Quoted or literal (also literal8, RFC 3516).
    bool string(QByteArray *out);
    bool astring(QByteArray *out); ///< atom or string
    bool nstring(QByteArray *out); ///< NIL is the null array
    /// `(a b "c")`; NIL is the empty list.
    bool stringList(QList<QByteArray> *out);

    /// Any value: atom, string or list of values; takes no memory and counts no words. `anyDepth`
    /// is for values that the sender of a mail chooses: the sender must not be able to break the
    /// connection.
    bool skipValue(bool anyDepth = false);

    /// Fails unless everything was read; trailing spaces are accepted.
    bool end();

    bool fail(const char *expected);
    bool failed() const { return m_error.has_value(); }
    const std::optional<Error> &error() const { return m_error; }

    /** A position for rewind(). Literals that were taken after it are empty, but can be skipped. */
    struct Mark {
        qsizetype at;
        qsizetype literal;
        int tokens;
    };
    Mark mark() const { return { m_at, m_literal, m_tokens }; }
    /// Forgets a failure too.
    void rewind(const Mark &mark);

    const Limits &limits() const { return m_limits; }

private:
    bool countToken();
    bool quoted(QByteArray *out);
    bool literal(QByteArray *out);
    bool skipString();

    RawResponse &m_raw;
    const Limits &m_limits;
    qsizetype m_at = 0;
    qsizetype m_literal = 0;
    int m_tokens = 0;
    std::optional<Error> m_error;
};

} // namespace Imap
