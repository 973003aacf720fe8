// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/callthread.h"
#include "outbox/appendtask.h"
#include "store/db/transaction.h"
#include "store/people/users.h"
#include "store/queue/outbox.h"
#include "support/awaited.h"
#include "support/manualclock.h"
#include "support/memorysecrets.h"
#include "support/must.h"
#include "support/testdatabase.h"

#include <QDir>
#include <QTest>

using namespace Outbox;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QCoro::Task<bool> stopped(AppendTask &task)
{
    co_await task.stop();
    co_return true;
}

Settings waitingFor(std::chrono::milliseconds time)
{
    Settings settings;
    settings.mailboxWait = time;
    return settings;
}

/// An account of a new user, which stores its sent mails at the server.
Result<Store::Account> insertAccount(Store::Session &session)
{
    Store::User user;
    user.username = u"anna"_s;
    Store::Account account;
    account.ownerId = must(Store::insertUser(session, user));
    account.name = account.email = account.username = u"anna@example.org"_s;
    account.host = u"127.0.0.1"_s;
    account.port = 1; // no connection is made
    account.appendSent = true;
    account.id = must(Store::insertAccount(session, account));
    return account;
}

/// The outbox with a mail of this account that was sent and is to be stored at the server; its id.
Result<qint64> insertSent(Store::Session &session, const Store::Account &account, qint64 nowMs)
{
    Store::OutboxMail mail;
    mail.accountId = account.id;
    mail.userId = account.ownerId;
    mail.messageId = "<1@example.org>";
    Store::OutboxMessage message{ std::make_shared<Store::PieceFile>(QDir::tempPath()) };
    must(message.pieces->add("Message-ID: <1@example.org>\r\n\r\nwords\r\n"));
    must(message.pieces->finish());
    mail.id = must(Store::insertOutboxMail(session, mail, message));
    mail.status = "sent";
    mail.copyState = "pending";
    mail.appendAtMs = nowMs;
    must(Store::updateOutboxMail(session, mail));
    return mail.id;
}

/** A sent mail of an account whose mailbox has no connection left, and the task that stores it. */
struct FullMailbox {
    explicit FullMailbox(const Settings &settings)
        : context{ *database, secrets, m_logins, pool, clock, {}, {}, {}, admissions, settings }
    {
        const auto add = [this](Store::Session &session) -> Result<qint64> {
            account = must(insertAccount(session));
            return insertSent(session, account, clock.nowMs());
        };
        m_mailId = must(database.with(Store::inTransaction(add)));
        m_other.emplace(admissions.mailboxes, admissions.groupsOfMailbox(account));
        task = std::make_unique<AppendTask>(account.id, context, m_places);
    }
    ~FullMailbox()
    {
        awaited(stopped(*task));
        m_logins.stop(5s);
    }

    Store::OutboxMail mail()
    {
        return must(database.with(
            [this](Store::Session &session) { return Store::outboxMailById(session, m_mailId); }));
    }
    bool isAwaited() const { return m_other->isWanted(); } ///< the task waits for the connection

    ManualClock clock;
    TestDatabase database{ &clock };
    MemorySecrets secrets;
    QThreadPool pool;
    Mailbox::Admissions admissions{ 50, 1 };
    Store::Account account;

private:
    Net::CallThread m_calls{ Net::HttpCallerOptions{} };
    OAuth::Logins m_logins{ m_calls, { *database, secrets, {}, {}, {} } };
    std::optional<Async::Admission::Slot> m_other; ///< has the only connection
    Places m_places{ 20 };
    qint64 m_mailId = 0;

public:
    Context context;
    std::unique_ptr<AppendTask> task;
};

} // namespace

/** When a sent mail is stored in the server's folder. */
class TestAppendTask : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fullMailboxIsTriedAgainLater();
};

// The user's other mails do not wait for it.
void TestAppendTask::fullMailboxIsTriedAgainLater()
{
    FullMailbox full(waitingFor(20ms));
    full.task->wake();
    QTRY_COMPARE(full.mail().appendAttempts, 1);
    const Store::OutboxMail mail = full.mail();
    QCOMPARE(mail.copyState, QByteArray("pending"));
    QVERIFY(mail.copyError.contains(u"connections"_s));
    QCOMPARE(mail.appendAtMs, full.clock.nowMs() + 300'000);
    QVERIFY(!full.isAwaited());
}

QTEST_GUILESS_MAIN(TestAppendTask)
#include "tst_appendtask.moc"
