// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/tellstore.h"

#include "store/db/transaction.h"
#include "store/mail/mailstate.h"
#include "store/sql/session.h"

namespace Sync {

namespace {

constexpr int mostTries = 10;

using Mail = std::optional<Store::MailState>;

/// The wish as it is now; nothing where the mail is gone.
Result<std::optional<Store::FlagWish>> wishNow(Store::Session &session, qint64 mailId)
{
    const Result<Mail> mail = Store::mailStateOfAny(session, mailId);
    RETURN_IF_ERROR(mail);
    if (!*mail)
        return std::optional<Store::FlagWish>();
    const Result<Store::FlagWish> wish = Store::flagWish(session, **mail);
    RETURN_IF_ERROR(wish);
    return std::optional(*wish);
}

Result<QList<Store::FlagWish>> markSent(Store::Session &session, qint64 accountId,
                                        const Store::Folder &folder,
                                        const QList<Store::ServerFlags> &now)
{
    QList<Store::FlagWish> sending;
    for (const Store::ServerFlags &mail : now) {
        const Result<Mail> state = Store::mailStateByUid(session, folder.id, mail.uid);
        RETURN_IF_ERROR(state);
        if (!*state)
            continue;
        const Result<Store::FlagWish> before = Store::flagWish(session, **state);
        RETURN_IF_ERROR(before);
        const Store::FlagWish wish = Store::beforeSending(Store::afterQuestion(*before));
        RETURN_IF_ERROR(Store::saveFlagWish(session, accountId, wish));
        if (wish.mask != 0)
            sending.append(wish);
    }
    return sending;
}

Result<void> noteStored(Store::Session &session, qint64 accountId, const Store::FlagWish &told)
{
    const Result<std::optional<Store::FlagWish>> before = wishNow(session, told.mailId);
    RETURN_IF_ERROR(before);
    if (!*before)
        return {};
    const Store::FlagWish after = Store::afterStore(**before, told.mask, told.wanted);
    const Result<void> noted = Store::noteServerFlags(session, told.mailId, after.noted);
    return noted ? Store::saveFlagWish(session, accountId, after) : noted;
}

Result<void> noteRefused(Store::Session &session, qint64 accountId, const Store::FlagWish &sent,
                         Told *told)
{
    ++told->refused;
    const Result<std::optional<Store::FlagWish>> before = wishNow(session, sent.mailId);
    RETURN_IF_ERROR(before);
    if (!*before || !(*before)->isDue())
        return {};
    Store::FlagWish wish = **before;
    if (++wish.tries >= mostTries) {
        wish = { .mailId = wish.mailId, .uid = wish.uid };
        told->givenUp.append(wish);
    }
    return Store::saveFlagWish(session, accountId, wish);
}

} // namespace

Result<QList<Store::FlagWish>> beforeTelling(Store::Session &session, const Store::Account &account,
                                             const Store::Folder &folder,
                                             const QList<Store::ServerFlags> &now)
{
    const Result<Applied> applied = applyFlags(session, account, folder, now);
    RETURN_IF_ERROR(applied);
    Store::Transaction transaction(session);
    const Result<QList<Store::FlagWish>> sending = markSent(session, account.id, folder, now);
    RETURN_IF_ERROR(sending);
    return transaction.commit(sending);
}

Result<Told> afterTelling(Store::Session &session, const Store::Account &account,
                          const QList<Store::FlagWish> &sent, const Imap::UidSet &left)
{
    Store::Transaction transaction(session);
    Told told;
    for (const Store::FlagWish &wish : sent) {
        RETURN_IF_ERROR(left.contains(wish.uid) ? noteRefused(session, account.id, wish, &told)
                                                : noteStored(session, account.id, wish));
    }
    return transaction.commit(told);
}

} // namespace Sync
