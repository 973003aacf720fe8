// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"
#include "parsing/bodyparse.h"
#include "store/mail/bodies.h"

#include <QThreadPool>

namespace Sync {

class UnreadableMails;

/**
 * Fetches mails of the open folder, also from servers that refuse some of them (Courier and Exchange do,
 * for one mail among hundreds). If the server refuses, or its answer cannot be read, the missing mails
 * are requested again in halves. So one broken mail affects no other. Structures, which senders can
 * spoil, are requested separately. Lives on a sync thread.
 */
class MessageFetcher
{
public:
    using Messages = QList<Imap::FetchedMessage>;

    MessageFetcher(QThreadPool &pool, Imap::Session &session, UnreadableMails &unreadable)
        : m_pool(pool), m_session(session), m_unreadable(unreadable)
    {
    }

    /// The data for the list rows of these mails, with the structures of mails over `largest` bytes. Unreadable mails
    /// are missing in the result.
    QCoro::Task<Result<Messages>> fetchRows(QList<quint32> uids, qint64 largest);

    /// The bodies of these mails, parsed on the pool. Missing in the result: bodies that the server
    /// refused, or answered with NIL.
    QCoro::Task<Result<QList<Parsing::ReadBody>>> fetchBodies(QList<Store::BodyWanted> wanted);

private:
    bool offersEmailIds() const;
    QCoro::Task<Result<Messages>> withStructures(Messages rows, QList<quint32> uids);
    QCoro::Task<Result<Messages>> fetch(Imap::FetchRequest request, QList<quint32> uids);
    QCoro::Task<Result<Messages>> fetchAgain(Imap::FetchRequest request, QList<quint32> missing,
                                             qsizetype requested, Error why);
    QCoro::Task<Result<Messages>> fetchInParts(Imap::FetchRequest request,
                                               QList<QList<quint32>> parts);

    QThreadPool &m_pool;
    Imap::Session &m_session;
    UnreadableMails &m_unreadable;
    bool m_refusesEmailIds = false; ///< the server offers OBJECTID but does not support EMAILID
};

} // namespace Sync
