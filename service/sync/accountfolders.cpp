// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/accountfolders.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Sync {

AccountFolders::AccountFolders(Context &context, Indexing::Indexer &indexer, Imap::Session &session,
                               AccountRow &account, AccountRequests &requests, ProgressMeter &meter)
    : m_context(context), m_indexer(indexer), m_session(session), m_account(account),
      m_requests(requests), m_meter(meter), m_survey(context, session),
      m_visits(context.clock, context.settings.idleCheck)
{
}

QCoro::Task<Result<void>> AccountFolders::survey(bool isFirst)
{
    Result<FoldersNow> now = co_await m_survey.run(m_account.account(), m_open);
    CO_RETURN_IF_ERROR(now);
    m_account.setFolders(now->folders, now->folderRoles);
    m_roles = std::move(now->roles);
    m_visits.setStatuses(std::move(now->statuses));
    const auto unexpected = std::exchange(m_unexpected, {});
    if (now->isSteady)
        m_accepted.insert(unexpected);
    if (now->hasOpened)
        m_open.clear();
    dropOthers(now->known);
    if (isFirst)
        remember(now->known);
    if (m_roles.isEmpty())
        co_return Error{ Error::Code::NotFound,
                         u"The mail server has none of the account's folders."_s };
    co_return {};
}

QCoro::Task<Result<void>> AccountFolders::noteRefused(QStringList paths)
{
    return m_survey.noteRefused(std::move(paths));
}

// Drops the data of folders that are gone, or that have another name or another role now.
void AccountFolders::dropOthers(const KnownFolders &known)
{
    QHash<QString, qint64> ids;
    for (const Store::Folder &folder : known.folders)
        ids.insert(folder.path, folder.id);
    const auto isOther = [&](const QString &path, const FolderSync &sync) {
        const qint64 id = sync.folder().id;
        return !m_roles.contains(path) || m_roles.value(path) != sync.role()
            || (id != 0 && id != ids.value(path));
    };
    for (auto it = m_folders.begin(); it != m_folders.end();) {
        if (isOther(it->first, *it->second)) {
            m_visits.forget(it->first);
            it = m_folders.erase(it);
        } else {
            ++it;
        }
    }
    if (!m_folders.contains(m_open))
        m_open.clear();
}

// Sets the stored rows of the folders, so that requests of users need no visit of the folder before.
void AccountFolders::remember(const KnownFolders &known)
{
    QHash<QString, qint64> held;
    for (const Store::Folder &folder : known.folders) {
        if (!m_roles.contains(folder.path))
            continue;
        at(folder.path).remember(folder);
        held.insert(folder.path, known.held.value(folder.id));
    }
    m_visits.setHeld(std::move(held));
}

FolderSync &AccountFolders::at(const QString &path)
{
    auto &folder = m_folders[path];
    if (!folder) {
        folder = std::make_unique<FolderSync>(m_context, m_indexer, m_session, m_requests.bodies(),
                                              m_account.account(), path, m_roles.value(path));
        folder->setProgress(&m_meter);
        if (m_requests.isDistrusted())
            folder->distrust();
    }
    folder->accept(m_accepted.value(path));
    return *folder;
}

FolderSync *AccountFolders::folder(const QString &path) const
{
    const auto found = m_folders.find(path);
    return found == m_folders.end() ? nullptr : found->second.get();
}

QString AccountFolders::pathOf(qint64 folderId) const
{
    const auto isIt = [folderId](const auto &entry) {
        return entry.second->folder().id == folderId;
    };
    const auto found = std::ranges::find_if(m_folders, isIt);
    return found == m_folders.end() ? QString() : found->first;
}

bool AccountFolders::isStale() const
{
    const FolderSync *open = folder(m_open);
    return open && open->isStale();
}

QCoro::Task<Result<void>> AccountFolders::enter(QString path)
{
    FolderSync *const sync = &at(path);
    m_open = path;
    Result<void> entered = co_await sync->enter();
    noteUidValidity(path);
    co_return entered;
}

QCoro::Task<Result<void>> AccountFolders::syncAgain(QString path)
{
    FolderSync *const sync = &at(path);
    Result<void> synced = co_await sync->syncAgain();
    noteUidValidity(path);
    co_return synced;
}

QCoro::Task<Result<void>> AccountFolders::catchUp(QString path)
{
    FolderSync *const sync = &at(path);
    Result<void> caughtUp = co_await sync->catchUp();
    noteUidValidity(path);
    co_return caughtUp;
}

QCoro::Task<Result<void>> AccountFolders::storeChanges(QString path)
{
    FolderSync *const sync = folder(path);
    m_open = path;
    Result<void> stored = co_await sync->storeChanges();
    noteUidValidity(path);
    co_return stored;
}

void AccountFolders::noteUidValidity(const QString &path)
{
    const quint32 unexpected = at(path).unexpectedUidValidity();
    if (unexpected == 0)
        return;
    m_unexpected.insert(path, unexpected);
    m_open.clear();
}

bool AccountFolders::isUnchanged(const QString &path, Wake why) const
{
    const FolderSync *sync = folder(path);
    if (!sync || m_requests.isDistrusted())
        return false;
    const bool hasWork =
        sync->isStale() || sync->hasMissingBodies() || sync->folder().role != sync->role();
    return !hasWork && m_visits.isUnchanged(path, sync->folder(), why);
}

AccountFolders::Counts AccountFolders::takeCounts()
{
    Counts counts;
    for (const auto &[path, folder] : m_folders) {
        counts.added += folder->newCount();
        counts.updated += folder->updatedCount();
        folder->resetCounts();
    }
    return counts;
}

void AccountFolders::forgetAll()
{
    m_folders.clear();
    m_open.clear();
}

} // namespace Sync
