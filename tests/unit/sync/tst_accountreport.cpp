// SPDX-License-Identifier: GPL-3.0-or-later
#include "accountfixture.h"

using namespace Qt::StringLiterals;
using Sync::Mode;

/** What the clients get to see of a running account. */
class TestAccountReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void modeIsReportedWhenItChanges();
    void accountThatWasNotReadHasNoEvents();
    void progressIsReportedUntilItsEnd();
    void passIsReportedInOrder_data();
    void passIsReportedInOrder();
    void errorThatIsNotStoredIsShown();
    void otherHealthIsNotShown();
};

void TestAccountReport::modeIsReportedWhenItChanges()
{
    AccountFixture fixture;
    must(awaited(fixture.row.load()));
    fixture.report.setMode(Mode::Stopped); // as before
    QVERIFY(fixture.reports.runtimes.isEmpty());
    fixture.report.setMode(Mode::Connecting);
    fixture.report.setMode(Mode::Connecting);
    fixture.report.setMode(Mode::Idle);
    QCOMPARE(fixture.reports.runtimes.size(), 2);
    QCOMPARE(fixture.reports.mode(), Mode::Idle);
    QCOMPARE(fixture.reports.names(), QList<QByteArray>(2, "account.mode_changed"));
    QVERIFY(fixture.reports.events.last().data.contains("\"idle\""));
    QCOMPARE(fixture.reports.events.last().accountId, fixture.id);
}

void TestAccountReport::accountThatWasNotReadHasNoEvents()
{
    AccountFixture fixture;
    fixture.report.setMode(Mode::Connecting);
    QCOMPARE(fixture.reports.mode(), Mode::Connecting);
    QVERIFY(fixture.reports.events.isEmpty());
}

void TestAccountReport::progressIsReportedUntilItsEnd()
{
    AccountFixture fixture;
    must(awaited(fixture.row.load()));
    Sync::ProgressMeter &meter = fixture.report.progress();
    meter.begin("bodies", 10);
    QVERIFY(fixture.reports.runtimes.last().progress.has_value());
    QCOMPARE(fixture.reports.runtimes.last().progress->total, 10);
    meter.end();
    QVERIFY(!fixture.reports.runtimes.last().progress.has_value());
    meter.end(); // nothing to report
    QCOMPARE(fixture.reports.runtimes.size(), 2);
    QCOMPARE(fixture.reports.names(), QList<QByteArray>{ "account.sync_progress" });
}

void TestAccountReport::passIsReportedInOrder_data()
{
    QTest::addColumn<qint64>("added");
    QTest::addColumn<qint64>("updated");
    QTest::addColumn<QList<QByteArray>>("names");
    const QList<QByteArray> done{ "mail.synced", "account.sync_done" };
    const QList<QByteArray> changed = done + QList<QByteArray>{ "stats.updated" };
    QTest::newRow("no changes") << qint64(0) << qint64(0) << done;
    QTest::newRow("new mails") << qint64(2) << qint64(0) << changed;
    QTest::newRow("other flags") << qint64(0) << qint64(1) << changed;
}

void TestAccountReport::passIsReportedInOrder()
{
    QFETCH(qint64, added);
    QFETCH(qint64, updated);
    AccountFixture fixture;
    must(awaited(fixture.row.load()));
    fixture.report.passDone({ added, updated, 17 });
    QTEST(fixture.reports.names(), "names");
    QVERIFY(fixture.reports.events.first().data.contains("\"duration_ms\":17"));
}

void TestAccountReport::errorThatIsNotStoredIsShown()
{
    AccountFixture fixture;
    must(awaited(fixture.row.load()));
    Store::AccountHealth health;
    health.status = "error";
    health.errorCode = "storage_full";
    health.errorMessage = u"no space left"_s;
    fixture.report.showUnstored(health);
    QCOMPARE(fixture.reports.trouble(), (Sync::Trouble{ "storage_full", u"no space left"_s }));
    QCOMPARE(fixture.reports.names(), QList<QByteArray>{ "account.health" });
    QVERIFY(fixture.report.endUnstored());
    QCOMPARE(fixture.reports.trouble(), std::nullopt);
    QVERIFY(!fixture.report.endUnstored());
    QCOMPARE(fixture.reports.runtimes.size(), 2);
}

void TestAccountReport::otherHealthIsNotShown()
{
    AccountFixture fixture;
    must(awaited(fixture.row.load()));
    fixture.report.showUnstored(Store::AccountHealth());
    QVERIFY(fixture.reports.runtimes.isEmpty());
    QVERIFY(fixture.reports.events.isEmpty());
}

QTEST_GUILESS_MAIN(TestAccountReport)
#include "tst_accountreport.moc"
