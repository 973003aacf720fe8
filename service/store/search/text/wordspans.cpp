// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/wordspans.h"

#include "store/search/text/searchfold.h"
#include "store/search/text/searchtext.h"
#include "store/search/text/searchutf8.h"

#include <algorithm>

namespace Store {

namespace {

struct CodePoint {
    char32_t value = 0;
    qsizetype length = 0; ///< code units
};

CodePoint codePointAt(QStringView text, qsizetype at)
{
    const bool isPair =
        text[at].isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate();
    if (isPair)
        return { QChar::surrogateToUcs4(text[at], text[at + 1]), 2 };
    return { text[at].unicode(), 1 };
}

/** Divides one text into words and runs. */
class SpanReader
{
public:
    explicit SpanReader(QStringView text) : m_text(text) { }

    QList<WordSpan> read()
    {
        while (m_at < m_text.size()) {
            const CodePoint c = codePointAt(m_text, m_at);
            const CharClass kind = m_fold.classOf(c.value);
            if (kind == CharClass::Word)
                addWord();
            else if (kind == CharClass::Run)
                addRun();
            else
                addSign(c);
        }
        return m_spans;
    }

private:
    bool continues(CharClass kind, CharClass of) const
    {
        return kind == of || kind == CharClass::Mark || kind == CharClass::Ignored;
    }

    // Marks, joiners, and the vowel signs of scripts like Thai.
    bool belongsToBefore(char32_t c) const
    {
        return QChar::isMark(c) || m_fold.classOf(c) != CharClass::Run;
    }

    // From `at` to the end of the characters of this class and of those that belong to them.
    qsizetype endOf(CharClass of, qsizetype at) const
    {
        while (at < m_text.size()) {
            const CodePoint c = codePointAt(m_text, at);
            if (!continues(m_fold.classOf(c.value), of))
                break;
            at += c.length;
        }
        return at;
    }

    // Some signs contain letters: ㈱ is (株).
    void addSign(CodePoint c)
    {
        const qsizetype begin = m_at;
        m_at += c.length;
        if (c.value < 0x80)
            return;
        const QByteArray tokens = normalizedTokens(m_text.sliced(begin, c.length));
        for (const QByteArrayView token : searchTokens(tokens))
            addToken(token, { begin, m_at });
    }

    // A word is normalised with the signs around it, which may belong to it: C++, C#, .NET.
    void addWord()
    {
        const qsizetype begin = m_at;
        m_at = endOf(CharClass::Word, begin);
        const bool hasDot = begin > 0 && m_text[begin - 1] == u'.';
        const qsizetype before = hasDot ? std::max<qsizetype>(begin - 2, 0) : begin;
        const qsizetype behind = std::min(m_at + 3, m_text.size());
        const bool hasSigns =
            m_at < m_text.size() && (m_text[m_at] == u'+' || m_text[m_at] == u'#');
        const QByteArray tokens =
            normalizedTokens(hasDot || hasSigns ? m_text.sliced(before, behind - before)
                                                : m_text.sliced(begin, m_at - begin));
        const QByteArray own =
            hasDot || hasSigns ? normalizedTokens(m_text.sliced(begin, m_at - begin)) : tokens;
        for (const QByteArrayView token : searchTokens(own))
            addToken(token, { begin, m_at });
        for (const QByteArrayView token : searchTokens(tokens)) {
            if (token.front() == withSigns && !m_spans.isEmpty())
                m_spans.last().spelling = token.sliced(1).toByteArray();
        }
    }

    void addToken(QByteArrayView token, TextSpan span)
    {
        const bool isSecond = token.front() == otherSpelling || token.front() == withSigns;
        if (!isSecond)
            m_spans.append({ token.toByteArray(), {}, span, 0 });
        else if (!m_spans.isEmpty())
            m_spans.last().spelling = token.sliced(1).toByteArray();
    }

    // Overlapping pairs, then the last character alone, as in normalizedTokens().
    void addRun()
    {
        const qsizetype end = endOf(CharClass::Run, m_at);
        QByteArray before;
        TextSpan last;
        while (m_at < end) {
            const qsizetype begin = m_at;
            m_at += codePointAt(m_text, begin).length;
            while (m_at < end && belongsToBefore(codePointAt(m_text, m_at).value))
                m_at += codePointAt(m_text, m_at).length;
            const QByteArray character = normalizedTokens(m_text.sliced(begin, m_at - begin));
            if (!before.isEmpty())
                m_spans.append({ before + character, {}, { last.begin, m_at }, last.end });
            before = character;
            last = { begin, m_at };
        }
        if (!before.isEmpty())
            m_spans.append({ before, {}, last, 0 });
    }

    const SearchFold &m_fold = SearchFold::instance();
    const QStringView m_text;
    qsizetype m_at = 0;
    QList<WordSpan> m_spans;
};

} // namespace

QList<WordSpan> wordSpans(QStringView text, qsizetype limit)
{
    return SpanReader(text.first(std::min(limit, text.size()))).read();
}

} // namespace Store
