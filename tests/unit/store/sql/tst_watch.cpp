// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/connection.h"
#include "store/sql/libpq.h"
#include "store/sql/longwork.h"
#include "store/sql/session.h"
#include "store/sql/timelimits.h"
#include "store/sql/watchdog.h"
#include "storefixture.h"
#include "support/patience.h"

#include <QSqlQuery>
#include <QTest>

#include <sys/socket.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Store;
using namespace std::chrono_literals;

namespace {

/** Two sockets, of which one is watched. */
struct Pair {
    Pair() { ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends); }
    ~Pair()
    {
        for (const int end : ends)
            ::close(end);
    }
    Pair(const Pair &) = delete;
    Pair &operator=(const Pair &) = delete;

    bool isShutDown() const // the other end then reads the end of the stream
    {
        char byte = 0;
        return ::recv(ends[1], &byte, 1, MSG_DONTWAIT) == 0;
    }

    int ends[2] = { -1, -1 };
};

} // namespace

/** Which connections are shut down when no answer comes, and which are not. */
class TestWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shutsDownWhatGetsNoAnswer();
    void leavesWhatIsAnsweredAlone();
    void countsAllStatementsOfAJobThatSomebodyWaitsFor();
    void leavesAFileWithTheSameNumberAlone();
    void shutsAllDownAfterAStop();
    void shutsDownWhatWaitsForASilentServer();
    void knowsTheSocketOfAConnection();
    void setsTheLimitsOfEachConnection();
    void letsLongWorkTakeItsTime();
};

void TestWatch::shutsDownWhatGetsNoAnswer()
{
    const Pair pair;
    Watchdog dog(5ms);
    const auto watch = dog.watch(50ms);
    watch->attach(pair.ends[0]);
    const Awaiting answer(watch.get());
    QVERIFY(!watch->wasCut());
    QTRY_VERIFY(watch->wasCut());
    QVERIFY(pair.isShutDown());
}

void TestWatch::leavesWhatIsAnsweredAlone()
{
    const Pair pair;
    Watch watch(10'000ms);
    watch.attach(pair.ends[0]);
    watch.check();
    {
        const Awaiting answer(&watch);
        watch.check();
    }
    QTest::qSleep(2);
    watch.check(1ms);
    QVERIFY(!watch.wasCut());
    QVERIFY(!pair.isShutDown());
}

void TestWatch::countsAllStatementsOfAJobThatSomebodyWaitsFor()
{
    for (const bool isWaitedFor : { true, false }) {
        const Pair pair;
        Watch watch(20ms);
        watch.attach(pair.ends[0]);
        watch.beginJob(isWaitedFor);
        for (int i = 0; i < 5; ++i) {
            const Awaiting answer(&watch);
            QTest::qSleep(6);
        }
        QCOMPARE(watch.isOutOfTime(), isWaitedFor);
        QVERIFY(watch.longestWait() >= 6ms);
        watch.beginJob(isWaitedFor);
        QVERIFY(!watch.isOutOfTime());
    }
}

// libpq has closed its descriptor, and something else has got its number.
void TestWatch::leavesAFileWithTheSameNumberAlone()
{
    Pair watched;
    Watch watch(1ms);
    watch.attach(watched.ends[0]);
    const Awaiting answer(&watch);
    Pair other;
    ::dup2(other.ends[0], watched.ends[0]);
    QTest::qSleep(5);
    watch.check();
    QVERIFY(watch.wasCut());
    QVERIFY(!other.isShutDown());
    QVERIFY(watched.isShutDown());
}

void TestWatch::shutsAllDownAfterAStop()
{
    const Pair pair;
    Watchdog dog(5ms);
    const auto watch = dog.watch(1h);
    watch->attach(pair.ends[0]);
    const Awaiting answer(watch.get());
    dog.stopIn(20ms);
    QVERIFY(dog.isStopping());
    QTRY_VERIFY(dog.isOver());
    QTRY_VERIFY(pair.isShutDown());
}

void TestWatch::shutsDownWhatWaitsForASilentServer()
{
    const Pair pair;
    Watchdog dog(5ms, 20ms);
    const auto watch = dog.watch(60s);
    watch->attach(pair.ends[0]);
    const Awaiting answer(watch.get());
    QTest::qSleep(60);
    QVERIFY(!watch->wasCut());
    dog.setSilent(true);
    QTRY_VERIFY(watch->wasCut());
    QVERIFY(pair.isShutDown());
}

void TestWatch::knowsTheSocketOfAConnection()
{
    StoreFixture fixture;
    if (fixture.engine() == Engine::Sqlite)
        return;
    const auto connection = must(Connection::open(fixture.address(), Connection::Kind::Reader));
    QVERIFY(Libpq::socketOf(connection->handle()) > 2);
    QSqlQuery query(connection->handle());
    QVERIFY(query.exec(u"SELECT pg_backend_pid()"_s) && query.next());
    QCOMPARE(Libpq::processOf(connection->handle()), std::optional(query.value(0).toInt()));
}

void TestWatch::setsTheLimitsOfEachConnection()
{
    StoreFixture fixture;
    if (fixture.engine() == Engine::Sqlite)
        return;
    const auto shown = [&](Connection::Kind kind) {
        const auto connection = must(Connection::open(fixture.address(), kind));
        QStringList values;
        for (const QString &name :
             { u"statement_timeout"_s, u"idle_in_transaction_session_timeout"_s, u"lock_timeout"_s,
               u"client_connection_check_interval"_s }) {
            QSqlQuery query(connection->handle());
            query.exec(u"SHOW "_s + name);
            values.append(query.next() ? query.value(0).toString() : u"unknown"_s);
        }
        return values.join(u' ');
    };
    QCOMPARE(shown(Connection::Kind::Reader), u"9s 30s 10s 5s"_s);
    QCOMPARE(shown(Connection::Kind::Indexer), u"4min 2s 10s 5s"_s);
    QCOMPARE(shown(Connection::Kind::Writer), u"12s 3s 10s 5s"_s);
}

void TestWatch::letsLongWorkTakeItsTime()
{
    StoreFixture fixture;
    if (fixture.engine() == Engine::Sqlite)
        return;
    Watch watch(1ms);
    fixture.session().watchWith(&watch);
    const QString asked = u"SELECT setting FROM pg_settings WHERE name = 'statement_timeout'"_s;
    {
        const LongWork work(fixture.session());
        QCOMPARE(fixture.number(asked), TimeLimits::longWork.count());
    }
    QCOMPARE(fixture.number(asked), TimeLimits::writerStatement.count());
    fixture.session().watchWith(nullptr);
}

QTEST_GUILESS_MAIN(TestWatch)
#include "tst_watch.moc"
