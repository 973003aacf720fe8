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
    /// UIDNEXT when the first import began: what is below is old mail, without notices.
    quint32 uidNextAtFirstImport = 0;
    quint32 uidNext = 0;          ///< high-water mark: all below has been looked at
    bool firstImportDone = false; ///< list data complete; bodies may still be missing
    quint64 highestModSeq = 0;    ///< 0: the server has none
    /// The list is fetched newest first; every mail with this uid or above is listed. 0: none yet.
    quint32 listLowUid = 0;
    qint64 comparedAt = 0; ///< when all of it was last compared with the server; 0: it is due

    friend bool operator==(const Folder &, const Folder &) = default;
};

/// Finds or makes the folder; a known one gets the new role.
Result<Folder> ensureFolder(Session &session, qint64 accountId, const QString &path,
                            const QByteArray &role);

Result<Folder> folderById(Session &session, qint64 id); ///< or Error::NotFound
Result<QList<Folder>> foldersOf(Session &session, qint64 accountId);
Result<Folder> folderByPath(Session &session, qint64 accountId, const QString &path); ///< the same

/**
 * How many mails the server must have in the folder by what we know: listed ones, and those deleted
 * only here. Not those that the account's syncMode leaves out. Costs a few rows.
 */
Result<qint64> heldCount(Session &session, const Folder &folder);

/// Writes role and everything below it.
Result<void> updateFolder(Session &session, const Folder &folder);

/** A folder that has another path at the server. */
struct FolderMove {
    qint64 folderId = 0;
    QString path; ///< the new one
    QByteArray role;

    friend bool operator==(const FolderMove &, const FolderMove &) = default;
};

/**
 * Gives folders of one account new paths, also where they exchange them. False, and nothing is
 * changed: one of these paths belongs to another folder that has mails.
 */
Result<bool> moveFolders(Session &session, qint64 accountId, const QList<FolderMove> &moves);

/// Removes the folder with its mails and tombstones, at most `maxMails` mails a call; true: gone.
Result<bool> removeFolderBatch(Session &session, qint64 id, int maxMails);

} // namespace Store
