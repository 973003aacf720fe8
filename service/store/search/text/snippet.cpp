// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/snippet.h"

#include <QSet>

#include <algorithm>

namespace Store {

namespace {

constexpr qsizetype lead = 40;       // code units before the first hit
constexpr qsizetype mostOfWord = 20; // code units of a word that a cut goes back or forward for

// The first hit of the part of this length with the most different words.
qsizetype bestHit(const QList<SearchHit> &hits)
{
    qsizetype best = 0;
    qsizetype most = 0;
    qsizetype last = 0; // behind the part
    QList<int> counts;
    qsizetype different = 0;
    for (qsizetype first = 0; first < hits.size(); ++first) {
        const qsizetype end = hits[first].span.begin + snippetLength - lead;
        for (; last < hits.size() && hits[last].span.end <= end; ++last) {
            counts.resize(std::max<qsizetype>(counts.size(), hits[last].word + 1));
            different += counts[hits[last].word]++ == 0;
        }
        if (different > most) {
            most = different;
            best = first;
        }
        if (last > first) // not where one hit is longer than the part
            different -= --counts[hits[first].word] == 0;
        else
            last = first + 1;
    }
    return best;
}

// Begins with a word, if its beginning is near.
qsizetype beginOf(const QString &text, qsizetype firstHit)
{
    const qsizetype at = std::max<qsizetype>(firstHit - lead, 0);
    if (at == 0 || text[at - 1].isSpace())
        return at;
    for (qsizetype next = at; next < std::min(at + mostOfWord, firstHit); ++next) {
        if (text[next].isSpace())
            return next + 1;
    }
    return text[at].isLowSurrogate() ? at + 1 : at;
}

qsizetype endOf(const QString &text, qsizetype begin, qsizetype hitEnd)
{
    const qsizetype at = std::min(std::max(begin + snippetLength, hitEnd), text.size());
    if (at == text.size() || text[at].isSpace())
        return at;
    for (qsizetype last = at; last > std::max(at - mostOfWord, hitEnd); --last) {
        if (text[last - 1].isSpace())
            return last - 1;
    }
    return text[at].isLowSurrogate() ? at - 1 : at;
}

/** Copies a part of a text and moves the hits with it. */
class SnippetWriter
{
public:
    SnippetWriter(const QString &text, const QList<SearchHit> &hits)
        : m_text(text), m_hits(hits) { }

    Snippet write(qsizetype begin, qsizetype end)
    {
        if (begin > 0)
            m_snippet.text = u'…';
        auto hit = std::ranges::find_if(
            m_hits, [begin](const SearchHit &one) { return one.span.begin >= begin; });
        qsizetype at = begin;
        for (; hit != m_hits.end() && hit->span.end <= end; ++hit) {
            copy(at, hit->span.begin);
            const qsizetype from = m_snippet.text.size();
            copy(hit->span.begin, hit->span.end);
            m_snippet.hits.append({ from, m_snippet.text.size() });
            at = hit->span.end;
        }
        copy(at, end);
        while (m_snippet.text.endsWith(u' '))
            m_snippet.text.chop(1);
        if (!QStringView(m_text).sliced(end).trimmed().isEmpty())
            m_snippet.text += u'…';
        return m_snippet;
    }

private:
    void copy(qsizetype begin, qsizetype end)
    {
        QString &out = m_snippet.text;
        for (qsizetype at = begin; at < end; ++at) {
            if (!m_text[at].isSpace())
                out += m_text[at];
            else if (!out.isEmpty() && !out.endsWith(u' ') && !out.endsWith(u'…'))
                out += u' ';
        }
    }

    const QString &m_text;
    const QList<SearchHit> &m_hits;
    Snippet m_snippet;
};

} // namespace

Snippet snippetOf(const QString &text, const QList<SearchHit> &hits)
{
    const SearchHit &first = hits[bestHit(hits)];
    const qsizetype begin = beginOf(text, first.span.begin);
    return SnippetWriter(text, hits).write(begin, endOf(text, begin, first.span.end));
}

} // namespace Store
