// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace Store {

class Session;

/** One folder of an account and how far its synchronisation has come. */
struct Folder {
    qint64 id = 0;
    qint64 accountId = 0;
    QString path;            ///< IMAP path, UTF-8; `$sent` for local copies
    QByteArray role;         ///< inbox, sent, drafts, junk, trash, archive or empty
    quint32 uidValidity = 0; ///< 0: never seen
    /// UIDNEXT when the first import began: mails with lower uids are old and cause no notices.
    quint32 uidNextAtFirstImport = 0;
    quint32 uidNext = 0;          ///< mails with lower uids have been examined
    bool firstImportDone = false; ///< list data complete; bodies may still be missing
    quint64 highestModSeq = 0;    ///< 0: the server has none
    /// The list is fetched newest first; every mail with this uid or a higher one is listed. 0:
    /// none yet.
    quint32 listLowUid = 0;
    qint64 comparedAt = 0; ///< last comparison of all mails with the server; 0: it is due

    friend bool operator==(const Folder &, const Folder &) = default;
};

/// Finds or makes the folder; a known one gets the new role.
Result<Folder> ensureFolder(Session &session, qint64 accountId, const QString &path,
                            const QByteArray &role);

Result<Folder> folderById(Session &session, qint64 id); ///< or Error::NotFound
Result<QList<Folder>> foldersOf(Session &session, qint64 accountId);
/// Error::NotFound: there is no such folder.
Result<Folder> folderByPath(Session &session, qint64 accountId, const QString &path);

/**
 * The number of mails that the server should have in the folder according to the database: listed
 * mails, and mails deleted only here. Mails excluded by the account's syncMode are not counted.
 * Reads only a few rows.
 */
Result<qint64> heldCount(Session &session, const Folder &folder);

/// Stores `role` and the fields declared after it.
Result<void> updateFolder(Session &session, const Folder &folder);

/** A folder whose path changed at the server. */
struct FolderMove {
    qint64 folderId = 0;
    QString path; ///< the new one
    QByteArray role;

    friend bool operator==(const FolderMove &, const FolderMove &) = default;
};

/**
 * Sets new paths for folders of one account; they may also swap paths. False, and nothing is
 * changed: one of the new paths belongs to another folder that has mails or
 * tombstones.
 */
Result<bool> moveFolders(Session &session, qint64 accountId, const QList<FolderMove> &moves);

/// Removes the folder with its mails and tombstones, at most `maxMails` mails a call; true: gone.
Result<bool> removeFolderBatch(Session &session, qint64 id, int maxMails);

} // namespace Store
