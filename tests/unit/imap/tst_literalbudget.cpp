// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/literalbudget.h"
#include "support/patience.h"

#include <QTest>

#include <memory>
#include <thread>

using Imap::LiteralBudget;
using Lease = LiteralBudget::Lease;
using Share = LiteralBudget::Share;

class TestLiteralBudget : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void boundsWhatAllHold();
    void alwaysHasALittleForEachSession();
    void callsWhoWaitsInOrder();
    void grantsAWaitingLeaseThatFitsItsOwnShare();
    void forgetsWhoHasEnded();
    void letsOneThatIsTooLargeInAlone();
    void takesLeasesBackOnAnyThread();
    void countsSessionsUntilTheyEnd();
};

namespace {

/// A session that takes `wanted` bytes as soon as the budget permits.
struct Session {
    Session(LiteralBudget &budget, qsizetype bytes)
        : wanted(bytes), share(budget.share([this] { take(); }))
    {
        take();
    }
    ~Session() { share->close(); }
    void take()
    {
        if (!share->take(wanted))
            return;
        lease = std::make_unique<Lease>(share);
        lease->add(wanted);
    }

    qsizetype wanted;
    std::unique_ptr<Lease> lease;
    std::shared_ptr<Share> share;
};

std::shared_ptr<LiteralBudget> budgetOf(qsizetype bytes, qsizetype each)
{
    return std::make_shared<LiteralBudget>(bytes, each);
}

} // namespace

void TestLiteralBudget::boundsWhatAllHold()
{
    const auto budget = budgetOf(100, 0);
    Session one(*budget, 60);
    Session two(*budget, 60);
    QVERIFY(one.lease);
    QVERIFY(!two.lease);
    QCOMPARE(budget->held(), 60);
    QVERIFY(budget->isWanted());
    QVERIFY(one.share->isInTheWay());
    one.lease.reset();
    QTRY_VERIFY(two.lease);
    QCOMPARE(budget->held(), 60);
    QVERIFY(!budget->isWanted());
}

void TestLiteralBudget::alwaysHasALittleForEachSession()
{
    const auto budget = budgetOf(100, 10);
    Session large(*budget, 100);
    Session waiting(*budget, 50);
    Session small(*budget, 10);
    QVERIFY(large.lease);
    QVERIFY(!waiting.lease);
    QVERIFY(small.lease);
    QVERIFY(!small.share->isInTheWay());
}

void TestLiteralBudget::callsWhoWaitsInOrder()
{
    const auto budget = budgetOf(100, 0);
    Session one(*budget, 100);
    Session two(*budget, 90);
    Session three(*budget, 20); // does not fit beside either of the two before it
    one.lease.reset();
    QTRY_VERIFY(two.lease);
    QVERIFY(!three.lease);
    two.lease.reset();
    QTRY_VERIFY(three.lease);
}

void TestLiteralBudget::grantsAWaitingLeaseThatFitsItsOwnShare()
{
    const auto budget = budgetOf(100, 50);
    Session large(*budget, 100);
    Session own(*budget, 40);
    QVERIFY(own.lease);
    std::unique_ptr<Lease> before = std::move(own.lease);
    own.take(); // together with the first lease, more than its own 50
    QVERIFY(!own.lease);
    before.reset();
    QTRY_VERIFY(own.lease);
    QVERIFY(large.lease);
}

void TestLiteralBudget::forgetsWhoHasEnded()
{
    const auto budget = budgetOf(100, 0);
    Session one(*budget, 100);
    auto two = std::make_unique<Session>(*budget, 100);
    Session three(*budget, 100);
    two.reset();
    one.lease.reset();
    QTRY_VERIFY(three.lease);
    QVERIFY(!budget->isWanted());
}

void TestLiteralBudget::letsOneThatIsTooLargeInAlone()
{
    const auto budget = budgetOf(100, 0);
    Session small(*budget, 10);
    Session large(*budget, 1000);
    QVERIFY(!large.lease);
    small.lease.reset();
    QTRY_VERIFY(large.lease);
}

void TestLiteralBudget::takesLeasesBackOnAnyThread()
{
    const auto budget = budgetOf(100, 0);
    Session one(*budget, 100);
    Session two(*budget, 100);
    std::thread([lease = std::move(one.lease)]() mutable { lease.reset(); }).join();
    QTRY_VERIFY(two.lease);
}

void TestLiteralBudget::countsSessionsUntilTheyEnd()
{
    const auto budget = budgetOf(100, 0);
    QCOMPARE(budget->sessions(), 0);
    auto one = std::make_unique<Session>(*budget, 10);
    const Session two(*budget, 10);
    QCOMPARE(budget->sessions(), 2);
    one->share->close();
    QCOMPARE(budget->sessions(), 1);
    const std::unique_ptr<Lease> kept = std::move(one->lease);
    one.reset(); // closes its share a second time; the lease keeps the share alive
    QCOMPARE(budget->sessions(), 1);
}

QTEST_GUILESS_MAIN(TestLiteralBudget)
#include "tst_literalbudget.moc"
