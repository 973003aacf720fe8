// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/firstimport.h"

#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** The begin and the end of the first import of a folder. */
class tst_FirstImport : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void mailsThatTheServerStillHasAreListedAgain();
    void withoutSuchMailsTheServerIsNotAsked();
    void afterTheFirstImportNothingBegins();
    void theEndRemovesWhatWasNotRecognised();
    void afterTheFirstImportNothingEnds();

private:
    static void begin(FolderFixture &fixture);
};

/// The folder is followed again: its first import is not done.
void tst_FirstImport::begin(FolderFixture &fixture)
{
    Store::Folder row = fixture.imported();
    row.firstImportDone = false;
    fixture.store(row);
}

void tst_FirstImport::mailsThatTheServerStillHasAreListedAgain()
{
    FolderFixture fixture;
    fixture.insert({ 1, 2, 3 });
    begin(fixture);
    fixture.connect({ requestFlags(u"1:*"_s), answerFlags(1), answerFlags(3), answerFlags(4), ok });
    FolderParts parts(fixture);
    must(awaited(parts.applier.removeGone({ 1, 2 })));
    parts.cursor.resetCounts();
    parts.open.begin({ .exists = 3 });
    must(awaited(parts.firstImport.begin()));
    QCOMPARE(
        fixture.mails(),
        (QStringList{ u"1 - there pending"_s, u"2 - hidden pending"_s, u"3 - there pending"_s }));
    QCOMPARE(parts.cursor.updatedCount(), 1);
    QCOMPARE(fixture.problem(), QString());
}

void tst_FirstImport::withoutSuchMailsTheServerIsNotAsked()
{
    FolderFixture fixture;
    fixture.insert({ 1 });
    begin(fixture);
    fixture.connect({});
    FolderParts parts(fixture);
    parts.open.begin({ .exists = 1 });
    must(awaited(parts.firstImport.begin()));
    QVERIFY(fixture.server->received().isEmpty());
}

void tst_FirstImport::afterTheFirstImportNothingBegins()
{
    FolderFixture fixture;
    fixture.insert({ 1 });
    fixture.connect({});
    FolderParts parts(fixture);
    must(awaited(parts.applier.removeGone({ 1 })));
    parts.open.begin({ .exists = 1 });
    must(awaited(parts.firstImport.begin()));
    QVERIFY(fixture.server->received().isEmpty());
    QCOMPARE(fixture.mails(), QStringList{ u"1 - hidden pending"_s });
}

void tst_FirstImport::theEndRemovesWhatWasNotRecognised()
{
    FolderFixture fixture;
    fixture.insert({ 1 });
    FolderParts parts(fixture);
    must(awaited(parts.cursor.begin({ .path = u"INBOX"_s, .uidValidity = 8, .uidNext = 20 })));
    fixture.insert({ 15 });
    must(awaited(parts.firstImport.end()));
    QCOMPARE(fixture.mails(), (QStringList{ u"0 - hidden pending"_s, u"15 - there pending"_s }));
    QVERIFY(parts.cursor.folder().firstImportDone);
    QVERIFY(!fixture.storedRow().firstImportDone); // the caller stores the row
}

void tst_FirstImport::afterTheFirstImportNothingEnds()
{
    FolderFixture fixture;
    fixture.insert({ 1 });
    fixture.execute(u"UPDATE mails SET uid = NULL"_s);
    FolderParts parts(fixture);
    must(awaited(parts.firstImport.end()));
    QCOMPARE(fixture.mails(), QStringList{ u"0 - there pending"_s });
}

QTEST_GUILESS_MAIN(tst_FirstImport)
#include "tst_firstimport.moc"
