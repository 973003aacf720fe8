// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/jsonscanner.h"

namespace Http {

using namespace Qt::StringLiterals;

bool JsonScanner::scan()
{
    if (!value())
        return false;
    skipBlanks();
    return m_at == m_text.size() || failSyntax();
}

bool JsonScanner::value()
{
    skipBlanks();
    switch (peek()) {
    case '{':
        return object();
    case '[':
        return array();
    case '"':
        return string();
    case 't':
        return word("true");
    case 'f':
        return word("false");
    case 'n':
        return word("null");
    default:
        return number();
    }
}

bool JsonScanner::object()
{
    if (++m_depth > maxDepth)
        return fail(u"is nested too deeply"_s);
    ++m_at;
    skipBlanks();
    QSet<QString> names;
    if (peek() != '}') {
        do {
            QString name;
            skipBlanks();
            if (peek() != '"')
                return failSyntax();
            if (!string(&name))
                return false;
            if (names.contains(name))
                return fail(u"has a field twice"_s);
            names.insert(name);
            skipBlanks();
            if (!skip(':'))
                return failSyntax();
            if (!value())
                return false;
            skipBlanks();
        } while (skip(','));
    }
    --m_depth;
    return skip('}') || failSyntax();
}

bool JsonScanner::array()
{
    if (++m_depth > maxDepth)
        return fail(u"is nested too deeply"_s);
    ++m_at;
    skipBlanks();
    if (peek() != ']') {
        do {
            if (!value())
                return false;
            skipBlanks();
        } while (skip(','));
    }
    --m_depth;
    return skip(']') || failSyntax();
}

bool JsonScanner::string(QString *content)
{
    ++m_at;
    for (;;) {
        const qsizetype from = m_at;
        while (m_at < m_text.size() && uchar(m_text[m_at]) >= 0x20 && m_text[m_at] != '"'
               && m_text[m_at] != '\\')
            ++m_at;
        if (content)
            *content += QString::fromUtf8(m_text.sliced(from, m_at - from));
        if (skip('"'))
            return true;
        if (peek() != '\\')
            return failSyntax();
        if (!escape(content))
            return false;
    }
}

bool JsonScanner::escape(QString *content)
{
    constexpr QByteArrayView names = "\"\\/bfnrt";
    constexpr QByteArrayView meanings = "\"\\/\b\f\n\r\t";
    ++m_at;
    if (!skip('u')) {
        const qsizetype which = m_at < m_text.size() ? names.indexOf(m_text[m_at]) : -1;
        if (which < 0)
            return failSyntax();
        ++m_at;
        if (content)
            *content += QLatin1Char(meanings[which]);
        return true;
    }
    char16_t unit = 0;
    if (!hexUnit(unit))
        return false;
    if (content)
        *content += QChar(unit);
    if (!QChar::isSurrogate(unit))
        return true;
    // Our choice: half a surrogate pair is refused, because UTF-8 cannot represent it.
    char16_t low = 0;
    if (!QChar::isHighSurrogate(unit) || !skip('\\') || !skip('u') || !hexUnit(low)
        || !QChar::isLowSurrogate(low))
        return fail(u"has an invalid Unicode escape"_s);
    if (content)
        *content += QChar(low);
    return true;
}

bool JsonScanner::hexUnit(char16_t &unit)
{
    if (m_text.size() - m_at < 4)
        return failSyntax();
    unit = 0;
    for (int i = 0; i < 4; ++i, ++m_at) {
        const char c = m_text[m_at];
        const char lower = char(c | 0x20);
        if (c >= '0' && c <= '9')
            unit = char16_t(unit * 16 + (c - '0'));
        else if (lower >= 'a' && lower <= 'f')
            unit = char16_t(unit * 16 + (lower - 'a' + 10));
        else
            return failSyntax();
    }
    return true;
}

bool JsonScanner::number()
{
    skip('-');
    if (!skip('0') && !digits())
        return failSyntax();
    if (skip('.') && !digits())
        return failSyntax();
    if (skip('e') || skip('E')) {
        if (!skip('+'))
            skip('-');
        return digits() || failSyntax();
    }
    return true;
}

bool JsonScanner::digits()
{
    const qsizetype from = m_at;
    while (peek() >= '0' && peek() <= '9')
        ++m_at;
    return m_at > from;
}

bool JsonScanner::word(QByteArrayView expected)
{
    if (!m_text.sliced(m_at).startsWith(expected))
        return failSyntax();
    m_at += expected.size();
    return true;
}

void JsonScanner::skipBlanks()
{
    while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t')
        ++m_at;
}

bool JsonScanner::skip(char c)
{
    if (m_at >= m_text.size() || m_text[m_at] != c)
        return false;
    ++m_at;
    return true;
}

bool JsonScanner::fail(const QString &problem)
{
    m_problem = problem;
    return false;
}

bool JsonScanner::failSyntax()
{
    return fail(u"is not valid JSON (at byte %1)"_s.arg(m_at));
}

} // namespace Http
