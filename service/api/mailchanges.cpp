// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/mailchanges.h"

#include "api/failure.h"
#include "events/mailevents.h"
#include "http/body.h"
#include "store/db/transaction.h"
#include "store/mail/accounts.h"
#include "store/mail/maildelete.h"
#include "store/mail/mailflags.h"
#include "store/sql/session.h"

#include <QMap>
#include <QSet>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr qsizetype maxBatch = 1000;

/// Ids of mails by account: each account gets an event of its own.
using IdsByAccount = QMap<qint64, QList<qint64>>;

/// Publishes an event and a statistics event for each account; returns the accounts.
template<typename Make>
Result<QList<Store::Account>> publishEach(Store::Session &session, Store::Transaction &transaction,
                                          const IdsByAccount &ids, Make make)
{
    QList<Store::Account> accounts;
    for (auto it = ids.cbegin(); it != ids.cend(); ++it) {
        const Result<Store::Account> account = Store::accountById(session, it.key());
        RETURN_IF_ERROR(account);
        const Events::About about{ account->id, account->email, session.now(), account->ownerId };
        transaction.publish(make(about, it.value()));
        transaction.publish(Events::statsUpdated(about));
        accounts.append(*account);
    }
    return accounts;
}

/// The accounts whose changed flags are stored at the server.
QList<qint64> accountsToStoreFlags(const QList<Store::Account> &accounts)
{
    QList<qint64> ids;
    for (const Store::Account &account : accounts) {
        if (account.flagSync == "both")
            ids.append(account.id);
    }
    return ids;
}

QList<qint64> accountsToStoreDeletions(const QList<Store::Account> &accounts)
{
    QList<qint64> ids;
    for (const Store::Account &account : accounts) {
        if (account.deleteOnServer)
            ids.append(account.id);
    }
    return ids;
}

IdsByAccount changedOnes(const QList<Store::Flagged> &mails)
{
    IdsByAccount ids;
    for (const Store::Flagged &mail : mails) {
        if (mail.changed)
            ids[mail.accountId].append(mail.id);
    }
    return ids;
}

Result<QList<Store::Account>> publishFlags(Store::Session &session, Store::Transaction &transaction,
                                           const QList<Store::Flagged> &mails,
                                           const Store::FlagPatch &patch)
{
    const Events::MailChanges changes{ .isRead = patch.isRead, .isStarred = patch.isStarred };
    return publishEach(session, transaction, changedOnes(mails),
                       [&changes](const Events::About &about, const QList<qint64> &ids) {
                           return Events::mailUpdated(about, ids, changes);
                       });
}

struct Flagging {
    QList<Store::Flagged> mails; ///< the mails that exist
    QList<qint64> toStore;       ///< accounts whose servers get the change
};

/// Sets flags in one transaction.
Result<Flagging, ApiFailure> flag(Store::Session &session, const QList<qint64> &ids,
                                  const Store::FlagPatch &patch, const Store::Viewer &viewer)
{
    Store::Transaction transaction(session);
    const Result<QList<Store::Flagged>> mails = Store::setFlags(session, ids, patch, viewer);
    if (!mails)
        return storageFailure(mails.error());
    const Result<QList<Store::Account>> published =
        publishFlags(session, transaction, *mails, patch);
    if (!published)
        return storageFailure(published.error());
    const Result<void> committed = transaction.commit();
    if (!committed)
        return storageFailure(committed.error());
    return Flagging{ *mails, accountsToStoreFlags(*published) };
}

Json::Bytes flagJson(qint64 id, QByteArrayView name, bool value)
{
    Json::Writer json;
    return json.beginObject().key("id").value(id).key(name).value(value).endObject().take();
}

Json::Bytes batchJson(QByteArrayView what, qsizetype count, const QList<qint64> &failed)
{
    Json::Writer json;
    json.beginObject().key(what).value(count).key("failed").beginArray();
    for (const qint64 id : failed)
        json.value(id);
    return json.endArray().endObject().take();
}

/// Sets flags of several mails. The answer has the number of these mails, and the ids without a mail.
Result<Change, ApiFailure> flagBatch(Store::Session &session, const QList<qint64> &ids,
                                     const Store::FlagPatch &patch, const Store::Viewer &viewer)
{
    const auto flagged = flag(session, ids, patch, viewer);
    RETURN_IF_ERROR(flagged);
    QSet<qint64> known;
    for (const Store::Flagged &mail : flagged->mails)
        known.insert(mail.id);
    QList<qint64> unknown;
    for (const qint64 id : ids) {
        if (!known.contains(id) && !unknown.contains(id))
            unknown.append(id);
    }
    return Change{ .data = batchJson("updated", known.size(), unknown),
                   .message = "updated",
                   .toStore = flagged->toStore };
}

QList<qint64> readIds(Http::Body &body)
{
    const QList<qint64> ids = body.integerList("ids"_L1, maxBatch);
    if (ids.isEmpty() && !body.failure())
        body.fail(u"ids"_s, u"must contain 1 to 1000 ids"_s);
    return ids;
}

struct Removal {
    Store::Deletion deletion;
    QList<qint64> toStore; ///< accounts whose servers get the change
};

Result<Removal, ApiFailure> removeMails(Store::Session &session, const QList<qint64> &ids,
                                        const Store::Viewer &viewer)
{
    Store::Transaction transaction(session);
    const Result<Store::Deletion> deletion = Store::deleteMails(session, ids, viewer);
    if (!deletion)
        return storageFailure(deletion.error());
    IdsByAccount deleted;
    for (const Store::DeletedMail &mail : deletion->deleted)
        deleted[mail.accountId].append(mail.id);
    const Result<QList<Store::Account>> published =
        publishEach(session, transaction, deleted, Events::mailDeleted);
    if (!published)
        return storageFailure(published.error());
    const Result<void> committed = transaction.commit();
    if (!committed)
        return storageFailure(committed.error());
    return Removal{ *deletion, accountsToStoreDeletions(*published) };
}

} // namespace

Result<Change, ApiFailure> setMailRead(const Http::Request &request, Store::Session &session,
                                       const Access &access)
{
    Http::Body body(request.body);
    const bool isRead = body.boolean("isRead"_L1);
    if (const auto failure = body.failure())
        return *failure;
    const auto flagged =
        flag(session, { request.id() }, { .isRead = isRead }, access.viewer(request));
    RETURN_IF_ERROR(flagged);
    if (flagged->mails.isEmpty())
        return failed(ApiError::MailNotFound);
    return Change{ .data = flagJson(request.id(), "isRead", isRead),
                   .message = isRead ? "marked as read"_ba : "marked as unread"_ba,
                   .toStore = flagged->toStore };
}

Result<Change, ApiFailure> setMailStarred(const Http::Request &request, Store::Session &session,
                                          const Access &access)
{
    Http::Body body(request.body);
    const bool isStarred = body.boolean("isStarred"_L1);
    if (const auto failure = body.failure())
        return *failure;
    const auto flagged =
        flag(session, { request.id() }, { .isStarred = isStarred }, access.viewer(request));
    RETURN_IF_ERROR(flagged);
    if (flagged->mails.isEmpty())
        return failed(ApiError::MailNotFound);
    return Change{ .data = flagJson(request.id(), "isStarred", isStarred),
                   .message = isStarred ? "starred"_ba : "star removed"_ba,
                   .toStore = flagged->toStore };
}

Result<Change, ApiFailure> setMailsRead(const Http::Request &request, Store::Session &session,
                                        const Access &access)
{
    Http::Body body(request.body);
    const QList<qint64> ids = readIds(body);
    const bool isRead = body.boolean("isRead"_L1);
    if (const auto failure = body.failure())
        return *failure;
    return flagBatch(session, ids, { .isRead = isRead }, access.viewer(request));
}

Result<Change, ApiFailure> setMailsStarred(const Http::Request &request, Store::Session &session,
                                           const Access &access)
{
    Http::Body body(request.body);
    const QList<qint64> ids = readIds(body);
    const bool isStarred = body.boolean("isStarred"_L1);
    if (const auto failure = body.failure())
        return *failure;
    return flagBatch(session, ids, { .isStarred = isStarred }, access.viewer(request));
}

Result<Change, ApiFailure> markAllMailsRead(const Http::Request &request, Store::Session &session,
                                            const Access &access)
{
    constexpr int batch = 500; // mails in one transaction
    Http::Body body(request.body.isEmpty() ? "{}"_ba : request.body);
    const std::optional<qint64> accountId = body.optionalInteger("accountId"_L1, 1);
    const QString folder = body.optionalText("folder"_L1, { .max = 1000 }).value_or(QString());
    if (const auto failure = body.failure())
        return *failure;
    const Store::Viewer viewer = access.viewer(request);
    if (accountId) {
        const Result<Store::Account> account = Store::accountById(session, *accountId, viewer);
        if (!account)
            return failedLookup(account.error(), ApiError::AccountNotFound);
    }
    qint64 updated = 0;
    QSet<qint64> toStore;
    for (;;) {
        Store::Transaction transaction(session);
        const auto mails = Store::markAllRead(session, viewer, accountId, folder, batch);
        if (!mails)
            return storageFailure(mails.error());
        if (mails->isEmpty())
            break;
        updated += mails->size();
        const auto published = publishFlags(session, transaction, *mails, { .isRead = true });
        if (!published)
            return storageFailure(published.error());
        const Result<void> committed = transaction.commit();
        if (!committed)
            return storageFailure(committed.error());
        for (const qint64 account : accountsToStoreFlags(*published))
            toStore.insert(account);
    }
    Json::Writer json;
    json.beginObject().key("updated").value(updated).endObject();
    return Change{ .data = json.take(), .message = "marked as read", .toStore = toStore.values() };
}

Result<Change, ApiFailure> deleteMail(const Http::Request &request, Store::Session &session,
                                      const Access &access)
{
    const auto removal = removeMails(session, { request.id() }, access.viewer(request));
    RETURN_IF_ERROR(removal);
    if (removal->deletion.deleted.isEmpty())
        return failed(ApiError::MailNotFound);
    return Change{ .data = "null", .message = "deleted", .toStore = removal->toStore };
}

Result<Change, ApiFailure> deleteMails(const Http::Request &request, Store::Session &session,
                                       const Access &access)
{
    Http::Body body(request.body);
    const QList<qint64> ids = readIds(body);
    if (const auto failure = body.failure())
        return *failure;
    const auto removal = removeMails(session, ids, access.viewer(request));
    RETURN_IF_ERROR(removal);
    const Store::Deletion &deletion = removal->deletion;
    return Change{ .data = batchJson("deleted", deletion.deleted.size(), deletion.unknown),
                   .message = "deleted",
                   .toStore = removal->toStore };
}

} // namespace Api
