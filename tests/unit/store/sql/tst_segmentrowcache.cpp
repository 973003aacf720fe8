// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/clock.h"
#include "store/sql/segmentrowcache.h"
#include "store/sql/session.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestSegmentRowCache : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsRowsBySegmentAndFirstDocument();
    void rowsOfOtherSegmentsGoAndLeaveTheirRoom();
    void keepsEightMebibytes();
    void rowsGoWithTheConnection();
};

namespace {

constexpr qsizetype mib = qsizetype(1024) * 1024;

} // namespace

void TestSegmentRowCache::findsRowsBySegmentAndFirstDocument()
{
    SegmentRowCache cache;
    cache.keep(7, 0, "one"_ba);
    cache.keep(7, 490, "two"_ba);
    cache.keep(8, 0, "three"_ba);
    QCOMPARE(cache.find(7, 0), "one"_ba);
    QCOMPARE(cache.find(7, 490), "two"_ba);
    QCOMPARE(cache.find(8, 0), "three"_ba);
    QCOMPARE(cache.find(8, 490), QByteArray());
    QCOMPARE(cache.find(9, 0), QByteArray());
}

void TestSegmentRowCache::rowsOfOtherSegmentsGoAndLeaveTheirRoom()
{
    SegmentRowCache cache;
    cache.keep(1, 0, QByteArray(5 * mib, 'a'));
    cache.keep(2, 0, QByteArray(2 * mib, 'b'));
    cache.keepOnly({ 2, 3 });
    QCOMPARE(cache.find(1, 0), QByteArray());
    QCOMPARE(cache.find(2, 0).size(), 2 * mib);
    cache.keep(3, 0, QByteArray(6 * mib, 'c'));
    QCOMPARE(cache.find(3, 0).size(), 6 * mib);
}

void TestSegmentRowCache::keepsEightMebibytes()
{
    SegmentRowCache cache;
    cache.keep(1, 0, QByteArray(7 * mib, 'a'));
    cache.keep(1, 490, QByteArray(2 * mib, 'b'));
    cache.keep(1, 980, QByteArray(mib, 'c'));
    QCOMPARE(cache.find(1, 0).size(), 7 * mib);
    QCOMPARE(cache.find(1, 490), QByteArray());
    QCOMPARE(cache.find(1, 980).size(), mib);
}

void TestSegmentRowCache::rowsGoWithTheConnection()
{
    const SystemClock clock;
    Session session(Engine::Postgresql, clock);
    QVERIFY(!session.segmentRows());
    session.rememberSegmentRows();
    session.segmentRows()->keep(1, 0, "row"_ba);
    session.release();
    QVERIFY(session.segmentRows());
    QCOMPARE(session.segmentRows()->find(1, 0), QByteArray());
}

QTEST_APPLESS_MAIN(TestSegmentRowCache)
#include "tst_segmentrowcache.moc"
