// SPDX-License-Identifier: GPL-3.0-or-later
// What workload() finds, on both engines.
#include "store/queue/workload.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestWorkload : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingWaitsAtFirst();
    void accountsAreCountedByStatus();
    void mailsWaitForTheirTextAndTheIndex();
    void queuedMailIsDue();
    void mailOfADisabledAccountIsNotDue();
    void databaseHasASize();
};

namespace {

void addQueued(StoreFixture &fixture, qint64 dueMs)
{
    must(fixture.session().execute(
        u"INSERT INTO outbox (account_id, user_id, status, handed_over, wants_queue, needs_utf8, "
        "message_id, sender, recipients, to_json, subject, size, attempts, next_attempt_at_ms, "
        "give_up_at_ms, failure, last_error, smtp_code, enhanced_code, response, mail_id, "
        "append_at_ms, append_attempts, created_at) "
        "VALUES (1, 1, 'queued', 0, 1, 0, '', '', '[]', '[]', '', 1, 0, %1, 0, '', '', 0, '', '', "
        "0, "
        "0, 0, 0)"_s.arg(dueMs)));
}

} // namespace

void TestWorkload::nothingWaitsAtFirst()
{
    StoreFixture fixture;
    const Workload found = must(workload(fixture.session()));
    for (const QueueState &queue :
         { found.outbox, found.webhooks, found.push, found.bodies, found.search })
        QCOMPARE(queue, QueueState{});
}

void TestWorkload::accountsAreCountedByStatus()
{
    StoreFixture fixture;
    fixture.addAccount(1, u"second@example.org"_s);
    const qint64 third = fixture.addAccount(1, u"third@example.org"_s);
    must(fixture.session().execute(
        u"UPDATE accounts SET status = 'error' WHERE id = %1"_s.arg(third)));
    const Workload found = must(workload(fixture.session()));
    QCOMPARE(found.accounts, (QHash<QByteArray, qint64>{ { "active", 2 }, { "error", 1 } }));
}

void TestWorkload::mailsWaitForTheirTextAndTheIndex()
{
    StoreFixture fixture;
    const qint64 firstStoredMs = fixture.clock.ms;
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2) });
    fixture.clock.ms += 60'000;
    fixture.insert(fixture.inbox(), { mailWith(3) });
    const Workload found = must(workload(fixture.session()));
    QCOMPARE(found.bodies.entries, 3);
    QCOMPARE(found.search, (QueueState{ 3, firstStoredMs }));
}

void TestWorkload::queuedMailIsDue()
{
    StoreFixture fixture;
    addQueued(fixture, 5000);
    addQueued(fixture, 3000);
    QCOMPARE(must(workload(fixture.session())).outbox, (QueueState{ 2, 3000 }));
}

void TestWorkload::mailOfADisabledAccountIsNotDue()
{
    StoreFixture fixture;
    addQueued(fixture, 3000);
    must(fixture.session().execute(u"UPDATE accounts SET status = 'disabled'"_s));
    QCOMPARE(must(workload(fixture.session())).outbox, (QueueState{ 1, 0 }));
}

void TestWorkload::databaseHasASize()
{
    StoreFixture fixture;
    QVERIFY(must(workload(fixture.session())).databaseBytes > 64 * 1024);
}

QTEST_GUILESS_MAIN(TestWorkload)
#include "tst_workload.moc"
