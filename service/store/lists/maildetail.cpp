// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/maildetail.h"

#include "store/db/transaction.h"
#include "store/lists/mailpage.h"
#include "store/lists/threads.h"
#include "store/mail/attachments.h"
#include "store/mail/bodies.h"
#include "store/mail/mailread.h"
#include "store/mail/shortrow.h"
#include "store/sql/columns.h"
#include "store/sql/jsonrows.h"
#include "store/sql/session.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<MailRow> mailRowColumns{
    { "id", &MailRow::id },
    { "account_id", &MailRow::accountId },
    { "folder_id", &MailRow::folderId },
    { "uid", &MailRow::uid },
    { "created_at", &MailRow::createdAt },
    { "sent_at", &MailRow::sentAt },
    { "stored_at", &MailRow::storedAt },
    { "size", &MailRow::size },
    { "is_read", &MailRow::isRead },
    { "is_starred", &MailRow::isStarred },
    { "has_attachment", &MailRow::hasAttachment },
    { "is_html", &MailRow::isHtml },
    { "listing", &MailRow::listing },
    { "body_state", &MailRow::bodyState },
    { "message_id", &MailRow::messageId },
    { "from_addr", &MailRow::from },
    { "from_name", &MailRow::fromName },
    { "to_json", &MailRow::toJson },
    { "cc_json", &MailRow::ccJson },
    { "subject", &MailRow::subject },
    { "summary", &MailRow::summary },
    { "folder", &MailRow::folder },
    { "folder_role", &MailRow::folderRole },
    { "account_name", &MailRow::accountName },
    { "thread_id", &MailRow::threadId },
    { "thread_size", &MailRow::threadSize,
      +[](qint64 n) {
          return std::max<qint64>(1, n);
      } },
};

} // namespace

MailRow readShortRow(const Query &query)
{
    MailRow row = query.read(mailRowColumns);
    shorten(row);
    return row;
}

Result<MailRow> mailById(Session &session, qint64 id, const Viewer &viewer)
{
    Query query = session.query("mails_by_id");
    query.bind(u":id"_s, id).bind(u":owner"_s, viewer.ownerFilter());
    const Result<std::optional<MailRow>> row = query.readFirst(mailRowColumns);
    RETURN_IF_ERROR(row);
    if (!*row)
        return Error{ Error::Code::NotFound, u"There is no such mail."_s };
    QList<MailRow> rows{ **row };
    countAddresses(rows.first());
    RETURN_IF_ERROR(countLargeThreads(session, rows));
    return rows.first();
}

namespace {

/// Reads all mails in one statement.
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
    if (session.dialect().costsRoundTrips())
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
