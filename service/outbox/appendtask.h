// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "imap/session.h"
#include "outbox/context.h"
#include "outbox/places.h"
#include "store/mail/accounts.h"
#include "store/queue/outboxmail.h"

#include <QObject>
#include <QTimer>

namespace Outbox {

/**
 * Stores the sent mails of one account in the server's folder for sent mail (APPEND), one after the
 * other, each over a separate short connection. No mail is stored twice: before each attempt the folder
 * is searched for the Message-ID. So a copy is found even if the connection broke or the service was
 * killed after the server had stored it. Lives on the outbox thread; owned by the Appender, which awaits
 * stop() before it is destroyed.
 */
class AppendTask : public QObject
{
public:
    /// The wait between two attempts for one mail.
    static constexpr std::chrono::milliseconds longestWait = std::chrono::hours(1);

    AppendTask(qint64 accountId, Context &context, Places &places);
    ~AppendTask() override;

    void wake() { m_worker.wake(); } ///< there may be something to do
    /// Aborts the running work. Resumes when nothing runs.
    QCoro::Task<void> stop();

private:
    /// A sent mail to be stored at the server, and its account.
    struct Job {
        Store::OutboxMail mail;
        Store::Account account;
        bool hasMessage = false;
    };
    enum class End { Done, Again, Impossible, Unwanted };
    struct Outcome {
        End end = End::Done;
        QString error; ///< why the copy was not stored
    };

    QCoro::Task<void> workOff();
    QCoro::Task<Result<std::optional<Job>>> next();
    QCoro::Task<Outcome> put(Job job);
    QCoro::Task<bool> enter(Store::Account account);
    QCoro::Task<Result<void>> putInPlace(Job job);
    QCoro::Task<Result<void>> connect(Store::Account account);
    QCoro::Task<Result<QString>> sentFolder(Store::Account account);
    QCoro::Task<Result<bool>> isThere(QString folder, QByteArray messageId);
    Imap::OutgoingMessage messageOf(const Store::OutboxMail &mail);
    QCoro::Task<Result<QByteArray>> piece(qint64 mailId, int position);
    QCoro::Task<bool> note(Store::OutboxMail mail, Outcome outcome);
    static QByteArray copyState(End end, bool isOver);

    const qint64 m_accountId;
    Context &m_context;
    Places &m_places;
    std::optional<Async::Admission::Slot> m_place; ///< a place among the running AppendTasks
    std::optional<Async::Admission::Slot>
        m_mailbox;     ///< a place among the connections to the mailbox
    QTimer m_patience; ///< when it fires, m_place is given back
    std::unique_ptr<Imap::Session> m_session;
    Async::Worker m_worker;
};

} // namespace Outbox
