// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/startgate.h"

#include <QTest>

#include <memory>
#include <vector>

using namespace Sync;
using namespace Qt::StringLiterals;

namespace {

/** One account that wants to begin. */
struct Starter {
    Starter(StartGate &gate, const QString &host) : turn(gate, host) { wait(); }

    QCoro::Task<void> wait()
    {
        isInside = false;
        const bool admitted = co_await turn.admitted();
        isInside = admitted;
        isAnswered = true;
    }

    StartGate::Turn turn;
    bool isInside = false;
    bool isAnswered = false;
};

using Starters = std::vector<std::unique_ptr<Starter>>;

/// Who is inside, by number, once everything that was posted has arrived.
QList<int> inside(const Starters &starters)
{
    QCoreApplication::processEvents();
    QList<int> numbers;
    for (size_t i = 0; i < starters.size(); ++i) {
        if (starters[i] && starters[i]->isInside)
            numbers.append(int(i));
    }
    return numbers;
}

Starters comers(StartGate &gate, const QStringList &hosts)
{
    Starters starters;
    for (const QString &host : hosts)
        starters.push_back(std::make_unique<Starter>(gate, host));
    return starters;
}

} // namespace

class tst_StartGate : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void letsSoManyInAndTheOthersInTheirOrder();
    void oneHostGetsHalfOfThePlaces();
    void whoStepsAsideLetsOthersIn();
    void whoStepsAsideStillCountsForItsHost();
    void whoComesBackGoesFirst();
    void cancellingEndsTheWait();
    void whoLeavesTheQueueIsNotWaitedFor();
    void eachKindHasItsShare();
};

void tst_StartGate::letsSoManyInAndTheOthersInTheirOrder()
{
    StartGate gate(2);
    Starters all = comers(gate, { u"a"_s, u"b"_s, u"c"_s, u"d"_s });
    QCOMPARE(inside(all), (QList<int>{ 0, 1 }));
    all[1].reset();
    QCOMPARE(inside(all), (QList<int>{ 0, 2 }));
    all[0].reset();
    all[2].reset();
    QCOMPARE(inside(all), QList<int>{ 3 });
}

void tst_StartGate::oneHostGetsHalfOfThePlaces()
{
    StartGate gate(4);
    Starters all = comers(gate, { u"a"_s, u"a"_s, u"a"_s, u"a"_s, u"b"_s });
    QCOMPARE(inside(all), (QList<int>{ 0, 1, 4 }));
    all[0].reset();
    QCOMPARE(inside(all), (QList<int>{ 1, 2, 4 }));
}

void tst_StartGate::whoStepsAsideLetsOthersIn()
{
    StartGate gate(2);
    Starters all = comers(gate, { u"a"_s, u"b"_s, u"c"_s });
    QCOMPARE(inside(all), (QList<int>{ 0, 1 }));
    all[0]->turn.stepAside();
    all[0]->turn.stepAside(); // once is enough
    QCOMPARE(inside(all), (QList<int>{ 0, 1, 2 }));
}

void tst_StartGate::whoStepsAsideStillCountsForItsHost()
{
    StartGate gate(2);
    Starters all = comers(gate, { u"a"_s, u"a"_s });
    QCOMPARE(inside(all), QList<int>{ 0 });
    all[0]->turn.stepAside();
    QCOMPARE(inside(all), QList<int>{ 0 });
    all[0].reset();
    QCOMPARE(inside(all), QList<int>{ 1 });
}

void tst_StartGate::whoComesBackGoesFirst()
{
    StartGate gate(1);
    Starters all = comers(gate, { u"a"_s, u"b"_s, u"c"_s });
    QCOMPARE(inside(all), QList<int>{ 0 });
    all[0]->turn.stepAside();
    QCOMPARE(inside(all), (QList<int>{ 0, 1 }));
    all[0]->wait();
    QCOMPARE(inside(all), QList<int>{ 1 });
    all[1].reset();
    QCOMPARE(inside(all), QList<int>{ 0 });
    all[0].reset();
    QCOMPARE(inside(all), QList<int>{ 2 });
}

void tst_StartGate::cancellingEndsTheWait()
{
    StartGate gate(1);
    Starters all = comers(gate, { u"a"_s, u"b"_s, u"b"_s, u"c"_s });
    for (const size_t number : { 1, 2 }) { // waiting for a place, waiting for the host
        all[number]->turn.cancel();
        QVERIFY(all[number]->isAnswered);
        QVERIFY(!all[number]->isInside);
    }
    all[1].reset();
    all[2].reset();
    all[0].reset();
    QCOMPARE(inside(all), QList<int>{ 3 });
}

void tst_StartGate::whoLeavesTheQueueIsNotWaitedFor()
{
    StartGate gate(1);
    Starters all = comers(gate, { u"a"_s, u"b"_s, u"c"_s });
    all[1].reset();
    all[0].reset();
    QCOMPARE(inside(all), QList<int>{ 2 });
}

void tst_StartGate::eachKindHasItsShare()
{
    StartGates gates(5);
    const QStringList hosts{ u"a"_s, u"b"_s, u"c"_s, u"d"_s, u"e"_s };
    QCOMPARE(inside(comers(gates.logins, hosts)).size(), 2);
    QCOMPARE(inside(comers(gates.firstSyncs, hosts)).size(), 3);
    StartGates unlimited(0);
    QCOMPARE(inside(comers(unlimited.logins, hosts)).size(), 5);
}

QTEST_GUILESS_MAIN(tst_StartGate)
#include "tst_startgate.moc"
