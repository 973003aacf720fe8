// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/transaction.h"
#include "store/events/webhookqueue.h"
#include "store/events/webhooks.h"
#include "store/people/users.h"
#include "store/sql/session.h"
#include "support/awaited.h"
#include "support/testdatabase.h"
#include "webhooks/deliveryqueue.h"

#include <QRegularExpression>
#include <QScopeGuard>
#include <QTest>

#include <functional>

using namespace Qt::StringLiterals;
using namespace Webhooks;

namespace {

/** Secrets that cannot be read. */
class RefusedSecrets : public SecretStore
{
public:
    explicit RefusedSecrets(Error::Code code) : m_code(code) { }

    QCoro::Task<Result<QByteArray>> get(QString) override
    {
        if (onGet)
            onGet();
        co_return Error{ m_code, u"The secret cannot be read."_s };
    }
    QCoro::Task<Result<void>> put(QString, QByteArray) override { co_return Result<void>(); }
    QCoro::Task<Result<void>> remove(QString) override { co_return Result<void>(); }
    QCoro::Task<State> state() override { co_return State::Ready; }

    std::function<void()> onGet;

private:
    const Error::Code m_code;
};

/// A webhook with a secret and one call that is due; its id.
qint64 insertDue(Store::Session &session)
{
    Store::Transaction transaction(session);
    Store::User user;
    user.username = u"anna"_s;
    user.passwordHash = "$scrypt$";
    Store::Webhook webhook;
    webhook.userId = *Store::insertUser(session, user);
    webhook.name = u"Hook"_s;
    webhook.url = u"https://127.0.0.1/hook"_s;
    webhook.secretRef = "ref";
    webhook.hasSecret = true;
    const qint64 id = *Store::insertWebhook(session, webhook);
    const Store::WebhookNotice notice{ .event = "mail.received", .payload = "{}" };
    const qint64 noticeId = *Store::insertWebhookNotice(session, notice);
    const Result<void> queued = Store::queueWebhookCall(session, id, noticeId);
    return queued && transaction.commit() ? id : 0;
}

QCoro::Task<bool> stopped(DeliveryQueue &queue)
{
    co_await queue.stopAll();
    co_return true;
}

} // namespace

/** What counts as an attempt to make a call, and the end. */
class TestWebhookWorker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsNoAttemptWithoutTheSecret_data();
    void countsNoAttemptWithoutTheSecret();
    void stopsAlthoughAResultCannotBeStored();
};

void TestWebhookWorker::countsNoAttemptWithoutTheSecret_data()
{
    using Code = Error::Code;
    QTest::addColumn<int>("code");
    QTest::newRow("missing") << int(Code::NotFound);
    QTest::newRow("another key") << int(Code::SecretUnreadable);
    QTest::newRow("database lost") << int(Code::Storage);
    QTest::newRow("database not reached yet") << int(Code::Unreachable);
    QTest::newRow("disk full") << int(Code::StorageFull);
    QTest::newRow("keychain locked") << int(Code::SecretLocked);
}

void TestWebhookWorker::countsNoAttemptWithoutTheSecret()
{
    QFETCH(int, code);
    const SystemClock clock;
    TestDatabase database;
    RefusedSecrets secrets{ Error::Code(code) };
    QThreadPool pool;
    Net::HttpCaller caller{ Net::HttpCallerOptions() };
    const qint64 id = database.with(&insertDue);
    QVERIFY(id > 0);
    DeliveryQueue queue({ *database, secrets, pool, clock, {} }, caller);
    const auto due = [&] {
        const auto all = database.with(&Store::webhooksDue);
        return all && !all->isEmpty() ? all->first().atMs - clock.nowMs() : 0;
    };
    const auto end = qScopeGuard([&] { awaited(stopped(queue)); });
    queue.start();
    // While the call is claimed it is due in 60 s, after a counted attempt in 5 s.
    QTRY_VERIFY_WITH_TIMEOUT(due() > 10'000 && due() < 45'000, Support::patience(10'000));
    const auto logs = database.with(
        [id](Store::Session &session) { return Store::webhookLogs(session, id, 0, 10); });
    QCOMPARE(logs->total, 0);
}

void TestWebhookWorker::stopsAlthoughAResultCannotBeStored()
{
    const SystemClock clock;
    TestDatabase database;
    RefusedSecrets secrets{ Error::Code::NotFound };
    bool isTaken = false;
    secrets.onGet = [&] { // the call is claimed, and its result will be written
        isTaken =
            database
                .with([](Store::Session &session) {
                    return session.execute(u"ALTER TABLE webhook_calls RENAME TO elsewhere"_s);
                })
                .ok();
    };
    QThreadPool pool;
    Net::HttpCaller caller{ Net::HttpCallerOptions() };
    QVERIFY(database.with(&insertDue) > 0);
    DeliveryQueue queue({ *database, secrets, pool, clock, {} }, caller);
    QTest::ignoreMessage(QtWarningMsg,
                         QRegularExpression(u"^cannot store the results of calls: "_s));
    queue.start();
    QTRY_VERIFY_WITH_TIMEOUT(isTaken, Support::patience(10'000));
    QVERIFY(awaited(stopped(queue)));
}

QTEST_GUILESS_MAIN(TestWebhookWorker)
#include "tst_webhook_worker.moc"
