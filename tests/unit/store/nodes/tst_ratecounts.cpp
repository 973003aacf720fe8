// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of several services on one database. PostgreSQL only: on SQLite there are none.
#include "store/nodes/ratecounts.h"
#include "storefixture.h"

#include <QTest>

#include <atomic>
#include <future>
#include <vector>

using namespace Qt::StringLiterals;
using namespace Store;
using namespace std::chrono_literals;

class TestRateCounts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void freeTriesThenWaitsThatDouble();
    void refusedTryCountsForNothing();
    void successForgetsTheTries();
    void triesAreForgottenAfterADay();
    void addressHasTriesForAMinuteWhateverTheNames();
    void anyNumberOfTriesOfAnAddress();
    void parallelTriesOfManyConnectionsAreCountedOneByOne();
    void clockThatWasSetBackBlocksNobody();
    void callsComeAtOnceAndThenSteadily();
    void parallelCallsOfManyConnectionsAreCountedOneByOne();
    void prunesOldRowsAndTooMany();
};

#define SKIP_ON_SQLITE(fixture)                                                                    \
    if ((fixture).engine() == Engine::Sqlite)                                                      \
    return

namespace {

const LoginTry annaAtHome{ .nameKey = "anna",
                           .addressKey = "home",
                           .waits = { 0, 0, 10, 20, 30 },
                           .memory = 24h,
                           .addressSpan = 60s,
                           .perAddressSpan = 6 };

LoginTry tryOf(const QByteArray &name)
{
    LoginTry login = annaAtHome;
    login.nameKey = name;
    return login;
}

/// As if this time had passed for all rows.
void pass(StoreFixture &fixture, const QString &time)
{
    must(fixture.session().execute(
        u"UPDATE rate_counts SET until = until - interval '%1', forget_at = forget_at - interval '%1'"_s
            .arg(time)));
}

/// Runs `work` on eight connections at the same time, ten times on each; the sum of the results.
template<typename Work>
int sumOfMany(StoreFixture &fixture, Work work)
{
    std::vector<std::future<int>> results;
    for (int i = 0; i < 8; ++i) {
        results.push_back(std::async(std::launch::async, [&fixture, work] {
            const auto own =
                must(Connection::open(fixture.address(), Connection::Kind::Coordinator));
            Session session(own->handle(), fixture.clock);
            session.writeBesideOthers();
            int sum = 0;
            for (int n = 0; n < 10; ++n)
                sum += work(session);
            return sum;
        }));
    }
    int sum = 0;
    for (std::future<int> &result : results)
        sum += result.get();
    return sum;
}

} // namespace

void TestRateCounts::freeTriesThenWaitsThatDouble()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    LoginTry login = annaAtHome;
    login.perAddressSpan = 0;
    const QList<qint64> waits{ 0, 0, 10, 20, 30, 30 };
    for (int i = 0; i < waits.size(); ++i) {
        const LoginCounts counts = must(countLogin(fixture.session(), login));
        QVERIFY(counts.isAdmitted);
        QCOMPARE(counts.tries, i + 1);
        QVERIFY(counts.nameWaitMs <= 1000 * waits[i] && counts.nameWaitMs > 1000 * waits[i] - 5000);
        QCOMPARE(counts.addressWaitMs, 0);
        pass(fixture, u"%1 seconds"_s.arg(waits[i]));
    }
}

void TestRateCounts::refusedTryCountsForNothing()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    for (int i = 0; i < 3; ++i)
        QVERIFY(must(countLogin(fixture.session(), annaAtHome)).isAdmitted);
    for (int i = 0; i < 5; ++i) {
        const LoginCounts refused = must(countLogin(fixture.session(), annaAtHome));
        QVERIFY(!refused.isAdmitted);
        QCOMPARE(refused.tries, 3);
        QVERIFY(refused.nameWaitMs > 5000 && refused.nameWaitMs <= 10'000);
        QCOMPARE(refused.addressWaitMs, 0);
    }
    QCOMPARE(fixture.number(u"SELECT sum(count) FROM rate_counts"_s), 6);
}

void TestRateCounts::successForgetsTheTries()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    for (int i = 0; i < 3; ++i)
        QVERIFY(must(countLogin(fixture.session(), annaAtHome)).isAdmitted);
    must(forgetLogins(fixture.session(), annaAtHome.nameKey));
    const LoginCounts again = must(countLogin(fixture.session(), annaAtHome));
    QVERIFY(again.isAdmitted);
    QCOMPARE(again.tries, 1);
    QCOMPARE(fixture.number(u"SELECT count FROM rate_counts WHERE key = 'home'"_s), 4);
}

void TestRateCounts::triesAreForgottenAfterADay()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    for (int i = 0; i < 3; ++i)
        QVERIFY(must(countLogin(fixture.session(), annaAtHome)).isAdmitted);
    pass(fixture, u"23 hours"_s);
    QCOMPARE(must(countLogin(fixture.session(), annaAtHome)).tries, 4);
    pass(fixture, u"24 hours"_s);
    QCOMPARE(must(countLogin(fixture.session(), annaAtHome)).tries, 1);
}

void TestRateCounts::addressHasTriesForAMinuteWhateverTheNames()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    for (int i = 0; i < 6; ++i)
        QVERIFY(
            must(countLogin(fixture.session(), tryOf("name" + QByteArray::number(i)))).isAdmitted);
    const LoginCounts refused = must(countLogin(fixture.session(), tryOf("another")));
    QVERIFY(!refused.isAdmitted);
    QCOMPARE(refused.tries, 0);
    QVERIFY(refused.addressWaitMs > 50'000 && refused.addressWaitMs <= 60'000);
    QCOMPARE(fixture.number(u"SELECT count(*) FROM rate_counts WHERE key = 'another'"_s), 0);
    pass(fixture, u"60 seconds"_s);
    QVERIFY(must(countLogin(fixture.session(), tryOf("another"))).isAdmitted);
    QCOMPARE(fixture.number(u"SELECT count FROM rate_counts WHERE key = 'home'"_s), 1);
}

void TestRateCounts::anyNumberOfTriesOfAnAddress()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    for (int i = 0; i < 100; ++i) {
        LoginTry login = tryOf("name" + QByteArray::number(i));
        login.perAddressSpan = 0;
        QVERIFY(must(countLogin(fixture.session(), login)).isAdmitted);
    }
}

void TestRateCounts::parallelTriesOfManyConnectionsAreCountedOneByOne()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    const int ofOneName = sumOfMany(fixture, [](Session &session) {
        return int(must(countLogin(session, annaAtHome)).isAdmitted);
    });
    QCOMPARE(ofOneName, 3);
    std::atomic<int> next = 0;
    const int ofOneAddress = sumOfMany(fixture, [&next](Session &session) {
        LoginTry login = tryOf("name" + QByteArray::number(++next));
        login.addressKey = "office";
        return int(must(countLogin(session, login)).isAdmitted);
    });
    QCOMPARE(ofOneAddress, 6);
}

void TestRateCounts::clockThatWasSetBackBlocksNobody()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    const CallRate rate{ .calls = 2, .span = 60s };
    for (int i = 0; i < 6; ++i)
        must(countLogin(fixture.session(), annaAtHome));
    for (int i = 0; i < 3; ++i)
        must(countCall(fixture.session(), "probes", rate));
    pass(fixture, u"-3 days"_s);
    const LoginCounts counts = must(countLogin(fixture.session(), annaAtHome));
    QVERIFY(counts.isAdmitted);
    QCOMPARE(counts.tries, 1);
    QCOMPARE(must(countCall(fixture.session(), "probes", rate)), 0ms);
    QCOMPARE(
        fixture.number(
            u"SELECT count(*) FROM rate_counts WHERE forget_at < now() + interval '25 hours'"_s),
        3);
}

void TestRateCounts::callsComeAtOnceAndThenSteadily()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    const CallRate rate{ .calls = 3, .span = 60s };
    const auto call = [&] {
        return must(countCall(fixture.session(), "probes", rate));
    };
    for (int i = 0; i < 3; ++i)
        QCOMPARE(call(), 0ms);
    QVERIFY(call() > 15s && call() <= 20s);
    pass(fixture, u"20 seconds"_s);
    QCOMPARE(call(), 0ms);
    QVERIFY(call() > 15s && call() <= 20s);
    pass(fixture, u"1 hour"_s);
    for (int i = 0; i < 3; ++i)
        QCOMPARE(call(), 0ms);
    QVERIFY(call() > 0ms);
    QCOMPARE(must(countCall(fixture.session(), "others", rate)), 0ms);
}

void TestRateCounts::parallelCallsOfManyConnectionsAreCountedOneByOne()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    const int counted = sumOfMany(fixture, [](Session &session) {
        return int(must(countCall(session, "probes", { .calls = 7, .span = 1h })) == 0ms);
    });
    QCOMPARE(counted, 7);
}

void TestRateCounts::prunesOldRowsAndTooMany()
{
    StoreFixture fixture;
    must(pruneRateCounts(fixture.session()));
    SKIP_ON_SQLITE(fixture);
    for (int i = 0; i < 6; ++i)
        QVERIFY(
            must(countLogin(fixture.session(), tryOf("name" + QByteArray::number(i)))).isAdmitted);
    must(pruneRateCounts(fixture.session()));
    QCOMPARE(fixture.number(u"SELECT count(*) FROM rate_counts"_s), 7);
    must(pruneRateCounts(fixture.session(), 4)); // the address is not among those that are too many
    QCOMPARE(fixture.number(
                 u"SELECT count(*) FROM rate_counts WHERE key IN ('home', 'name2', 'name5')"_s),
             3);
    QCOMPARE(fixture.number(u"SELECT count(*) FROM rate_counts"_s), 5);
    pass(fixture, u"61 seconds"_s);
    must(pruneRateCounts(fixture.session()));
    QCOMPARE(fixture.number(u"SELECT count(*) FROM rate_counts WHERE key = 'home'"_s), 0);
    pass(fixture, u"1 day"_s);
    must(pruneRateCounts(fixture.session()));
    QCOMPARE(fixture.number(u"SELECT count(*) FROM rate_counts"_s), 0);
}

QTEST_GUILESS_MAIN(TestRateCounts)
#include "tst_ratecounts.moc"
