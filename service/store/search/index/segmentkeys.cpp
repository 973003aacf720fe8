// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/segmentkeys.h"

#include "search/rowchecksum.h"
#include "store/sql/session.h"

#include <QtEndian>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qsizetype keyBytes = sizeof(qint64);

// The first document of the row that contains the document.
quint32 firstOf(quint32 document)
{
    return document / keysInRow * keysInRow;
}

} // namespace

qint64 keyAt(QByteArrayView keys, qsizetype index)
{
    return qFromLittleEndian<qint64>(keys.data() + index * keyBytes);
}

Error damagedRow(Session &session, const char *table, qint64 segment)
{
    session.noteDamage(segment);
    return { Error::Code::Storage,
             u"A row of %1 is damaged (segment %2 of the full text index)."_s.arg(
                 QLatin1StringView(table), QString::number(segment)) };
}

// Where each statement costs a round trip, one statement reads all rows that are not in the cache.
Result<void> SegmentKeys::prepare(const QList<quint32> &documents)
{
    if (!m_session.dialect().costsRoundTrips())
        return {};
    const SegmentRowCache *const cache = m_session.segmentRows();
    QList<qint64> missing;
    std::optional<quint32> last;
    for (const quint32 document : documents) {
        const quint32 first = firstOf(document);
        if (first == last)
            continue;
        last = first;
        const QByteArray data = cache ? cache->find(m_segment, first) : QByteArray();
        if (data.isEmpty())
            missing.append(first);
        else
            m_prepared.insert(first, data);
    }
    return missing.isEmpty() ? Result<void>() : fetch(missing);
}

Result<void> SegmentKeys::fetch(const QList<qint64> &firsts)
{
    Query rows = m_session.query("search_keys_rows");
    rows.bind(u":segment"_s, m_segment);
    rows.bind(u":firsts"_s, m_session.dialect().numberList(firsts)).exec();
    while (rows.next()) {
        const QByteArray row = rows.bytes("data");
        const auto keys = Search::openedRow(row);
        if (!keys)
            return damagedRow(m_session, "search_keys", m_segment);
        const quint32 first = rows.uint32("first");
        const QByteArray data = keys->toByteArray();
        m_prepared.insert(first, data);
        if (SegmentRowCache *const cache = m_session.segmentRows())
            cache->keep(m_segment, first, data);
    }
    return rows.result();
}

// The row; empty if there is none. Adjacent rows are read with one statement; for a later row a new statement
// starts.
Result<QByteArray> SegmentKeys::rowOf(quint32 first)
{
    const bool isNext = m_rows && first == m_first + keysInRow;
    if (!isNext) {
        m_rows.reset();
        m_rows.emplace(m_session.query("search_keys_from"));
        m_rows->bind(u":segment"_s, m_segment).bind(u":first"_s, first).exec();
    }
    m_first = first;
    const bool isThere = m_rows->next() && m_rows->int64("first") == first;
    if (m_rows->failed())
        return m_rows->error();
    return isThere ? m_rows->bytes("data") : QByteArray();
}

// Empty: there is no such row.
Result<QByteArray> SegmentKeys::dataOf(quint32 first)
{
    if (m_session.dialect().costsRoundTrips())
        return m_prepared.value(first);
    const Result<QByteArray> row = rowOf(first);
    RETURN_IF_ERROR(row);
    const auto keys = Search::openedRow(*row);
    return keys ? keys->toByteArray() : QByteArray();
}

Result<void> SegmentKeys::read(const QList<quint32> &documents, QList<qint64> &to)
{
    RETURN_IF_ERROR(prepare(documents));
    for (auto document = documents.cbegin(); document != documents.cend();) {
        const quint32 first = firstOf(*document);
        const Result<QByteArray> keys = dataOf(first);
        RETURN_IF_ERROR(keys);
        for (; document != documents.cend() && *document - first < keysInRow; ++document) {
            if (keys->size() <= qsizetype(*document - first) * keyBytes)
                return damagedRow(m_session, "search_keys", m_segment);
            to.append(keyAt(*keys, *document - first));
        }
    }
    return {};
}

Result<QList<qint64>> keysOfSegment(Session &session, qint64 segment)
{
    QList<qint64> keys;
    Query rows = session.query("search_keys_from");
    rows.bind(u":segment"_s, segment).bind(u":first"_s, 0).exec();
    while (rows.next()) {
        const QByteArray row = rows.bytes("data");
        const auto data = Search::openedRow(row);
        if (!data || rows.int64("first") != keys.size())
            return damagedRow(session, "search_keys", segment);
        for (qsizetype i = 0; i < data->size() / keyBytes; ++i)
            keys.append(keyAt(*data, i));
    }
    return rows.failed() ? Result<QList<qint64>>(rows.error()) : Result<QList<qint64>>(keys);
}

Result<QList<quint32>> deletedDocuments(Session &session, qint64 segment)
{
    Query query = session.query("search_gone_of");
    const auto found = query.bind(u":segment"_s, segment).readValue<QByteArray>();
    RETURN_IF_ERROR(found);
    const QByteArray numbers = found->value_or(QByteArray());
    QList<quint32> documents;
    if (numbers.isEmpty()) // NULL: none is deleted
        return documents;
    for (const QByteArray &number : numbers.split(','))
        documents.append(number.toUInt());
    return documents;
}

} // namespace Store
