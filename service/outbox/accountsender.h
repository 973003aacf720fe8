// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/admission.h"
#include "common/worker.h"
#include "indexing/indexer.h"
#include "outbox/context.h"
#include "outbox/outcome.h"
#include "outbox/places.h"
#include "store/mail/accounts.h"
#include "store/queue/outboxmail.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace Outbox {

/**
 * Sends the mails of one account, oldest first, through one connection, which stays open for a moment for
 * the next mail. A sender needs a place. If a mail takes long, the sender gives the place back, finishes
 * that mail without one, and asks for a place again before the next mail. Lives on the outbox thread;
 * owned by the DeliveryQueue, which awaits stop() before it is destroyed.
 *
 * No mail is sent twice, whenever the process dies, because of this order: the mail is claimed, sent up to
 * its final dot, marked in the database as handed over, the dot is sent, and the server's answer is
 * stored. A mail that is marked is never sent again automatically.
 */
class AccountSender : public QObject
{
public:
    /// Calls `tried(mail id)` after each attempt, once its result is stored.
    AccountSender(qint64 accountId, Context &context, Places &places, Indexing::Indexer &indexer,
                  std::function<void(qint64)> tried);
    ~AccountSender() override;

    void wake() { m_worker.wake(); } ///< there may be mails to send
    /// Aborts the mails that were not handed over. Resumes when nothing runs.
    QCoro::Task<void> stop();
    /// The database may contain mails that are claimed for this sender but that it does not have.
    bool hasLooseEnds() const { return m_hasLooseEnds; }
    void distrust() { m_hasLooseEnds = true; } ///< the database may have lost our writes

private:
    QCoro::Task<void> turn();
    QCoro::Task<bool> enter();
    QCoro::Task<void> leave();
    QCoro::Task<void> closeSession();
    bool mayGoOn() const;
    QCoro::Task<bool> workOff();
    QCoro::Task<Result<std::optional<Job>>> claim();
    Store::OutboxClaim claimUntil() const;
    QCoro::Task<void> carry(Job job);
    QCoro::Task<Smtp::Submission> attempt(Job job);
    QCoro::Task<Result<void>> connect(Store::Account account);
    QCoro::Task<void> noteMechanism(Store::Account account);
    QCoro::Task<Result<QByteArray>> piece(qint64 mailId, int position);
    QCoro::Task<Result<void>> handOver(qint64 mailId);
    QCoro::Task<void> settleKnown();
    QCoro::Task<void> settle(Job job, Store::OutboxMail known);
    std::optional<Store::OutboxMail> concludedBefore(const Store::OutboxMail &mail) const;
    void remember(const Store::OutboxMail &mail);
    QCoro::Task<void> conclude(Job job, Smtp::Submission tried);
    QCoro::Task<std::optional<SentCopy>> copyOf(bool isWanted, Store::OutboxMail mail);
    QCoro::Task<void> write(Store::OutboxMail mail, std::optional<SentCopy> copy);
    bool isFor(const Store::Account &account) const;

    const qint64 m_accountId;
    Context &m_context;
    Places &m_places;
    Indexing::Indexer &m_indexer;
    std::function<void(qint64)> m_tried;
    std::optional<Async::Admission::Slot> m_place;
    QTimer m_patience; ///< when it fires, the place is given back
    std::unique_ptr<Smtp::Session> m_session;
    Store::Account m_sessionAccount;      ///< the account that the session was opened for
    std::optional<Job> m_next;            ///< claimed already
    QList<Store::OutboxMail> m_concluded; ///< results of the last attempts, newest last
    Async::Worker m_worker;
    bool m_hasLooseEnds = false;
    bool m_isHandedOver = false; ///< the final dot was sent and is not answered yet
};

} // namespace Outbox
