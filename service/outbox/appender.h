// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"
#include "outbox/context.h"
#include "store/accounts.h"
#include "store/outboxmail.h"

#include <QObject>
#include <QTimer>

namespace Outbox {

/**
 * Puts mails that were sent into the server's own folder for them (`appendSent`), one after the
 * other, each with a short connection of its own. Never twice: before each try the folder is
 * searched for the Message-ID, so one that broke, or was killed, behind the server's back is found.
 * Lives on the outbox thread; owned by the Desk.
 */
class Appender : public QObject
{
public:
    explicit Appender(Context &context, QObject *parent = nullptr);

    void look(); ///< there may be something to do
    /// Ends what runs; resumes when nothing does.
    QCoro::Task<void> stop();

private:
    /// A mail to be put away, and its account.
    struct Job {
        Store::OutboxMail mail;
        Store::Account account;
        bool hasMessage = false;
    };
    enum class End { Done, Again, Impossible };

    QCoro::Task<void> run();
    QCoro::Task<Result<std::optional<Job>>> next();
    QCoro::Task<End> put(Job job);
    QCoro::Task<Result<void>> putInPlace(Job job);
    QCoro::Task<Result<void>> connect(Store::Account account);
    QCoro::Task<Result<QString>> sentFolder();
    QCoro::Task<Result<bool>> isThere(QString folder, QByteArray messageId);
    Imap::OutgoingMessage messageOf(const Store::OutboxMail &mail);
    QCoro::Task<Result<QByteArray>> piece(qint64 mailId, int position);
    QCoro::Task<bool> note(Store::OutboxMail mail, End end);

    Context &m_context;
    QTimer m_timer;
    std::optional<Sync::Gate::Turn> m_place; ///< at the mailbox
    std::unique_ptr<Imap::Session> m_session;
    QList<Async::Completion<bool>> m_stopped;
    bool m_isRunning = false;
    bool m_looksAgain = false;
    bool m_isStopping = false;
};

} // namespace Outbox
