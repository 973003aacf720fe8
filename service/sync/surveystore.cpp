// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/surveystore.h"

#include "events/accountevents.h"
#include "mailbox/folderroles.h"
#include "store/db/transaction.h"
#include "store/mail/localfolder.h"
#include "store/sql/session.h"
#include "sync/folderstore.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Sync {

namespace {

/// `paths` with the new names instead of the old ones. An old name that another folder has now stays too.
QStringList followed(QStringList paths, const QList<Renamed> &renamed)
{
    QStringList after;
    for (const QString &path : std::as_const(paths)) {
        const auto move = std::ranges::find_if(
            renamed, [&](const Renamed &one) { return one.oldPath == Mailbox::normalPath(path); });
        if (move == renamed.end() || move->isOldPathTaken)
            after.append(path);
        if (move != renamed.end())
            after.append(move->move.path);
    }
    after.removeDuplicates();
    return after;
}

Store::FolderRoles followed(Store::FolderRoles roles, const QList<Renamed> &renamed)
{
    for (QString &path : roles) {
        for (const Renamed &one : renamed) {
            if (path == one.oldPath && !one.isOldPathTaken) {
                path = one.move.path;
                break;
            }
        }
    }
    return roles;
}

} // namespace

void sortProblems(QList<Store::FolderProblem> &problems)
{
    const auto key = [](const Store::FolderProblem &problem) {
        return std::pair(problem.path, problem.role);
    };
    std::ranges::sort(problems, std::less(), key);
    const auto isSame = [&](const auto &a, const auto &b) {
        return key(a) == key(b);
    };
    problems.erase(std::unique(problems.begin(), problems.end(), isSame), problems.end());
}

Result<KnownFolders> knownFolders(Store::Session &session, qint64 accountId, bool isWithHeld)
{
    const Store::Snapshot snapshot(session);
    Result<QList<Store::Folder>> folders = Store::foldersOf(session, accountId);
    const Result<QList<Store::ServerFolder>> listed = Store::serverFolders(session, accountId);
    Result<QList<Store::FolderProblem>> problems = Store::folderProblems(session, accountId);
    RETURN_IF_ERROR(folders);
    if (!listed || !problems)
        return listed ? problems.error() : listed.error();
    sortProblems(*problems);
    folders->removeIf(
        [](const Store::Folder &folder) { return Store::isLocalFolder(folder.path); });
    KnownFolders known{ *folders, {}, *listed, *problems };
    if (!isWithHeld)
        return known;
    for (const Store::Folder &folder : std::as_const(*folders)) {
        const Result<qint64> held = Store::heldCount(session, folder);
        RETURN_IF_ERROR(held);
        known.held.insert(folder.id, *held);
    }
    return known;
}

Result<bool> applyRenames(Store::Session &session, qint64 accountId, const QList<Renamed> &renamed)
{
    Store::Transaction transaction(session);
    const Result<Store::Account> account = Store::accountById(session, accountId);
    RETURN_IF_ERROR(account);
    QList<Store::FolderMove> moves;
    for (const Renamed &one : renamed)
        moves.append(one.move);
    const Result<bool> moved = Store::moveFolders(session, accountId, moves);
    if (!moved || !*moved)
        return moved;
    RETURN_IF_ERROR(Store::setAccountFolders(session, accountId,
                                             followed(account->folders, renamed),
                                             followed(account->folderRoles, renamed)));
    transaction.publish(Events::accountUpdated(about(session, *account)));
    return transaction.commit(true);
}

Result<quint32> applyLeaving(Store::Session &session, const Store::Account &account,
                             const Store::Folder &folder, quint32 after, int max)
{
    Store::Transaction transaction(session);
    // The mails are still at the server, so `delete` does not apply to them.
    const bool keeps = Store::gonePolicy(account.onExpunge) == Store::GonePolicy::Keep;
    const Store::GonePolicy policy = keeps ? Store::GonePolicy::Keep : Store::GonePolicy::Hide;
    quint32 last = after;
    Result<Store::Gone> gone = Store::leaveServer(session, folder.id, policy, &last, max);
    RETURN_IF_ERROR(gone);
    if (last == 0) { // then come the mails without a uid, which wait to be recognised
        for (bool isMore = true; isMore;) {
            const Result<Store::Gone> lost = Store::finishRebind(session, folder.id, policy, max);
            RETURN_IF_ERROR(lost);
            isMore = !lost->changed.isEmpty();
            gone->changed += lost->changed;
        }
        RETURN_IF_ERROR(Store::forgetCursor(session, folder.id));
    }
    if (!gone->changed.isEmpty())
        transaction.publish(
            Events::mailUpdated(about(session, account), gone->changed, { .onServer = false }));
    return transaction.commit(last);
}

Result<void> applyBack(Store::Session &session, const Store::Account &account,
                       const Store::Folder &folder, const QList<quint32> &uids)
{
    Store::Transaction transaction(session);
    const Result<QList<qint64>> back = Store::markBack(session, folder.id, uids);
    RETURN_IF_ERROR(back);
    if (!back->isEmpty())
        transaction.publish(
            Events::mailUpdated(about(session, account), *back, { .onServer = true }));
    return transaction.commit();
}

Result<void> applyFolderGone(Store::Session &session, qint64 folderId)
{
    Store::Transaction transaction(session);
    return transaction.commit(Store::forgetPlaces(session, folderId));
}

Result<void> saveSurvey(Store::Session &session, const Store::Account &account,
                        const KnownFolders &before, const QList<Store::ServerFolder> &listed,
                        const QList<Store::FolderProblem> &problems)
{
    Store::Transaction transaction(session);
    RETURN_IF_ERROR(Store::saveServerFolders(session, account.id, before.listed, listed));
    if (problems != before.problems) {
        RETURN_IF_ERROR(Store::saveFolderProblems(session, account.id, problems));
        transaction.publish(Events::accountUpdated(about(session, account)));
    }
    return transaction.commit();
}

} // namespace Sync
