// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/threads.h"

#include "store/db/transaction.h"
#include "store/lists/maildetail.h"
#include "store/lists/mailpage.h"
#include "store/sql/session.h"

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qint64 countedInRow = 100;
constexpr int mostMails = 500;

Result<qint64> shownMails(Session &session, qint64 thread)
{
    Query query = session.query("threads_shown");
    return query.bind(u":thread"_s, thread).readNumber();
}

/// The ids of the conversation's mails, oldest first.
Result<QList<qint64>> mailsOf(Session &session, const MailRow &mail, const Viewer &viewer)
{
    Query query = session.query("threads_mails");
    query.bind(u":thread"_s, mail.threadId).bind(u":id"_s, mail.id);
    query.bind(u":owner"_s, viewer.ownerFilter()).bind(u":max"_s, mostMails);
    Result<QList<qint64>> ids = query.readValues<qint64>();
    RETURN_IF_ERROR(ids);
    std::ranges::reverse(*ids); // the statement begins with the newest
    if (ids->isEmpty())         // the mail is alone
        ids->append(mail.id);
    return ids;
}

} // namespace

Result<MailThread> threadOf(Session &session, qint64 mailId, const Viewer &viewer)
{
    const Snapshot snapshot(session);
    const Result<MailRow> mail = mailById(session, mailId, viewer);
    RETURN_IF_ERROR(mail);
    const Result<QList<qint64>> ids = mailsOf(session, *mail, viewer);
    RETURN_IF_ERROR(ids);
    const Result<QList<MailRow>> rows = mailsByIds(session, *ids);
    RETURN_IF_ERROR(rows);
    const bool isHidden = mail->listing == Listing::Hidden;
    const qint64 total = rows->size() < mostMails ? rows->size() : mail->threadSize + isHidden;
    return MailThread{ mail->threadId, *rows, total };
}

Result<void> countLargeThreads(Session &session, QList<MailRow> &rows)
{
    QHash<qint64, qint64> sizes;
    for (MailRow &row : rows) {
        if (row.threadSize <= countedInRow)
            continue;
        if (!sizes.contains(row.threadId)) {
            const Result<qint64> size = shownMails(session, row.threadId);
            RETURN_IF_ERROR(size);
            sizes.insert(row.threadId, *size);
        }
        row.threadSize = sizes.value(row.threadId);
    }
    return {};
}

} // namespace Store
