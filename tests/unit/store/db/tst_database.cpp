// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/database.h"
#include "store/db/migrate.h"
#include "store/db/transaction.h"
#include "store/opendatabase.h"
#include "store/people/settings.h"
#include "storefixture.h"
#include "support/patience.h"
#include "support/testserver.h"

#include <QSqlQuery>
#include <QTest>

#include <atomic>
#include <thread>

using namespace Qt::StringLiterals;
using namespace Store;

namespace {

using Values = QMap<QString, QString>;

std::unique_ptr<Database> openIn(const QTemporaryDir &dir, qsizetype limit = 1024)
{
    Database::Options options = TestServer::optionsIn(dir.path());
    options.queueLimit = limit;
    return must(openDatabase(options));
}

Result<void> increment(Session &session)
{
    Transaction tx(session);
    const auto before = setting(session, 0, u"n"_s);
    if (!before)
        return before.error();
    const int n = before->value_or(u"0"_s).toInt();
    const auto written = setSetting(session, 0, u"n"_s, QString::number(n + 1));
    if (!written)
        return written;
    return tx.commit();
}

Result<QString> readN(Session &session)
{
    const auto n = setting(session, 0, u"n"_s);
    return n ? Result<QString>(n->value_or(u"none"_s)) : n.error();
}

QCoro::Task<void> roundTrip(Database *database, QString *seen)
{
    const Result<void> written = co_await database->writing(increment);
    const Result<QString> n = co_await database->reading(readN);
    *seen = written && n ? *n : u"failed"_s;
}

} // namespace

class TestDatabase : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesANewerSchema();
    void runsTheChainOnceAndInOrder();
    void leavesNothingOfAFailedStep();
    void runs400ConcurrentTransactions();
    void runsWhatWasAcceptedBeforeItCloses();
    void refusesWhenTheQueueIsFull();
    void letsUrgentWritesPass();
    void resumesCoroutinesWhereTheyWaited();
    void readersCannotWrite();
    void readersSeeOneStateInASnapshot();
    void nestedLeasesDoNotDisturbEachOther();
    void aFailureInASnapshotEndsWithIt();
    void reportsAFailureBehindAnotherStatement();
};

void TestDatabase::refusesANewerSchema()
{
    StoreFixture fixture;
    must(fixture.session().execute(
        u"INSERT INTO schema_versions (version, name, applied_at) VALUES (9999, 'later', 0)"_s));
    const Result<void> outcome = migrate(fixture.session());
    QVERIFY(!outcome);
    QVERIFY(outcome.error().message.contains(u"newer version of Postrider (schema 9999"_s));
}

void TestDatabase::runsTheChainOnceAndInOrder()
{
    StoreFixture fixture;
    const QList<Migration> chain = migrations(fixture.session().engine());
    const qint64 steps = chain.size();
    QCOMPARE(fixture.number(u"SELECT count(*) FROM schema_versions"_s), steps);
    QCOMPARE(fixture.number(u"SELECT max(version) FROM schema_versions"_s),
             qint64(chain.last().version));
    fixture.reopen();
    QCOMPARE(fixture.number(u"SELECT count(*) FROM schema_versions"_s), steps);
    if (fixture.engine() == Engine::Sqlite)
        QCOMPARE(fixture.number(u"PRAGMA auto_vacuum"_s), 2); // 2: incremental
}

void TestDatabase::leavesNothingOfAFailedStep()
{
    StoreFixture fixture;
    QList<Migration> steps = migrations(fixture.session().engine());
    steps.append({ 9000, u"broken"_s, { u"CREATE TABLE half (x INTEGER)"_s, u"CREATE TABLE"_s } });
    const Result<void> outcome = migrate(fixture.session(), steps);
    QVERIFY(!outcome);
    QVERIFY(outcome.error().message.contains(u"to schema 9000 failed"_s));
    QVERIFY(!fixture.session().execute(u"SELECT x FROM half"_s));
    must(migrate(fixture.session()));
}

void TestDatabase::runs400ConcurrentTransactions()
{
    const QTemporaryDir dir;
    const auto database = openIn(dir);
    std::atomic<int> succeeded = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 100; ++i)
                database->write([&](Session &session) { succeeded += increment(session).ok(); });
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QTRY_COMPARE(succeeded.load(), 400);
    // The same from several connections at once: a transaction waits for the others (BEGIN IMMEDIATE).
    std::vector<std::thread> rivals;
    for (int t = 0; t < 4; ++t) {
        rivals.emplace_back([&] {
            const SystemClock clock;
            const auto connection =
                must(Connection::open(TestServer::addressIn(dir.path()), Connection::Kind::Writer));
            Session session(connection->handle(), clock);
            for (int i = 0; i < 100; ++i)
                succeeded += increment(session).ok();
        });
    }
    for (std::thread &thread : rivals)
        thread.join();
    QCOMPARE(succeeded.load(), 800);
    QString n;
    database->read([&](Session &session) { n = must(readN(session)); });
    QTRY_COMPARE(n, u"800"_s);
}

void TestDatabase::runsWhatWasAcceptedBeforeItCloses()
{
    const QTemporaryDir dir;
    auto database = openIn(dir);
    std::atomic<int> ran = 0;
    for (int i = 0; i < 200; ++i)
        QVERIFY(database->write([&](Session &session) { ran += increment(session).ok(); }));
    database.reset();
    QCOMPARE(ran.load(), 200);
    database = openIn(dir);
    QString n;
    database->read([&](Session &session) { n = must(readN(session)); });
    QTRY_COMPARE(n, u"200"_s);
}

void TestDatabase::refusesWhenTheQueueIsFull()
{
    const QTemporaryDir dir;
    const auto database = openIn(dir, 3);
    std::atomic<bool> release = false;
    std::atomic<bool> running = false;
    database->write([&](Session &) {
        running = true;
        release.wait(false);
    });
    QTRY_VERIFY(running.load());
    for (int i = 0; i < 3; ++i)
        QVERIFY(database->write([](Session &) {}));
    QVERIFY(!database->write([](Session &) {}));
    QVERIFY(database->read([](Session &) {})); // readers have their own queue
    release = true;
    release.notify_all();
    QTRY_COMPARE(database->waiting(), 0);
    QVERIFY(database->write([](Session &) {}));
}

void TestDatabase::letsUrgentWritesPass()
{
    const QTemporaryDir dir;
    const auto database = openIn(dir);
    std::atomic<bool> release = false;
    QByteArray order; // changed by the writer thread only, read when all jobs are done
    std::atomic<int> done = 0;
    database->write([&](Session &) { release.wait(false); });
    const auto note = [&](char name) {
        return [&order, &done, name](Session &) {
            order += name;
            ++done;
        };
    };
    database->writeLater(note('l'));
    database->writeSoon(note('s'));
    database->write(note('a'));
    database->write(note('b'));
    release = true;
    release.notify_all();
    QTRY_COMPARE(done.load(), 4);
    QCOMPARE(order, "absl");
}

void TestDatabase::resumesCoroutinesWhereTheyWaited()
{
    const QTemporaryDir dir;
    const auto database = openIn(dir);
    QString seen;
    roundTrip(database.get(), &seen);
    QTRY_COMPARE(seen, u"1"_s);
}

void TestDatabase::readersCannotWrite()
{
    const QTemporaryDir dir;
    const auto database = openIn(dir);
    std::atomic<int> refused = -1;
    database->read(
        [&](Session &session) { refused = !setSetting(session, 0, u"x"_s, u"y"_s).ok(); });
    QTRY_COMPARE(refused.load(), 1);
}

void TestDatabase::readersSeeOneStateInASnapshot()
{
    StoreFixture fixture;
    const auto connection = must(Connection::open(fixture.address(), Connection::Kind::Reader));
    Session reader(connection->handle(), fixture.clock);
    {
        const Snapshot snapshot(reader);
        QCOMPARE(must(settings(reader, 0)), Values());
        must(setSetting(fixture.session(), 0, u"a"_s, u"b"_s));
        QCOMPARE(must(settings(reader, 0)), Values());
    }
    QCOMPARE(must(settings(reader, 0)).size(), 1);
}

void TestDatabase::nestedLeasesDoNotDisturbEachOther()
{
    StoreFixture fixture;
    must(setSetting(fixture.session(), 0, u"a"_s, u"1"_s));
    must(setSetting(fixture.session(), 0, u"b"_s, u"2"_s));
    Query outer = fixture.session().query("settings_all");
    QVERIFY(outer.bind(u":user_id"_s, 0).exec());
    QVERIFY(outer.next());
    QCOMPARE(must(settings(fixture.session(), 0)).size(), 2);
    QVERIFY(outer.next());
    QVERIFY(!outer.next());
}

void TestDatabase::aFailureInASnapshotEndsWithIt()
{
    StoreFixture fixture;
    {
        const Snapshot snapshot(fixture.session());
        QVERIFY(!fixture.session().execute(u"SELECT nothing FROM nowhere"_s));
        QVERIFY(!settings(fixture.session(), 0));
    }
    QCOMPARE(must(settings(fixture.session(), 0)), Values());
}

void TestDatabase::reportsAFailureBehindAnotherStatement()
{
    StoreFixture fixture;
    QVERIFY(!fixture.session().execute(u"SELECT 1; SELECT nothing FROM nowhere"_s));
    must(fixture.session().execute(u"SELECT 1"_s));
}

QTEST_GUILESS_MAIN(TestDatabase)
#include "tst_database.moc"
