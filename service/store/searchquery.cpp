// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchquery.h"

#include "common/timestamp.h"
#include "store/searchwords.h"

#include <QString>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// One item of `q`: name:value, or a value alone.
struct Term {
    QString name; ///< small letters, empty: none
    QString value;
    bool isQuoted = false;
    qsizetype end = 0;
};

QByteArray joined(const QList<QByteArray> &expressions)
{
    return expressions.join(" AND ");
}

bool isName(QStringView text)
{
    return text == u"from" || text == u"to" || text == u"subject" || text == u"has" || text == u"is"
        || text == u"before" || text == u"after";
}

qsizetype spaceAfter(QStringView text, qsizetype i)
{
    while (i < text.size() && !text[i].isSpace())
        ++i;
    return i;
}

// A quote that nobody closes ends with the text.
Term termAt(QStringView text, qsizetype i)
{
    Term term;
    const qsizetype colon = text.indexOf(u':', i);
    if (colon > i && colon < spaceAfter(text, i)) {
        const QString name = text.sliced(i, colon - i).toString().toLower();
        if (isName(name)) {
            term.name = name;
            i = colon + 1;
        }
    }
    term.isQuoted = i < text.size() && text[i] == u'"';
    if (!term.isQuoted) {
        term.end = spaceAfter(text, i);
        term.value = text.sliced(i, term.end - i).toString();
        return term;
    }
    const qsizetype quote = text.indexOf(u'"', i + 1);
    const qsizetype valueEnd = quote < 0 ? text.size() : quote;
    term.value = text.sliced(i + 1, valueEnd - i - 1).toString();
    term.end = quote < 0 ? valueEnd : quote + 1;
    return term;
}

/** Collects the terms of one `q`. */
class Parser
{
public:
    void take(const Term &term)
    {
        if (!takeOperator(term))
            takeWords(term, SearchField::Anywhere);
    }

    SearchQuery finished()
    {
        m_query.match = joined(m_words);
        return m_query;
    }

private:
    bool takeOperator(const Term &term)
    {
        if (term.name == u"from") {
            takeWords(term, SearchField::Sender);
            return true;
        }
        if (term.name == u"subject") {
            takeWords(term, SearchField::Subject);
            return true;
        }
        if (term.name == u"to") {
            takeRecipient(term.value);
            return true;
        }
        if (term.name == u"before" || term.name == u"after")
            return takeTime(term);
        return takeState(term.name, term.value.toLower());
    }

    void takeRecipient(const QString &value)
    {
        if (value.isEmpty())
            m_query.unanswerable = true;
        else
            m_query.recipients.append(value.toLower());
    }

    bool takeState(const QString &name, const QString &value)
    {
        if (name == u"has" && value == u"attachment")
            m_query.hasAttachment = true;
        else if (name == u"is" && (value == u"read" || value == u"unread"))
            m_query.isRead = value == u"read";
        else if (name == u"is" && (value == u"starred" || value == u"unstarred"))
            m_query.isStarred = value == u"starred";
        else
            return false;
        return true;
    }

    bool takeTime(const Term &term)
    {
        const std::optional<qint64> time = Timestamp::fromIso(term.value);
        if (!time)
            return false;
        (term.name == u"before" ? m_query.before : m_query.since) = time;
        return true;
    }

    void takeWords(const Term &term, SearchField field)
    {
        if (term.isQuoted) {
            takePhrase(term.value, field);
            return;
        }
        const QList<QByteArray> words = wordExpressions(term.value, field);
        m_query.unanswerable |= words.isEmpty() && !term.name.isEmpty();
        m_words += words;
    }

    void takePhrase(const QString &text, SearchField field)
    {
        const QByteArray phrase = phraseExpression(text, field);
        if (phrase.isEmpty())
            m_query.unanswerable = true;
        else
            m_words.append(phrase);
    }

    SearchQuery m_query;
    QList<QByteArray> m_words;
};

template<typename T>
std::optional<T> either(const std::optional<T> &a, const std::optional<T> &b)
{
    return b ? b : a;
}

} // namespace

SearchQuery parseKeyword(QStringView keyword)
{
    SearchQuery query;
    query.match = joined(wordExpressions(keyword, SearchField::Anywhere));
    query.unanswerable = query.match.isEmpty() && !keyword.trimmed().isEmpty();
    return query;
}

SearchQuery parseSearch(QStringView q)
{
    Parser parser;
    qsizetype i = 0;
    while (i < q.size()) {
        if (q[i].isSpace()) {
            ++i;
            continue;
        }
        const Term term = termAt(q, i);
        parser.take(term);
        i = term.end;
    }
    SearchQuery query = parser.finished();
    if (query == SearchQuery() && !q.trimmed().isEmpty())
        query.unanswerable = true;
    return query;
}

SearchQuery combined(const SearchQuery &a, const SearchQuery &b)
{
    SearchQuery both;
    both.match =
        a.match.isEmpty() || b.match.isEmpty() ? a.match + b.match : a.match + " AND " + b.match;
    both.unanswerable = a.unanswerable || b.unanswerable;
    both.isRead = either(a.isRead, b.isRead);
    both.isStarred = either(a.isStarred, b.isStarred);
    both.hasAttachment = either(a.hasAttachment, b.hasAttachment);
    both.since = either(a.since, b.since);
    both.before = either(a.before, b.before);
    both.recipients = a.recipients + b.recipients;
    return both;
}

} // namespace Store
