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

constexpr int rowsInStatement = 64; ///< half a megabyte

QByteArray keyBytes(const QList<qint64> &keys, qsizetype first, qsizetype count)
{
    QByteArray bytes(count * qsizetype(sizeof(qint64)), Qt::Uninitialized);
    qToLittleEndian<qint64>(keys.constData() + first, count, bytes.data());
    return bytes;
}

} // namespace

SegmentRowWriter::SegmentRowWriter(Session &session, qint64 segment)
    : m_segment(segment), m_collects(session.dialect().costsRoundTrips()),
      m_words{ session.query("search_words_insert"),
               JsonRows({ "segment", "first", "data_at", "data_size" }),
               {} },
      m_places{ session.query("search_places_insert"),
                JsonRows({ "segment", "at", "data_at", "data_size" }),
                {} },
      m_keys{ session.query("search_keys_insert"),
              JsonRows({ "segment", "first", "low", "data_at", "data_size" }),
              {} }
{
}

void SegmentRowWriter::insert(Query &query)
{
    if (const Result<void> done = query.run(); !done && m_result)
        m_result = done;
}

template<typename... Values>
void SegmentRowWriter::add(Rows &rows, const QByteArray &data, const Values &...others)
{
    if (!m_collects) {
        rows.insert.begin().add(m_segment);
        (rows.insert.add(others), ...);
        rows.insert.add(data);
        insert(rows.insert);
        return;
    }
    rows.collected.begin().add(m_segment);
    (rows.collected.add(others), ...);
    rows.collected.add(rows.bytes.size() + 1).add(data.size());
    rows.bytes += data;
    if (++rows.count >= rowsInStatement)
        flush(rows);
}

void SegmentRowWriter::flush(Rows &rows)
{
    if (rows.collected.isEmpty())
        return;
    rows.count = 0;
    rows.insert.bind(u":bytes"_s, std::exchange(rows.bytes, {}));
    rows.insert.bindName(u":rows"_s, rows.collected.take());
    insert(rows.insert);
}

const Result<void> &SegmentRowWriter::flush()
{
    for (Rows *rows : { &m_words, &m_places, &m_keys })
        flush(*rows);
    return m_result;
}

void SegmentRowWriter::addWords(QByteArrayView first, QByteArrayView data)
{
    add(m_words, Search::sealedRow(data), first.toByteArray());
    m_bytes += data.size();
}

void SegmentRowWriter::addPlaces(quint64 offset, QByteArrayView data)
{
    add(m_places, Search::sealedRow(data), qint64(offset));
    m_bytes += data.size();
}

void SegmentRowWriter::addKeys(const QList<qint64> &keys)
{
    for (qsizetype first = 0; first < keys.size(); first += keysInRow) {
        const qsizetype count = std::min<qsizetype>(keysInRow, keys.size() - first);
        add(m_keys, Search::sealedRow(keyBytes(keys, first, count)), qint64(first),
            keys[first + count - 1]);
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

Result<qint64> storeSegment(Session &session, const Search::Segment &segment)
{
    const Result<qint64> id =
        insertSegment(session, segment.keys, segment.bytes(), SegmentState::Searched);
    RETURN_IF_ERROR(id);
    SegmentRowWriter writer(session, *id);
    for (const auto &[first, data] : segment.words)
        writer.addWords(first, data);
    for (const auto &[offset, data] : segment.places)
        writer.addPlaces(offset, data);
    writer.addKeys(segment.keys);
    RETURN_IF_ERROR(writer.flush());
    return id;
}

} // namespace Store
