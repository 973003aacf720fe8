// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderfixture.h"
#include "sync/foldercursor.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Sync;

/** The row of a folder: when it is made, changed and stored, and which mails count as new. */
class tst_FolderCursor : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aFolderThatIsOpenedFirstGetsARow();
    void aFolderThatIsKnownIsNotWritten();
    void theRowTakesTheFoldersNewRole();
    void anotherUidValidityTakesTheUidsFromTheMails();
    void mailsAreNewAfterAnotherUidValidity_data();
    void mailsAreNewAfterAnotherUidValidity();
    void aFolderThatIsFollowedAgainHasNoNews();
    void theRowIsReadOnce();
    void theRowIsStoredOnlyIfItChanged();
    void checkedMailsStayChecked();
    void aDistrustedFolderIsComparedUntilThatIsDone();
    void aFolderThatWasFollowedHasTheNewModSeq();
    void mailsAreCountedUntilTheCountsAreReset();
};

namespace {

FolderCursor inbox(FolderFixture &fixture)
{
    return FolderCursor(fixture.context.database, fixture.account, u"INBOX"_s, "inbox");
}

Imap::Mailbox mailbox(quint32 uidValidity, quint32 uidNext)
{
    return { .path = u"INBOX"_s, .uidValidity = uidValidity, .uidNext = uidNext };
}

} // namespace

void tst_FolderCursor::aFolderThatIsOpenedFirstGetsARow()
{
    FolderFixture fixture;
    FolderCursor cursor(fixture.context.database, fixture.account, u"Lists"_s, "archive");
    must(awaited(cursor.recall()));
    QCOMPARE(cursor.folder(), Store::Folder());
    must(awaited(cursor.begin({ .path = u"Lists"_s, .uidValidity = 3, .uidNext = 5 })));
    Store::Folder expected;
    expected.id = 2;
    expected.accountId = 1;
    expected.path = u"Lists"_s;
    expected.role = "archive";
    expected.uidValidity = 3;
    expected.uidNextAtFirstImport = 5;
    QCOMPARE(cursor.folder(), expected);
    QCOMPARE(must(fixture.database.with(
                 [](Store::Session &db) { return Store::folderByPath(db, 1, u"Lists"_s); })),
             expected);
    QVERIFY(!cursor.isNewsUid(4));
    QVERIFY(cursor.isNewsUid(5));
}

void tst_FolderCursor::aFolderThatIsKnownIsNotWritten()
{
    FolderFixture fixture;
    FolderCursor cursor = inbox(fixture);
    must(awaited(cursor.recall()));
    fixture.execute(u"UPDATE folders SET role = 'junk' WHERE id = 1"_s);
    must(awaited(cursor.begin(mailbox(7, 12))));
    QCOMPARE(fixture.storedRow().role, "junk");
    QCOMPARE(cursor.folder(), fixture.imported());
}

void tst_FolderCursor::theRowTakesTheFoldersNewRole()
{
    FolderFixture fixture;
    FolderCursor cursor(fixture.context.database, fixture.account, u"INBOX"_s, "archive");
    must(awaited(cursor.recall()));
    must(awaited(cursor.begin(mailbox(7, 12))));
    Store::Folder expected = fixture.imported();
    expected.role = "archive";
    QCOMPARE(cursor.folder(), expected);
    QCOMPARE(fixture.storedRow(), expected);
}

void tst_FolderCursor::anotherUidValidityTakesTheUidsFromTheMails()
{
    FolderFixture fixture;
    fixture.insert({ 1, 2 });
    FolderCursor cursor = inbox(fixture);
    must(awaited(cursor.recall()));
    must(awaited(cursor.begin(mailbox(8, 20))));
    Store::Folder expected = fixture.imported();
    expected.uidValidity = 8;
    expected.uidNextAtFirstImport = 20;
    expected.uidNext = 0;
    expected.firstImportDone = false;
    expected.comparedAt = 0;
    QCOMPARE(cursor.folder(), expected);
    QCOMPARE(fixture.storedRow(), expected);
    QCOMPARE(fixture.mails(), (QStringList{ u"0 - there pending"_s, u"0 - there pending"_s }));
}

void tst_FolderCursor::mailsAreNewAfterAnotherUidValidity_data()
{
    QTest::addColumn<QByteArray>("syncMode");
    QTest::addColumn<bool>("wasUnsteady");
    QTest::addColumn<bool>("isImported");
    QTest::addColumn<quint32>("firstNews");
    QTest::newRow("from the server's next uid on") << QByteArray("all") << false << true << 20U;
    QTest::newRow("if the server only renumbered them: all that are not recognised")
        << QByteArray("all") << true << true << 1U;
    QTest::newRow("renumbered, of an account that leaves mails out: as before")
        << QByteArray("unread") << true << true << 10U;
    QTest::newRow("renumbered during the first import: none of those that are there")
        << QByteArray("all") << true << false << 20U;
}

void tst_FolderCursor::mailsAreNewAfterAnotherUidValidity()
{
    QFETCH(QByteArray, syncMode);
    QFETCH(bool, wasUnsteady);
    QFETCH(bool, isImported);
    QFETCH(quint32, firstNews);
    FolderFixture fixture;
    fixture.changeAccount([&](Store::Account &account) { account.syncMode = syncMode; });
    Store::Folder row = fixture.imported();
    row.firstImportDone = isImported;
    fixture.store(row);
    FolderCursor cursor = inbox(fixture);
    must(awaited(cursor.recall()));
    Imap::Mailbox opened = mailbox(8, 20);
    opened.wasUnsteady = wasUnsteady;
    must(awaited(cursor.begin(opened)));
    QCOMPARE(fixture.storedRow().uidNextAtFirstImport, firstNews);
}

void tst_FolderCursor::aFolderThatIsFollowedAgainHasNoNews()
{
    FolderFixture fixture;
    Store::Folder row = fixture.imported();
    row.uidNextAtFirstImport = 0;
    row.firstImportDone = false;
    fixture.store(row);
    FolderCursor cursor = inbox(fixture);
    must(awaited(cursor.recall()));
    must(awaited(cursor.begin(mailbox(7, 12))));
    QCOMPARE(fixture.storedRow().uidNextAtFirstImport, 12U);
    QVERIFY(!cursor.isNewsUid(11));
}

void tst_FolderCursor::theRowIsReadOnce()
{
    FolderFixture fixture;
    FolderCursor cursor = inbox(fixture);
    must(awaited(cursor.recall()));
    fixture.execute(u"UPDATE folders SET uid_next = 99 WHERE id = 1"_s);
    must(awaited(cursor.recall()));
    QCOMPARE(cursor.folder().uidNext, 10U);
}

void tst_FolderCursor::theRowIsStoredOnlyIfItChanged()
{
    FolderFixture fixture;
    FolderCursor cursor = inbox(fixture);
    must(awaited(cursor.recall()));
    fixture.execute(u"UPDATE folders SET uid_next = 99 WHERE id = 1"_s);
    must(awaited(cursor.save()));
    must(awaited(cursor.advanceTo(10)));
    QCOMPARE(fixture.storedRow().uidNext, 99U);
    must(awaited(cursor.advanceTo(11)));
    QCOMPARE(fixture.storedRow().uidNext, 11U);
}

void tst_FolderCursor::checkedMailsStayChecked()
{
    FolderFixture fixture;
    FolderCursor cursor = inbox(fixture);
    must(awaited(cursor.recall()));
    must(awaited(cursor.advanceTo(4)));
    QCOMPARE(cursor.folder().uidNext, 10U);
    cursor.noteFollowed(0, 4);
    QCOMPARE(cursor.folder().uidNext, 10U);
}

void tst_FolderCursor::aDistrustedFolderIsComparedUntilThatIsDone()
{
    FolderFixture fixture;
    Store::Folder row = fixture.imported();
    row.highestModSeq = 50;
    fixture.store(row);
    FolderCursor cursor = inbox(fixture);
    must(awaited(cursor.recall()));
    const qint64 now = fixture.clock.now();
    QVERIFY(!cursor.isWholeDue(now));
    cursor.distrust();
    QVERIFY(cursor.isWholeDue(now));
    cursor.noteCompared(60, now);
    QVERIFY(!cursor.isWholeDue(now));
    must(awaited(cursor.save()));
    row.highestModSeq = 60;
    row.comparedAt = now;
    QCOMPARE(fixture.storedRow(), row);
}

void tst_FolderCursor::aFolderThatWasFollowedHasTheNewModSeq()
{
    FolderFixture fixture;
    FolderCursor cursor = inbox(fixture);
    must(awaited(cursor.recall()));
    cursor.noteFollowed(60, 12);
    QCOMPARE(fixture.storedRow(), fixture.imported());
    must(awaited(cursor.save()));
    Store::Folder expected = fixture.imported();
    expected.highestModSeq = 60;
    expected.uidNext = 12;
    QCOMPARE(fixture.storedRow(), expected);
}

void tst_FolderCursor::mailsAreCountedUntilTheCountsAreReset()
{
    FolderFixture fixture;
    FolderCursor cursor = inbox(fixture);
    cursor.count(2, 1);
    cursor.count(1, 3);
    QCOMPARE(cursor.newCount(), 3);
    QCOMPARE(cursor.updatedCount(), 4);
    cursor.resetCounts();
    QCOMPARE(cursor.newCount(), 0);
    QCOMPARE(cursor.updatedCount(), 0);
}

QTEST_GUILESS_MAIN(tst_FolderCursor)
#include "tst_foldercursor.moc"
