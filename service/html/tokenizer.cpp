// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/tokenizer.h"

#include "html/elements.h"

#include <algorithm>

namespace Html {

namespace {

bool isSpace(QChar c)
{
    return c == u' ' || c == u'\n' || c == u'\t' || c == u'\r' || c == u'\f';
}

bool isLetter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

} // namespace

Token Tokenizer::next()
{
    while (m_at < m_html.size()) {
        if (m_html[m_at] != u'<')
            return text();
        const qsizetype begin = m_at;
        Token token;
        if (!readMarkup(token))
            continue;
        if (token.kind == Token::Kind::Text)
            token.text = m_html.sliced(begin, m_at - begin);
        return token;
    }
    return {};
}

Token Tokenizer::text()
{
    Token token;
    token.kind = Token::Kind::Text;
    const qsizetype found = m_html.indexOf(u'<', m_at);
    const qsizetype end = found < 0 ? m_html.size() : found;
    token.text = m_html.sliced(m_at, end - m_at);
    m_at = end;
    return token;
}

// Reads the markup at a `<`. False: it was skipped. A `<` that begins no markup is text.
bool Tokenizer::readMarkup(Token &token)
{
    const QStringView rest = m_html.sliced(m_at);
    const QChar next = rest.size() > 1 ? rest[1] : QChar();
    if (next == u'!' && rest.startsWith(u"<!--")) {
        skipComment();
        return false;
    }
    const bool isEnd = next == u'/';
    const QChar first = isEnd && rest.size() > 2 ? rest[2] : next;
    if (isLetter(first)) {
        token.kind = isEnd ? Token::Kind::EndTag : Token::Kind::StartTag;
        m_at += isEnd ? 2 : 1;
        readTag(token);
        return token.kind != Token::Kind::End;
    }
    if (next == u'!' || next == u'?' || (isEnd && rest.size() > 2)) {
        m_at += 2;
        skipPast(u'>');
        return false;
    }
    token.kind = Token::Kind::Text;
    m_at += 1;
    return true;
}

// HTML 13.2.5.43: `<!-->` and `<!--->` are whole comments, and `--!>` ends one too.
void Tokenizer::skipComment()
{
    m_at += 4;
    if (m_html.sliced(m_at).startsWith(u'>') || m_html.sliced(m_at).startsWith(u"->"))
        return skipPast(u'>');
    for (qsizetype at = m_html.indexOf(u"--", m_at); at >= 0; at = m_html.indexOf(u"--", at + 1)) {
        const QStringView behind = m_html.sliced(at + 2);
        if (behind.startsWith(u'>') || behind.startsWith(u"!>")) {
            m_at = at + (behind.startsWith(u'>') ? 3 : 4);
            return;
        }
    }
    m_at = m_html.size();
}

void Tokenizer::skipPast(QChar end)
{
    const qsizetype found = m_html.indexOf(end, m_at);
    m_at = found < 0 ? m_html.size() : found + 1;
}

// Reads a tag; m_at is behind `<` or `</`. A tag that is never closed gives Kind::End, because
// nothing follows it.
void Tokenizer::readTag(Token &token)
{
    const qsizetype begin = m_at;
    while (m_at < m_html.size() && !isSpace(m_html[m_at]) && m_html[m_at] != u'>'
           && m_html[m_at] != u'/')
        ++m_at;
    token.name = Mime::HtmlName(m_html.sliced(begin, m_at - begin));
    while (m_at < m_html.size()) {
        const QChar c = m_html[m_at];
        if (c == u'>') {
            token.isSelfClosing = m_html[m_at - 1] == u'/';
            ++m_at;
            return;
        }
        if (isSpace(c) || c == u'/')
            ++m_at;
        else
            readAttribute(token);
    }
    token.kind = Token::Kind::End;
}

void Tokenizer::readAttribute(Token &token)
{
    const qsizetype begin = m_at++; // a leading `=` belongs to the name
    while (m_at < m_html.size() && !isSpace(m_html[m_at]) && m_html[m_at] != u'='
           && m_html[m_at] != u'>' && m_html[m_at] != u'/')
        ++m_at;
    const Mime::HtmlName name(m_html.sliced(begin, m_at - begin));
    skipSpace();
    QStringView value;
    if (m_at < m_html.size() && m_html[m_at] == u'=') {
        ++m_at;
        skipSpace();
        value = readValue();
    }
    const bool isKnown = isAllowedAttribute(name)
        && std::ranges::none_of(token.attributes,
                                [&](const Attribute &one) { return one.name == name; });
    if (isKnown)
        token.attributes.append({ name, value });
}

QStringView Tokenizer::readValue()
{
    const qsizetype begin = m_at;
    if (m_at < m_html.size() && (m_html[m_at] == u'"' || m_html[m_at] == u'\'')) {
        const qsizetype close = m_html.indexOf(m_html[m_at], m_at + 1);
        const qsizetype end = close < 0 ? m_html.size() : close;
        m_at = close < 0 ? end : end + 1;
        return m_html.sliced(begin + 1, end - begin - 1);
    }
    while (m_at < m_html.size() && !isSpace(m_html[m_at]) && m_html[m_at] != u'>')
        ++m_at;
    return m_html.sliced(begin, m_at - begin);
}

void Tokenizer::skipSpace()
{
    while (m_at < m_html.size() && isSpace(m_html[m_at]))
        ++m_at;
}

QStringView Tokenizer::rawContent(const Mime::HtmlName &name)
{
    const qsizetype begin = m_at;
    for (qsizetype at = m_html.indexOf(u"</", m_at); at >= 0; at = m_html.indexOf(u"</", at + 2)) {
        if (!Mime::startsWithName(m_html.sliced(at + 2), name))
            continue;
        Token end;
        m_at = at + 2;
        readTag(end);
        return m_html.sliced(begin, at - begin);
    }
    return rest();
}

QStringView Tokenizer::rest()
{
    const QStringView all = m_html.sliced(m_at);
    m_at = m_html.size();
    return all;
}

} // namespace Html
