// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchterm.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr std::array names{ "from"_L1,    "to"_L1,       "cc"_L1,     "bcc"_L1,
                            "subject"_L1, "filename"_L1, "in"_L1,     "folder"_L1,
                            "has"_L1,     "is"_L1,       "before"_L1, "after"_L1,
                            "older"_L1,   "newer"_L1,    "larger"_L1, "smaller"_L1 };

bool isLetter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

/** Reads the tokens of one `q`. */
class TokenReader
{
public:
    explicit TokenReader(QStringView text) : m_text(text) { }

    bool atEnd()
    {
        while (m_at < m_text.size() && m_text[m_at].isSpace())
            ++m_at;
        return m_at == m_text.size();
    }

    SearchToken next()
    {
        if (m_text[m_at] == u')') {
            ++m_at;
            return { SearchToken::Kind::Close, {}, false };
        }
        const bool isExcluded = takeMinus();
        if (m_text[m_at] == u'(') {
            ++m_at;
            return { SearchToken::Kind::Open, {}, isExcluded };
        }
        SearchTerm term;
        term.isExcluded = isExcluded;
        term.name = takeName();
        term.isQuoted = m_at < m_text.size() && m_text[m_at] == u'"';
        term.value = term.isQuoted ? takeQuoted() : takeUntil(endOfWord());
        const bool isOr =
            !isExcluded && !term.isQuoted && term.name.isEmpty() && term.value == u"OR";
        return { isOr ? SearchToken::Kind::Or : SearchToken::Kind::Term, isOr ? SearchTerm() : term,
                 false };
    }

private:
    // The end of the characters until white space, or until a parenthesis that the word has not opened.
    qsizetype endOfWord() const
    {
        qsizetype open = 0;
        qsizetype at = m_at;
        for (; at < m_text.size() && !m_text[at].isSpace(); ++at) {
            open += m_text[at] == u'(';
            if (m_text[at] == u')' && --open < 0)
                break;
        }
        return at;
    }

    QString takeUntil(qsizetype end)
    {
        const QString taken = m_text.sliced(m_at, end - m_at).toString();
        m_at = end;
        return taken;
    }

    // A minus that stands alone is punctuation.
    bool takeMinus()
    {
        const bool isMinus = m_text[m_at] == u'-' && endOfWord() > m_at + 1;
        m_at += isMinus;
        return isMinus;
    }

    // The name of an operator, or of an operator that does not exist: `http://x`, `10:30` and `Re: x` are words.
    QString takeName()
    {
        qsizetype colon = m_at;
        while (colon < m_text.size() && isLetter(m_text[colon]))
            ++colon;
        const bool hasColon = colon > m_at + 1 && colon < m_text.size() && m_text[colon] == u':';
        if (!hasColon)
            return {};
        const QString name = m_text.sliced(m_at, colon - m_at).toString().toLower();
        const QStringView behind = m_text.sliced(colon + 1);
        const bool hasValue =
            !behind.isEmpty() && !behind.front().isSpace() && !behind.startsWith(u"//");
        if (!hasValue && !isSearchOperator(name))
            return {};
        m_at = colon + 1;
        return name;
    }

    QString takeQuoted()
    {
        ++m_at;
        const qsizetype quote = m_text.indexOf(u'"', m_at);
        if (quote < 0)
            return takeUntil(m_text.size());
        const QString value = takeUntil(quote);
        ++m_at;
        return value;
    }

    const QStringView m_text;
    qsizetype m_at = 0;
};

bool isAnd(const SearchToken &token)
{
    const SearchTerm &term = token.term;
    return token.kind == SearchToken::Kind::Term && !term.isQuoted && !term.isExcluded
        && term.name.isEmpty() && term.value == u"AND";
}

} // namespace

QList<SearchToken> searchTokensOf(QStringView q)
{
    QList<SearchToken> tokens;
    TokenReader reader(q);
    while (!reader.atEnd()) {
        if (SearchToken token = reader.next(); !isAnd(token))
            tokens.append(std::move(token));
    }
    return tokens;
}

QStringList searchOperators()
{
    QStringList all;
    for (const QLatin1StringView name : names)
        all.append(name + u':');
    return all;
}

bool isSearchOperator(QStringView name)
{
    return std::ranges::any_of(names, [name](QLatin1StringView known) { return name == known; });
}

QString asTyped(const SearchTerm &term)
{
    const QString quote = term.isQuoted ? u"\""_s : QString();
    const QString name = term.name.isEmpty() ? QString() : term.name + u':';
    return (term.isExcluded ? u"-"_s : QString()) + name + quote + term.value + quote;
}

} // namespace Store
