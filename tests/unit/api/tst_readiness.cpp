// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/health.h"
#include "nodes/figures.h"
#include "store/sql/session.h"
#include "support/patience.h"
#include "support/testdatabase.h"

#include <QElapsedTimer>
#include <QSemaphore>
#include <QTest>

#include <limits>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Api::Health;

class ReadinessTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allIsWell();
    void fullDiskIsAProblem();
    void stoppingIsAProblem();
    void oldHeartbeatIsAProblemUntilTheNextOne();
    void newerSchemaIsAProblem();
    void silentWriterIsAProblemUntilItAnswers();
    void silentReadersAreAProblemUntilTheyAnswer();
    void checksEndWhenNobodyAsks();
};

namespace {

/// Short times for a test. A job of these tests reaches `silence` only if a test blocks it.
Health::Options options(const TestDatabase &database)
{
    Health::Options options{ .dataDir = database.folder() };
    options.leastFreeBytes = 0;
    options.interval = 20ms;
    options.silence = 200ms;
    return options;
}

QList<QByteArray> failing(Health &health)
{
    QList<QByteArray> names;
    const QList<Api::HealthProblem> problems = health.ask();
    for (const Api::HealthProblem &problem : problems)
        names.append(problem.check);
    return names;
}

/** Holds threads of the database until it is released. */
struct Blocker {
    void readers(Store::Database &database, int count)
    {
        for (int i = 0; i < count; ++i)
            QVERIFY(database.read([this](Store::Session &) { wait(); }));
        held.acquire(count);
    }
    void writer(Store::Database &database)
    {
        QVERIFY(database.write([this](Store::Session &) { wait(); }));
        held.acquire();
    }
    void wait()
    {
        held.release();
        open.acquire();
    }

    QSemaphore held;
    QSemaphore open;
};

} // namespace

void ReadinessTest::allIsWell()
{
    TestDatabase database;
    Health health(*database, options(database));
    QCOMPARE(failing(health), QList<QByteArray>());
    database.close();
}

void ReadinessTest::fullDiskIsAProblem()
{
    TestDatabase database;
    Health::Options wanting = options(database);
    wanting.leastFreeBytes = std::numeric_limits<qint64>::max();
    Health health(*database, wanting);
    QTRY_COMPARE(failing(health), QList<QByteArray>{ "disk_space" });
    QVERIFY(health.ask().first().text.contains(u"MiB left"));
    database.close();
}

void ReadinessTest::stoppingIsAProblem()
{
    TestDatabase database;
    Health health(*database, options(database));
    health.beginStop();
    QCOMPARE(failing(health), QList<QByteArray>{ "stopping" });
    database.close();
}

void ReadinessTest::oldHeartbeatIsAProblemUntilTheNextOne()
{
    TestDatabase database;
    Nodes::Figures node;
    Health::Options wanting = options(database);
    wanting.node = &node;
    wanting.beatWithin = 1h;
    Health health(*database, wanting);
    QCOMPARE(failing(health),
             QList<QByteArray>()); // before the first one its age is that of the service
    node.noteBeat(2h);
    QCOMPARE(failing(health), QList<QByteArray>{ "node_heartbeat" });
    QVERIFY(health.ask().first().text.contains(u"7200 s"));
    node.noteBeat(0s);
    QCOMPARE(failing(health), QList<QByteArray>());
    database.close();
}

void ReadinessTest::newerSchemaIsAProblem()
{
    TestDatabase database;
    Health health(*database, options(database));
    const auto noted = database.with([](Store::Session &session) {
        return session.query("schema_note")
            .bind(u":version"_s, 9999)
            .bind(u":name"_s, u"future"_s)
            .bind(u":now"_s, session.now())
            .run();
    });
    QVERIFY(noted.ok());
    QTRY_COMPARE(failing(health), QList<QByteArray>{ "schema" });
    QVERIFY(health.ask().first().text.contains(u"9999"));
    database.close();
}

void ReadinessTest::silentWriterIsAProblemUntilItAnswers()
{
    TestDatabase database;
    Health health(*database, options(database));
    Blocker blocker;
    blocker.writer(*database);
    QElapsedTimer longest;
    longest.start();
    QCOMPARE(failing(health), QList<QByteArray>()); // no result yet, and no waiting for one
    QVERIFY2(longest.elapsed() < Support::patience(100), "it waited for the database");
    QTRY_COMPARE(failing(health), QList<QByteArray>{ "database_writer" });
    blocker.open.release();
    QTRY_COMPARE(failing(health), QList<QByteArray>());
    database.close();
}

void ReadinessTest::silentReadersAreAProblemUntilTheyAnswer()
{
    TestDatabase database;
    Health health(*database, options(database));
    Blocker blocker;
    blocker.readers(*database, Store::DatabaseOptions().readers);
    QTRY_COMPARE(failing(health), QList<QByteArray>{ "database_reader" });
    blocker.open.release(Store::DatabaseOptions().readers);
    QTRY_COMPARE(failing(health), QList<QByteArray>());
    database.close();
}

void ReadinessTest::checksEndWhenNobodyAsks()
{
    TestDatabase database;
    Health::Options brief = options(database);
    brief.interest = 50ms;
    Health health(*database, brief);
    QCOMPARE(failing(health), QList<QByteArray>());
    const auto *const timer = health.findChild<QTimer *>();
    QVERIFY(timer && timer->isActive());
    QTRY_VERIFY(!timer->isActive());
    QCOMPARE(failing(health), QList<QByteArray>());
    QVERIFY(timer->isActive());
    database.close();
}

QTEST_GUILESS_MAIN(ReadinessTest)
#include "tst_readiness.moc"
