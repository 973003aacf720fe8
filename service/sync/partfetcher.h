// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mailbox/admissions.h"
#include "store/mail/accounts.h"
#include "store/mail/folders.h"
#include "sync/context.h"
#include "sync/partfile.h"
#include "sync/partwanted.h"

#include <QHash>
#include <QObject>

#include <memory>

namespace Sync {

/**
 * Fetches parts of mails that users wait for, over a separate connection. The account's own connection
 * continues to synchronise and to wait for changes. One part per account at a time, with a bounded piece
 * of it in memory. Lives on a sync thread.
 */
class PartFetcher : public QObject
{
public:
    PartFetcher(Context &context, Mailbox::Admissions &admissions, QObject *parent = nullptr)
        : QObject(parent), m_context(context), m_admissions(admissions)
    {
    }

    /// Returns the decoded size of the file. Errors: the errors of a session (Unreachable, Unauthorized
    /// and so on); NotFound: the server no longer has the part; Cancelled: no caller waits for it now.
    QCoro::Task<Result<qint64>> fetch(PartWanted wanted);

    void abort(qint64 accountId); ///< the account was changed or deleted
    QCoro::Task<void> stop();     ///< starts no more work; resumes when the running work has ended

private:
    struct Source {
        Store::Account account;
        Store::Folder folder;
    };
    /// Consecutive bytes of a part as the server has them.
    struct Piece {
        QByteArray bytes;
        bool isLast = false;
        Imap::FetchedMessage::Memory memory; ///< the lease for `bytes`
    };

    QCoro::Task<Result<qint64>> fetchInTurn(PartWanted wanted);
    QCoro::Task<Result<qint64>> fetchInPlace(PartWanted wanted, Source source);
    QCoro::Task<bool> admitted(Async::Admission::Slot *place, PartWanted wanted);
    QCoro::Task<Result<Source>> sourceOf(PartWanted wanted);
    QCoro::Task<Result<void>> open(Imap::Session *session, Source source);
    QCoro::Task<Result<qint64>> copy(Imap::Session *session, PartWanted wanted);
    QCoro::Task<Result<void>> copyPieces(Imap::Session *session, PartWanted wanted,
                                         std::shared_ptr<PartFile> file);
    QCoro::Task<Result<Piece>> piece(Imap::Session *session, PartWanted wanted, quint64 origin);
    void ended();

    Context &m_context;
    Mailbox::Admissions &m_admissions;
    QHash<qint64, std::shared_ptr<Async::Slots>> m_turns; ///< by account
    QHash<Imap::Session *, qint64> m_sessions;            ///< open sessions, with their accounts
    QHash<Async::Admission::Slot *, qint64> m_waiting; ///< waiting for a place, with their accounts
    int m_running = 0;
    bool m_isStopping = false;
    Async::Completion<bool> m_stopped;
};

} // namespace Sync
