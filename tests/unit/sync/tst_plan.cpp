// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/plan.h"

#include <QTest>

using namespace Sync;

class tst_Plan : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void comparesBothSides_data();
    void comparesBothSides();
    void cutsTheFirstChunkSmall();
    void boundsBodyChunksByBytesAndMails();
    void joinsNeighboursInASet_data();
    void joinsNeighboursInASet();
};

void tst_Plan::comparesBothSides_data()
{
    QTest::addColumn<QList<UidFlags>>("server");
    QTest::addColumn<QList<UidFlags>>("known");
    QTest::addColumn<QList<quint32>>("buried");
    QTest::addColumn<FolderDelta>("delta");
    using S = QList<UidFlags>;
    using U = QList<quint32>;
    QTest::newRow("both empty") << S{} << S{} << U{} << FolderDelta{};
    QTest::newRow("all new, newest first")
        << S{ { 1 }, { 5 }, { 9 } } << S{} << U{} << FolderDelta{ { 9, 5, 1 }, {}, {} };
    QTest::newRow("nothing changed")
        << S{ { 1, Seen }, { 5 } } << S{ { 5 }, { 1, Seen } } << U{} << FolderDelta{};
    QTest::newRow("one gone in the middle, one at the end")
        << S{ { 1 }, { 3 } } << S{ { 1 }, { 2 }, { 3 }, { 4 } } << U{}
        << FolderDelta{ {}, { 2, 4 }, {} };
    QTest::newRow("flags changed at the server")
        << S{ { 1, Seen | Flagged }, { 2 } } << S{ { 1 }, { 2, Seen } } << U{}
        << FolderDelta{ {}, {}, { { 1, 0, Seen | Flagged }, { 2, Seen, 0 } } };
    QTest::newRow("deleted here stays away")
        << S{ { 1 }, { 2 }, { 3 } } << S{ { 1 } } << U{ 3, 2 } << FolderDelta{};
    QTest::newRow("a repeated uid counts once, its last flags win")
        << S{ { 2 }, { 1, Seen }, { 2, Seen } } << S{ { 1, Seen }, { 2 } } << U{}
        << FolderDelta{ {}, {}, { { 2, 0, Seen } } };
    QTest::newRow("everything gone")
        << S{} << S{ { 7 }, { 8 } } << U{ 9 } << FolderDelta{ {}, { 7, 8 }, {} };
}

void tst_Plan::comparesBothSides()
{
    QFETCH(QList<UidFlags>, server);
    QFETCH(QList<UidFlags>, known);
    QFETCH(QList<quint32>, buried);
    QFETCH(FolderDelta, delta);
    QVERIFY(compareFolder(server, known, buried) == delta);
}

void tst_Plan::cutsTheFirstChunkSmall()
{
    const QList<QList<quint32>> expected{ { 9, 8 }, { 7, 6, 5 }, { 4 } };
    QCOMPARE(chunks({ 9, 8, 7, 6, 5, 4 }, 2, 3), expected);
    QCOMPARE(chunks({}, 2, 3), QList<QList<quint32>>());
}

void tst_Plan::boundsBodyChunksByBytesAndMails()
{
    const BodyWanted a{ 1, 9, 60 }, b{ 2, 8, 30 }, huge{ 3, 7, 500 }, c{ 4, 6, 1 }, d{ 5, 5, 1 },
        e{ 6, 4, 1 };
    const QList<QList<BodyWanted>> expected{ { a, b }, { huge }, { c, d }, { e } };
    QVERIFY(bodyChunks({ a, b, huge, c, d, e }, 2, 100) == expected);
}

void tst_Plan::joinsNeighboursInASet_data()
{
    QTest::addColumn<QList<quint32>>("uids");
    QTest::addColumn<QByteArray>("set");
    QTest::newRow("none") << QList<quint32>{} << QByteArray();
    QTest::newRow("one") << QList<quint32>{ 7 } << QByteArray("7");
    QTest::newRow("a run downward") << QList<quint32>{ 9, 8, 7 } << QByteArray("7:9");
    QTest::newRow("runs and singles")
        << QList<quint32>{ 20, 19, 12, 5, 4 } << QByteArray("19:20,12,4:5");
    QTest::newRow("the largest uid")
        << QList<quint32>{ 4294967295u, 1 } << QByteArray("4294967295,1");
}

void tst_Plan::joinsNeighboursInASet()
{
    QFETCH(QList<quint32>, uids);
    QTEST(uidSet(uids), "set");
}

QTEST_GUILESS_MAIN(tst_Plan)
#include "tst_plan.moc"
