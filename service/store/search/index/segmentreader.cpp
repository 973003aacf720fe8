// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/segmentreader.h"

#include "search/rowchecksum.h"
#include "store/search/index/segmentkeys.h"
#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

Result<SegmentReader> SegmentReader::make(Session &session)
{
    SegmentReader reader(session);
    QList<qint64> ids;
    Query query = session.query("search_segments");
    query.exec();
    while (query.next()) {
        ids.append(query.int64("id"));
        reader.m_segments.append({ ids.last(), query.uint32("documents") });
        reader.m_hasGone.append(query.flag("has_gone"));
    }
    if (query.failed())
        return query.error();
    if (SegmentRowCache *const cache = session.segmentRows())
        cache->keepOnly(ids);
    return reader;
}

Result<void> SegmentReader::readWords(const QByteArray &low, const QByteArray &high,
                                      const VisitBlock &visit)
{
    Query blocks = m_session->query("search_words_between");
    blocks.bind(u":low"_s, low).bind(u":high"_s, high).exec();
    qsizetype segment = 0;
    while (blocks.next()) {
        while (m_segments[segment].id != blocks.int64("id"))
            ++segment;
        const QByteArray row = blocks.bytes("data");
        const auto block = Search::openedRow(row);
        if (!block)
            return damagedRow(*m_session, "search_words", m_segments[segment].id);
        visit(segment, *block);
    }
    return blocks.result();
}

Result<QByteArray> SegmentReader::readPlaces(qsizetype segment, quint64 offset, quint64 size)
{
    QByteArray places;
    Query pieces = m_session->query("search_places_between");
    pieces.bind(u":segment"_s, m_segments[segment].id)
        .bind(u":begin"_s, qint64(offset))
        .bind(u":end"_s, qint64(offset + size))
        .exec();
    while (pieces.next()) {
        const QByteArray row = pieces.bytes("data");
        const auto piece = Search::openedRow(row);
        if (!piece)
            return damagedRow(*m_session, "search_places", m_segments[segment].id);
        const quint64 at = quint64(pieces.int64("at"));
        const quint64 begin = std::max(offset, at);
        const quint64 end = std::min(offset + size, at + quint64(piece->size()));
        if (begin < end)
            places += piece->sliced(qsizetype(begin - at), qsizetype(end - begin));
    }
    return pieces.failed() ? Result<QByteArray>(pieces.error()) : Result<QByteArray>(places);
}

Result<Search::DocSet> SegmentReader::deleted(qsizetype segment)
{
    Search::DocSet gone(m_hasGone[segment] ? m_segments[segment].documents : 0);
    if (!m_hasGone[segment])
        return gone;
    const Result<QList<quint32>> documents = deletedDocuments(*m_session, m_segments[segment].id);
    RETURN_IF_ERROR(documents);
    for (const quint32 document : *documents)
        gone.insert(document);
    return gone;
}

Result<void> SegmentReader::readKeys(qsizetype segment, const Search::DocSet &hits, qint64 first,
                                     qint64 last, QList<qint64> &to)
{
    QList<quint32> documents;
    qint64 number = 0;
    hits.forEach([&](quint32 document) {
        if (number >= last)
            return false;
        if (number++ >= first)
            documents.append(document);
        return true;
    });
    SegmentKeys keys(*m_session, m_segments[segment].id);
    return keys.read(documents, to);
}

} // namespace Store
