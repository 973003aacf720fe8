// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/maildetail.h"

#include "store/db/transaction.h"
#include "store/lists/mailpage.h"
#include "store/lists/threads.h"
#include "store/mail/attachments.h"
#include "store/mail/bodies.h"
#include "store/mail/mailread.h"
#include "store/mail/shortrow.h"
#include "store/sql/jsonrows.h"
#include "store/sql/session.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

MailRow readRow(const Query &query)
{
    MailRow row;
    row.id = query.int64(0);
    row.accountId = query.int64(1);
    row.folderId = query.int64(2);
    row.uid = query.uint32(3);
    row.createdAt = query.int64(4);
    row.sentAt = query.maybeInt64(5);
    row.storedAt = query.int64(6);
    row.size = query.int64(7);
    row.isRead = query.flag(8);
    row.isStarred = query.flag(9);
    row.hasAttachment = query.flag(10);
    row.isHtml = query.flag(11);
    row.listing = Listing(query.int32(12));
    row.bodyState = BodyState(query.int32(13));
    row.messageId = query.bytes(14);
    row.from = query.bytes(15);
    row.fromName = query.bytes(16);
    row.toJson = query.bytes(17);
    row.ccJson = query.bytes(18);
    row.subject = query.bytes(19);
    row.summary = query.bytes(20);
    row.folder = query.bytes(21);
    row.folderRole = query.bytes(22);
    row.accountName = query.bytes(23);
    row.threadId = query.int64(24);
    row.threadSize = std::max<qint64>(1, query.int64(25));
    return row;
}

} // namespace

MailRow readShortRow(const Query &query)
{
    MailRow row = readRow(query);
    shorten(row);
    return row;
}

Result<MailRow> mailById(Session &session, qint64 id, const Viewer &viewer)
{
    Query query = session.query("mails_by_id");
    query.bind(u":id"_s, id).bind(u":owner"_s, viewer.ownerFilter()).exec();
    if (query.next()) {
        QList<MailRow> rows{ readRow(query) };
        countAddresses(rows.first());
        const Result<void> sized = countLargeThreads(session, rows);
        return sized ? Result<MailRow>(rows.first()) : sized.error();
    }
    return query.failed() ? query.error()
                          : Error{ Error::Code::NotFound, u"There is no such mail."_s };
}

namespace {

/// Reads all mails in one statement, because the round trip to the server costs more than the rows.
Result<QList<MailRow>> mailsAtOnce(Session &session, const QList<qint64> &ids)
{
    Query query = session.query("mails_by_ids");
    query.bind(u":ids"_s, idArray(ids)).exec();
    QHash<qint64, MailRow> found;
    while (query.next()) {
        const MailRow row = readShortRow(query);
        found.insert(row.id, row);
    }
    if (query.failed())
        return query.error();
    QList<MailRow> rows;
    for (const qint64 id : ids) {
        if (const auto row = found.constFind(id); row != found.cend())
            rows.append(*row);
    }
    const Result<void> sized = countLargeThreads(session, rows);
    return sized ? Result<QList<MailRow>>(rows) : sized.error();
}

} // namespace

Result<QList<MailRow>> mailsByIds(Session &session, const QList<qint64> &ids)
{
    if (session.engine() == Engine::Postgresql)
        return mailsAtOnce(session, ids);
    QList<MailRow> rows;
    for (const qint64 id : ids) {
        Result<MailRow> row = mailById(session, id, {});
        if (row) {
            shorten(*row);
            rows.append(*row);
        } else if (row.error().code != Error::Code::NotFound) {
            return row.error();
        }
    }
    return rows;
}

Result<MailDetail> mailDetail(Session &session, qint64 id, const Viewer &viewer)
{
    const Snapshot snapshot(session);
    Result<MailRow> row = mailById(session, id, viewer);
    RETURN_IF_ERROR(row);
    Result<QList<Attachment>> attachments = attachmentsOf(session, id);
    RETURN_IF_ERROR(attachments);
    MailDetail detail{ *row, {}, *attachments, {} };
    if (row->bodyState == BodyState::Pending)
        return detail;
    const Result<StoredBody> body = storedBody(session, id);
    if (!body
        && (row->bodyState == BodyState::Stored || body.error().code != Error::Code::NotFound))
        return body.error();
    if (body) {
        detail.raw = body->raw;
        detail.cuts = body->cuts;
    }
    return detail;
}

} // namespace Store
