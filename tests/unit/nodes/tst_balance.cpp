// SPDX-License-Identifier: GPL-3.0-or-later
// How many accounts a node takes and gives back.
#include "nodes/balance.h"

#include <QTest>

using namespace Nodes;

class TestBalance : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nodeTakesItsShare_data();
    void nodeTakesItsShare();
    void nodeGivesBackWhatIsTooMuch_data();
    void nodeGivesBackWhatIsTooMuch();
    void sharesCoverAllAccounts();
};

void TestBalance::nodeTakesItsShare_data()
{
    QTest::addColumn<qint64>("live");
    QTest::addColumn<qint64>("weight");
    QTest::addColumn<qint64>("held");
    QTest::addColumn<qint64>("taken");
    QTest::newRow("alone") << 1LL << 7LL << 0LL << 7LL;
    QTest::newRow("alone, with some") << 1LL << 7LL << 3LL << 4LL;
    QTest::newRow("a third") << 3LL << 6LL << 0LL << 2LL;
    QTest::newRow("rounded up") << 3LL << 7LL << 0LL << 3LL;
    QTest::newRow("has enough") << 3LL << 6LL << 2LL << 0LL;
    QTest::newRow("has too much") << 3LL << 6LL << 5LL << 0LL;
    QTest::newRow("no accounts") << 2LL << 0LL << 0LL << 0LL;
    QTest::newRow("none alive: its own beat was late") << 0LL << 5LL << 0LL << 5LL;
}

void TestBalance::nodeTakesItsShare()
{
    QFETCH(qint64, live);
    QFETCH(qint64, weight);
    QFETCH(qint64, held);
    const Share share{ .nodes = live, .weight = weight };
    QTEST(mayTake(share, held), "taken");
}

void TestBalance::nodeGivesBackWhatIsTooMuch_data()
{
    QTest::addColumn<qint64>("live");
    QTest::addColumn<qint64>("weight");
    QTest::addColumn<qint64>("held");
    QTest::addColumn<qint64>("given");
    QTest::newRow("alone") << 1LL << 100LL << 100LL << 0LL;
    QTest::newRow("its share") << 2LL << 100LL << 50LL << 0LL;
    QTest::newRow("a tenth more") << 2LL << 100LL << 55LL << 0LL;
    QTest::newRow("more than a tenth") << 2LL << 100LL << 56LL << 6LL;
    QTest::newRow("few accounts") << 2LL << 6LL << 4LL << 1LL;
    QTest::newRow("at most 50 at once") << 2LL << 1000LL << 1000LL << 50LL;
}

void TestBalance::nodeGivesBackWhatIsTooMuch()
{
    QFETCH(qint64, live);
    QFETCH(qint64, weight);
    QFETCH(qint64, held);
    const Share share{ .nodes = live, .weight = weight };
    QTEST(shallGiveBack(share, held), "given");
}

void TestBalance::sharesCoverAllAccounts()
{
    for (qint64 live = 1; live <= 9; ++live) {
        for (qint64 weight = 0; weight <= 50; ++weight) {
            const Share share{ .nodes = live, .weight = weight };
            QVERIFY(live * mayTake(share, 0) >= weight);
            QCOMPARE(shallGiveBack(share, mayTake(share, 0)), 0);
        }
    }
}

QTEST_GUILESS_MAIN(TestBalance)
#include "tst_balance.moc"
