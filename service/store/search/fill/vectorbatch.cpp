// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/fill/vectorbatch.h"

#include "common/jsonwriter.h"
#include "store/search/index/searchvector.h"
#include "store/sql/jsonrows.h"
#include "store/sql/session.h"

#include <QSet>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/// Mails are collected for one statement until their JSON text has this size.
constexpr qsizetype maxBatchBytes = qsizetype(2) << 20;

Result<qint64> putBatch(Session &session, const QByteArray &json)
{
    Query put = session.query("search_docs_put_all");
    put.bindName(u":docs"_s, json).exec();
    if (put.failed())
        return put.error();
    return put.affected();
}

} // namespace

Result<int> storeVectorWork(Session &session, const QList<PreparedSearchWork> &prepared)
{
    qint64 stored = 0;
    for (auto next = prepared.begin(); next != prepared.end();) {
        Json::Writer json;
        json.beginArray();
        for (; next != prepared.end() && json.bytes().size() < maxBatchBytes; ++next)
            json.beginObject()
                .key("mail")
                .value(next->mailId)
                .key("body_state")
                .value(next->bodyState)
                .key("tokens")
                .value(vectorTokens(next->document))
                .endObject();
        const Result<qint64> put = putBatch(session, json.endArray().take());
        RETURN_IF_ERROR(put);
        stored += *put;
    }
    RETURN_IF_ERROR(noteIndexed(session, stored));
    return int(stored);
}

Result<QList<PreparedSearchWork>> passedOverVectors(Session &session,
                                                    const QList<PreparedSearchWork> &prepared)
{
    JsonRows rows({ "mail", "body_state" });
    for (const PreparedSearchWork &work : prepared)
        rows.begin().add(work.mailId).add(work.bodyState);
    Query query = session.query("search_passed_over");
    query.bindName(u":rows"_s, rows.take()).exec();
    QSet<qint64> waiting;
    while (query.next())
        waiting.insert(query.int64(0));
    if (query.failed())
        return query.error();
    QList<PreparedSearchWork> left;
    std::ranges::copy_if(prepared, std::back_inserter(left), [&](const PreparedSearchWork &work) {
        return waiting.contains(work.mailId);
    });
    return left;
}

} // namespace Store
