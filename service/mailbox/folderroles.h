// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/response.h"
#include "store/mail/accounts.h"
#include "store/mail/serverfolders.h"

#include <QHash>

/**
 * Finds the roles of an account's folders. Pure. For each role only the first source that applies is used:
 *
 * 1. the account's setting `folderRoles`: the given path has the role, or no folder has it;
 * 2. the server (SPECIAL-USE, RFC 6154);
 * 3. usual names, at the top level, below INBOX or below a provider's own level (`[Gmail]`).
 *
 * 2 and 3 may give a role to several folders. Copies of sent mail go to one of them: the first by
 * the list of names, then the one with fewer levels, then by path.
 */
namespace Mailbox {

/// Roles by path of all folders that have one; INBOX always has `inbox`.
QHash<QString, QByteArray> rolesOf(const QList<Imap::ListedFolder> &folders,
                                   const Store::FolderRoles &setting);

/// The path of the folder that is used for `role`; empty: there is none.
QString folderFor(const QByteArray &role, const QList<Imap::ListedFolder> &folders,
                  const Store::FolderRoles &setting);

/// As RFC 3501 5.1 has it: INBOX is the same in any case.
QString normalPath(const QString &path);

/**
 * Problems in the account's folder settings. `refused`: paths that the server lists but refuses to
 * open.
 */
QList<Store::FolderProblem> folderProblems(const Store::Account &account,
                                           const QList<Store::ServerFolder> &folders,
                                           const QStringList &refused);

/// False for paths that are too long, or hold control characters.
bool canBeKept(const QString &path);

/// The folders in the form that the database stores, with their roles. Folders that cannot be stored are
/// left out.
QList<Store::ServerFolder> serverFolders(const QList<Imap::ListedFolder> &folders,
                                         const Store::FolderRoles &setting);

} // namespace Mailbox
