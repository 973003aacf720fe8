// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/folderopener.h"

#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** How a folder is opened, and what follows from the server's values. */
class tst_FolderOpener : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theFirstTimeAllIsCompared();
    void withoutAModSeqAllIsCompared();
    void changesSinceTheLastTimeAreFollowed_data();
    void changesSinceTheLastTimeAreFollowed();
    void aComparisonThatIsDueNeedsNoChanges();
    void aRefusalIsNoted_data();
    void aRefusalIsNoted();
    void aLostConnectionIsNoRefusal();
    void aFolderThatMayHaveBeenRenamedIsOpenedWhenItIsAccepted();
    void theInboxCannotBeRenamed();
    void aServerWithoutLastingUidValidityIsAccepted();
};

namespace {

Store::Folder withModSeq(const FolderFixture &fixture, quint64 modSeq)
{
    Store::Folder row = fixture.imported();
    row.highestModSeq = modSeq;
    return row;
}

/// The row of INBOX belongs to another path. INBOX itself would be accepted at once.
void renameInbox(FolderFixture &fixture)
{
    fixture.execute(u"UPDATE folders SET path = 'Lists' WHERE id = 1"_s);
}

QStringList examineLists(quint32 uidValidity)
{
    return opened(u"EXAMINE \"Lists\""_s, 2, 20, 0, uidValidity);
}

} // namespace

void tst_FolderOpener::theFirstTimeAllIsCompared()
{
    FolderFixture fixture;
    Store::Folder row = fixture.imported();
    row.uidValidity = row.uidNextAtFirstImport = row.uidNext = 0;
    row.firstImportDone = false;
    row.comparedAt = 0;
    fixture.store(row);
    fixture.connect(opened(u"EXAMINE \"INBOX\" (CONDSTORE)"_s, 3, 12, 60), "CONDSTORE");
    FolderParts parts(fixture);
    const Result<Opened> found = awaited(parts.opener.open());
    QVERIFY2(found.ok(), qPrintable(fixture.problem()));
    QCOMPARE(found->extent, Extent::Whole);
    QCOMPARE(parts.open.exists(), 3U);
    QCOMPARE(parts.open.modSeq(), 60U);
    QCOMPARE(fixture.storedRow().uidNextAtFirstImport, 12U);
    QVERIFY(!parts.opener.isRefused());
    QCOMPARE(fixture.problem(), QString());
}

void tst_FolderOpener::withoutAModSeqAllIsCompared()
{
    FolderFixture fixture;
    fixture.connect(examine(3, 10));
    FolderParts parts(fixture);
    QCOMPARE(must(awaited(parts.opener.open())).extent, Extent::Whole);
    QCOMPARE(fixture.storedRow(), fixture.imported());
    QCOMPARE(fixture.problem(), QString());
}

void tst_FolderOpener::changesSinceTheLastTimeAreFollowed_data()
{
    QTest::addColumn<QByteArray>("capabilities");
    QTest::addColumn<QStringList>("script");
    QTest::addColumn<quint64>("modSeq");
    QTest::addColumn<int>("extent");
    const QString condstore = u"EXAMINE \"INBOX\" (CONDSTORE)"_s;
    const QString qresync = u"EXAMINE \"INBOX\" (QRESYNC (7 50))"_s;
    const QStringList enable{ u"C: $ ENABLE QRESYNC"_s, u"S: * ENABLED QRESYNC"_s, ok };
    QTest::newRow("CONDSTORE") << QByteArray("CONDSTORE") << opened(condstore, 3, 10, 60)
                               << quint64(60) << int(Extent::Flags);
    QTest::newRow("QRESYNC") << QByteArray("QRESYNC ENABLE") << enable + opened(qresync, 3, 10, 60)
                             << quint64(60) << int(Extent::Changes);
    QTest::newRow("a modSeq that went back")
        << QByteArray("CONDSTORE") << opened(condstore, 3, 10, 49) << quint64(49)
        << int(Extent::Whole);
    QTest::newRow("no modSeq any more")
        << QByteArray("CONDSTORE") << opened(condstore, 3, 10) << quint64(0) << int(Extent::Whole);
}

void tst_FolderOpener::changesSinceTheLastTimeAreFollowed()
{
    QFETCH(QByteArray, capabilities);
    QFETCH(QStringList, script);
    QFETCH(quint64, modSeq);
    QFETCH(int, extent);
    FolderFixture fixture;
    fixture.store(withModSeq(fixture, 50));
    fixture.connect(script, capabilities);
    FolderParts parts(fixture);
    const Result<Opened> found = awaited(parts.opener.open());
    QVERIFY2(found.ok(), qPrintable(fixture.problem()));
    QCOMPARE(int(found->extent), extent);
    QCOMPARE(parts.open.modSeq(), modSeq);
    QCOMPARE(fixture.problem(), QString());
}

void tst_FolderOpener::aComparisonThatIsDueNeedsNoChanges()
{
    FolderFixture fixture;
    fixture.store(withModSeq(fixture, 50));
    fixture.connect(QStringList{ u"C: $ ENABLE QRESYNC"_s, ok }
                        + opened(u"EXAMINE \"INBOX\" (CONDSTORE)"_s, 3, 10, 60),
                    "QRESYNC ENABLE");
    FolderParts parts(fixture);
    parts.cursor.distrust();
    QCOMPARE(must(awaited(parts.opener.open())).extent, Extent::Whole);
    QCOMPARE(fixture.problem(), QString());
}

void tst_FolderOpener::aRefusalIsNoted_data()
{
    QTest::addColumn<QString>("answer");
    QTest::newRow("not now") << no;
    QTest::newRow("no such folder") << u"S: $ NO [NONEXISTENT] none"_s;
    QTest::newRow("without UIDVALIDITY") << ok;
}

void tst_FolderOpener::aRefusalIsNoted()
{
    QFETCH(QString, answer);
    FolderFixture fixture;
    fixture.connect(QStringList{ u"C: $ EXAMINE \"INBOX\""_s, answer } + examine(3, 10));
    FolderParts parts(fixture);
    QVERIFY(!awaited(parts.opener.open()).ok());
    QVERIFY(parts.opener.isRefused());
    QCOMPARE(parts.opener.unexpectedUidValidity(), 0U);
    QCOMPARE(fixture.storedRow(), fixture.imported());
    must(awaited(parts.opener.open()));
    QVERIFY(!parts.opener.isRefused());
    QCOMPARE(fixture.problem(), QString());
}

void tst_FolderOpener::aLostConnectionIsNoRefusal()
{
    FolderFixture fixture;
    fixture.connect({ u"C: $ EXAMINE \"INBOX\""_s, u"X"_s });
    FolderParts parts(fixture);
    QVERIFY(!awaited(parts.opener.open()).ok());
    QVERIFY(!parts.opener.isRefused());
}

void tst_FolderOpener::aFolderThatMayHaveBeenRenamedIsOpenedWhenItIsAccepted()
{
    FolderFixture fixture;
    fixture.insert({ 1 });
    renameInbox(fixture);
    const Store::Folder before = fixture.storedRow();
    fixture.connect(examineLists(8) + examineLists(8) + examineLists(8) + examineLists(8));
    FolderCursor cursor(fixture.context.database, fixture.account, u"Lists"_s, "inbox");
    OpenFolder open(fixture.session);
    FolderOpener opener(fixture.clock, fixture.session, cursor, open);
    const Result<Opened> unexpected = awaited(opener.open());
    QVERIFY(!unexpected.ok());
    QCOMPARE(unexpected.error().code, Error::Code::Conflict);
    QCOMPARE(opener.unexpectedUidValidity(), 8U);
    QVERIFY(!opener.isRefused());
    QCOMPARE(fixture.storedRow(), before);
    QCOMPARE(fixture.mails(), QStringList{ u"1 - there pending"_s });
    opener.accept(8);
    QCOMPARE(must(awaited(opener.open())).extent, Extent::Whole);
    QCOMPARE(opener.unexpectedUidValidity(), 0U);
    QCOMPARE(fixture.storedRow().uidValidity, 8U);
    QCOMPARE(fixture.mails(), QStringList{ u"0 - there pending"_s });
    QCOMPARE(fixture.problem(), QString());
}

void tst_FolderOpener::theInboxCannotBeRenamed()
{
    FolderFixture fixture;
    fixture.connect(examine(2, 20, 0, 8) + examine(2, 20, 0, 8));
    FolderParts parts(fixture);
    QCOMPARE(must(awaited(parts.opener.open())).extent, Extent::Whole);
    QCOMPARE(fixture.storedRow().uidValidity, 8U);
    QCOMPARE(fixture.problem(), QString());
}

// Courier: another UIDVALIDITY at each EXAMINE, until a SELECT.
void tst_FolderOpener::aServerWithoutLastingUidValidityIsAccepted()
{
    FolderFixture fixture;
    renameInbox(fixture);
    fixture.connect(examineLists(8) + examineLists(9) + opened(u"SELECT \"Lists\""_s, 2, 20, 0, 10)
                    + examineLists(10));
    FolderCursor cursor(fixture.context.database, fixture.account, u"Lists"_s, "inbox");
    OpenFolder open(fixture.session);
    FolderOpener opener(fixture.clock, fixture.session, cursor, open);
    const Result<Opened> found = awaited(opener.open());
    QVERIFY2(found.ok(), qPrintable(fixture.problem()));
    QVERIFY(found->mailbox.wasUnsteady);
    QCOMPARE(fixture.storedRow().uidValidity, 10U);
    QCOMPARE(fixture.storedRow().uidNextAtFirstImport, 1U); // mails that are not recognised are new
    QCOMPARE(fixture.problem(), QString());
}

QTEST_GUILESS_MAIN(tst_FolderOpener)
#include "tst_folderopener.moc"
