// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/folderstore.h"

#include "events/webhooknotices.h"
#include "store/db/transaction.h"
#include "store/lists/mailpage.h"
#include "store/mail/settle.h"
#include "store/queue/pushqueue.h"
#include "store/search/fill/searchbatch.h"
#include "store/sql/session.h"

#include <QHash>

namespace Sync {

namespace {

bool isAwaited(const Store::Folder &folder)
{
    static const QList<QByteArray> quiet = { "sent", "drafts", "junk", "trash" };
    return !quiet.contains(folder.role);
}

bool isNews(const Store::Folder &folder, const Store::StoredMail &mail)
{
    return mail.isNew && mail.uid >= folder.uidNextAtFirstImport && isAwaited(folder);
}

Result<QList<Parsing::ReadBody>> storeBodiesIn(Store::Session &session,
                                               QList<Parsing::ReadBody> bodies)
{
    QList<Store::ParsedBody> parsed;
    parsed.reserve(bodies.size());
    for (Parsing::ReadBody &read : bodies)
        parsed.append(std::exchange(read.body, Store::ParsedBody{ .mailId = read.body.mailId }));
    const Result<QList<qint64>> stored = Store::storeBodies(session, parsed);
    RETURN_IF_ERROR(stored);
    const QSet<qint64> ids(stored->begin(), stored->end());
    bodies.removeIf(
        [&ids](const Parsing::ReadBody &read) { return !ids.contains(read.body.mailId); });
    return bodies;
}

// The searchable fields of a list row.
Store::SearchFields listedFields(const Store::NewMail &mail)
{
    return { .sender = mail.fromName + u' ' + mail.from,
             .subject = mail.subject,
             .body = {},
             .to = mail.to.join(u'\n'),
             .cc = mail.cc.join(u'\n'),
             .bcc = {},
             .filenames = {} };
}

// Adds the mails to the full text index, those without a body by their list rows. Returns the bytes of their words.
Result<qsizetype> indexArrival(Store::Session &session, const QList<Store::NewMail> &mails,
                               QHash<quint32, qint64> idOfUid,
                               const QList<Parsing::ReadBody> &bodies)
{
    QList<Store::PreparedSearchWork> work;
    for (const Parsing::ReadBody &read : bodies)
        work.append({ idOfUid.take(read.uid), int(Store::BodyState::Stored), read.document });
    for (const Store::NewMail &mail : mails) {
        if (const qint64 id = idOfUid.take(mail.uid))
            work.append({ id, int(mail.bodyState), Store::searchDocument(listedFields(mail)) });
    }
    qsizetype bytes = 0;
    for (const Store::PreparedSearchWork &one : std::as_const(work))
        bytes += one.document.bytes();
    const Result<int> indexed = Store::storeSearchWork(session, work);
    RETURN_IF_ERROR(indexed);
    return bytes;
}

Result<void> announce(Store::Session &session, Store::Transaction &transaction,
                      const Store::Account &account, const QList<qint64> &ids)
{
    if (ids.isEmpty())
        return {};
    const Result<QList<Store::MailRow>> rows = Store::mailsByIds(session, ids);
    RETURN_IF_ERROR(rows);
    transaction.publish(Events::mailReceived(about(session, account), *rows));
    const Result<void> queued =
        Events::queueMailCalls(session, about(session, account), account.name, *rows);
    return queued ? Store::notePushes(session, account.id, *rows) : queued;
}

// One event for each combination of flags, because an event's changes apply to all its mails.
void publishFlags(Store::Transaction &transaction, const Events::About &about,
                  const QList<Store::MailRow> &rows)
{
    QMap<std::pair<bool, bool>, QList<qint64>> byFlags;
    for (const Store::MailRow &row : rows)
        byFlags[{ row.isRead, row.isStarred }].append(row.id);
    for (auto it = byFlags.cbegin(); it != byFlags.cend(); ++it) {
        const Events::MailChanges changes{ .isRead = it.key().first, .isStarred = it.key().second };
        transaction.publish(Events::mailUpdated(about, it.value(), changes));
    }
}

/// Publishes the mails' new folders, and their flags, which may have changed with the move.
void publishMoved(Store::Transaction &transaction, const Events::About &about,
                  const QList<Store::MailRow> &rows)
{
    using Flags = std::pair<bool, bool>;
    QMap<std::pair<qint64, Flags>, QList<qint64>> groups;
    QHash<qint64, Store::MailRow> folders;
    for (const Store::MailRow &row : rows) {
        groups[{ row.folderId, { row.isRead, row.isStarred } }].append(row.id);
        folders.insert(row.folderId, row);
    }
    for (auto it = groups.cbegin(); it != groups.cend(); ++it) {
        const Store::MailRow folder = folders.value(it.key().first);
        const Events::MailChanges changes{ .isRead = it.key().second.first,
                                           .isStarred = it.key().second.second,
                                           .onServer = true,
                                           .bodyState = {},
                                           .folder = folder.folder,
                                           .folderRole = folder.folderRole };
        transaction.publish(Events::mailUpdated(about, it.value(), changes));
    }
}

void publishGone(Store::Transaction &transaction, const Events::About &about,
                 const Store::Gone &gone)
{
    if (!gone.changed.isEmpty())
        transaction.publish(Events::mailUpdated(about, gone.changed, { .onServer = false }));
    if (!gone.deleted.isEmpty())
        transaction.publish(Events::mailDeleted(about, gone.deleted));
}

Result<Applied> commitGone(Store::Session &session, Store::Transaction &transaction,
                           const Store::Account &account, const Result<Store::Gone> &gone)
{
    RETURN_IF_ERROR(gone);
    const Result<QList<Store::MailRow>> moved = Store::mailsByIds(session, gone->moved);
    RETURN_IF_ERROR(moved);
    publishMoved(transaction, about(session, account), *moved);
    publishGone(transaction, about(session, account), *gone);
    return transaction.commit(
        Applied{ gone->changed.size() + gone->deleted.size() + gone->moved.size(), {} });
}

} // namespace

Events::About about(Store::Session &session, const Store::Account &account)
{
    return { account.id, account.email, session.now(), account.ownerId };
}

Result<Arrived> storeArrival(Store::Session &session, const Store::Account &account,
                             const Store::Folder &folder, Arrival arrival)
{
    Store::Transaction transaction(session);
    if (arrival.areIndexed) {
        RETURN_IF_ERROR(Store::beginSearchWork(session));
    }
    const Result<QList<Store::StoredMail>> stored =
        Store::insertMails(session, folder, arrival.mails);
    RETURN_IF_ERROR(stored);
    QHash<quint32, qint64> idOfUid;
    QList<qint64> news;
    QList<qint64> moved;
    Arrived arrived;
    for (const Store::StoredMail &mail : *stored) {
        idOfUid.insert(mail.uid, mail.id);
        arrived.stored += mail.isNew || mail.isCopy;
        if (isNews(folder, mail))
            news.append(mail.id);
        if (mail.isMoved)
            moved.append(mail.id);
    }
    arrived.announced = news.size();
    arrived.moved = moved.size();
    const Result<QList<Store::MailRow>> movedRows = Store::mailsByIds(session, moved);
    RETURN_IF_ERROR(movedRows);
    publishMoved(transaction, about(session, account), *movedRows);
    for (const Store::MailRow &row : *movedRows) {
        if (row.bodyState == Store::BodyState::Stored)
            idOfUid.remove(row.uid); // its body was stored before the move
    }
    arrival.bodies.removeIf(
        [&idOfUid](const Parsing::ReadBody &b) { return !idOfUid.contains(b.uid); });
    for (Parsing::ReadBody &body : arrival.bodies)
        body.body.mailId = idOfUid.value(body.uid);
    const Result<QList<Parsing::ReadBody>> bodies =
        storeBodiesIn(session, std::move(arrival.bodies));
    RETURN_IF_ERROR(bodies);
    if (arrival.areIndexed) {
        const Result<qsizetype> bytes = indexArrival(session, arrival.mails, idOfUid, *bodies);
        RETURN_IF_ERROR(bytes);
        arrived.indexedBytes = *bytes;
    }
    RETURN_IF_ERROR(announce(session, transaction, account, news));
    return transaction.commit(arrived);
}

Result<QList<Parsing::ReadBody>> storeFetchedBodies(Store::Session &session,
                                                    const Store::Account &account,
                                                    QList<Parsing::ReadBody> bodies)
{
    Store::Transaction transaction(session);
    Result<QList<Parsing::ReadBody>> stored = storeBodiesIn(session, std::move(bodies));
    RETURN_IF_ERROR(stored);
    QList<qint64> ids;
    for (const Parsing::ReadBody &read : *stored)
        ids.append(read.body.mailId);
    if (!ids.isEmpty()) {
        const Events::MailChanges changes{ .bodyState = Store::BodyState::Stored };
        transaction.publish(Events::mailUpdated(about(session, account), ids, changes, false));
    }
    return transaction.commit(stored);
}

Result<bool> storeOutline(Store::Session &session, const Store::Account &account,
                          const Store::ParsedBody &body)
{
    Store::Transaction transaction(session);
    const Result<QList<qint64>> stored = Store::storeBodies(session, { body });
    RETURN_IF_ERROR(stored);
    if (!stored->isEmpty()) {
        const Events::MailChanges changes{ .bodyState = Store::BodyState::OnDemand };
        transaction.publish(Events::mailUpdated(about(session, account), *stored, changes, false));
    }
    return transaction.commit(!stored->isEmpty());
}

Result<Applied> applyFlags(Store::Session &session, const Store::Account &account,
                           const Store::Folder &folder, const QList<Store::ServerFlags> &flags)
{
    Store::Transaction transaction(session);
    const bool takeOver = account.flagSync != "off";
    const Result<Store::FlagsApplied> applied =
        Store::applyServerFlags(session, folder, flags, takeOver);
    RETURN_IF_ERROR(applied);
    QList<qint64> ids;
    for (const Store::Flagged &mail : applied->changed)
        ids.append(mail.id);
    const Result<QList<Store::MailRow>> rows = Store::mailsByIds(session, ids);
    RETURN_IF_ERROR(rows);
    publishFlags(transaction, about(session, account), *rows);
    return transaction.commit(Applied{ ids.size(), applied->unknown });
}

Result<Applied> applyGone(Store::Session &session, const Store::Account &account,
                          const Store::Folder &folder, const QList<quint32> &uids)
{
    Store::Transaction transaction(session);
    const Store::GonePolicy policy = Store::gonePolicy(account.onExpunge);
    return commitGone(session, transaction, account,
                      Store::markGone(session, folder.id, uids, policy));
}

Result<Applied> endRebind(Store::Session &session, const Store::Account &account,
                          const Store::Folder &folder, int max)
{
    Store::Transaction transaction(session);
    const Store::GonePolicy policy = Store::gonePolicy(account.onExpunge);
    return commitGone(session, transaction, account,
                      Store::finishRebind(session, folder.id, policy, max));
}

Result<void> saveBuried(Store::Session &session, qint64 folderId,
                        const QList<Store::BuriedUid> &buried)
{
    Store::Transaction transaction(session);
    return transaction.commit(Store::noteBuried(session, folderId, buried));
}

Result<void> storeMissingBodies(Store::Session &session, const Store::Account &account,
                                const QList<qint64> &mailIds)
{
    Store::Transaction transaction(session);
    const Result<QList<qint64>> given = Store::noteMissingBodies(session, mailIds);
    RETURN_IF_ERROR(given);
    if (!given->isEmpty()) {
        const Events::MailChanges changes{ .bodyState = Store::BodyState::Unavailable };
        transaction.publish(Events::mailUpdated(about(session, account), *given, changes));
    }
    return transaction.commit();
}

Result<void> endPass(Store::Session &session, qint64 accountId)
{
    Store::Transaction transaction(session);
    return transaction.commit(Store::countPass(session, accountId));
}

Result<bool> settleSome(Store::Session &session, const Store::Account &account, int max)
{
    Store::Transaction transaction(session);
    const Result<Store::Settled> settled = Store::settle(session, account.id, max);
    RETURN_IF_ERROR(settled);
    const Store::Gone gone{ {}, settled->deleted, {} };
    const Result<Applied> applied = commitGone(session, transaction, account, gone);
    RETURN_IF_ERROR(applied);
    return settled->isMore;
}

Result<void> saveFolder(Store::Session &session, const Store::Folder &folder)
{
    Store::Transaction transaction(session);
    return transaction.commit(Store::updateFolder(session, folder));
}

} // namespace Sync
