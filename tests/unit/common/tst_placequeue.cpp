// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/placequeue.h"
#include "common/shares.h"

#include <QTest>

#include <random>

using namespace Qt::StringLiterals;
using Id = PlaceQueue::Id;

namespace {

const Shares shares{ .all = 8, .ofHost = 4, .ofUser = 4, .ofUserAtHost = 2 };

/// "2 b" is an account of user 2 at host b.
QList<PlaceGroup> groupsOf(const QString &comer)
{
    return shares.groups(comer.section(u' ', 1), comer.section(u' ', 0, 0).toLongLong());
}

QList<Id> enter(PlaceQueue &queue, const QStringList &comers)
{
    QList<Id> ids;
    for (const QString &comer : comers)
        ids.append(queue.enter(groupsOf(comer)));
    return ids;
}

/// The positions in `ids` of those that are inside.
QList<int> inside(const PlaceQueue &queue, const QList<Id> &ids)
{
    QList<int> numbers;
    for (int i = 0; i < ids.size(); ++i) {
        if (queue.isInside(ids.at(i)))
            numbers.append(i);
    }
    return numbers;
}

QStringList times(int count, const QString &comer)
{
    return QStringList(count, comer);
}

/// One user at `count` hosts with invented names.
QStringList atManyHosts(int count, qint64 user)
{
    QStringList comers;
    for (int i = 0; i < count; ++i)
        comers.append(u"%1 made-up-%2"_s.arg(user).arg(i));
    return comers;
}

QStringList manyUsers(int count, const QString &host)
{
    QStringList comers;
    for (int i = 0; i < count; ++i)
        comers.append(u"%1 %2"_s.arg(i + 1).arg(host));
    return comers;
}

/** The reference for the queue: a list in the order of arrival, searched from its beginning. */
class Model
{
public:
    struct Comer {
        Id id = 0;
        QList<PlaceGroup> groups;
        bool isInside = false;
        bool isAside = false;
        bool isBack = false;
    };

    void enter(Id id, const QList<PlaceGroup> &groups)
    {
        m_comers.append({ .id = id, .groups = groups });
        settle();
    }
    void leave(Id id)
    {
        m_comers.removeIf([id](const Comer &comer) { return comer.id == id; });
        settle();
    }
    void stepAside(Id id)
    {
        const auto aside = std::ranges::count_if(m_comers, &Comer::isAside);
        const auto found = std::ranges::find(m_comers, id, &Comer::id);
        if (!found->isInside || aside >= mostAside)
            return;
        found->isInside = false;
        found->isAside = true;
        settle();
    }
    void comeBack(Id id)
    {
        const auto found = std::ranges::find(m_comers, id, &Comer::id);
        if (!found->isAside)
            return;
        Comer comer = *found;
        m_comers.erase(found);
        comer.isAside = false;
        comer.isBack = true;
        const auto firstNew = std::ranges::find_if(m_comers, [](const Comer &one) {
            return !one.isInside && !one.isAside && !one.isBack;
        });
        m_comers.insert(firstNew, comer);
        settle();
    }
    QList<Id> inside() const
    {
        QList<Id> ids;
        for (const Comer &comer : m_comers) {
            if (comer.isInside)
                ids.append(comer.id);
        }
        std::ranges::sort(ids);
        return ids;
    }

    static constexpr int mostAside = 5;

private:
    bool isCounted(const Comer &comer, const QString &group) const
    {
        return (comer.isInside || comer.isAside || comer.isBack)
            && std::ranges::count(comer.groups, group, &PlaceGroup::name) > 0;
    }
    bool hasRoom(const PlaceGroup &group) const
    {
        return std::ranges::count_if(
                   m_comers, [&](const Comer &comer) { return isCounted(comer, group.name); })
            < group.most;
    }
    void settle()
    {
        for (Comer &comer : m_comers) {
            const auto inside = std::ranges::count_if(m_comers, &Comer::isInside);
            if (inside >= shares.all)
                return;
            const bool fits = comer.isBack
                || std::ranges::all_of(comer.groups,
                                       [this](const PlaceGroup &group) { return hasRoom(group); });
            if (comer.isInside || comer.isAside || !fits)
                continue;
            comer.isInside = true;
            comer.isBack = false;
        }
    }

    QList<Comer> m_comers;
};

} // namespace

class TestPlaceQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sharesAreHalvesAndAQuarter_data();
    void sharesAreHalvesAndAQuarter();
    void keepsToTheShares_data();
    void keepsToTheShares();
    void letsInWhoAskedFirst();
    void whoStepsAsideCountsForItsGroups();
    void soManyMayBeAside();
    void whoComesBackGoesFirst();
    void saysWhoCameIn();
    void saysWhomOthersWaitFor();
    void doesAsASimpleListWould();
};

void TestPlaceQueue::sharesAreHalvesAndAQuarter_data()
{
    QTest::addColumn<int>("all");
    QTest::addColumn<Shares>("expected");
    QTest::newRow("twenty") << 20 << Shares{ 20, 10, 10, 5 };
    QTest::newRow("sixteen") << 16 << Shares{ 16, 8, 8, 4 };
    QTest::newRow("three") << 3 << Shares{ 3, 1, 1, 1 };
    QTest::newRow("one") << 1 << Shares{ 1, 1, 1, 1 };
    QTest::newRow("no limit") << 0 << Shares{};
}

void TestPlaceQueue::sharesAreHalvesAndAQuarter()
{
    QFETCH(int, all);
    QTEST(Shares::of(all), "expected");
}

void TestPlaceQueue::keepsToTheShares_data()
{
    QTest::addColumn<QStringList>("comers");
    QTest::addColumn<QList<int>>("expected");

    QTest::newRow("one user at one host gets a quarter, another user and another host go in")
        << times(20, u"1 a"_s) + QStringList{ u"2 a"_s, u"1 b"_s, u"2 b"_s }
        << QList<int>{ 0, 1, 20, 21, 22 };
    QTest::newRow("one user at hosts that he made up gets half")
        << atManyHosts(20, 1) + QStringList{ u"2 a"_s, u"1 b"_s } << QList<int>{ 0, 1, 2, 3, 20 };
    QTest::newRow("many users at one host get half") << manyUsers(20, u"a"_s)
            + QStringList{ u"1 b"_s, u"21 a"_s } << QList<int>{ 0, 1, 2, 3, 20 };
    QTest::newRow("nobody else: all places")
        << manyUsers(4, u"a"_s) + manyUsers(6, u"b"_s) << QList<int>{ 0, 1, 2, 3, 4, 5, 6, 7 };
    QTest::newRow("nobody") << QStringList() << QList<int>();
}

void TestPlaceQueue::keepsToTheShares()
{
    QFETCH(QStringList, comers);
    PlaceQueue queue({ .inside = shares.all });
    const QList<Id> ids = enter(queue, comers);
    QTEST(inside(queue, ids), "expected");
}

void TestPlaceQueue::letsInWhoAskedFirst()
{
    PlaceQueue queue({ .inside = shares.all });
    const QList<Id> ids =
        enter(queue, times(5, u"1 a"_s) + times(5, u"1 b"_s) + times(3, u"2 a"_s));
    QCOMPARE(inside(queue, ids), (QList<int>{ 0, 1, 5, 6, 10, 11 }));
    queue.leave(ids.at(0)); // frees a place for user 1 and host a
    QCOMPARE(inside(queue, ids), (QList<int>{ 1, 2, 5, 6, 10, 11 }));
    queue.leave(ids.at(5));
    QCOMPARE(inside(queue, ids), (QList<int>{ 1, 2, 6, 7, 10, 11 }));
    queue.leave(ids.at(3)); // it was waiting: no place becomes free, and 4 moves up
    queue.leave(ids.at(1));
    QCOMPARE(inside(queue, ids), (QList<int>{ 2, 4, 6, 7, 10, 11 }));
}

void TestPlaceQueue::whoStepsAsideCountsForItsGroups()
{
    PlaceQueue queue({ .inside = 2 });
    const QList<Id> ids = enter(queue, { u"1 a"_s, u"1 a"_s, u"1 a"_s, u"2 b"_s, u"3 c"_s });
    QCOMPARE(inside(queue, ids), (QList<int>{ 0, 1 }));
    QVERIFY(queue.stepAside(ids.at(0)));
    QVERIFY(!queue.stepAside(ids.at(0)));
    QCOMPARE(inside(queue, ids), (QList<int>{ 1, 3 }));
    QVERIFY(queue.stepAside(ids.at(1)));
    QCOMPARE(inside(queue, ids), (QList<int>{ 3, 4 }));
    QVERIFY(queue.stepAside(ids.at(4)));
    QCOMPARE(inside(queue, ids), QList<int>{ 3 });
    queue.leave(ids.at(0));
    QCOMPARE(inside(queue, ids), (QList<int>{ 2, 3 }));
}

void TestPlaceQueue::soManyMayBeAside()
{
    PlaceQueue queue({ .inside = 1, .aside = 2 });
    const QList<Id> ids = enter(queue, { u"1 a"_s, u"2 b"_s, u"3 c"_s, u"4 d"_s });
    QVERIFY(queue.stepAside(ids.at(0)));
    QVERIFY(queue.stepAside(ids.at(1)));
    QVERIFY(!queue.stepAside(ids.at(2)));
    QCOMPARE(inside(queue, ids), QList<int>{ 2 });
    queue.leave(ids.at(0));
    QVERIFY(queue.stepAside(ids.at(2)));
    QCOMPARE(inside(queue, ids), QList<int>{ 3 });
}

void TestPlaceQueue::whoComesBackGoesFirst()
{
    PlaceQueue queue({ .inside = 1 });
    const QList<Id> ids = enter(queue, { u"1 a"_s, u"2 b"_s, u"3 c"_s });
    queue.stepAside(ids.at(0));
    queue.comeBack(ids.at(0));
    queue.comeBack(ids.at(0));
    QCOMPARE(inside(queue, ids), QList<int>{ 1 });
    queue.leave(ids.at(1));
    QCOMPARE(inside(queue, ids), QList<int>{ 0 });
    queue.leave(ids.at(0));
    QCOMPARE(inside(queue, ids), QList<int>{ 2 });
}

void TestPlaceQueue::saysWhoCameIn()
{
    PlaceQueue queue({ .inside = 2 });
    const QList<Id> ids = enter(queue, { u"1 a"_s, u"2 b"_s, u"3 c"_s, u"4 d"_s });
    QCOMPARE(queue.takeAdmitted(), (QList<Id>{ ids.at(0), ids.at(1) }));
    queue.leave(ids.at(0));
    queue.leave(ids.at(2)); // before takeAdmitted() has returned it
    QCOMPARE(queue.takeAdmitted(), QList<Id>{ ids.at(3) });
    QCOMPARE(queue.takeAdmitted(), QList<Id>());
}

void TestPlaceQueue::saysWhomOthersWaitFor()
{
    PlaceQueue queue({});
    const QList<Id> ids = enter(queue, { u"1 a"_s, u"1 a"_s, u"2 b"_s, u"1 a"_s });
    QVERIFY(queue.isWanted(ids.at(0)));
    QVERIFY(!queue.isWanted(ids.at(2)));
    queue.leave(ids.at(3));
    QVERIFY(!queue.isWanted(ids.at(0)));
}

void TestPlaceQueue::doesAsASimpleListWould()
{
    std::mt19937 random(20261122); // NOLINT: the same each time
    const auto below = [&random](int count) {
        return int(random() % unsigned(count));
    };
    PlaceQueue queue({ .inside = shares.all, .aside = Model::mostAside });
    Model model;
    QList<Id> ids;
    for (int step = 0; step < 20'000; ++step) {
        const int what = below(10);
        if (ids.size() < 5 || (what < 4 && ids.size() < 60)) {
            const auto groups = groupsOf(u"%1 %2"_s.arg(below(4)).arg(below(4)));
            ids.append(queue.enter(groups));
            model.enter(ids.last(), groups);
        } else if (what < 7) {
            const Id id = ids.takeAt(below(int(ids.size())));
            queue.leave(id);
            model.leave(id);
        } else {
            const Id id = ids.at(below(int(ids.size())));
            what == 7 ? queue.comeBack(id) : void(queue.stepAside(id));
            what == 7 ? model.comeBack(id) : model.stepAside(id);
        }
        QList<Id> inside;
        std::ranges::copy_if(ids, std::back_inserter(inside),
                             [&queue](Id id) { return queue.isInside(id); });
        QCOMPARE(inside, model.inside());
    }
}

QTEST_APPLESS_MAIN(TestPlaceQueue)
#include "tst_placequeue.moc"
