// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/newmailfetcher.h"

#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** How new mails are fetched, stored and announced. */
class tst_NewMailFetcher : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void newMailIsStoredWithItsBodyAndAnnounced();
    void newMailCanBeSearched();
    void newMailOfAFolderThatNobodyWaitsForIsNotAnnounced();
    void largeMailIsAnnouncedWithoutItsBody();
    void newMailIsFoundAsSoonAsItIsStored();
    void aCopyOfAKnownMailIsNotAnnouncedAndItsBodyComesLater();
    void mailWhoseBodyIsNotReturnedIsAnnouncedAllTheSame();
    void mailThatVanishedMeanwhileIsNotStored();
    void aLostConnectionStoresNothing();
};

void tst_NewMailFetcher::newMailIsStoredWithItsBodyAndAnnounced()
{
    FolderFixture fixture;
    fixture.connect({ requestRows(u"11:12"_s), answerRow(11), answerRow(12), ok, //
                      requestBodies(u"11:12"_s), answerBody(11), answerBody(12), ok });
    FolderParts parts(fixture);
    must(awaited(parts.newMails.fetch({ 12, 11 })));
    QCOMPARE(fixture.mails(), (QStringList{ u"11 - there stored"_s, u"12 - there stored"_s }));
    QCOMPARE(fixture.rawBody(11), message(11));
    QCOMPARE(fixture.rawBody(12), message(12));
    QCOMPARE(fixture.takeEvents().count("mail.received"), 1);
    QCOMPARE(parts.cursor.newCount(), 2);
    QCOMPARE(fixture.problem(), QString());
}

void tst_NewMailFetcher::newMailCanBeSearched()
{
    FolderFixture fixture;
    fixture.connect(
        { requestRows(u"11"_s), answerRow(11), ok, requestBodies(u"11"_s), answerBody(11), ok });
    FolderParts parts(fixture);
    must(awaited(parts.newMails.fetch({ 11 })));
    const QString indexed = u"SELECT count(*) FROM mails WHERE search_state = %1"_s.arg(
        int(Store::SearchState::Indexed));
    QTRY_COMPARE(fixture.number(indexed), 1);
}

void tst_NewMailFetcher::newMailOfAFolderThatNobodyWaitsForIsNotAnnounced()
{
    FolderFixture fixture;
    Store::Folder row = fixture.imported();
    row.role = "junk";
    fixture.store(row);
    fixture.connect(
        { requestRows(u"11"_s), answerRow(11), ok, requestBodies(u"11"_s), answerBody(11), ok });
    FolderParts parts(fixture);
    must(awaited(parts.newMails.fetch({ 11 })));
    QCOMPARE(fixture.mails(), QStringList{ u"11 - there stored"_s });
    QVERIFY(!fixture.takeEvents().contains("mail.received"));
}

void tst_NewMailFetcher::largeMailIsAnnouncedWithoutItsBody()
{
    FolderFixture fixture;
    fixture.connect(
        { requestRows(u"11:12"_s), answerLargeRow(11, 2'097'153), answerRow(12), ok, //
          requestStructures(u"11"_s),
          u"S: * 11 FETCH (UID 11 BODYSTRUCTURE (\"TEXT\" \"HTML\" NIL NIL NIL \"7BIT\" 17 1))"_s,
          ok, //
          requestBodies(u"12"_s), answerBody(12), ok });
    FolderParts parts(fixture);
    must(awaited(parts.newMails.fetch({ 12, 11 })));
    QCOMPARE(fixture.mails(), (QStringList{ u"11 - there pending"_s, u"12 - there stored"_s }));
    QCOMPARE(fixture.takeEvents().count("mail.received"), 1);
    QCOMPARE(fixture.number(u"SELECT is_html FROM mails WHERE uid = 11"_s), 1);
    QCOMPARE(fixture.problem(), QString());
}

void tst_NewMailFetcher::newMailIsFoundAsSoonAsItIsStored()
{
    FolderFixture fixture;
    fixture.connect({ requestRows(u"11"_s), answerRow(11), ok, //
                      requestBodies(u"11"_s), answerBody(11), ok });
    FolderParts parts(fixture);
    must(awaited(parts.newMails.fetch({ 11 })));
    QCOMPARE(fixture.number(u"SELECT count(*) FROM search_segments"_s), 1);
    QCOMPARE(fixture.number(u"SELECT search_state FROM mails WHERE uid = 11"_s),
             int(Store::SearchState::Indexed));
}

// The mail may have been moved here: its body is known, or comes with those of an import.
void tst_NewMailFetcher::aCopyOfAKnownMailIsNotAnnouncedAndItsBodyComesLater()
{
    FolderFixture fixture;
    Store::NewMail known = row(11);
    known.uid = 4;
    fixture.insertElsewhere(u"Lists"_s, known);
    fixture.connect({ requestRows(u"11"_s), answerRow(11), ok });
    FolderParts parts(fixture);
    must(awaited(parts.newMails.fetch({ 11 })));
    QCOMPARE(fixture.mails(), (QStringList{ u"4 - there pending"_s, u"11 - there pending"_s }));
    QVERIFY(!fixture.takeEvents().contains("mail.received"));
    QCOMPARE(fixture.problem(), QString());
}

void tst_NewMailFetcher::mailWhoseBodyIsNotReturnedIsAnnouncedAllTheSame()
{
    FolderFixture fixture;
    fixture.connect({ requestRows(u"11"_s), answerRow(11), ok, //
                      requestBodies(u"11"_s), u"S: * 1 FETCH (UID 11 BODY[] NIL)"_s, ok });
    FolderParts parts(fixture);
    must(awaited(parts.newMails.fetch({ 11 })));
    QCOMPARE(fixture.mails(), QStringList{ u"11 - there pending"_s });
    QCOMPARE(fixture.takeEvents().count("mail.received"), 1);
}

void tst_NewMailFetcher::mailThatVanishedMeanwhileIsNotStored()
{
    FolderFixture fixture;
    fixture.connect({ requestRows(u"11:12"_s), answerRow(12), ok, //
                      requestBodies(u"12"_s), answerBody(12), ok });
    FolderParts parts(fixture);
    must(awaited(parts.newMails.fetch({ 12, 11 })));
    QCOMPARE(fixture.mails(), QStringList{ u"12 - there stored"_s });
    QCOMPARE(parts.cursor.newCount(), 1);
}

// A mail that is stored without its body would be announced without its first words.
void tst_NewMailFetcher::aLostConnectionStoresNothing()
{
    FolderFixture fixture;
    fixture.connect({ requestRows(u"11"_s), answerRow(11), ok, requestBodies(u"11"_s), u"X"_s });
    FolderParts parts(fixture);
    QVERIFY(!awaited(parts.newMails.fetch({ 11 })).ok());
    QCOMPARE(fixture.mails(), QStringList());
    QVERIFY(fixture.takeEvents().isEmpty());
}

QTEST_GUILESS_MAIN(tst_NewMailFetcher)
#include "tst_newmailfetcher.moc"
