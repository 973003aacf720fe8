// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchquery.h"

#include "common/timestamp.h"
#include "store/searchterm.h"

#include <QString>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// `text` as it is but for A to Z: SQLite's lower() knows no others.
QString asciiLower(QString text)
{
    for (QChar &c : text) {
        if (c >= u'A' && c <= u'Z')
            c = QChar(c.unicode() | 0x20);
    }
    return text;
}

QByteArrayView andOf(SearchSyntax syntax)
{
    return syntax == SearchSyntax::Vector ? " & " : " AND ";
}

ExcludedWords allOf(const QList<SearchExpression> &expressions, SearchSyntax syntax)
{
    QByteArrayList texts;
    QByteArrayList phrases;
    for (const SearchExpression &expression : expressions) {
        texts.append(expression.text);
        if (!expression.phrase.isEmpty())
            phrases.append(expression.phrase);
    }
    return { texts.join(andOf(syntax)), phrases };
}

/** Collects the terms of one `q`. */
class Parser
{
public:
    explicit Parser(SearchSyntax syntax) : m_syntax(syntax) { }

    void take(const SearchTerm &term)
    {
        if (!term.name.isEmpty() && term.value.isEmpty())
            m_mistakes.append(u"%1 needs a value right after the colon"_s.arg(asTyped(term)));
        else if (term.name.isEmpty())
            takeWords(term, SearchField::Anywhere);
        else if (term.name == u"from")
            takeWords(term, SearchField::Sender);
        else if (term.name == u"subject")
            takeWords(term, SearchField::Subject);
        else if (term.name == u"has")
            takeHas(term);
        else if (term.name == u"is")
            takeIs(term);
        else if (term.isExcluded)
            m_mistakes.append(u"-%1: is not possible: only words, phrases, from:, subject:, has: "
                              "and is: can be excluded"_s.arg(term.name));
        else if (term.name == u"to")
            m_query.recipients.append(asciiLower(term.value));
        else if (term.name == u"folder")
            demand(m_query.folder, term.value);
        else
            takeTime(term);
    }

    ParsedSearch finished(bool hasTerms)
    {
        m_query.match = m_words.join(andOf(m_syntax));
        m_query.excluded = m_excluded.join(" OR ");
        if (m_query == SearchQuery() && hasTerms && m_mistakes.isEmpty())
            m_query.unanswerable = true;
        return { m_query, m_mistakes };
    }

private:
    // Two that differ leave nothing.
    template<typename T>
    void demand(std::optional<T> &filter, const T &value)
    {
        m_query.unanswerable |= filter.value_or(value) != value;
        filter = value;
    }

    void takeHas(const SearchTerm &term)
    {
        if (term.value.compare("attachment"_L1, Qt::CaseInsensitive) == 0)
            demand(m_query.hasAttachment, !term.isExcluded);
        else
            m_mistakes.append(u"%1 is not known: there is has:attachment"_s.arg(asTyped(term)));
    }

    void takeIs(const SearchTerm &term)
    {
        const QString value = term.value.toLower();
        if (value == u"read" || value == u"unread")
            demand(m_query.isRead, (value == u"read") != term.isExcluded);
        else if (value == u"starred" || value == u"unstarred")
            demand(m_query.isStarred, (value == u"starred") != term.isExcluded);
        else
            m_mistakes.append(u"%1 is not known: there are is:read, is:unread, is:starred and "
                              "is:unstarred"_s.arg(asTyped(term)));
    }

    void takeTime(const SearchTerm &term)
    {
        const std::optional<qint64> time = Timestamp::fromIso(term.value);
        if (!time)
            m_mistakes.append(
                u"%1 is no date: write %2:2026-05-28 or %2:2026-05-28T20:30:00Z"_s.arg(
                    asTyped(term), term.name));
        else if (term.name == u"before")
            m_query.before = std::min(*time, m_query.before.value_or(*time));
        else
            m_query.since = std::max(*time, m_query.since.value_or(*time));
    }

    void takeWords(const SearchTerm &term, SearchField field)
    {
        QList<SearchExpression> expressions;
        if (!term.isQuoted)
            expressions = wordExpressions(term.value, field, m_syntax);
        else if (const auto phrase = phraseExpression(term.value, field, m_syntax);
                 !phrase.text.isEmpty())
            expressions = { phrase };
        const ExcludedWords words = allOf(expressions, m_syntax);
        if (!term.isExcluded) {
            // Punctuation between words is nothing; quoted or asked of a field it is in no mail.
            m_query.unanswerable |=
                expressions.isEmpty() && (term.isQuoted || !term.name.isEmpty());
            if (!words.match.isEmpty())
                m_words.append(words.match);
            m_query.phrases += words.phrases;
        } else if (!expressions.isEmpty()) {
            exclude(words);
        }
    }

    void exclude(const ExcludedWords &words)
    {
        if (m_syntax == SearchSyntax::Fts5)
            m_excluded.append('(' + words.match + ')');
        else if (words.phrases.isEmpty())
            m_words.append("!(" + words.match + ')');
        else
            m_query.excludedWords.append(words);
    }

    const SearchSyntax m_syntax;
    SearchQuery m_query;
    QStringList m_mistakes;
    QByteArrayList m_words;
    QByteArrayList m_excluded;
};

} // namespace

SearchQuery parseKeyword(QStringView keyword, SearchSyntax syntax)
{
    SearchQuery query;
    const ExcludedWords words =
        allOf(wordExpressions(keyword, SearchField::Anywhere, syntax), syntax);
    query.match = words.match;
    query.phrases = words.phrases;
    query.unanswerable = query.match.isEmpty() && !keyword.trimmed().isEmpty();
    return query;
}

ParsedSearch parseSearch(QStringView q, SearchSyntax syntax)
{
    const QList<SearchTerm> terms = searchTerms(q);
    Parser parser(syntax);
    for (const SearchTerm &term : terms)
        parser.take(term);
    return parser.finished(!terms.isEmpty());
}

SearchQuery combined(const SearchQuery &keyword, const SearchQuery &search, SearchSyntax syntax)
{
    SearchQuery both = search;
    if (!keyword.match.isEmpty() && !search.match.isEmpty())
        both.match = keyword.match + andOf(syntax).toByteArray() + search.match;
    else
        both.match = keyword.match + search.match;
    both.phrases = keyword.phrases + search.phrases;
    both.unanswerable |= keyword.unanswerable;
    return both;
}

} // namespace Store
