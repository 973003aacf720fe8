// SPDX-License-Identifier: GPL-3.0-or-later
#include "policy/quiethours.h"

#include <QTest>

using namespace Policy;
using namespace Qt::StringLiterals;

class TestQuietHours : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsTheHours_data();
    void knowsTheHours();
    void pausesForAWhile();
    void endsAPauseWhenTheClockIsSetBack();
    void endsWhenBothHaveEnded();
};

namespace {

QDateTime at(const char *time, int day = 5)
{
    return { QDate(2026, 6, day), QTime::fromString(QLatin1StringView(time), u"HH:mm") };
}

} // namespace

void TestQuietHours::knowsTheHours_data()
{
    QTest::addColumn<QTime>("from");
    QTest::addColumn<QTime>("to");
    QTest::addColumn<QDateTime>("now");
    QTest::addColumn<QDateTime>("end");
    const QTime evening(22, 0);
    const QTime morning(7, 0);
    QTest::newRow("before") << evening << morning << at("21:59") << QDateTime();
    QTest::newRow("begins") << evening << morning << at("22:00") << at("07:00", 6);
    QTest::newRow("past midnight") << evening << morning << at("03:00") << at("07:00");
    QTest::newRow("ends") << evening << morning << at("07:00") << QDateTime();
    QTest::newRow("by day") << QTime(12, 0) << QTime(13, 30) << at("13:00") << at("13:30");
    QTest::newRow("after it") << QTime(12, 0) << QTime(13, 30) << at("13:30") << QDateTime();
    QTest::newRow("of no length") << evening << evening << at("22:00") << QDateTime();
}

void TestQuietHours::knowsTheHours()
{
    QFETCH(QTime, from);
    QFETCH(QTime, to);
    QFETCH(QDateTime, now);
    QFETCH(QDateTime, end);
    const QuietHours hours{ .isDaily = true, .from = from, .to = to };
    QCOMPARE(hours.isQuiet(now), end.isValid());
    QCOMPARE(hours.end(now).value_or(QDateTime()), end);
    const QuietHours off{ .isDaily = false, .from = from, .to = to };
    QVERIFY(!off.isQuiet(now));
}

void TestQuietHours::pausesForAWhile()
{
    QuietHours hours;
    hours.pause(at("10:00"), at("10:30"));
    QVERIFY(hours.isQuiet(at("10:00")));
    QVERIFY(hours.isQuiet(at("10:29")));
    QVERIFY(!hours.isQuiet(at("10:30")));
    QCOMPARE(hours.end(at("10:10")).value(), at("10:30"));
    hours.resume();
    QVERIFY(!hours.isQuiet(at("10:10")));
}

void TestQuietHours::endsAPauseWhenTheClockIsSetBack()
{
    QuietHours hours;
    hours.pause(at("10:00"), at("10:30"));
    QVERIFY(hours.isQuiet(at("09:59")));
    QVERIFY(!hours.isQuiet(at("09:00")));
    QVERIFY(!hours.isQuiet(at("10:10", 4)));
}

void TestQuietHours::endsWhenBothHaveEnded()
{
    QuietHours hours{ .isDaily = true, .from = QTime(22, 0), .to = QTime(7, 0) };
    hours.pause(at("21:50"), at("22:20"));
    QCOMPARE(hours.end(at("21:55")).value(), at("07:00", 6));
    hours.pause(at("06:50"), at("07:20"));
    QCOMPARE(hours.end(at("06:55")).value(), at("07:20"));
}

QTEST_APPLESS_MAIN(TestQuietHours)
#include "tst_tray_quiethours.moc"
