// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/segmentchoice.h"

#include <QTest>

using namespace Store;

using Ids = QList<qint64>;
using Segments = QList<SegmentFacts>;

Q_DECLARE_METATYPE(Store::SegmentFacts)

/** Which segments are merged. */
class tst_SegmentChoice : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void tiersOfEight_data();
    void tiersOfEight();
    void allBecomeOne();
};

namespace {

constexpr qint64 kib = 1024;

Segments ofSizes(const QList<qint64> &sizes)
{
    Segments segments;
    for (const qint64 bytes : sizes)
        segments.append({ segments.size() + 1, 100, 0, bytes });
    return segments;
}

Ids upTo(qint64 last)
{
    Ids ids;
    for (qint64 id = 1; id <= last; ++id)
        ids.append(id);
    return ids;
}

} // namespace

void tst_SegmentChoice::tiersOfEight_data()
{
    QTest::addColumn<Segments>("segments");
    QTest::addColumn<Ids>("chosen");

    QTest::newRow("none") << Segments() << Ids();
    QTest::newRow("seven small ones") << ofSizes(QList<qint64>(7, 5 * kib)) << Ids();
    QTest::newRow("eight small ones")
        << ofSizes(QList<qint64>(8, 5 * kib)) << Ids{ 1, 2, 3, 4, 5, 6, 7, 8 };
    QTest::newRow("ten small ones beside a large one")
        << ofSizes(QList<qint64>(10, 5 * kib) + QList<qint64>{ 9000 * kib })
        << Ids{ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
    QTest::newRow("no more than have room in memory")
        << ofSizes(QList<qint64>(mostMerged + 20, 5 * kib)) << upTo(mostMerged);
    QTest::newRow("four small and four large ones")
        << ofSizes(QList<qint64>(4, 5 * kib) + QList<qint64>(4, 9000 * kib)) << Ids();
    QTest::newRow("eight small and eight large ones: the small ones first")
        << ofSizes(QList<qint64>(8, 9000 * kib) + QList<qint64>(8, 5 * kib))
        << Ids{ 9, 10, 11, 12, 13, 14, 15, 16 };
    QTest::newRow("half deleted") << Segments{ { 1, 100, 0, kib }, { 2, 100, 50, kib } }
                                  << Ids{ 2 };
    QTest::newRow("less than half deleted") << Segments{ { 1, 100, 49, kib } } << Ids();
    QTest::newRow("all deleted") << Segments{ { 1, 1, 1, kib } } << Ids{ 1 };
}

void tst_SegmentChoice::tiersOfEight()
{
    QFETCH(Segments, segments);
    QTEST(nextTier(segments), "chosen");
}

void tst_SegmentChoice::allBecomeOne()
{
    QCOMPARE(allSegments({}), Ids());
    QCOMPARE(allSegments({ { 1, 100, 0, kib } }), Ids());
    QCOMPARE(allSegments({ { 1, 100, 24, kib } }), Ids());
    QCOMPARE(allSegments({ { 1, 100, 25, kib } }), Ids{ 1 });
    QCOMPARE(allSegments({ { 1, 100, 0, kib }, { 4, 1, 0, kib } }), (Ids{ 1, 4 }));
}

QTEST_GUILESS_MAIN(tst_SegmentChoice)
#include "tst_segmentchoice.moc"
