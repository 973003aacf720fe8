// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/segmentrowwriter.h"

#include "search/rowchecksum.h"
#include "store/search/index/segmentkeys.h"
#include "store/sql/newid.h"
#include "store/sql/session.h"

#include <QtEndian>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QByteArray keyBytes(const QList<qint64> &keys, qsizetype first, qsizetype count)
{
    QByteArray bytes(count * qsizetype(sizeof(qint64)), Qt::Uninitialized);
    qToLittleEndian<qint64>(keys.constData() + first, count, bytes.data());
    return bytes;
}

} // namespace

SegmentRowWriter::SegmentRowWriter(Session &session, qint64 segment)
    : m_segment(segment), m_words(session.query("search_words_insert")),
      m_places(session.query("search_places_insert")), m_keys(session.query("search_keys_insert"))
{
}

void SegmentRowWriter::insert(Query &query)
{
    if (const Result<void> done = query.run(); !done && m_result)
        m_result = done;
}

void SegmentRowWriter::addWords(QByteArrayView first, QByteArrayView data)
{
    m_words.begin().add(m_segment).add(first.toByteArray()).add(Search::sealedRow(data));
    insert(m_words);
    m_bytes += data.size();
}

void SegmentRowWriter::addPlaces(quint64 offset, QByteArrayView data)
{
    m_places.begin().add(m_segment).add(qint64(offset)).add(Search::sealedRow(data));
    insert(m_places);
    m_bytes += data.size();
}

void SegmentRowWriter::addKeys(const QList<qint64> &keys)
{
    for (qsizetype first = 0; first < keys.size(); first += keysInRow) {
        const qsizetype count = std::min<qsizetype>(keysInRow, keys.size() - first);
        m_keys.begin()
            .add(m_segment)
            .add(qint64(first))
            .add(keys[first + count - 1])
            .add(Search::sealedRow(keyBytes(keys, first, count)));
        insert(m_keys);
    }
}

Result<qint64> insertSegment(Session &session, const QList<qint64> &keys, qint64 bytes,
                             SegmentState state)
{
    Query insert = session.query("search_segment_insert");
    insert.bind(u":documents"_s, qint64(keys.size()))
        .bind(u":bytes"_s, bytes)
        .bind(u":high_key"_s, keys.first())
        .bind(u":low_key"_s, keys.last())
        .bind(u":state"_s, int(state));
    return insertedId(insert);
}

Result<void> storeSegment(Session &session, const Search::Segment &segment)
{
    if (segment.keys.isEmpty())
        return {};
    const Result<qint64> id =
        insertSegment(session, segment.keys, segment.bytes(), SegmentState::Searched);
    RETURN_IF_ERROR(id);
    SegmentRowWriter writer(session, *id);
    for (const auto &[first, data] : segment.words)
        writer.addWords(first, data);
    for (const auto &[offset, data] : segment.places)
        writer.addPlaces(offset, data);
    writer.addKeys(segment.keys);
    return writer.result();
}

} // namespace Store
