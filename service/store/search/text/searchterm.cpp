// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchterm.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr std::array names{ "from"_L1, "to"_L1,     "subject"_L1, "has"_L1,
                            "is"_L1,   "before"_L1, "after"_L1,   "folder"_L1 };

/** Reads the terms of one `q`. */
class TermReader
{
public:
    explicit TermReader(QStringView text) : m_text(text) { }

    bool atEnd()
    {
        while (m_at < m_text.size() && m_text[m_at].isSpace())
            ++m_at;
        return m_at == m_text.size();
    }

    SearchTerm next()
    {
        SearchTerm term;
        term.isExcluded = takeMinus();
        term.name = takeName();
        term.isQuoted = m_at < m_text.size() && m_text[m_at] == u'"';
        term.value = term.isQuoted ? takeQuoted() : takeUntil(endOfWord());
        return term;
    }

private:
    qsizetype endOfWord() const
    {
        const auto end =
            std::find_if(m_text.begin() + m_at, m_text.end(), [](QChar c) { return c.isSpace(); });
        return end - m_text.begin();
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

    QString takeName()
    {
        const qsizetype colon = m_text.indexOf(u':', m_at);
        if (colon < 0 || colon > endOfWord())
            return {};
        const QStringView before = m_text.sliced(m_at, colon - m_at);
        const auto name = std::ranges::find_if(names, [before](QLatin1StringView known) {
            return before.compare(known, Qt::CaseInsensitive) == 0;
        });
        if (name == names.end())
            return {};
        m_at = colon + 1;
        return *name;
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

} // namespace

QList<SearchTerm> searchTerms(QStringView q)
{
    QList<SearchTerm> terms;
    TermReader reader(q);
    while (!reader.atEnd())
        terms.append(reader.next());
    return terms;
}

QString asTyped(const SearchTerm &term)
{
    const QString quote = term.isQuoted ? u"\""_s : QString();
    const QString name = term.name.isEmpty() ? QString() : term.name + u':';
    return (term.isExcluded ? u"-"_s : QString()) + name + quote + term.value + quote;
}

} // namespace Store
