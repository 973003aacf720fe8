// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/vectorindex.h"

#include "common/jsonwriter.h"
#include "store/db/transaction.h"
#include "store/search/index/searchvector.h"
#include "store/sql/jsonrows.h"
#include "store/sql/longwork.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"
#include "store/sql/sqltext.h"

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

/// Counts mails as indexed since the last merge of the index. Inside a Transaction.
Result<void> noteIndexed(Session &session, qint64 mails)
{
    if (mails == 0)
        return {};
    return session.query("search_meta_note").bind(u":indexed"_s, mails).run();
}

} // namespace

Result<void> VectorIndex::put(Session &session, const SearchMail &mail,
                              const SearchDocument &document) const
{
    RETURN_IF_ERROR(session.query("search_docs_put")
                        .bind(u":mail"_s, mail.mailId)
                        .bind(u":sort_key"_s, sortKey(mail.createdAt, mail.mailId))
                        .bind(u":account"_s, mail.accountId)
                        .bind(u":folder"_s, mail.folderId)
                        .bindName(u":tokens"_s, vectorTokens(document))
                        .run());
    return noteIndexed(session, 1);
}

Result<void> VectorIndex::remove(Session &session, qint64 mailId) const
{
    return session.query("search_docs_delete").bind(u":mail"_s, mailId).run();
}

Result<void> VectorIndex::clear(Session &session) const
{
    return session.query("search_remove_all").run();
}

Result<int> VectorIndex::store(Session &session, const QList<PreparedSearchWork> &prepared) const
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

Result<QList<PreparedSearchWork>>
VectorIndex::passedOver(Session &session, const QList<PreparedSearchWork> &prepared) const
{
    JsonRows rows({ "mail", "body_state" });
    for (const PreparedSearchWork &work : prepared)
        rows.begin().add(work.mailId).add(work.bodyState);
    Query query = session.query("search_passed_over");
    const auto ids = query.bindName(u":rows"_s, rows.take()).readValues<qint64>();
    RETURN_IF_ERROR(ids);
    const QSet<qint64> waiting(ids->begin(), ids->end());
    QList<PreparedSearchWork> left;
    std::ranges::copy_if(prepared, std::back_inserter(left), [&](const PreparedSearchWork &work) {
        return waiting.contains(work.mailId);
    });
    return left;
}

Result<void> VectorIndex::keepOthersOut(Session &session) const
{
    return session.execute(u"LOCK TABLE search_docs IN SHARE ROW EXCLUSIVE MODE"_s);
}

Result<void> VectorIndex::beginFilling(Session &session) const
{
    RETURN_IF_ERROR(clear(session));
    return session.execute(QString::fromUtf8(sqlText(session.engine(), "copy_index_drop")));
}

// A GIN index that is created after all words are stored is a quarter as large as one that grew with them,
// and takes no longer. The statement is taken from the migrations.
Result<void> VectorIndex::endFilling(Session &session) const
{
    const Result<qint64> isThere = session.query("copy_index_there").readNumber();
    RETURN_IF_ERROR(isThere);
    if (*isThere)
        return {};
    Transaction tx(session);
    RETURN_IF_ERROR(session.execute(u"SET LOCAL maintenance_work_mem TO '256MB'"_s));
    for (const Migration &step : migrations(session.engine())) {
        for (const QString &statement : step.statements) {
            if (!statement.contains(u"search_docs_words"))
                continue;
            RETURN_IF_ERROR(session.execute(statement));
        }
    }
    return tx.commit();
}

Result<bool> VectorIndex::mergeSome(Session &, MergeExtent) const
{
    return false;
}

// PostgreSQL does all this automatically, within minutes. Until then its statistics are those of an empty
// mailbox, and a list page reads the row of each mail that it passes, because only VACUUM marks the pages
// whose rows are visible to all transactions.
Result<bool> VectorIndex::mergeAll(Session &session) const
{
    const LongWork untilDone(session);
    RETURN_IF_ERROR(flush(session));
    for (const QString &table : { u"mails"_s, u"search_docs"_s, u"bodies"_s, u"attachments"_s }) {
        RETURN_IF_ERROR(session.execute(u"VACUUM (ANALYZE) "_s + table));
    }
    Transaction tx(session);
    RETURN_IF_ERROR(session.query("search_meta_merged").run());
    return tx.commit(false);
}

Result<void> VectorIndex::flush(Session &session) const
{
    return session.query("search_merge").run();
}

// Autovacuum does it.
Result<void> VectorIndex::dropIfEmpty(Session &) const
{
    return {};
}

} // namespace Store
