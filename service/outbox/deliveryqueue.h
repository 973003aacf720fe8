// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "outbox/accountsender.h"
#include "outbox/appender.h"

#include <QHash>
#include <QTimer>

namespace Outbox {

/**
 * Polls the database for mails that are due and starts an AccountSender for each account that has some.
 * Lives on the outbox thread and is deleted there; every call comes from that thread.
 */
class DeliveryQueue : public QObject
{
public:
    explicit DeliveryQueue(Context &context);
    ~DeliveryQueue() override;

    void start(); ///< repairs the mails that the last run was sending, then polls
    /// Sends the account's due mails now; ends after the attempt to send `mailId`, with any result, or
    /// when the queue is stopped. False: not `within` this time.
    QCoro::Task<bool> deliver(qint64 accountId, qint64 mailId, std::chrono::milliseconds within);
    void wake();
    void databaseReturned(bool isOther); ///< `isOther`: it may be in an older state
    QCoro::Task<void> stopAccount(qint64 accountId);
    QCoro::Task<void> stopAll();

private:
    QCoro::Task<void> repairAndPoll();
    void keepClaims();
    QCoro::Task<void> poll();
    QCoro::Task<bool> pull(Store::LatestDue due);
    bool takeUpLooseEnds();
    void send(qint64 accountId);
    void endWaits(qint64 mailId);
    void attempted(qint64 mailId);
    void tidy();

    Context &m_context;
    Places m_places;
    QHash<qint64, AccountSender *> m_senders;            ///< owned
    QMultiHash<qint64, Async::Completion<bool>> m_waits; ///< for the attempt to send a mail
    Appender *m_appender;                                ///< our child
    Indexing::Indexer *m_indexer; ///< indexes the copies, several in one transaction; our child
    QTimer m_timer;               ///< when the next mail is due
    QTimer m_tidyTimer;
    QTimer m_claimTimer; ///< if other services use the database too
    /// Until the repair has ended no mail is sent: an interrupted mail could not be distinguished from a
    /// mail that is being sent.
    bool m_isRepaired = false;
    Async::Worker m_worker;
};

} // namespace Outbox
