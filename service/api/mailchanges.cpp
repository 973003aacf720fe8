// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/mailchanges.h"

#include "api/failure.h"
#include "events/mailevents.h"
#include "http/body.h"
#include "store/accounts.h"
#include "store/maildelete.h"
#include "store/mailflags.h"
#include "store/session.h"
#include "store/transaction.h"

#include <QMap>
#include <QSet>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr qsizetype maxBatch = 1000;

/// Events about mails of several accounts: one for each account.
using IdsByAccount = QMap<qint64, QList<qint64>>;

template<typename Make>
Result<void> publishEach(Store::Session &session, Store::Transaction &transaction,
                         const IdsByAccount &ids, Make make)
{
    for (auto it = ids.cbegin(); it != ids.cend(); ++it) {
        const Result<Store::Account> account = Store::accountById(session, it.key());
        if (!account)
            return account.error();
        const Events::About about{ account->id, account->email, session.now(), account->ownerId };
        transaction.publish(make(about, it.value()));
        transaction.publish(Events::statsUpdated(about));
    }
    return {};
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

Result<void> publishFlags(Store::Session &session, Store::Transaction &transaction,
                          const QList<Store::Flagged> &mails, const Store::FlagPatch &patch)
{
    const Events::MailChanges changes{ .isRead = patch.isRead, .isStarred = patch.isStarred };
    return publishEach(session, transaction, changedOnes(mails),
                       [&changes](const Events::About &about, const QList<qint64> &ids) {
                           return Events::mailUpdated(about, ids, changes);
                       });
}

/// Sets flags in one transaction; answers the mails that there are.
Result<QList<Store::Flagged>, ApiFailure> flag(Store::Session &session, const QList<qint64> &ids,
                                               const Store::FlagPatch &patch,
                                               const Store::Viewer &viewer)
{
    Store::Transaction transaction(session);
    const Result<QList<Store::Flagged>> mails = Store::setFlags(session, ids, patch, viewer);
    if (!mails)
        return storageFailure(mails.error());
    const Result<void> published = publishFlags(session, transaction, *mails, patch);
    if (!published)
        return storageFailure(published.error());
    const Result<void> committed = transaction.commit();
    if (!committed)
        return storageFailure(committed.error());
    return *mails;
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

QList<qint64> readIds(Http::Body &body)
{
    const QList<qint64> ids = body.integerList("ids"_L1, maxBatch);
    if (ids.isEmpty() && !body.failure())
        body.fail(u"ids"_s, u"must hold 1 to 1000 ids"_s);
    return ids;
}

Result<Store::Deletion, ApiFailure> removeMails(Store::Session &session, const QList<qint64> &ids,
                                                const Store::Viewer &viewer)
{
    Store::Transaction transaction(session);
    const Result<Store::Deletion> deletion = Store::deleteMails(session, ids, viewer);
    if (!deletion)
        return storageFailure(deletion.error());
    IdsByAccount deleted;
    for (const Store::DeletedMail &mail : deletion->deleted)
        deleted[mail.accountId].append(mail.id);
    const Result<void> published = publishEach(session, transaction, deleted, Events::mailDeleted);
    if (!published)
        return storageFailure(published.error());
    const Result<void> committed = transaction.commit();
    if (!committed)
        return storageFailure(committed.error());
    return *deletion;
}

} // namespace

Result<Change, ApiFailure> setMailRead(const Http::Request &request, Store::Session &session,
                                       const Access &access)
{
    Http::Body body(request.body);
    const bool isRead = body.boolean("isRead"_L1);
    if (const auto failure = body.failure())
        return *failure;
    const auto mails =
        flag(session, { request.id() }, { .isRead = isRead }, access.viewer(request));
    if (!mails)
        return mails.error();
    if (mails->isEmpty())
        return failed(ApiError::MailNotFound);
    return Change{ flagJson(request.id(), "isRead", isRead),
                   isRead ? "marked as read"_ba : "marked as unread"_ba };
}

Result<Change, ApiFailure> setMailStarred(const Http::Request &request, Store::Session &session,
                                          const Access &access)
{
    Http::Body body(request.body);
    const bool isStarred = body.boolean("isStarred"_L1);
    if (const auto failure = body.failure())
        return *failure;
    const auto mails =
        flag(session, { request.id() }, { .isStarred = isStarred }, access.viewer(request));
    if (!mails)
        return mails.error();
    if (mails->isEmpty())
        return failed(ApiError::MailNotFound);
    return Change{ flagJson(request.id(), "isStarred", isStarred),
                   isStarred ? "starred"_ba : "star removed"_ba };
}

Result<Change, ApiFailure> setMailsRead(const Http::Request &request, Store::Session &session,
                                        const Access &access)
{
    Http::Body body(request.body);
    const QList<qint64> ids = readIds(body);
    const bool isRead = body.boolean("isRead"_L1);
    if (const auto failure = body.failure())
        return *failure;
    const auto mails = flag(session, ids, { .isRead = isRead }, access.viewer(request));
    if (!mails)
        return mails.error();
    QSet<qint64> known;
    for (const Store::Flagged &mail : *mails)
        known.insert(mail.id);
    QList<qint64> unknown;
    for (const qint64 id : ids) {
        if (!known.contains(id) && !unknown.contains(id))
            unknown.append(id);
    }
    return Change{ batchJson("updated", known.size(), unknown), "updated" };
}

Result<Change, ApiFailure> markAllMailsRead(const Http::Request &request, Store::Session &session,
                                            const Access &access)
{
    constexpr int batch = 500; // a transaction each, so that others get their turn
    Http::Body body(request.body.isEmpty() ? "{}"_ba : request.body);
    const std::optional<qint64> accountId = body.optionalInteger("accountId"_L1, 1);
    const QString folder = body.optionalText("folder"_L1).value_or(QString());
    if (const auto failure = body.failure())
        return *failure;
    const Store::Viewer viewer = access.viewer(request);
    if (accountId) {
        const Result<Store::Account> account = Store::accountById(session, *accountId, viewer);
        if (!account)
            return failedLookup(account.error(), ApiError::AccountNotFound);
    }
    qint64 updated = 0;
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
    }
    Json::Writer json;
    json.beginObject().key("updated").value(updated).endObject();
    return Change{ json.take(), "marked as read" };
}

Result<Change, ApiFailure> deleteMail(const Http::Request &request, Store::Session &session,
                                      const Access &access)
{
    const auto deletion = removeMails(session, { request.id() }, access.viewer(request));
    if (!deletion)
        return deletion.error();
    if (deletion->deleted.isEmpty())
        return failed(ApiError::MailNotFound);
    return Change{ "null", "deleted" };
}

Result<Change, ApiFailure> deleteMails(const Http::Request &request, Store::Session &session,
                                       const Access &access)
{
    Http::Body body(request.body);
    const QList<qint64> ids = readIds(body);
    if (const auto failure = body.failure())
        return *failure;
    const auto deletion = removeMails(session, ids, access.viewer(request));
    if (!deletion)
        return deletion.error();
    return Change{ batchJson("deleted", deletion->deleted.size(), deletion->unknown), "deleted" };
}

} // namespace Api
