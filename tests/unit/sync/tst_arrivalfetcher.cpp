// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/arrivalfetcher.h"

#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** Which mails of the server are fetched, and how. */
class tst_ArrivalFetcher : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void newMailsComeWithBodiesAndOldOnesAsRows();
    void unreadableMailsAreLeftOut();
    void excludedMailsAreLeftOut();
    void uncheckedMailsAreFetchedAndThenCountAsChecked();
    void excludedMailsCountAsCheckedToo();
    void aLostConnectionLeavesTheMailsUnchecked();
    void withoutUncheckedMailsTheRowStays();
    void duringOtherWorkNewMailIsFetched();
    void duringOtherWorkOtherChangesMakeTheFolderStale_data();
    void duringOtherWorkOtherChangesMakeTheFolderStale();
    void withoutNewsNothingIsRequested();
};

namespace {

const QString requestUnchecked = u"C: $ UID FETCH 10:* (UID)"_s;

QStringList fetchOf(quint32 uid)
{
    const QString set = QString::number(uid);
    return { requestRows(set), answerRow(uid), ok, requestBodies(set), answerBody(uid), ok };
}

} // namespace

void tst_ArrivalFetcher::newMailsComeWithBodiesAndOldOnesAsRows()
{
    FolderFixture fixture;
    fixture.connect({ requestRows(u"10:11"_s), answerRow(10), answerRow(11), ok,     //
                      requestBodies(u"10:11"_s), answerBody(10), answerBody(11), ok, //
                      requestRows(u"3,9"_s), answerRow(9), answerRow(3), ok });
    FolderParts parts(fixture);
    must(awaited(parts.arrivals.fetch({ 11, 10, 9, 3 })));
    QCOMPARE(fixture.mails(),
             (QStringList{ u"3 - there pending"_s, u"9 - there pending"_s, u"10 - there stored"_s,
                           u"11 - there stored"_s }));
    QCOMPARE(fixture.problem(), QString());
}

void tst_ArrivalFetcher::unreadableMailsAreLeftOut()
{
    FolderFixture fixture;
    fixture.connect(fetchOf(11));
    FolderParts parts(fixture);
    QVERIFY(parts.unreadable.skip(12, { Error::Code::Server, u"no"_s }).ok());
    QVERIFY(parts.unreadable.skip(3, { Error::Code::Server, u"no"_s }).ok());
    must(awaited(parts.arrivals.fetch({ 12, 11, 3 })));
    QCOMPARE(fixture.mails(), QStringList{ u"11 - there stored"_s });
    QCOMPARE(fixture.problem(), QString());
}

void tst_ArrivalFetcher::excludedMailsAreLeftOut()
{
    FolderFixture fixture;
    fixture.changeAccount([](Store::Account &account) { account.syncMode = "unread"; });
    fixture.connect(QStringList{ u"C: $ UID SEARCH UNSEEN"_s, u"S: * SEARCH 3 11"_s, ok }
                    + fetchOf(11) + QStringList{ requestRows(u"3"_s), answerRow(3), ok });
    FolderParts parts(fixture);
    must(awaited(parts.arrivals.fetch({ 12, 11, 4, 3 })));
    QCOMPARE(fixture.mails(), (QStringList{ u"3 - there pending"_s, u"11 - there stored"_s }));
    QCOMPARE(fixture.problem(), QString());
}

void tst_ArrivalFetcher::uncheckedMailsAreFetchedAndThenCountAsChecked()
{
    FolderFixture fixture;
    fixture.connect(QStringList{ requestUnchecked, u"S: * 5 FETCH (UID 11)"_s, ok } + fetchOf(11));
    FolderParts parts(fixture);
    must(awaited(parts.arrivals.fetchUnchecked()));
    QCOMPARE(fixture.mails(), QStringList{ u"11 - there stored"_s });
    QCOMPARE(fixture.storedRow().uidNext, 12U);
    QCOMPARE(fixture.problem(), QString());
}

void tst_ArrivalFetcher::excludedMailsCountAsCheckedToo()
{
    FolderFixture fixture;
    fixture.changeAccount([](Store::Account &account) { account.syncMode = "unread"; });
    fixture.connect({ requestUnchecked, u"S: * 5 FETCH (UID 11)"_s, ok, //
                      u"C: $ UID SEARCH UNSEEN"_s, u"S: * SEARCH"_s, ok });
    FolderParts parts(fixture);
    must(awaited(parts.arrivals.fetchUnchecked()));
    QCOMPARE(fixture.mails(), QStringList());
    QCOMPARE(fixture.storedRow().uidNext, 12U);
    QCOMPARE(fixture.problem(), QString());
}

void tst_ArrivalFetcher::aLostConnectionLeavesTheMailsUnchecked()
{
    FolderFixture fixture;
    fixture.connect(
        { requestUnchecked, u"S: * 5 FETCH (UID 11)"_s, ok, requestRows(u"11"_s), u"X"_s });
    FolderParts parts(fixture);
    QVERIFY(!awaited(parts.arrivals.fetchUnchecked()).ok());
    QCOMPARE(fixture.storedRow(), fixture.imported());
}

void tst_ArrivalFetcher::withoutUncheckedMailsTheRowStays()
{
    FolderFixture fixture;
    fixture.connect({ requestUnchecked, ok });
    FolderParts parts(fixture);
    must(awaited(parts.arrivals.fetchUnchecked()));
    QCOMPARE(fixture.storedRow(), fixture.imported());
    QCOMPARE(fixture.problem(), QString());
}

void tst_ArrivalFetcher::duringOtherWorkNewMailIsFetched()
{
    FolderFixture fixture;
    fixture.connect(QStringList{ u"C: $ NOOP"_s, u"S: * 5 EXISTS"_s, ok, requestUnchecked,
                                 u"S: * 5 FETCH (UID 11)"_s, ok }
                    + fetchOf(11));
    FolderParts parts(fixture);
    must(awaited(fixture.session.noop()));
    must(awaited(parts.arrivals.checkForNews()));
    QCOMPARE(fixture.mails(), QStringList{ u"11 - there stored"_s });
    QCOMPARE(parts.open.exists(), 5U);
    QVERIFY(!parts.open.isStale());
    QCOMPARE(fixture.problem(), QString());
}

void tst_ArrivalFetcher::duringOtherWorkOtherChangesMakeTheFolderStale_data()
{
    QTest::addColumn<QString>("news");
    QTest::newRow("a deletion") << u"S: * 2 EXPUNGE"_s;
    QTest::newRow("a deletion, with QRESYNC") << u"S: * VANISHED 3"_s;
    QTest::newRow("flags") << answerFlags(3, u"\\Seen"_s);
}

void tst_ArrivalFetcher::duringOtherWorkOtherChangesMakeTheFolderStale()
{
    QFETCH(QString, news);
    FolderFixture fixture;
    fixture.connect({ u"C: $ NOOP"_s, news, ok, u"C: $ NOOP"_s, ok });
    FolderParts parts(fixture);
    must(awaited(fixture.session.noop()));
    must(awaited(parts.arrivals.checkForNews()));
    QVERIFY(parts.open.isStale());
    must(awaited(fixture.session.noop()));
    must(awaited(parts.arrivals.checkForNews()));
    QVERIFY(parts.open.isStale()); // no news do not take it back
    QCOMPARE(fixture.problem(), QString());
}

void tst_ArrivalFetcher::withoutNewsNothingIsRequested()
{
    FolderFixture fixture;
    fixture.connect({});
    FolderParts parts(fixture);
    must(awaited(parts.arrivals.checkForNews()));
    QVERIFY(fixture.server->received().isEmpty());
    QVERIFY(!parts.open.isStale());
}

QTEST_GUILESS_MAIN(tst_ArrivalFetcher)
#include "tst_arrivalfetcher.moc"
