// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/csstokenizer.h"

#include "html/cssnames.h"

namespace Html {

namespace {

using Kind = CssToken::Kind;

bool isSpace(char16_t c)
{
    return c == u' ' || c == u'\t' || isCssNewline(c);
}

bool isDigit(char16_t c)
{
    return c >= u'0' && c <= u'9';
}

int hexDigit(char16_t c)
{
    if (isDigit(c))
        return c - u'0';
    const char16_t lower = c | 0x20;
    return c < 0x80 && lower >= u'a' && lower <= u'f' ? lower - u'a' + 10 : -1;
}

bool isNonPrintable(char16_t c)
{
    return c < 0x09 || c == 0x0b || (c > 0x0d && c < 0x20) || c == 0x7f;
}

bool isNameStartUnit(char16_t c)
{
    return isCssNameUnit(c) && c != u'-' && !isDigit(c);
}

} // namespace

CssToken CssTokenizer::next()
{
    const bool isAfterComment = skipComments();
    CssToken token = read();
    token.isAfterComment = isAfterComment;
    return token;
}

bool CssTokenizer::skipComments()
{
    const qsizetype begin = m_at;
    while (at(m_at) == u'/' && at(m_at + 1) == u'*') {
        const qsizetype end = m_css.indexOf(u"*/", m_at + 2);
        m_at = end < 0 ? m_css.size() : end + 2;
    }
    return m_at > begin;
}

CssToken CssTokenizer::read()
{
    if (isEnd())
        return {};
    const char16_t c = at(m_at);
    if (isSpace(c)) {
        skipSpace();
        return { .kind = Kind::Space };
    }
    if (c == u'"' || c == u'\'')
        return readString(c);
    if (isNumberStart(m_at))
        return readNumber();
    if (m_css.sliced(m_at).startsWith(u"-->")) {
        m_at += 3;
        return { .kind = Kind::HtmlComment };
    }
    if (isNameStart(m_at))
        return readName();
    if (m_css.sliced(m_at).startsWith(u"<!--")) {
        m_at += 4;
        return { .kind = Kind::HtmlComment };
    }
    const bool hasName =
        (m_at + 1 < m_css.size() && isCssNameUnit(at(m_at + 1))) || isEscape(m_at + 1);
    if (c == u'#' && hasName) {
        ++m_at;
        return { .kind = Kind::Hash, .text = name() };
    }
    if (c == u'@' && isNameStart(m_at + 1)) {
        ++m_at;
        return { .kind = Kind::AtKeyword, .text = name() };
    }
    return readPunctuation();
}

CssToken CssTokenizer::readPunctuation()
{
    CssToken token{ .kind = Kind::Delim, .character = at(m_at++) };
    switch (token.character) {
    case u':':
        token.kind = Kind::Colon;
        break;
    case u';':
        token.kind = Kind::Semicolon;
        break;
    case u',':
        token.kind = Kind::Comma;
        break;
    case u'(':
    case u'[':
    case u'{':
        token.kind = Kind::Open;
        break;
    case u')':
    case u']':
    case u'}':
        token.kind = Kind::Close;
        break;
    default:
        break;
    }
    return token;
}

CssToken CssTokenizer::readString(char16_t quote)
{
    ++m_at;
    CssToken token{ .kind = Kind::String };
    while (!isEnd()) {
        const char16_t c = at(m_at);
        if (c == quote) {
            ++m_at;
            return token;
        }
        if (isCssNewline(c))
            return { .kind = Kind::BadString };
        if (c != u'\\') {
            token.text.append(c == 0 ? QChar(QChar::ReplacementCharacter) : QChar(c));
            ++m_at;
        } else if (isCssNewline(at(m_at + 1))) {
            m_at += at(m_at + 1) == u'\r' && at(m_at + 2) == u'\n' ? 3 : 2;
        } else if (m_at + 1 == m_css.size()) {
            ++m_at;
        } else {
            appendEscape(token.text);
        }
    }
    return token;
}

CssToken CssTokenizer::readName()
{
    CssToken token{ .kind = Kind::Ident, .text = name() };
    if (at(m_at) != u'(')
        return token;
    ++m_at;
    token.kind = Kind::Function;
    if (token.text.compare(QLatin1StringView("url"), Qt::CaseInsensitive) != 0)
        return token;
    qsizetype behind = m_at;
    while (isSpace(at(behind)))
        ++behind;
    if (at(behind) == u'"' || at(behind) == u'\'')
        return token;
    m_at = behind;
    return readUrl();
}

// CSS Syntax 3, 4.3.6.
CssToken CssTokenizer::readUrl()
{
    CssToken token{ .kind = Kind::Url };
    while (!isEnd()) {
        const char16_t c = at(m_at);
        if (c == u')') {
            ++m_at;
            return token;
        }
        if (isSpace(c)) {
            skipSpace();
            if (!isEnd() && at(m_at) != u')')
                return readBadUrl();
        } else if (c == u'"' || c == u'\'' || c == u'(' || isNonPrintable(c)) {
            return readBadUrl();
        } else if (c == u'\\') {
            if (!isEscape(m_at))
                return readBadUrl();
            appendEscape(token.text);
        } else {
            token.text.append(QChar(c));
            ++m_at;
        }
    }
    return token;
}

CssToken CssTokenizer::readBadUrl()
{
    while (!isEnd()) {
        const char16_t c = at(m_at++);
        if (c == u')')
            break;
        if (c == u'\\' && !isEnd() && !isCssNewline(at(m_at)))
            ++m_at;
    }
    return { .kind = Kind::BadUrl };
}

CssToken CssTokenizer::readNumber()
{
    const qsizetype begin = m_at;
    if (at(m_at) == u'+' || at(m_at) == u'-')
        ++m_at;
    skipDigits();
    if (at(m_at) == u'.' && isDigit(at(m_at + 1))) {
        ++m_at;
        skipDigits();
    }
    if ((at(m_at) | 0x20) == u'e') {
        const bool hasSign = at(m_at + 1) == u'+' || at(m_at + 1) == u'-';
        if (isDigit(at(m_at + (hasSign ? 2 : 1)))) {
            m_at += hasSign ? 2 : 1;
            skipDigits();
        }
    }
    CssToken token{ .kind = Kind::Number, .number = m_css.sliced(begin, m_at - begin) };
    if (isNameStart(m_at)) {
        token.kind = Kind::Dimension;
        token.text = name();
    } else if (at(m_at) == u'%') {
        token.kind = Kind::Percentage;
        ++m_at;
    }
    return token;
}

QString CssTokenizer::name()
{
    QString text;
    while (!isEnd()) {
        const char16_t c = at(m_at);
        if (c == 0) {
            text.append(QChar::ReplacementCharacter);
            ++m_at;
        } else if (isCssNameUnit(c)) {
            text.append(QChar(c));
            ++m_at;
        } else if (isEscape(m_at)) {
            appendEscape(text);
        } else {
            break;
        }
    }
    return text;
}

// CSS Syntax 3, 4.3.7. m_at is at the backslash.
void CssTokenizer::appendEscape(QString &text)
{
    ++m_at;
    if (isEnd()) {
        text.append(QChar::ReplacementCharacter);
        return;
    }
    if (hexDigit(at(m_at)) < 0) {
        const char16_t c = at(m_at++);
        text.append(c == 0 ? QChar(QChar::ReplacementCharacter) : QChar(c));
        return;
    }
    char32_t code = 0;
    for (int i = 0; i < 6 && hexDigit(at(m_at)) >= 0; ++i)
        code = code * 16 + char32_t(hexDigit(at(m_at++)));
    if (at(m_at) == u'\r' && at(m_at + 1) == u'\n')
        m_at += 2;
    else if (isSpace(at(m_at)))
        ++m_at;
    const bool isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    text.append(QString::fromUcs4(isCharacter ? &code : U"\xfffd", 1));
}

bool CssTokenizer::isEscape(qsizetype index) const
{
    return at(index) == u'\\' && !isCssNewline(at(index + 1));
}

bool CssTokenizer::isNameStart(qsizetype index) const
{
    const char16_t c = at(index);
    if (index >= m_css.size())
        return false;
    if (c == u'-') {
        const char16_t next = at(index + 1);
        return next == u'-' || (index + 1 < m_css.size() && isNameStartUnit(next))
            || isEscape(index + 1);
    }
    return isNameStartUnit(c) || isEscape(index);
}

bool CssTokenizer::isNumberStart(qsizetype index) const
{
    const bool hasSign = at(index) == u'+' || at(index) == u'-';
    const qsizetype first = index + hasSign;
    return isDigit(at(first)) || (at(first) == u'.' && isDigit(at(first + 1)));
}

void CssTokenizer::skipSpace()
{
    while (isSpace(at(m_at)))
        ++m_at;
}

void CssTokenizer::skipDigits()
{
    while (isDigit(at(m_at)))
        ++m_at;
}

} // namespace Html
