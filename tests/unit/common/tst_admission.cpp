// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/admission.h"

#include <QTest>

#include <memory>
#include <vector>

using Async::Admission;
using namespace Qt::StringLiterals;

namespace {

/** One account that waits for a place. */
struct Starter {
    Starter(Admission &admission, const PlaceGroup &group) : turn(admission, { group }) { wait(); }

    QCoro::Task<void> wait()
    {
        isInside = false;
        const bool admitted = co_await turn.admitted();
        isInside = admitted;
        isAnswered = true;
    }

    Admission::Slot turn;
    bool isInside = false;
    bool isAnswered = false;
};

using Starters = std::vector<std::unique_ptr<Starter>>;

/// The numbers of those that have a place, after all posted calls have run.
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

/** An admission at which each group gets at most `perGroup` places. */
struct SharedAdmission {
    SharedAdmission(int atOnce, int most)
        : admission({ .inside = atOnce, .aside = 0 }), perGroup(most)
    {
    }

    Admission admission;
    int perGroup;
};

Starters comers(SharedAdmission &shared, const QStringList &groups)
{
    Starters starters;
    for (const QString &group : groups)
        starters.push_back(
            std::make_unique<Starter>(shared.admission, PlaceGroup{ group, shared.perGroup }));
    return starters;
}

} // namespace

class TestAdmission : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void letsSoManyInAndTheOthersInTheirOrder();
    void oneGroupGetsItsShare();
    void whoStepsAsideLetsOthersIn();
    void whoStepsAsideStillCountsForItsGroup();
    void whoComesBackGoesFirst();
    void cancellingEndsTheWait();
    void tellsThatOthersWait();
    void whoLeavesTheQueueIsNotWaitedFor();
};

void TestAdmission::letsSoManyInAndTheOthersInTheirOrder()
{
    SharedAdmission admission(2, 1);
    Starters all = comers(admission, { u"a"_s, u"b"_s, u"c"_s, u"d"_s });
    QCOMPARE(inside(all), (QList<int>{ 0, 1 }));
    all[1].reset();
    QCOMPARE(inside(all), (QList<int>{ 0, 2 }));
    all[0].reset();
    all[2].reset();
    QCOMPARE(inside(all), QList<int>{ 3 });
}

void TestAdmission::oneGroupGetsItsShare()
{
    SharedAdmission admission(4, 2);
    Starters all = comers(admission, { u"a"_s, u"a"_s, u"a"_s, u"a"_s, u"b"_s });
    QCOMPARE(inside(all), (QList<int>{ 0, 1, 4 }));
    all[0].reset();
    QCOMPARE(inside(all), (QList<int>{ 1, 2, 4 }));
}

void TestAdmission::whoStepsAsideLetsOthersIn()
{
    SharedAdmission admission(2, 1);
    Starters all = comers(admission, { u"a"_s, u"b"_s, u"c"_s });
    QCOMPARE(inside(all), (QList<int>{ 0, 1 }));
    all[0]->turn.stepAside();
    all[0]->turn.stepAside(); // has no effect
    QCOMPARE(inside(all), (QList<int>{ 0, 1, 2 }));
}

void TestAdmission::whoStepsAsideStillCountsForItsGroup()
{
    SharedAdmission admission(2, 1);
    Starters all = comers(admission, { u"a"_s, u"a"_s });
    QCOMPARE(inside(all), QList<int>{ 0 });
    all[0]->turn.stepAside();
    QCOMPARE(inside(all), QList<int>{ 0 });
    all[0].reset();
    QCOMPARE(inside(all), QList<int>{ 1 });
}

void TestAdmission::whoComesBackGoesFirst()
{
    SharedAdmission admission(1, 1);
    Starters all = comers(admission, { u"a"_s, u"b"_s, u"c"_s });
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

void TestAdmission::cancellingEndsTheWait()
{
    SharedAdmission admission(1, 1);
    Starters all = comers(admission, { u"a"_s, u"b"_s, u"b"_s, u"c"_s });
    for (const size_t number : { 1, 2 }) { // waiting for a place, waiting for the group
        all[number]->turn.cancel();
        QVERIFY(all[number]->isAnswered);
        QVERIFY(!all[number]->isInside);
    }
    all[1].reset();
    all[2].reset();
    all[0].reset();
    QCOMPARE(inside(all), QList<int>{ 3 });
}

void TestAdmission::tellsThatOthersWait()
{
    SharedAdmission admission(0, 1);
    Starters all = comers(admission, { u"a"_s, u"b"_s, u"a"_s });
    QVERIFY(all[0]->turn.isWanted());
    QVERIFY(!all[1]->turn.isWanted());
    all[2].reset();
    QVERIFY(!all[0]->turn.isWanted());
}

void TestAdmission::whoLeavesTheQueueIsNotWaitedFor()
{
    SharedAdmission admission(1, 1);
    Starters all = comers(admission, { u"a"_s, u"b"_s, u"c"_s });
    all[1].reset();
    all[0].reset();
    QCOMPARE(inside(all), QList<int>{ 2 });
}

QTEST_GUILESS_MAIN(TestAdmission)
#include "tst_admission.moc"
