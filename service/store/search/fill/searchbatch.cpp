// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/fill/searchbatch.h"

#include "store/db/transaction.h"
#include "store/mail/bodies.h"
#include "store/search/index/searchindex.h"
#include "store/search/index/segmentlock.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QString linesOf(const QByteArray &json)
{
    QString lines;
    for (const QJsonValue &address : QJsonDocument::fromJson(json).array())
        lines += address.toString() + u'\n';
    return lines;
}

const Columns<SearchWork> workColumns{
    { "id", &SearchWork::mailId },
    { "subject",
      +[](SearchWork &work, const QString &subject) {
          work.listed.subject = subject;
      } },
    { "body_state", &SearchWork::bodyState },
    { "raw", &SearchWork::compressedBody },
};

// Reads the columns of search_work.
SearchWork readWork(const Query &query)
{
    SearchWork work = query.read(workColumns);
    work.listed.sender = query.text("from_name") + u' ' + query.text("from_addr");
    work.listed.to = linesOf(query.bytes("to_json"));
    work.listed.cc = linesOf(query.bytes("cc_json"));
    return work;
}

} // namespace

Result<QList<SearchWork>> searchWork(Session &session, int max, const SearchWorkWanted &wanted)
{
    constexpr qsizetype maxBytes = qsizetype(8) << 20;
    QList<SearchWork> list;
    qsizetype bytes = 0;
    Query rows = session.query("search_work");
    rows.bind(u":with_body"_s, wanted.withBody).bind(u":listed_until"_s, wanted.listedUntil);
    rows.bind(u":max"_s, max);
    rows.exec();
    while (bytes < maxBytes && rows.next()) {
        list.append(readWork(rows));
        bytes += list.last().compressedBody.size();
    }
    return rows.failed() ? Result<QList<SearchWork>>(rows.error())
                         : Result<QList<SearchWork>>(list);
}

Result<qint64> waitingForIndex(Session &session)
{
    return session.query("search_waiting").readNumber();
}

PreparedSearchWork prepareSearchWork(const SearchWork &work, const MessageReader &reader)
{
    if (!work.compressedBody.isEmpty()) {
        const Result<QByteArray> raw = decompressBody(work.compressedBody);
        if (raw)
            return { work.mailId, work.bodyState, searchDocument(reader(*raw)) };
    }
    return { work.mailId, work.bodyState, searchDocument(work.listed) };
}

Result<QList<SearchEntry>> pendingSearchWork(Session &session,
                                             const QList<PreparedSearchWork> &prepared)
{
    return pendingEntries(session, prepared);
}

InvertedMails invertSearchWork(const QList<SearchEntry> &entries)
{
    return invertEntries(entries);
}

Result<void> beginSearchWork(Session &session)
{
    return holdSegments(session);
}

Result<int> storeSearchWork(Session &session, const InvertedMails &inverted)
{
    return storeInIndex(session, inverted);
}

Result<int> storeSearchWork(Session &session, const QList<PreparedSearchWork> &prepared)
{
    const Result<QList<SearchEntry>> entries = pendingSearchWork(session, prepared);
    RETURN_IF_ERROR(entries);
    return storeSearchWork(session, invertSearchWork(*entries));
}

Result<QList<PreparedSearchWork>> passedOver(Session &session,
                                             const QList<PreparedSearchWork> &prepared)
{
    return passedOverInIndex(session, prepared);
}

Result<int> indexPendingMails(Session &session, int max, const SearchWorkWanted &wanted,
                              const MessageReader &reader)
{
    Transaction tx(session);
    const Result<QList<SearchWork>> work = searchWork(session, max, wanted);
    RETURN_IF_ERROR(work);
    QList<PreparedSearchWork> prepared;
    for (const SearchWork &one : *work)
        prepared.append(prepareSearchWork(one, reader));
    return tx.commit(storeSearchWork(session, prepared));
}

} // namespace Store
