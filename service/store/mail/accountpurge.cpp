// SPDX-License-Identifier: GPL-3.0-or-later
// Removes the rows of a deleted account in batches, so that other writes can run between them.
#include "store/events/events.h"
#include "store/mail/accounts.h"
#include "store/mail/maildelete.h"
#include "store/secrets/keychainitems.h"
#include "store/secrets/secrets.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Result<void> removeSecrets(Session &session, qint64 accountId)
{
    Query refs = session.query("accounts_secret_refs");
    refs.bind(u":id"_s, accountId).exec();
    while (refs.next()) {
        for (const QByteArray &ref : { refs.bytes("secret_ref"), refs.bytes("smtp_secret_ref"),
                                       refs.bytes("proxy_secret_ref") }) {
            const Result<void> removed = removeSecret(session, ref);
            const Result<void> left = removed ? letKeychainItemLeave(session, ref) : Result<void>();
            if (!removed || !left)
                return removed ? left : removed;
        }
    }
    return refs.result();
}

Result<void> removeRest(Session &session, qint64 accountId)
{
    for (const char *part :
         { "purge_webhook_calls", "purge_webhook_notices", "purge_webhook_logs", "purge_outbox",
           "purge_drafts", "purge_tombstones", "purge_counters", "purge_folders", "purge_push" }) {
        RETURN_IF_ERROR(session.query(part).bind(u":account_id"_s, accountId).run());
    }
    RETURN_IF_ERROR(removeSecrets(session, accountId));
    return session.query("accounts_delete").bind(u":id"_s, accountId).run();
}

Result<QList<qint64>> mailsToPurge(Session &session, qint64 accountId, int max)
{
    Query query = session.query("purge_mails");
    return query.bind(u":account_id"_s, accountId).bind(u":max"_s, max).readValues<qint64>();
}

} // namespace

Result<QList<qint64>> accountsToPurge(Session &session)
{
    return session.query("accounts_to_purge").readValues<qint64>();
}

Result<bool> purgeAccountBatch(Session &session, qint64 id, int maxMails)
{
    const Result<QList<qint64>> mails = mailsToPurge(session, id, maxMails);
    RETURN_IF_ERROR(mails);
    RETURN_IF_ERROR(eraseMails(session, *mails));
    if (mails->size() == maxMails)
        return false;
    const Result<int> events = purgeEvents(session, id, maxMails);
    RETURN_IF_ERROR(events);
    if (*events == maxMails)
        return false;
    RETURN_IF_ERROR(removeRest(session, id));
    return true;
}

} // namespace Store
