// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/accounts.h"
#include "store/mail/folders.h"
#include "sync/admissions.h"
#include "sync/context.h"
#include "sync/partfile.h"
#include "sync/partwanted.h"

#include <QHash>
#include <QObject>

#include <memory>

namespace Sync {

/**
 * Fetches parts of mails for people who wait for them, over a connection of its own: the account's
 * goes on with the synchronisation, and waits for news. One part of an account at a time, a bounded
 * piece of it in memory. Lives on a sync thread.
 */
class PartFetcher : public QObject
{
public:
    PartFetcher(Context &context, Admissions &admissions, QObject *parent = nullptr)
        : QObject(parent), m_context(context), m_admissions(admissions)
    {
    }

    /// The decoded size of what is in the file. Unreachable, Unauthorized and the like as of a
    /// session; NotFound: the server has it no more; Cancelled: nobody wants it any more.
    QCoro::Task<Result<qint64>> fetch(PartWanted wanted);

    void abort(qint64 accountId); ///< its account was changed or is gone
    QCoro::Task<void> stop();     ///< begins nothing more; resumes when nothing runs

private:
    struct Source {
        Store::Account account;
        Store::Folder folder;
    };
    /// Consecutive bytes of a part as the server has them.
    struct Piece {
        QByteArray bytes;
        bool isLast = false;
        Imap::FetchedMessage::Memory memory; ///< what `bytes` hold
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
    Admissions &m_admissions;
    QHash<qint64, std::shared_ptr<Async::Slots>> m_turns; ///< by account
    QHash<Imap::Session *, qint64> m_sessions;            ///< that are open, with their accounts
    QHash<Async::Admission::Slot *, qint64> m_waiting;    ///< for a place, with their accounts
    int m_running = 0;
    bool m_isStopping = false;
    Async::Completion<bool> m_stopped;
};

} // namespace Sync
