// SPDX-License-Identifier: GPL-3.0-or-later
// The part of AccountSync that finds the account's folders, and decides which of them need no visit.
#include "mailbox/folderroles.h"
#include "store/mail/localfolder.h"
#include "sync/accountsync.h"
#include "sync/log.h"

using namespace Qt::StringLiterals;

namespace Sync {

namespace {

constexpr int leavingBatch = 500;

} // namespace

// Leaves the folders that were removed from the account's list. This needs no connection to the server.
QCoro::Task<Result<void>> AccountSync::leaveFolders()
{
    const qint64 id = m_accountId;
    auto read = [id](Store::Session &session) {
        return Store::foldersOf(session, id);
    };
    const Result<QList<Store::Folder>> folders =
        co_await m_context.database.reading(std::move(read));
    CO_RETURN_IF_ERROR(folders);
    QSet<QString> followed;
    for (const QString &path : std::as_const(m_account.folders))
        followed.insert(Mailbox::normalPath(path));
    const auto account = m_account;
    for (const Store::Folder &folder : *folders) {
        const bool isLeft = !folder.firstImportDone && folder.uidNextAtFirstImport == 0;
        if (Store::isLocalFolder(folder.path) || followed.contains(folder.path) || isLeft)
            continue;
        quint32 after = 0;
        for (bool isMore = true; isMore && !m_isStopping;) {
            auto leave = [=](Store::Session &session) {
                return applyLeaving(session, account, folder, after, leavingBatch);
            };
            const Result<quint32> left = co_await m_context.database.writingSoon(std::move(leave));
            CO_RETURN_IF_ERROR(left);
            after = *left;
            isMore = after != 0;
        }
    }
    co_return {};
}

// Finds out which of the account's folders the server has, and their roles.
QCoro::Task<Result<void>> AccountSync::findFolders()
{
    if (!m_survey)
        m_survey = std::make_unique<FolderSurvey>(m_context, *m_session);
    Result<FoldersNow> now = co_await m_survey->look(m_account, m_open);
    CO_RETURN_IF_ERROR(now);
    m_account.folders = now->folders;
    m_account.folderRoles = now->folderRoles;
    m_roles = std::move(now->roles);
    m_statuses = std::move(now->statuses);
    const auto unexpected = std::exchange(m_unexpected, {});
    if (now->isSteady)
        m_accepted.insert(unexpected);
    if (now->hasOpened)
        m_open.clear();
    forgetFolders(now->known);
    if (m_lastFullMs == 0)
        rememberFolders(now->known);
    if (m_roles.isEmpty())
        co_return Error{ Error::Code::NotFound,
                         u"The mail server has none of the account's folders."_s };
    co_return {};
}

// Drops the data of folders that are gone, or that have another name or another role now.
void AccountSync::forgetFolders(const KnownFolders &known)
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
            m_visits.remove(it->first);
            it = m_folders.erase(it);
        } else {
            ++it;
        }
    }
    if (!m_folders.contains(m_open))
        m_open.clear();
}

// Sets the stored rows of the folders, so that requests of users need no visit of the folder before.
void AccountSync::rememberFolders(const KnownFolders &known)
{
    m_held.clear();
    for (const Store::Folder &folder : known.folders) {
        if (!m_roles.contains(folder.path))
            continue;
        folderAt(folder.path).remember(folder);
        m_held.insert(folder.path, known.held.value(folder.id));
    }
}

FolderSync &AccountSync::folderAt(const QString &path)
{
    auto &folder = m_folders[path];
    if (!folder) {
        folder = std::make_unique<FolderSync>(m_context, m_indexer, *m_session, m_bodyRequests,
                                              m_account, path, m_roles.value(path));
        folder->setProgress(&m_meter);
        if (m_isDistrusted)
            folder->distrust();
    }
    folder->accept(m_accepted.value(path));
    return *folder;
}

QCoro::Task<Result<void>> AccountSync::enter(QString path)
{
    FolderSync *const folder = &folderAt(path);
    m_open = path;
    Result<void> entered = co_await folder->enter();
    noteUidValidity(path);
    co_return entered;
}

// A folder that was renamed since the survey would lose its mails to the one that has its name now, so
// the survey is repeated first.
void AccountSync::noteUidValidity(const QString &path)
{
    const quint32 unexpected = folderAt(path).unexpectedUidValidity();
    if (unexpected == 0)
        return;
    m_unexpected.insert(path, unexpected);
    m_open.clear();
}

// Decides by the server's counts, so that of hundreds of folders only those with changes are opened.
bool AccountSync::isUnchanged(const QString &path, Wake why)
{
    const auto status = m_statuses.constFind(path);
    const auto found = m_folders.find(path);
    if (status == m_statuses.cend() || found == m_folders.end() || m_isDistrusted)
        return false;
    const FolderSync &sync = *found->second;
    const qint64 nowMs = m_context.clock.nowMs();
    const Visit last = m_visits.value(path);
    const bool isSame = last.atMs != 0 && last.status == *status;
    if (sync.isStale() || sync.hasMissingTexts() || sync.folder().role != sync.role())
        return false;
    if (!status->highestModSeq || *status->highestModSeq == 0) {
        // Starred marks do not change the counts: the folder is compared at intervals and on request.
        const std::chrono::milliseconds age(nowMs - last.atMs);
        return isSame && why != Wake::Asked && age >= age.zero()
            && age < m_context.settings.idleCheck;
    }
    if (isWholeDue(sync.folder(), m_context.clock.now(), false))
        return false;
    return isSame || isAsKnown(sync.folder(), *status, m_held.value(path, -1));
}

void AccountSync::noteVisit(const QString &path)
{
    m_held.remove(path);
    m_visits.insert(path, { m_statuses.value(path), m_context.clock.nowMs() });
}

// During a pass over many folders: fetches the texts that users wait for, and checks the inbox.
QCoro::Task<Result<void>> AccountSync::serveBetween(qint64 *inboxSeenMs)
{
    if (!m_bodyRequests.isEmpty()) {
        const Result<void> granted = co_await serveBodyRequests();
        CO_RETURN_IF_ERROR(granted);
    }
    const std::chrono::milliseconds since(m_context.clock.nowMs() - *inboxSeenMs);
    const QString inbox = u"INBOX"_s;
    const bool isDue = since >= m_context.settings.pollInterval && m_roles.contains(inbox);
    if (!isDue || m_isStopping || m_refused.contains(inbox))
        co_return {};
    *inboxSeenMs = m_context.clock.nowMs();
    Result<void> synced = co_await syncFolder(inbox, Wake::Elapsed);
    co_return synced;
}

} // namespace Sync
