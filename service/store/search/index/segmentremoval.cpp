// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/segmentremoval.h"

#include "search/rowchecksum.h"
#include "store/search/index/segmentkeys.h"
#include "store/sql/session.h"

#include <QList>

#include <optional>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/** A document of a segment. */
struct Place {
    qint64 segment = 0;
    quint32 document = 0;
};

// A binary search; keys fall.
std::optional<qsizetype> indexOf(QByteArrayView keys, qint64 key)
{
    qsizetype low = 0;
    qsizetype high = keys.size() / qsizetype(sizeof(qint64));
    while (low < high) {
        const qsizetype middle = (low + high) / 2;
        const qint64 found = keyAt(keys, middle);
        if (found == key)
            return middle;
        if (found > key)
            low = middle + 1;
        else
            high = middle;
    }
    return std::nullopt;
}

Result<QList<Place>> placesOf(Session &session, qint64 key)
{
    QList<Place> places;
    Query rows = session.query("search_keys_around");
    rows.bind(u":key"_s, key).exec();
    while (rows.next()) {
        const QByteArray row = rows.bytes("data");
        const auto keys = Search::openedRow(row);
        if (!keys)
            return damagedRow(session, "search_keys", rows.int64("id"));
        if (const auto index = indexOf(*keys, key))
            places.append({ rows.int64("id"), rows.uint32("first") + quint32(*index) });
    }
    return rows.failed() ? Result<QList<Place>>(rows.error()) : Result<QList<Place>>(places);
}

} // namespace

Result<void> deleteDocument(Session &session, qint64 segment, quint32 document)
{
    return session.query("search_gone_insert")
        .bind(u":segment"_s, segment)
        .bind(u":document"_s, document)
        .run();
}

Result<void> removeKey(Session &session, qint64 key)
{
    const Result<QList<Place>> places = placesOf(session, key);
    RETURN_IF_ERROR(places);
    for (const Place &place : *places) {
        RETURN_IF_ERROR(deleteDocument(session, place.segment, place.document));
    }
    return {};
}

Result<void> clearSegments(Session &session)
{
    session.setSegmentMerge({}); // its rows are deleted, too
    for (const QString &table : { u"search_segments"_s, u"search_words"_s, u"search_places"_s,
                                  u"search_keys"_s, u"search_gone"_s }) {
        RETURN_IF_ERROR(session.execute(u"DELETE FROM "_s + table));
    }
    return {};
}

} // namespace Store
