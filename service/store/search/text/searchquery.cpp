// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchquery.h"

#include "common/timestamp.h"
#include "store/search/text/searchterm.h"
#include "store/search/text/searchwords.h"

#include <QString>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

using Search::Expression;

// Changes only A to Z, like SQLite's lower().
QString asciiLower(QString text)
{
    for (QChar &c : text) {
        if (c >= u'A' && c <= u'Z')
            c = QChar(c.unicode() | 0x20);
    }
    return text;
}

// A repeated part is added, and so looked up, only once.
void addParts(Expression &all, const QList<Expression> &parts)
{
    for (const Expression &part : parts) {
        if (!all.parts.contains(part))
            all.parts.append(part);
    }
}

Expression withoutAll(const QList<Expression> &parts)
{
    Expression all;
    addParts(all, parts);
    return Expression::without(all.parts.size() == 1 ? all.parts.first() : all);
}

SearchQuery inSyntax(SearchQuery query, SearchSyntax syntax)
{
    if (syntax == SearchSyntax::Vector)
        setLexemes(query);
    return query;
}

/** Collects the terms of one `q`. */
class Parser
{
public:
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
        if (m_query == SearchQuery() && hasTerms && m_mistakes.isEmpty())
            m_query.unanswerable = true;
        return { m_query, m_mistakes };
    }

private:
    // No mail can match two different values.
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
            m_mistakes.append(u"%1 is unknown: use has:attachment"_s.arg(asTyped(term)));
    }

    void takeIs(const SearchTerm &term)
    {
        const QString value = term.value.toLower();
        if (value == u"read" || value == u"unread")
            demand(m_query.isRead, (value == u"read") != term.isExcluded);
        else if (value == u"starred" || value == u"unstarred")
            demand(m_query.isStarred, (value == u"starred") != term.isExcluded);
        else
            m_mistakes.append(
                u"%1 is unknown: use is:read, is:unread, is:starred or is:unstarred"_s.arg(
                    asTyped(term)));
    }

    void takeTime(const SearchTerm &term)
    {
        const std::optional<qint64> time = Timestamp::fromIso(term.value);
        if (!time)
            m_mistakes.append(
                u"%1 is not a date: write %2:2026-05-28 or %2:2026-05-28T20:30:00Z"_s.arg(
                    asTyped(term), term.name));
        else if (term.name == u"before")
            m_query.before = std::min(*time, m_query.before.value_or(*time));
        else
            m_query.since = std::max(*time, m_query.since.value_or(*time));
    }

    void takeWords(const SearchTerm &term, SearchField field)
    {
        const QList<Expression> words = expressionsOf(term, field);
        if (words.isEmpty()) {
            // Punctuation between words is ignored; in quotes or for a field it matches no mail.
            m_query.unanswerable |= !term.isExcluded && (term.isQuoted || !term.name.isEmpty());
        } else if (term.isExcluded) {
            addParts(m_query.words, { withoutAll(words) });
        } else {
            addParts(m_query.words, words);
        }
    }

    static QList<Expression> expressionsOf(const SearchTerm &term, SearchField field)
    {
        if (!term.isQuoted)
            return wordExpressions(term.value, field);
        const std::optional<Expression> phrase = phraseExpression(term.value, field);
        return phrase ? QList{ *phrase } : QList<Expression>();
    }

    SearchQuery m_query;
    QStringList m_mistakes;
};

} // namespace

SearchQuery parseKeyword(QStringView keyword, SearchSyntax syntax)
{
    SearchQuery query;
    addParts(query.words, wordExpressions(keyword, SearchField::Anywhere));
    query.unanswerable = !query.hasWords() && !keyword.trimmed().isEmpty();
    return inSyntax(query, syntax);
}

ParsedSearch parseSearch(QStringView q, SearchSyntax syntax)
{
    const QList<SearchTerm> terms = searchTerms(q);
    Parser parser;
    for (const SearchTerm &term : terms)
        parser.take(term);
    ParsedSearch parsed = parser.finished(!terms.isEmpty());
    parsed.query = inSyntax(parsed.query, syntax);
    return parsed;
}

SearchQuery combined(const SearchQuery &keyword, const SearchQuery &search, SearchSyntax syntax)
{
    SearchQuery both = search;
    both.words = keyword.words;
    addParts(both.words, search.words.parts);
    both.unanswerable |= keyword.unanswerable;
    return inSyntax(both, syntax);
}

} // namespace Store
