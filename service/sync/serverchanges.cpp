// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/serverchanges.h"

#include "store/db/transaction.h"
#include "store/mail/mailstate.h"
#include "store/sql/session.h"

namespace Sync {

namespace {

constexpr int mostTries = 10;

using Mail = std::optional<Store::MailState>;

/// The mail's pending flag change as it is now; nothing if the mail is gone.
Result<std::optional<Store::PendingFlagChange>> pendingNow(Store::Session &session, qint64 mailId)
{
    const Result<Mail> mail = Store::mailStateOfAny(session, mailId);
    RETURN_IF_ERROR(mail);
    if (!*mail)
        return std::optional<Store::PendingFlagChange>();
    const Result<Store::PendingFlagChange> pending = Store::pendingFlagChange(session, **mail);
    RETURN_IF_ERROR(pending);
    return std::optional(*pending);
}

Result<QList<Store::PendingFlagChange>> markSent(Store::Session &session, qint64 accountId,
                                                 const Store::Folder &folder,
                                                 const QList<Store::ServerFlags> &now)
{
    QList<Store::PendingFlagChange> sending;
    for (const Store::ServerFlags &mail : now) {
        const Result<Mail> state = Store::mailStateByUid(session, folder.id, mail.uid);
        RETURN_IF_ERROR(state);
        if (!*state)
            continue;
        const Result<Store::PendingFlagChange> before = Store::pendingFlagChange(session, **state);
        RETURN_IF_ERROR(before);
        const Store::PendingFlagChange pending =
            Store::beforeSending(Store::afterQuestion(*before));
        RETURN_IF_ERROR(Store::savePendingFlagChange(session, accountId, pending));
        if (pending.mask != 0)
            sending.append(pending);
    }
    return sending;
}

Result<void> noteStored(Store::Session &session, qint64 accountId,
                        const Store::PendingFlagChange &stored)
{
    const Result<std::optional<Store::PendingFlagChange>> before =
        pendingNow(session, stored.mailId);
    RETURN_IF_ERROR(before);
    if (!*before)
        return {};
    const Store::PendingFlagChange after = Store::afterStore(**before, stored.mask, stored.wanted);
    const Result<void> noted = Store::noteServerFlags(session, stored.mailId, after.noted);
    return noted ? Store::savePendingFlagChange(session, accountId, after) : noted;
}

Result<void> noteRefused(Store::Session &session, qint64 accountId,
                         const Store::PendingFlagChange &sent, StoreOutcome *stored)
{
    ++stored->refused;
    const Result<std::optional<Store::PendingFlagChange>> before = pendingNow(session, sent.mailId);
    RETURN_IF_ERROR(before);
    if (!*before || !(*before)->isDue())
        return {};
    Store::PendingFlagChange pending = **before;
    if (++pending.tries >= mostTries) {
        pending = { .mailId = pending.mailId, .uid = pending.uid };
        stored->givenUp.append(pending);
    }
    return Store::savePendingFlagChange(session, accountId, pending);
}

} // namespace

Result<QList<Store::PendingFlagChange>> beforeStoring(Store::Session &session,
                                                      const Store::Account &account,
                                                      const Store::Folder &folder,
                                                      const QList<Store::ServerFlags> &now)
{
    const Result<Applied> applied = applyFlags(session, account, folder, now);
    RETURN_IF_ERROR(applied);
    Store::Transaction transaction(session);
    const Result<QList<Store::PendingFlagChange>> sending =
        markSent(session, account.id, folder, now);
    RETURN_IF_ERROR(sending);
    return transaction.commit(sending);
}

Result<StoreOutcome> afterStoring(Store::Session &session, const Store::Account &account,
                                  const QList<Store::PendingFlagChange> &sent,
                                  const Imap::UidSet &left)
{
    Store::Transaction transaction(session);
    StoreOutcome stored;
    for (const Store::PendingFlagChange &pending : sent) {
        RETURN_IF_ERROR(left.contains(pending.uid)
                            ? noteRefused(session, account.id, pending, &stored)
                            : noteStored(session, account.id, pending));
    }
    return transaction.commit(stored);
}

} // namespace Sync
