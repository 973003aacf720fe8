// SPDX-License-Identifier: GPL-3.0-or-later
// Leases of accounts, and transactions that check them. PostgreSQL only: on SQLite there are none.
#include "crypto/keyring.h"
#include "store/db/transaction.h"
#include "store/nodes/leases.h"
#include "store/nodes/nodes.h"
#include "storefixture.h"

#include <QSqlQuery>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestLeases : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void newAccountHasALeaseThatNobodyHolds();
    void holderWrites();
    void holderThatWasReplacedWritesNothing();
    void lockedLeaseIsLeftForLater();
    void releasedLeaseIsNotTakenFromItsNextHolder();
    void revokedLeaseStopsItsHolder();
    void disabledAndDeletedAccountsAreNotTaken();
    void leasesAreTakenByWeight();
    void lighterAccountLosesHalfOfItsWeightEachTime();
    void otherKeyIsRefusedWhileANodeIsAlive();
};

namespace {

qint64 join(StoreFixture &fixture, const QString &name)
{
    return must(joinNodes(fixture.session(),
                          { .uuid = name,
                            .name = name,
                            .address = u"http://"_s + name,
                            .version = u"1"_s,
                            .keyId = Crypto::KeyRing({ QByteArray(32, 'a') }).current().id }));
}

Result<void> rename(StoreFixture &fixture, const std::optional<Fence> &fence)
{
    Session &session = fixture.session();
    session.fenceWith(fence);
    const auto work = inTransaction([](Session &s) {
        return s.execute(u"UPDATE accounts SET name = name || '!' WHERE id = 1"_s);
    });
    auto job = work;
    const Result<void> done = job(session);
    session.fenceWith({});
    return done;
}

} // namespace

#define SKIP_ON_SQLITE(fixture)                                                                    \
    if ((fixture).engine() == Engine::Sqlite)                                                      \
    return

void TestLeases::newAccountHasALeaseThatNobodyHolds()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    QCOMPARE(fixture.number(u"SELECT count(*) FROM account_leases WHERE node_id IS NULL"_s), 1);
    must(fixture.session().execute(u"DELETE FROM account_leases"_s));
    must(completeLeases(fixture.session()));
    QCOMPARE(fixture.number(u"SELECT count(*) FROM account_leases"_s), 1);
}

void TestLeases::holderWrites()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    const qint64 node = join(fixture, u"a"_s);
    const QList<Fence> taken = must(takeLeases(fixture.session(), node, 100, true));
    QCOMPARE(taken, (QList<Fence>{ { 1, node, 1 } }));
    must(rename(fixture, taken.first()));
    QCOMPARE(must(sumOfLeases(fixture.session(), node)), (LeaseSum{ 1, 1, 16 }));
}

void TestLeases::holderThatWasReplacedWritesNothing()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    const qint64 first = join(fixture, u"a"_s);
    const Fence old = must(takeLeases(fixture.session(), first, 10, true)).first();
    must(releaseLeases(fixture.session(), first));
    const qint64 second = join(fixture, u"b"_s);
    const Fence now = must(takeLeases(fixture.session(), second, 10, true)).first();
    const Result<void> refused = rename(fixture, old);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Error::Code::Cancelled);
    QCOMPARE(refused.error().message, u"Another node synchronises account 1 now."_s);
    must(rename(fixture, now));
    QCOMPARE(fixture.number(u"SELECT count(*) FROM accounts WHERE name LIKE '%!!'"_s), 0);
}

void TestLeases::lockedLeaseIsLeftForLater()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    const qint64 first = join(fixture, u"a"_s);
    const Fence lease = must(takeLeases(fixture.session(), first, 10, true)).first();
    must(fixture.session().execute(u"UPDATE nodes SET beat_at = now() - interval '1 minute'"_s));
    const qint64 second = join(fixture, u"b"_s);
    const auto other = must(Connection::open(fixture.address(), Connection::Kind::Coordinator));
    Session session(other->handle(), fixture.clock);
    session.writeBesideOthers();
    {
        fixture.session().fenceWith(lease);
        const Transaction running(fixture.session());
        QVERIFY(must(takeLeases(session, second, 10, true)).isEmpty());
        fixture.session().fenceWith({});
    }
    QCOMPARE(must(takeLeases(session, second, 10, true)).size(), 1);
}

void TestLeases::releasedLeaseIsNotTakenFromItsNextHolder()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    const qint64 first = join(fixture, u"a"_s);
    const Fence old = must(takeLeases(fixture.session(), first, 10, true)).first();
    must(releaseLease(fixture.session(), old));
    const Fence now = must(takeLeases(fixture.session(), first, 10, true)).first();
    QCOMPARE(now.epoch, old.epoch + 1);
    must(releaseLease(fixture.session(), old)); // again, late
    QCOMPARE(must(heldLeases(fixture.session(), first)), QList<Fence>{ now });
}

void TestLeases::revokedLeaseStopsItsHolder()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    const qint64 node = join(fixture, u"a"_s);
    const Fence lease = must(takeLeases(fixture.session(), node, 100, true)).first();
    must(revokeLease(fixture.session(), 1));
    QVERIFY(!rename(fixture, lease));
}

void TestLeases::disabledAndDeletedAccountsAreNotTaken()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    const qint64 second = fixture.addAccount(1, u"second@example.org"_s);
    must(fixture.session().execute(u"UPDATE accounts SET status = 'disabled' WHERE id = 1"_s));
    must(fixture.session().execute(
        u"UPDATE accounts SET deleting_at = 1 WHERE id = %1"_s.arg(second)));
    const qint64 node = join(fixture, u"a"_s);
    QVERIFY(must(takeLeases(fixture.session(), node, 100, true)).isEmpty());
    QCOMPARE(must(accountsToFollow(fixture.session())), AccountSum());
}

void TestLeases::leasesAreTakenByWeight()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    for (int i = 0; i < 9; ++i)
        fixture.addAccount(1, u"user%1@example.org"_s.arg(i));
    Session &session = fixture.session();
    must(session.execute(
        u"UPDATE account_leases SET weight = CASE WHEN account_id = 1 THEN 8 ELSE 1 END"_s));
    QCOMPARE(must(accountsToFollow(session)), (AccountSum{ 10, 17 }));
    const qint64 first = join(fixture, u"a"_s);
    QCOMPARE(must(takeLeases(session, first, 9, true)).size(), 2); // 8 and 1
    QCOMPARE(must(sumOfLeases(session, first)).weight, 9);
    QCOMPARE(must(weightsOf(session, first)), (QHash<qint64, qint64>{ { 1, 8 } }));
    const qint64 second = join(fixture, u"b"_s);
    QCOMPARE(must(takeLeases(session, second, 9, true)).size(), 8);
    QCOMPARE(must(sumOfLeases(session, second)).weight, 8);
}

void TestLeases::lighterAccountLosesHalfOfItsWeightEachTime()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    Session &session = fixture.session();
    const qint64 node = join(fixture, u"a"_s);
    must(takeLeases(session, node, 100, true));
    QList<qint64> weights;
    for (int i = 0; i < 5; ++i) {
        must(noteWeights(session, node, {}));
        weights.append(must(sumOfLeases(session, node)).weight);
    }
    QCOMPARE(weights, (QList<qint64>{ 8, 4, 2, 1, 1 }));
    must(noteWeights(session, node, { { 1, 32 } }));
    QCOMPARE(must(sumOfLeases(session, node)).weight, 32);
    must(noteWeights(session, node + 1, { { 1, 2 } })); // another node
    QCOMPARE(must(sumOfLeases(session, node)).weight, 32);
}

void TestLeases::otherKeyIsRefusedWhileANodeIsAlive()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    const Crypto::KeyRing same({ QByteArray(32, 'a') });
    const Crypto::KeyRing other({ QByteArray(32, 'b') });
    const Crypto::KeyRing both({ QByteArray(32, 'b'), QByteArray(32, 'a') });
    must(checkKeys(fixture.session(), other, u"b"_s));
    join(fixture, u"a"_s);
    must(checkKeys(fixture.session(), same, {}));
    must(checkKeys(fixture.session(), both, {}));
    const Result<void> refused = checkKeys(fixture.session(), other, u"b"_s);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Error::Code::Conflict);
    QVERIFY(refused.error().message.contains(u"http://a"));
    must(checkKeys(fixture.session(), other, u"a"_s)); // its own former process
    must(fixture.session().execute(u"UPDATE nodes SET beat_at = now() - interval '1 minute'"_s));
    must(checkKeys(fixture.session(), other, u"b"_s));
}

QTEST_GUILESS_MAIN(TestLeases)
#include "tst_leases.moc"
