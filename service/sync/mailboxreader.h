// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"
#include "store/mail/mailflags.h"
#include "sync/context.h"

namespace Sync {

class FolderCursor;
class OpenFolder;

/** Flags of some mails, as the server has them now. */
struct FlagsNow {
    QList<Store::ServerFlags> flags; ///< ascending by uid
    quint64 modSeq = 0;              ///< the newest of them; 0: the folder has none
};

/// The flags in these responses. Responses without uid or flags are left out.
QList<Store::ServerFlags> flagsOf(const QList<Imap::FetchedMessage> &messages);

/**
 * Reads which mails the open folder has at the server, and their flags. Each call is one command. Lives
 * on a sync thread.
 */
class MailboxReader
{
public:
    MailboxReader(Context &context, Imap::Session &session, const FolderCursor &cursor,
                  const OpenFolder &open)
        : m_context(context), m_session(session), m_cursor(cursor), m_open(open)
    {
    }

    /// Every uid with its flags, ascending: 40 bytes and 1 us a mail, so a whole comparison is cheap.
    QCoro::Task<Result<QList<Store::ServerFlags>>> all();

    /// The flags that changed after `modSeq`, in any order.
    QCoro::Task<Result<QList<Store::ServerFlags>>> changedSince(quint64 modSeq);

    /// The flags of these mails. Mails that are gone are missing in the result.
    QCoro::Task<Result<FlagsNow>> flagsNow(QList<quint32> uids);

    /// The uids that were not checked yet, newest first.
    QCoro::Task<Result<QList<quint32>>> uncheckedUids();

    /// Those of the uids that the account's syncMode includes, in the same order.
    QCoro::Task<Result<QList<quint32>>> included(QList<quint32> uids);

private:
    Context &m_context;
    Imap::Session &m_session;
    const FolderCursor &m_cursor;
    const OpenFolder &m_open;
};

} // namespace Sync
