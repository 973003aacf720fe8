// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/accountdatabase.h"

namespace Sync {

class ChangeApplier;
class FolderCursor;
class MailboxReader;

/** Begins and ends the first import of a folder, and that after a UIDVALIDITY change. Lives on a sync thread. */
class FirstImport
{
public:
    FirstImport(Store::AccountDatabase &database, FolderCursor &cursor, MailboxReader &reader,
                ChangeApplier &applier)
        : m_database(database), m_cursor(cursor), m_reader(reader), m_applier(applier)
    {
    }

    /// For a folder that is followed again: its mails that the server still has are listed again. Does
    /// nothing after the first import.
    QCoro::Task<Result<void>> begin();

    /// All mails of the server are listed here: mails that were not recognised are removed. The folder's
    /// row is changed but not stored.
    QCoro::Task<Result<void>> end();

private:
    Store::AccountDatabase &m_database;
    FolderCursor &m_cursor;
    MailboxReader &m_reader;
    ChangeApplier &m_applier;
};

} // namespace Sync
