// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/plan.h"

#include <QTest>

using namespace Store;
using namespace Sync;

namespace {
constexpr quint8 Seen = ServerSeen;
constexpr quint8 Flagged = ServerFlagged;
constexpr quint8 Both = Seen | Flagged;
} // namespace

class tst_Plan : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void comparesBothSides_data();
    void comparesBothSides();
    void keepsTheLastWordOnARepeatedUid();
    void cutsTheFirstChunkSmall();
    void boundsBodyChunksByBytesAndMails();
};

void tst_Plan::comparesBothSides_data()
{
    QTest::addColumn<QList<ServerFlags>>("server");
    QTest::addColumn<QList<ServerFlags>>("known");
    QTest::addColumn<QList<BuriedUid>>("buried");
    QTest::addColumn<FolderDelta>("delta");
    using S = QList<ServerFlags>;
    using U = QList<BuriedUid>;
    QTest::newRow("both empty") << S{} << S{} << U{} << FolderDelta{};
    QTest::newRow("all new, newest first")
        << S{ { 1 }, { 5 }, { 9 } } << S{} << U{} << FolderDelta{ { 9, 5, 1 }, {}, {} };
    QTest::newRow("nothing changed")
        << S{ { 1, Seen }, { 5 } } << S{ { 5 }, { 1, Seen } } << U{} << FolderDelta{};
    QTest::newRow("one gone in the middle, one at the end")
        << S{ { 1 }, { 3 } } << S{ { 1 }, { 2 }, { 3 }, { 4 } } << U{}
        << FolderDelta{ {}, { 2, 4 }, {} };
    QTest::newRow("flags changed at the server")
        << S{ { 1, Both }, { 2 } } << S{ { 1 }, { 2, Seen } } << U{}
        << FolderDelta{ {}, {}, { { 1, Both }, { 2 } } };
    QTest::newRow("deleted here stays away")
        << S{ { 1 }, { 2 }, { 3 } } << S{ { 1 } } << U{ { 3 }, { 2 } } << FolderDelta{};
    QTest::newRow("a repeated uid counts once, its last flags win")
        << S{ { 2 }, { 1, Seen }, { 2, Seen } } << S{ { 1, Seen }, { 2 } } << U{}
        << FolderDelta{ {}, {}, { { 2, Seen } } };
    QTest::newRow("everything gone") << S{} << S{ { 7 }, { 8 } } << U{ { 9 } }
                                     << FolderDelta{ {}, { 7, 8 }, {}, { { 9, false } } };
    QTest::newRow("what was deleted here goes at the server, and comes back there")
        << S{ { 2 }, { 6 } } << S{ { 2 } } << U{ { 1 }, { 4, false }, { 6, false }, { 8 } }
        << FolderDelta{ {}, {}, {}, { { 1, false }, { 6, true }, { 8, false } } };
}

void tst_Plan::comparesBothSides()
{
    QFETCH(QList<ServerFlags>, server);
    QFETCH(QList<ServerFlags>, known);
    QFETCH(QList<BuriedUid>, buried);
    QFETCH(FolderDelta, delta);
    QVERIFY(compareFolder(server, known, buried) == delta);
}

void tst_Plan::keepsTheLastWordOnARepeatedUid()
{
    QList<ServerFlags> list{ { 7, 0 }, { 3, 1 }, { 7, 2 }, { 3, 1 }, { 5, 0 } };
    sortUnique(list);
    QCOMPARE(list, (QList<ServerFlags>{ { 3, 1 }, { 5, 0 }, { 7, 2 } }));
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

QTEST_GUILESS_MAIN(tst_Plan)
#include "tst_plan.moc"
