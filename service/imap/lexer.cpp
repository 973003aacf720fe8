// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/lexer.h"

#include <charconv>
#include <cstring>

namespace Imap {

using namespace Qt::StringLiterals;

bool Lexer::accept(char c)
{
    if (failed() || peek() != c || atEnd())
        return false;
    ++m_at;
    return true;
}

bool Lexer::expect(char c)
{
    const char text[] = { c, '\0' };
    return accept(c) || fail(text);
}

bool Lexer::space()
{
    if (!expect(' '))
        return false;
    skipSpaces();
    return true;
}

void Lexer::skipSpaces()
{
    while (peek() == ' ')
        ++m_at;
}

bool Lexer::atom(QByteArrayView *out)
{
    return until(" ()\"{", out) && (!out->isEmpty() || fail("a word")) && countToken();
}

bool Lexer::until(const char *stops, QByteArrayView *out)
{
    if (failed())
        return false;
    const char *from = m_raw.text.constData() + m_at;
    const std::size_t size = std::strcspn(from, stops); // ends at a NUL too
    *out = QByteArrayView(from, qsizetype(size));
    m_at += qsizetype(size);
    return true;
}

bool Lexer::number(quint64 *out)
{
    QByteArrayView text;
    if (!atom(&text))
        return false;
    const auto [last, problem] = std::from_chars(text.begin(), text.end(), *out);
    if (problem == std::errc() && last == text.end())
        return true;
    m_at -= text.size();
    return fail("a number");
}

bool Lexer::number32(quint32 *out)
{
    quint64 wide = 0;
    if (!number(&wide))
        return false;
    if (wide > 0xFFFFFFFF)
        return fail("a number of 32 bits");
    *out = quint32(wide);
    return true;
}

bool Lexer::string(QByteArray *out)
{
    if (peek() == '"')
        return quoted(out) && countToken();
    if (peek() == '{' || peek() == '~')
        return literal(out) && countToken();
    return fail("a string");
}

bool Lexer::astring(QByteArray *out)
{
    if (peek() == '"' || peek() == '{' || peek() == '~')
        return string(out);
    QByteArrayView text;
    if (!atom(&text))
        return false;
    *out = text.toByteArray();
    return true;
}

bool Lexer::nstring(QByteArray *out)
{
    if (!astring(out))
        return false;
    // Atoms are accepted, because some servers send a number or a short word without quotes. Only a bare
    // NIL is the null array.
    if (out->size() == 3 && m_raw.text.at(m_at - 1) != '"' && m_raw.text.at(m_at - 1) != '}'
        && out->compare("NIL", Qt::CaseInsensitive) == 0)
        *out = QByteArray();
    return true;
}

bool Lexer::stringList(QList<QByteArray> *out)
{
    out->clear();
    if (peek() != '(') {
        QByteArray nil;
        return nstring(&nil) && (nil.isNull() || fail("a list"));
    }
    expect('(');
    skipSpaces();
    while (!failed() && !accept(')')) {
        QByteArray item;
        if (!astring(&item))
            return false;
        out->append(std::move(item));
        skipSpaces();
    }
    return !failed();
}

bool Lexer::skipValue(bool anyDepth)
{
    int depth = 0;
    do {
        skipSpaces();
        if (accept('(')) {
            if (++depth > m_limits.depth && !anyDepth)
                return fail("less nesting");
        } else if (peek() == ')') {
            if (depth == 0)
                return fail("a value");
            ++m_at;
            --depth;
        } else if (!skipString()) {
            return false;
        }
    } while (depth > 0);
    return !failed();
}

bool Lexer::skipString()
{
    if (atEnd())
        return fail("a value");
    QByteArray unused;
    if (peek() == '"')
        return quoted(&unused);
    if (peek() == '{')
        return literal(&unused);
    if (peek() == '~' && m_at + 1 < m_raw.text.size() && m_raw.text.at(m_at + 1) == '{')
        return literal(&unused);
    QByteArrayView text;
    return until(" ()\"{", &text) && (!text.isEmpty() || fail("a value"));
}

bool Lexer::end()
{
    skipSpaces();
    return !failed() && (atEnd() || fail("the end"));
}

bool Lexer::fail(const char *expected)
{
    if (failed())
        return false;
    QString excerpt;
    for (const char c : QByteArrayView(m_raw.text)
                            .sliced(m_at)
                            .first(std::min<qsizetype>(24, m_raw.text.size() - m_at)))
        excerpt += c >= ' ' && c <= '~' ? QLatin1Char(c) : QLatin1Char('?');
    m_error = Error{ Error::Code::Protocol,
                     u"The server's answer is wrong at byte %1: expected %2 at \"%3\"."_s.arg(
                         QString::number(m_at), QString::fromLatin1(expected), excerpt) };
    return false;
}

void Lexer::rewind(const Mark &mark)
{
    m_at = mark.at;
    m_literal = mark.literal;
    m_tokens = mark.tokens;
    m_error.reset();
}

bool Lexer::countToken()
{
    return ++m_tokens <= m_limits.tokens || fail("fewer words");
}

bool Lexer::quoted(QByteArray *out)
{
    const QByteArray &text = m_raw.text;
    const qsizetype from = m_at + 1;
    qsizetype to = from;
    bool escaped = false;
    while (to < text.size() && text.at(to) != '"') {
        if (text.at(to) == '\\') {
            escaped = true;
            ++to;
        }
        ++to;
    }
    if (to >= text.size())
        return fail("a closing quote");
    out->clear();
    if (!escaped) {
        *out = QByteArray(text.constData() + from, to - from);
    } else {
        for (qsizetype i = from; i < to; ++i) {
            if (text.at(i) == '\\')
                ++i;
            out->append(text.at(i));
        }
    }
    m_at = to + 1;
    return true;
}

bool Lexer::literal(QByteArray *out)
{
    accept('~');
    if (!expect('{'))
        return false;
    const qsizetype close = m_raw.text.indexOf('}', m_at);
    // A brace that was not followed by a line end announces no literal.
    if (close < 0 || m_literal >= m_raw.literals.size())
        return fail("a literal");
    *out = std::move(m_raw.literals[m_literal++]);
    m_at = close + 1;
    return true;
}

} // namespace Imap
