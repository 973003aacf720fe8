// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/foldersync.h"

#include "store/transaction.h"
#include "sync/listing.h"
#include "sync/log.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Sync {

namespace {

constexpr int goneBatch = 500;
constexpr qsizetype flagBatch = 500; ///< a transaction of some 50 ms

quint32 highestUid(const QList<Store::ServerFlags> &state)
{
    quint32 highest = 0;
    for (const Store::ServerFlags &mail : state)
        highest = std::max(highest, mail.uid);
    return highest;
}

} // namespace

FolderSync::FolderSync(Context &context, Indexer &indexer, Imap::Session &session,
                       TextWishes &wishes, Store::Account account, QString path, QByteArray role)
    : m_context(context), m_indexer(indexer), m_session(session), m_wishes(wishes),
      m_account(std::move(account)), m_path(std::move(path)), m_role(std::move(role))
{
}

QCoro::Task<Result<void>> FolderSync::enter()
{
    Result<Imap::Mailbox> mailbox = co_await m_session.examine(m_path);
    m_isRefused = !mailbox && m_session.isOpen();
    if (!mailbox)
        co_return mailbox.error();
    m_exists = mailbox->exists;
    const Result<void> begun = co_await begin(*mailbox);
    if (!begun)
        co_return begun;
    m_session.takeNews(); // what came up to here is in what we look at now
    Result<void> done = co_await compare();
    co_return done;
}

// Finds the folder's row and sees whether the server renumbered its mails.
QCoro::Task<Result<void>> FolderSync::begin(Imap::Mailbox mailbox)
{
    const auto account = m_account.id;
    const auto path = m_path;
    const auto role = m_role;
    auto prepare = [=](Store::Session &session) -> Result<Store::Folder> {
        Store::Transaction transaction(session);
        Result<Store::Folder> folder = Store::ensureFolder(session, account, path, role);
        if (!folder)
            return folder;
        if (folder->uidValidity != mailbox.uidValidity) {
            if (folder->uidValidity != 0)
                folder = Store::beginRebind(session, *folder, mailbox.uidValidity, mailbox.uidNext);
            else
                folder->uidValidity = mailbox.uidValidity;
            if (!folder)
                return folder;
            folder->uidNextAtFirstImport = mailbox.uidNext;
            const Result<void> updated = Store::updateFolder(session, *folder);
            if (!updated)
                return updated.error();
        }
        const Result<void> committed = transaction.commit();
        if (!committed)
            return committed.error();
        return folder;
    };
    Result<Store::Folder> folder = co_await m_context.database.writing(std::move(prepare));
    if (!folder)
        co_return folder.error();
    m_folder = *folder;
    co_return {};
}

// Every uid with its flags: 40 bytes and 1 us a mail, so the whole truth is cheap.
QCoro::Task<Result<QList<Store::ServerFlags>>> FolderSync::serverState()
{
    auto state = std::make_shared<QList<Store::ServerFlags>>();
    if (m_exists == 0)
        co_return *state;
    state->reserve(m_exists);
    Imap::FetchRequest request;
    request.uids = Imap::UidSet::range(1, Imap::UidSet::Star);
    request.flags = true;
    auto sink = [state](Imap::FetchedMessage &&message) {
        if (message.uid != 0 && message.flags)
            state->append({ message.uid, serverFlags(*message.flags) });
    };
    const Result<void> fetched = co_await m_session.fetch(std::move(request), std::move(sink));
    if (!fetched)
        co_return fetched.error();
    sortUnique(*state); // repeated ones must not count for others that are not shown
    co_return *state;
}

QCoro::Task<Result<void>> FolderSync::compare()
{
    m_isStale = false;
    Result<QList<Store::ServerFlags>> server = co_await serverState();
    if (!server)
        co_return server.error();
    const Result<bool> isComplete = co_await isAllOf(server->size());
    if (!isComplete)
        co_return isComplete.error();
    if (m_folder.uidNextAtFirstImport == 0) // the server did not say UIDNEXT
        m_folder.uidNextAtFirstImport = highestUid(*server) + 1;
    const quint32 seenUpTo = highestUid(*server);
    const qint64 folderId = m_folder.id;
    auto compareHere = [folderId, server = std::move(*server)](
                           Store::Session &session) mutable -> Result<FolderDelta> {
        const Result<QList<Store::ServerFlags>> known = Store::knownUids(session, folderId);
        const Result<QList<quint32>> buried = Store::buriedUids(session, folderId);
        if (!known || !buried)
            return known ? buried.error() : known.error();
        return compareFolder(std::move(server), *known, *buried);
    };
    Result<FolderDelta> delta = co_await m_context.database.reading(std::move(compareHere));
    if (!delta)
        co_return delta.error();
    const Result<void> applied = co_await applyDelta(std::move(*delta), *isComplete);
    if (!applied)
        co_return applied;
    const Result<void> advanced = co_await advanceTo(seenUpTo + 1);
    if (!advanced)
        co_return advanced;
    const Result<void> imported = co_await finishImport();
    if (!imported)
        co_return imported;
    const Result<void> small = co_await texts(maxBodyInTurn);
    if (!small)
        co_return small;
    Result<void> large = co_await texts(maxBodyStored);
    co_return large;
}

// A server that shows fewer mails than it counts must not make the rest disappear here. After
// deletions its count is known only from a new EXAMINE: EXPUNGE and VANISHED come without one.
QCoro::Task<Result<bool>> FolderSync::isAllOf(qsizetype shown)
{
    const Imap::MailboxNews meanwhile = m_session.takeNews();
    m_exists = meanwhile.exists.value_or(m_exists);
    if (shown >= qsizetype(m_exists))
        co_return true;
    const Result<Imap::Mailbox> mailbox = co_await m_session.examine(m_path);
    if (!mailbox)
        co_return mailbox.error();
    if (mailbox->uidValidity != m_folder.uidValidity)
        co_return Error{ Error::Code::Server, u"The server renumbered the folder's mails."_s };
    m_exists = mailbox->exists;
    co_return shown >= qsizetype(m_exists);
}

QCoro::Task<Result<void>> FolderSync::applyDelta(FolderDelta delta, bool isComplete)
{
    const auto account = m_account;
    const auto folder = m_folder;
    for (qsizetype at = 0; at < delta.changed.size(); at += flagBatch) {
        auto flag = [=, changed = delta.changed.mid(at, flagBatch)](Store::Session &session) {
            return applyFlags(session, account, folder, changed);
        };
        const Result<Applied> applied = co_await m_context.database.writingSoon(std::move(flag));
        if (!applied)
            co_return applied.error();
        m_updated += applied->updated;
    }
    const QList<QList<quint32>> batches = chunks(delta.gone, goneBatch, goneBatch);
    for (const QList<quint32> &batch : batches) {
        if (!isComplete || !m_folder.firstImportDone)
            break;
        auto bury = [=](Store::Session &session) {
            return applyGone(session, account, folder, batch);
        };
        const Result<Applied> applied = co_await m_context.database.writingSoon(std::move(bury));
        if (!applied)
            co_return applied.error();
        m_updated += applied->updated;
    }
    const Result<QList<quint32>> wanted = co_await wantedOf(delta.toList);
    if (!wanted)
        co_return wanted.error();
    delta.toList = *wanted;
    delta.toList.removeIf([this](quint32 uid) { return m_unreadable.contains(uid); });
    const auto firstOld =
        std::ranges::find_if(delta.toList, [this](quint32 uid) { return !isNewsUid(uid); });
    const qsizetype news = firstOld - delta.toList.begin();
    const Result<void> taken = co_await takeNews(delta.toList.first(news));
    if (!taken)
        co_return taken;
    Result<void> listed = co_await list(delta.toList.sliced(news));
    co_return listed;
}

// What of these the account wants at all, by its syncMode; the order stays.
QCoro::Task<Result<QList<quint32>>> FolderSync::wantedOf(QList<quint32> uids)
{
    if (uids.isEmpty() || m_account.syncMode == "all")
        co_return uids;
    QByteArray criteria = "UNSEEN";
    if (m_account.syncMode == "recent") {
        const qint64 since = m_context.clock.now() - qint64(m_account.syncDays) * 86400;
        const QDate day = QDateTime::fromSecsSinceEpoch(since, Qt::UTC).date();
        criteria = "SINCE " + QLocale::c().toString(day, u"d-MMM-yyyy"_s).toLatin1();
    }
    const Result<Imap::SearchResult> found = co_await m_session.uidSearch(criteria);
    if (!found)
        co_return found.error();
    uids.removeIf([&found](quint32 uid) { return !found->uids.contains(uid); });
    co_return uids;
}

bool FolderSync::isNewsUid(quint32 uid) const
{
    return uid >= m_folder.uidNextAtFirstImport;
}

QCoro::Task<Result<void>> FolderSync::finishImport()
{
    if (m_folder.firstImportDone)
        co_return {};
    const auto account = m_account;
    const auto folder = m_folder;
    for (bool isMore = true; isMore;) {
        auto end = [=](Store::Session &session) {
            return endRebind(session, account, folder, goneBatch);
        };
        const Result<Applied> applied = co_await m_context.database.writingSoon(std::move(end));
        if (!applied)
            co_return applied.error();
        isMore = applied->updated > 0;
        m_updated += applied->updated;
    }
    m_folder.firstImportDone = true;
    const auto finished = m_folder;
    auto save = [=](Store::Session &session) {
        return saveFolder(session, finished);
    };
    Result<void> saved = co_await m_context.database.writing(std::move(save));
    co_return saved;
}

QCoro::Task<Result<void>> FolderSync::advanceTo(quint32 uidNext)
{
    if (uidNext <= m_folder.uidNext)
        co_return {};
    m_folder.uidNext = uidNext;
    const auto advanced = m_folder;
    auto save = [=](Store::Session &session) {
        return saveFolder(session, advanced);
    };
    Result<void> saved = co_await m_context.database.writing(std::move(save));
    co_return saved;
}

} // namespace Sync
