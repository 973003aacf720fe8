// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderfixture.h"
#include "sync/openfolder.h"

#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** The server's count of the open folder. */
class tst_OpenFolder : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void openingGivesTheFirstCount();
    void newsChangeTheCount();
    void recountingTakesTheServersCount();
    void recountingRefusesAnotherUidValidity();
};

void tst_OpenFolder::openingGivesTheFirstCount()
{
    FolderFixture fixture;
    OpenFolder open(fixture.session);
    open.setStale(true);
    open.begin({ .exists = 3, .highestModSeq = 50 });
    QCOMPARE(open.exists(), 3U);
    QCOMPARE(open.modSeq(), 50U);
    QVERIFY(!open.isStale());
}

void tst_OpenFolder::newsChangeTheCount()
{
    FolderFixture fixture;
    fixture.connect({ u"C: $ NOOP"_s, u"S: * 5 EXISTS"_s, ok });
    OpenFolder open(fixture.session);
    open.begin({ .exists = 3 });
    must(awaited(fixture.session.noop()));
    QCOMPARE(open.exists(), 3U);
    QCOMPARE(open.takeNews().exists, std::optional<quint32>(5));
    QCOMPARE(open.exists(), 5U);
    QVERIFY(open.takeNews().isEmpty());
    QCOMPARE(open.exists(), 5U);
}

void tst_OpenFolder::recountingTakesTheServersCount()
{
    FolderFixture fixture;
    fixture.connect(examine(2, 12));
    OpenFolder open(fixture.session);
    open.begin({ .exists = 3, .highestModSeq = 50 });
    must(awaited(open.recount(u"INBOX"_s, 7)));
    QCOMPARE(open.exists(), 2U);
    QCOMPARE(open.modSeq(), 50U); // changes since then are not known yet
    QCOMPARE(fixture.problem(), QString());
}

void tst_OpenFolder::recountingRefusesAnotherUidValidity()
{
    FolderFixture fixture;
    fixture.connect(examine(2, 12));
    OpenFolder open(fixture.session);
    open.begin({ .exists = 3 });
    const Result<void> counted = awaited(open.recount(u"INBOX"_s, 6));
    QVERIFY(!counted.ok());
    QCOMPARE(counted.error().code, Error::Code::Server);
    QCOMPARE(open.exists(), 3U);
}

QTEST_GUILESS_MAIN(tst_OpenFolder)
#include "tst_openfolder.moc"
