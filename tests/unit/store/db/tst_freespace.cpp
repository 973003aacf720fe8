// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/freespace.h"
#include "store/db/transaction.h"
#include "store/mail/bodies.h"
#include "store/mail/maildelete.h"
#include "storefixture.h"

#include <QFileInfo>
#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

namespace {

constexpr int megabyte = 1024 * 1024;

QByteArray incompressible(int size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    QRandomGenerator(1).generate(bytes.begin(), bytes.end());
    return bytes;
}

void storeLargeMail(StoreFixture &fixture, quint32 uid)
{
    const QList<qint64> ids = fixture.insert(fixture.inbox(), { mailWith(uid) });
    Transaction tx(fixture.session());
    const QByteArray raw = incompressible(megabyte);
    must(storeBodies(fixture.session(), { { ids.first(), compressBody(raw), raw.size() } }));
    must(tx.commit());
}

qint64 sizeOf(const StoreFixture &fixture)
{
    return QFileInfo(fixture.file()).size();
}

} // namespace

class TestFreeSpace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shortensTheFileInSteps();
    void keepsWhatIsStillThere();
    void doesNothingToAFullFile();
};

void TestFreeSpace::shortensTheFileInSteps()
{
    StoreFixture fixture;
    for (quint32 uid = 1; uid <= 4; ++uid)
        storeLargeMail(fixture, uid);
    must(checkpoint(fixture.session()));
    const qint64 before = sizeOf(fixture);
    must(deleteMails(fixture.session(), { 1, 2, 3, 4 }));
    QVERIFY(must(giveBackPages(fixture.session(), 100)));
    while (must(giveBackPages(fixture.session(), 100))) { }
    QCOMPARE(fixture.number(u"PRAGMA freelist_count"_s), 0);
    must(checkpoint(fixture.session()));
    QVERIFY2(sizeOf(fixture) < before - 3 * megabyte, qPrintable(QString::number(sizeOf(fixture))));
}

void TestFreeSpace::keepsWhatIsStillThere()
{
    StoreFixture fixture;
    for (quint32 uid = 1; uid <= 3; ++uid)
        storeLargeMail(fixture, uid);
    must(deleteMails(fixture.session(), { 1 }));
    while (must(giveBackPages(fixture.session(), 64))) { }
    must(checkpoint(fixture.session()));
    QCOMPARE(must(rawBody(fixture.session(), 2)), incompressible(megabyte));
    QCOMPARE(must(rawBody(fixture.session(), 3)), incompressible(megabyte));
}

void TestFreeSpace::doesNothingToAFullFile()
{
    StoreFixture fixture;
    while (must(giveBackPages(fixture.session(), 64))) { } // the migrations leave free pages
    const qint64 pages = fixture.number(u"PRAGMA page_count"_s);
    QVERIFY(!must(giveBackPages(fixture.session(), 10)));
    QCOMPARE(fixture.number(u"PRAGMA page_count"_s), pages);
}

QTEST_GUILESS_MAIN(TestFreeSpace)
#include "tst_freespace.moc"
