// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/uidset.h"

#include <QTest>

#include <algorithm>

using Imap::UidCollector;
using Imap::UidRange;
using Imap::UidSet;

class TestUidSet : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parses_data();
    void parses();
    void refuses_data();
    void refuses();
    void joinsUidsToRanges();
    void findsMembers();
    void countsFourBillion();
    void sortsLongListsInAnyOrder();
    void collectsSetsInLinearTime();
};

void TestUidSet::parses_data()
{
    QTest::addColumn<QByteArray>("normal");
    const auto row = [](const char *text, const char *normal) {
        QTest::newRow(text) << QByteArray(normal);
    };
    row("1", "1");
    row("1:5", "1:5");
    row("5:1", "1:5");
    row("7,1:5", "1:5,7");
    row("1,2,3", "1:3");
    row("1:4,3:9", "1:9");
    row("1:9,3:4", "1:9");
    row("9:*", "9:*");
    row("*:9", "9:*");
    row("*", "*");
    row("3:*,5,4294967295", "3:*");
}

void TestUidSet::parses()
{
    QFETCH(QByteArray, normal);
    const std::optional<UidSet> set = UidSet::parse(QTest::currentDataTag());
    QVERIFY(set);
    QCOMPARE(set->toImap(), normal);
}

void TestUidSet::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text :
         { "", "0", "1:0", "a", "1,", ",1", "1:", ":1", "1:2:3", "4294967296", "-1", "1 2", "+1" })
        QTest::addRow("'%s'", text) << QByteArray(text);
}

void TestUidSet::refuses()
{
    QFETCH(QByteArray, text);
    QVERIFY(!UidSet::parse(text));
}

void TestUidSet::joinsUidsToRanges()
{
    const UidSet set = UidSet::fromUids({ 9, 3, 1, 2, 3, 4294967295U });
    QCOMPARE(set.toImap(), QByteArray("1:3,9,*"));
    QCOMPARE(UidSet::fromUids({ 5, 4, 4, 2 }).uids(), (QList<quint32>{ 2, 4, 5 }));
    QVERIFY(UidSet::fromUids({}).isEmpty());
}

void TestUidSet::findsMembers()
{
    const UidSet set = *UidSet::parse("3,5:7,20:*");
    for (const quint32 in : { 3U, 5U, 6U, 7U, 20U, 4000000000U })
        QVERIFY(set.contains(in));
    for (const quint32 out : { 0U, 1U, 2U, 4U, 8U, 19U })
        QVERIFY(!set.contains(out));
    QVERIFY(!UidSet().contains(1));
}

void TestUidSet::countsFourBillion()
{
    QCOMPARE(UidSet::parse("1:*")->count(), quint64(4294967295U));
}

void TestUidSet::sortsLongListsInAnyOrder()
{
    QList<quint32> uids;
    QList<UidRange> ranges;
    quint32 number = 1;
    for (int i = 0; i < 20'000; ++i) {
        number = number * 1664525 + 1013904223; // any order, from all 32 bits
        uids.append(number | 1);
        ranges.append({ number | 1, number | 1 });
    }
    QList<quint32> sorted = uids;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    QCOMPARE(UidSet::fromUids(uids).uids(), sorted);
    QCOMPARE(UidSet::fromRanges(ranges).uids(), sorted);
}

void TestUidSet::collectsSetsInLinearTime()
{
    // Many pieces without adjacent UIDs, each spread over the whole range, as a hostile server sends them.
    constexpr quint32 pieces = 2'000;
    constexpr quint32 perPiece = 50;
    UidCollector collector;
    for (quint32 piece = 0; piece < pieces; ++piece) {
        QList<UidRange> ranges;
        for (quint32 i = 0; i < perPiece; ++i) {
            const quint32 uid = 2 * (i * pieces + (piece * 7) % pieces) + 1;
            ranges.append({ uid, uid });
        }
        collector.add(UidSet::fromRanges(ranges));
    }
    QVERIFY(collector.heldRanges() >= qsizetype(pieces) * perPiece);
    const UidSet all = collector.take();
    QCOMPARE(all.ranges().size(), qsizetype(pieces) * perPiece);
    QCOMPARE(all.count(), quint64(pieces) * perPiece);
    QCOMPARE(all.ranges().first(), (UidRange{ 1, 1 }));
    QVERIFY(collector.take().isEmpty());
    collector.add(*UidSet::parse("5:9"));
    collector.add(*UidSet::parse("1:6,12"));
    QCOMPARE(collector.take().toImap(), QByteArray("1:9,12"));
}

QTEST_APPLESS_MAIN(TestUidSet)
#include "tst_uidset.moc"
