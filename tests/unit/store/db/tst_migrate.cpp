// SPDX-License-Identifier: GPL-3.0-or-later
// An upgrade of a database with mails whose process is killed, on both engines. The process that upgrades is this
// program itself, with the words `upgrade` and an address.
#include "store/db/migrate.h"
#include "store/sql/connection.h"
#include "storefixture.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QSqlError>
#include <QSqlQuery>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

namespace {

constexpr int mails = 500;
constexpr int next = 9000;

/// The steps of this version and one more, which takes some tenths of a second.
QList<Migration> stepsOfNextVersion(Engine engine)
{
    QList<Migration> steps = migrations(engine);
    steps.append({ next,
                   u"colours"_s,
                   { u"ALTER TABLE mails ADD COLUMN colour INTEGER NOT NULL DEFAULT 0"_s,
                     u"CREATE TABLE colours AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i "
                     u"+ 1 FROM n "
                     "WHERE i < 300000) SELECT i FROM n"_s,
                     u"UPDATE mails SET colour = uid % 7"_s,
                     u"CREATE INDEX mails_colour ON mails (colour)"_s },
                   0 }); // an expansion: the fixture stays connected
    return steps;
}

int upgrade(const QString &url)
{
    const DatabaseAddress address = must(databaseAddress(url));
    const auto connection = must(Connection::open(address, Connection::Kind::Writer));
    const SystemClock clock;
    Session session(connection->handle(), clock);
    if (address.engine == Engine::Postgresql)
        must(session.execute(
            u"SELECT set_config('application_name', 'upgrade ' || current_schema(), false)"_s));
    must(migrate(session, stepsOfNextVersion(address.engine)));
    return 0;
}

} // namespace

class TestMigrate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void killedUpgradeIsDoneWholeOrNotAtAll();
    void databaseOlderThanTheFirstStepIsRefused();

private:
    static void fill(StoreFixture &fixture);
    static QString urlOf(StoreFixture &fixture);
    /// Upgrades, and kills the process after `patience`. Returns whether the upgrade ended before.
    static bool upgradeFor(StoreFixture &fixture, std::chrono::milliseconds patience);
    /// PostgreSQL: the connections of upgrades. The server may still commit for a killed client.
    static qint64 connections(StoreFixture &fixture);
};

void TestMigrate::fill(StoreFixture &fixture)
{
    QList<NewMail> list;
    for (quint32 uid = 1; uid <= mails; ++uid)
        list.append(mailWith(uid));
    fixture.insert(fixture.inbox(), list);
}

QString TestMigrate::urlOf(StoreFixture &fixture)
{
    if (fixture.engine() == Engine::Sqlite)
        return u"sqlite:"_s + fixture.file();
    QSqlQuery schema(fixture.handle());
    if (!schema.exec(u"SELECT current_schema()"_s) || !schema.next())
        qFatal("%s", qPrintable(schema.lastError().text()));
    return qEnvironmentVariable("POSTRIDER_TEST_POSTGRESQL") + u"&options=-c%20search_path%3D"_s
        + schema.value(0).toString();
}

bool TestMigrate::upgradeFor(StoreFixture &fixture, std::chrono::milliseconds patience)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(QCoreApplication::applicationFilePath(), { u"upgrade"_s, urlOf(fixture) });
    if (process.waitForFinished(int(patience.count())))
        return process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    process.kill();
    process.waitForFinished(-1);
    return false;
}

qint64 TestMigrate::connections(StoreFixture &fixture)
{
    if (fixture.engine() == Engine::Sqlite)
        return 0;
    return fixture.number(u"SELECT count(*) FROM pg_stat_activity "
                          "WHERE application_name = 'upgrade ' || current_schema()"_s);
}

void TestMigrate::killedUpgradeIsDoneWholeOrNotAtAll()
{
    using std::chrono::milliseconds;
    constexpr milliseconds longest(120'000);
    StoreFixture timed;
    fill(timed);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(upgradeFor(timed, longest));
    const milliseconds whole(timer.elapsed());

    StoreFixture fixture;
    fill(fixture);
    const qint64 before = fixture.number(u"SELECT max(version) FROM schema_versions"_s);
    const qint64 sum = fixture.number(u"SELECT sum(uid) FROM mails"_s);
    for (int tenth = 1; tenth < 10; ++tenth) {
        const bool isDone = upgradeFor(fixture, whole * tenth / 10);
        QTRY_COMPARE_WITH_TIMEOUT(connections(fixture), 0, int(longest.count()));
        const qint64 version = fixture.number(u"SELECT max(version) FROM schema_versions"_s);
        QVERIFY2(version == next || (version == before && !isDone),
                 QByteArray::number(version).constData());
        QCOMPARE(fixture.number(u"SELECT count(*) FROM mails"_s), qint64(mails));
        QCOMPARE(fixture.number(u"SELECT sum(uid) FROM mails"_s), sum);
        const bool hasTable =
            fixture.session().execute(u"SELECT count(*) FROM colours WHERE i < 0"_s).ok();
        QCOMPARE(hasTable, version == next);
    }
    QVERIFY(upgradeFor(fixture, longest));
    QCOMPARE(fixture.number(u"SELECT max(version) FROM schema_versions"_s), qint64(next));
    QCOMPARE(fixture.number(u"SELECT count(*) FROM colours"_s), 300'000);
    QCOMPARE(fixture.number(u"SELECT count(*) FROM mails WHERE colour <> uid % 7"_s), 0);
}

void TestMigrate::databaseOlderThanTheFirstStepIsRefused()
{
    StoreFixture fixture;
    fill(fixture);
    const QList<Migration> steps = migrations(fixture.session().engine());
    const int older = steps.first().version - 1;
    must(fixture.session().execute(u"UPDATE schema_versions SET version = version - %1"_s.arg(
        newestVersion(fixture.session().engine()) - older)));
    const Result<void> outcome = migrate(fixture.session());
    QVERIFY(!outcome);
    QVERIFY(outcome.error().message.contains(
        u"development version of Postrider (schema %1"_s.arg(older)));
    QCOMPARE(fixture.number(u"SELECT count(*) FROM mails"_s), qint64(mails));
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (argc == 3 && qstrcmp(argv[1], "upgrade") == 0)
        return upgrade(QString::fromLocal8Bit(argv[2]));
    TestMigrate test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_migrate.moc"
