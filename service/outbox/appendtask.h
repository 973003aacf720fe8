// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"
#include "outbox/context.h"
#include "outbox/places.h"
#include "store/mail/accounts.h"
#include "store/queue/outboxmail.h"

#include <QObject>
#include <QTimer>

namespace Outbox {

/**
 * Puts mails of one account that were sent into the server's own folder for them, one after the
 * other, each with a short connection of its own. Never twice: before each try the folder is
 * searched for the Message-ID, so one that broke, or was killed, behind the server's back is found.
 * Lives on the outbox thread; owned by the Appender, which awaits stop() before it goes.
 */
class AppendTask : public QObject
{
public:
    /// Between two tries of a mail.
    static constexpr std::chrono::milliseconds longestWait = std::chrono::hours(1);

    AppendTask(qint64 accountId, Context &context, Places &places);
    ~AppendTask() override;

    void wake(); ///< there may be something to do
    /// Ends what runs; resumes when nothing does.
    QCoro::Task<void> stop();

private:
    /// A mail to be put away, and its account.
    struct Job {
        Store::OutboxMail mail;
        Store::Account account;
        bool hasMessage = false;
    };
    enum class End { Done, Again, Impossible, Unwanted };
    struct Outcome {
        End end = End::Done;
        QString error; ///< why the copy is not there
    };

    QCoro::Task<void> run();
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
    std::optional<Async::Admission::Slot> m_place;   ///< among those who put mail away
    std::optional<Async::Admission::Slot> m_mailbox; ///< among the connections to the mailbox
    QTimer m_patience;                               ///< of those who wait for the first of these
    std::unique_ptr<Imap::Session> m_session;
    QList<Async::Completion<bool>> m_stopped;
    bool m_isRunning = false;
    bool m_isWoken = false;
    bool m_isStopping = false;
};

} // namespace Outbox
