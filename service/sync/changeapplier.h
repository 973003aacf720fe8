// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/mailflags.h"
#include "sync/context.h"

namespace Sync {

class FolderCursor;

/**
 * Applies changes of the server to the folder's mails in the database: flags, removals, and mails that
 * are back. Works in batches, each a short transaction with its events, and lets users' writes pass
 * between them. Counts the changed mails. Lives on a sync thread.
 */
class ChangeApplier
{
public:
    ChangeApplier(Context &context, FolderCursor &cursor) : m_context(context), m_cursor(cursor) { }

    /// `changed` in any order; of a repeated uid the last entry counts. Returns the uids that are at the
    /// server and not here.
    QCoro::Task<Result<QList<quint32>>> applyFlags(QList<Store::ServerFlags> changed);

    /// These uids are no longer at the server.
    QCoro::Task<Result<void>> removeGone(QList<quint32> uids);

    /// These mails, which were no longer listed as at the server, are there.
    QCoro::Task<Result<void>> listAgain(QList<quint32> uids);

    /// After a UIDVALIDITY change, when all mails were listed: removes the mails that were not
    /// recognised.
    QCoro::Task<Result<void>> removeUnrecognised();

private:
    Context &m_context;
    FolderCursor &m_cursor;
};

} // namespace Sync
