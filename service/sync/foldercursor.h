// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"
#include "store/db/accountdatabase.h"
#include "store/mail/accounts.h"
#include "store/mail/folders.h"

namespace Sync {

/**
 * How far the synchronisation of one folder has come: its database row, and the number of mails that
 * changed here. The row is changed in memory first and stored by save(), after the mails that it
 * covers and never before them. One object per folder and connection. Lives on a sync thread.
 */
class FolderCursor
{
public:
    FolderCursor(Store::AccountDatabase &database, Store::Account account, QString path,
                 QByteArray role);

    const Store::Account &account() const { return m_account; }
    const QString &path() const { return m_path; }
    const QByteArray &role() const { return m_role; } ///< that the folder is to have
    const Store::Folder &folder() const { return m_folder; }

    /// Sets the row as the database has it, so that recall() does not read it.
    void remember(const Store::Folder &folder);

    /// Reads the row, once. A folder without a row is no error.
    QCoro::Task<Result<void>> recall();

    /// Finds or makes the row of the folder that was opened. If its UIDVALIDITY changed, its mails lose
    /// their uids and have to be recognised again.
    QCoro::Task<Result<void>> begin(Imap::Mailbox mailbox);

    /// Stores the row, if it changed.
    QCoro::Task<Result<void>> save();

    /// All mails below `uidNext` were checked. Stores the row.
    QCoro::Task<Result<void>> advanceTo(quint32 uidNext);

    /// Whether a mail with this uid arrived after the first import began.
    bool isNewsUid(quint32 uid) const { return uid >= m_folder.uidNextAtFirstImport; }

    /// The server sent no UIDNEXT: the first import has the mails below `uidNext`. Not stored yet.
    void beginFirstImport(quint32 uidNext) { m_folder.uidNextAtFirstImport = uidNext; }
    void endFirstImport() { m_folder.firstImportDone = true; } ///< not stored yet

    /// Whether the whole folder has to be compared, whatever the server reports. `now` in seconds.
    bool isWholeDue(qint64 now) const;
    /// The server's list of changes is not trusted: the whole folder has to be compared.
    void distrust() { m_isDistrusted = true; }
    /// The whole folder was compared. `modSeq`: the value before that. Not stored yet.
    void noteCompared(quint64 modSeq, qint64 now);
    /// All changes up to `modSeq` are here, and all mails below `uidNext` were checked. Not stored yet.
    void noteFollowed(quint64 modSeq, quint32 uidNext);

    /// Counts mails that were stored or changed here.
    void count(qint64 added, qint64 updated);
    qint64 newCount() const { return m_new; }
    qint64 updatedCount() const { return m_updated; }
    void resetCounts() { m_new = m_updated = 0; }

private:
    Store::AccountDatabase &m_database;
    const Store::Account m_account;
    const QString m_path;
    const QByteArray m_role;
    Store::Folder m_folder;
    Store::Folder m_saved; ///< the row as the database has it
    bool m_isDistrusted = false;
    qint64 m_new = 0;
    qint64 m_updated = 0;
};

} // namespace Sync
