// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/segmentkeys.h"

#include "search/rowchecksum.h"
#include "store/sql/session.h"

#include <QtEndian>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qsizetype keyBytes = sizeof(qint64);

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

Result<void> SegmentKeys::prepare(const QList<quint32> &documents)
{
    if (!m_session.dialect().costsRoundTrips() || documents.isEmpty())
        return {};
    QList<qint64> firsts;
    for (const quint32 document : documents) {
        const qint64 first = document / keysInRow * keysInRow;
        if (firsts.isEmpty() || firsts.last() != first)
            firsts.append(first);
    }
    Query rows = m_session.query("search_keys_rows");
    rows.bind(u":segment"_s, m_segment);
    rows.bind(u":firsts"_s, m_session.dialect().numberList(firsts)).exec();
    while (rows.next())
        m_prepared.insert(rows.uint32("first"), rows.bytes("data"));
    return rows.result();
}

// The row; empty if there is none. Adjacent rows are read with one statement; for a later row a new statement
// starts.
Result<QByteArray> SegmentKeys::rowOf(quint32 first)
{
    if (m_session.dialect().costsRoundTrips())
        return m_prepared.value(first);
    const bool isNext = m_rows && first == m_first + keysInRow;
    if (!isNext) {
        m_rows.reset();
        m_rows.emplace(m_session.query("search_keys_from"));
        m_rows->bind(u":segment"_s, m_segment).bind(u":first"_s, first).exec();
    }
    const bool isThere = m_rows->next() && m_rows->int64("first") == first;
    if (m_rows->failed())
        return m_rows->error();
    return isThere ? m_rows->bytes("data") : QByteArray();
}

Result<void> SegmentKeys::goTo(quint32 document)
{
    const quint32 first = document / keysInRow * keysInRow;
    const Result<QByteArray> row = rowOf(first);
    RETURN_IF_ERROR(row);
    const auto keys = Search::openedRow(*row);
    if (!keys || keys->size() <= qsizetype(document - first) * keyBytes)
        return damagedRow(m_session, "search_keys", m_segment);
    m_first = first;
    m_keys = keys->toByteArray();
    return {};
}

Result<qint64> SegmentKeys::of(quint32 document)
{
    if (document < m_first || qsizetype(document - m_first) * keyBytes >= m_keys.size()) {
        RETURN_IF_ERROR(goTo(document));
    }
    return keyAt(m_keys, document - m_first);
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
