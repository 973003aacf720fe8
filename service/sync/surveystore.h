// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/accounts.h"
#include "store/mail/folders.h"
#include "store/mail/resync.h"
#include "store/mail/serverfolders.h"

#include <QHash>

/**
 * The database writes for folders that are new, gone or renamed. Each function is one transaction on the
 * writer, with the events that belong to it.
 */
namespace Sync {

/** The account's folders in the database. */
struct KnownFolders {
    QList<Store::Folder> folders;      ///< those that have been synchronised, `$sent` left out
    QHash<qint64, qint64> held;        ///< by id, if requested: mails that the server must have
    QList<Store::ServerFolder> listed; ///< as the server listed them last
    QList<Store::FolderProblem> problems;
};
Result<KnownFolders> knownFolders(Store::Session &session, qint64 accountId, bool isWithHeld);

/// Sorts the problems in an order that is the same on both databases, each once.
void sortProblems(QList<Store::FolderProblem> &problems);

/** A folder that was renamed at the server. */
struct Renamed {
    Store::FolderMove move;
    QString oldPath;
    bool isOldPathTaken = false; ///< the server has another folder with the old path
};

/**
 * Gives the folders their new paths; the account's `folders` and `folderRoles` follow. False: nothing
 * was changed, because a folder with mails has one of these paths here.
 */
Result<bool> applyRenames(Store::Session &session, qint64 accountId, const QList<Renamed> &renamed);

/// The folder is not followed any more: the next mails above the uid `after`, at most `max`, are not
/// listed as at the server. Answers the uid to go on after; 0: these were the last.
Result<quint32> applyLeaving(Store::Session &session, const Store::Account &account,
                             const Store::Folder &folder, quint32 after, int max);

/// These mails of the folder are at the server after all (up to 500 a call is good).
Result<void> applyBack(Store::Session &session, const Store::Account &account,
                       const Store::Folder &folder, const QList<quint32> &uids);

/// The mails of a folder that is gone lose their places there, see Store::forgetPlaces().
Result<void> applyFolderGone(Store::Session &session, qint64 folderId);

/// Stores what the server listed and what is wrong; `before` is what is stored.
Result<void> saveSurvey(Store::Session &session, const Store::Account &account,
                        const KnownFolders &before, const QList<Store::ServerFolder> &listed,
                        const QList<Store::FolderProblem> &problems);

} // namespace Sync
