// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/mailids.h"
#include "store/sql/sortkey.h"

#include <QRandomGenerator>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestMailIds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAListOfOneValue();
    void readsSortKeys();
    void takesOnlyPossibleIds();
    void combinesLikeSetsOfNumbers();
};

namespace {

constexpr qint64 behindAll = 1000;

/** A set of mails, and the same as numbers. */
struct Both {
    MailIdSet mails;
    QSet<qint64> numbers;

    static Both random(QRandomGenerator &random, qint64 highest)
    {
        Both both;
        for (qint64 id = 1; id <= highest; ++id) {
            if (random.bounded(2)) {
                both.mails.insert(id);
                both.numbers.insert(id);
            }
        }
        return random.bounded(2) ? both : both.complement();
    }

    Both complement() const
    {
        QSet<qint64> others;
        for (qint64 id = 0; id <= behindAll; ++id)
            others.insert(id);
        return { mails.complement(), others.subtract(numbers) };
    }

    bool isEqual() const
    {
        for (qint64 id = 0; id <= behindAll; ++id) {
            if (mails.contains(id) != numbers.contains(id))
                return false;
        }
        return true;
    }
};

} // namespace

void TestMailIds::readsAListOfOneValue()
{
    const MailIdSet set = MailIdSet::ofText("7,64,1000001,63");
    for (const qint64 id : { 7, 63, 64, 1'000'001 })
        QVERIFY(set.contains(id));
    for (const qint64 id : { 0, 6, 8, 62, 65, 1'000'000, 1'000'002, 100'000'000 })
        QVERIFY(!set.contains(id));
    QVERIFY(!MailIdSet::ofText({}).contains(0));
    QCOMPARE(idsOfText("7,64,1000001,63"), QList<qint64>({ 7, 64, 1'000'001, 63 }));
    QCOMPARE(idsOfText({}), QList<qint64>());
    QVERIFY(MailIdSet::ofAll().contains(0) && MailIdSet::ofAll().contains(100'000'000));
}

void TestMailIds::readsSortKeys()
{
    const MailIdSet set = MailIdSet::ofKeys({ sortKey(1'780'000'000, 3), sortKey(5, 70) });
    QVERIFY(set.contains(3) && set.contains(70) && !set.contains(4));
}

void TestMailIds::takesOnlyPossibleIds()
{
    MailIdSet set;
    set.insert(-1);
    set.insert(maxMailId + 1);
    QVERIFY(!set.contains(-1) && !set.contains(maxMailId + 1));
    QVERIFY(set.complement().contains(-1));
}

void TestMailIds::combinesLikeSetsOfNumbers()
{
    QRandomGenerator random(1);
    for (int round = 0; round < 200; ++round) {
        const Both a = Both::random(random, random.bounded(1, 300));
        const Both b = Both::random(random, random.bounded(1, 300));
        QVERIFY(a.isEqual() && b.isEqual());
        QVERIFY((Both{ a.mails.united(b.mails), QSet(a.numbers).unite(b.numbers) }).isEqual());
        QVERIFY(
            (Both{ a.mails.intersected(b.mails), QSet(a.numbers).intersect(b.numbers) }).isEqual());
        const Both both{ a.mails.intersected(b.mails), QSet(a.numbers).intersect(b.numbers) };
        QVERIFY(both.complement().isEqual());
    }
}

QTEST_GUILESS_MAIN(TestMailIds)
#include "tst_mailids.moc"
