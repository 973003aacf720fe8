// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of accounts that synchronise now and then.
#include "nodes/busytimes.h"

#include <QTest>

using namespace Nodes;
using namespace std::chrono_literals;

using Weights = QHash<qint64, qint64>;

class TestBusyTimes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void weightGrowsWithTheTime_data();
    void weightGrowsWithTheTime();
    void passesAreAddedUp();
    void passThatIsRunningCountsInEachMinute();
    void repeatedStateChangesNothing();
    void accountThatLeftIsForgotten();
};

void TestBusyTimes::weightGrowsWithTheTime_data()
{
    QTest::addColumn<int>("busyMs");
    QTest::addColumn<qint64>("weight");
    QTest::newRow("a single mail") << 300 << 1LL;
    QTest::newRow("a second of a minute") << 1'000 << 2LL;
    QTest::newRow("two seconds") << 2'000 << 2LL;
    QTest::newRow("three seconds") << 3'000 << 4LL;
    QTest::newRow("ten seconds") << 10'000 << 8LL;
    QTest::newRow("half of the time") << 31'000 << 32LL;
    QTest::newRow("all the time") << 60'000 << 32LL;
}

void TestBusyTimes::weightGrowsWithTheTime()
{
    QFETCH(int, busyMs);
    QFETCH(qint64, weight);
    BusyTimes times;
    times.takeWeights(1h);
    times.note(7, true, 1h);
    times.note(7, false, 1h + std::chrono::milliseconds(busyMs));
    QCOMPARE(times.takeWeights(1h + 60s), weight > 1 ? Weights({ { 7, weight } }) : Weights());
}

void TestBusyTimes::passesAreAddedUp()
{
    BusyTimes times;
    times.takeWeights(1h);
    for (int i = 0; i < 20; ++i) {
        times.note(7, true, 1h + i * 3s);
        times.note(7, false, 1h + i * 3s + 200ms);
    }
    QCOMPARE(times.takeWeights(1h + 60s), Weights({ { 7, 4 } }));
    QCOMPARE(times.takeWeights(1h + 120s), Weights());
}

void TestBusyTimes::passThatIsRunningCountsInEachMinute()
{
    BusyTimes times;
    times.takeWeights(1h);
    times.note(7, true, 1h + 50s);
    QCOMPARE(times.takeWeights(1h + 60s), Weights({ { 7, 8 } }));
    QCOMPARE(times.takeWeights(1h + 120s), Weights({ { 7, 32 } }));
    times.note(7, false, 1h + 121s);
    QCOMPARE(times.takeWeights(1h + 180s), Weights({ { 7, 2 } }));
}

void TestBusyTimes::repeatedStateChangesNothing()
{
    BusyTimes times;
    times.takeWeights(1h);
    times.note(7, true, 1h);
    times.note(7, true, 1h + 5s); // the progress changed
    times.note(7, false, 1h + 10s);
    times.note(7, false, 1h + 20s);
    QCOMPARE(times.takeWeights(1h + 60s), Weights({ { 7, 8 } }));
}

void TestBusyTimes::accountThatLeftIsForgotten()
{
    BusyTimes times;
    times.takeWeights(1h);
    times.note(7, true, 1h);
    times.remove(7);
    times.note(7, false, 1h + 30s);
    QCOMPARE(times.takeWeights(1h + 60s), Weights());
}

QTEST_GUILESS_MAIN(TestBusyTimes)
#include "tst_busytimes.moc"
