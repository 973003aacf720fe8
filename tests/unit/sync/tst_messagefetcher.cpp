// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/messagefetcher.h"

#include <QRegularExpression>
#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** How mails are fetched from a server that refuses some of them. */
class tst_MessageFetcher : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void rowsAreFetchedWithOneCommand();
    void aRefusedRequestIsRepeatedInHalves();
    void structuresOfLargeMailsAreFetched();
    void aMailWithABrokenStructureIsListedWithoutIt();
    void onlyTheMailsThatDidNotComeAreRequestedAgain_data();
    void onlyTheMailsThatDidNotComeAreRequestedAgain();
    void emailIdsAreNotRequestedAgainAfterARefusal();
    void aLostConnectionIsNoRefusal_data();
    void aLostConnectionIsNoRefusal();
    void aServerThatRefusesTooManyMailsIsAnError();
    void bodiesAreFetchedAndParsed();
    void aBodyThatIsNilIsMissing();
    void aRefusedBodyIsLeftOut();
};

namespace {

constexpr qint64 large = 1'000'000; ///< bytes

QList<quint32> uidsOf(const MessageFetcher::Messages &messages)
{
    QList<quint32> uids;
    for (const Imap::FetchedMessage &message : messages)
        uids.append(message.uid);
    return uids;
}

QList<quint32> uidsOf(const QList<Parsing::ReadBody> &bodies)
{
    QList<quint32> uids;
    for (const Parsing::ReadBody &body : bodies)
        uids.append(body.uid);
    return uids;
}

void expectLeftOut(quint32 uid)
{
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"uid= %1 is left out"_s.arg(uid)));
}

} // namespace

void tst_MessageFetcher::rowsAreFetchedWithOneCommand()
{
    FolderFixture fixture;
    fixture.connect({ requestRows(u"1:2,5"_s), answerRow(2), answerRow(5), answerRow(1), ok });
    FolderParts parts(fixture);
    const auto rows = awaited(parts.fetcher.fetchRows({ 5, 2, 1 }, large));
    QVERIFY2(rows.ok(), qPrintable(fixture.problem()));
    QCOMPARE(uidsOf(*rows), (QList<quint32>{ 2, 5, 1 }));
    QCOMPARE(fixture.problem(), QString());
}

void tst_MessageFetcher::aRefusedRequestIsRepeatedInHalves()
{
    FolderFixture fixture;
    fixture.connect({ requestRows(u"1:4"_s), no,                             //
                      requestRows(u"1:2"_s), answerRow(1), answerRow(2), ok, //
                      requestRows(u"3:4"_s), no,                             //
                      requestRows(u"3"_s), answerRow(3), ok,                 //
                      requestRows(u"4"_s), no });
    FolderParts parts(fixture);
    expectLeftOut(4);
    const auto rows = awaited(parts.fetcher.fetchRows({ 1, 2, 3, 4 }, large));
    QVERIFY2(rows.ok(), qPrintable(fixture.problem()));
    QCOMPARE(uidsOf(*rows), (QList<quint32>{ 1, 2, 3 }));
    QVERIFY(parts.unreadable.contains(4));
    QVERIFY(!parts.unreadable.contains(3));
    QCOMPARE(fixture.problem(), QString());
}

void tst_MessageFetcher::structuresOfLargeMailsAreFetched()
{
    FolderFixture fixture;
    fixture.connect(
        { requestRows(u"1:3"_s), answerRow(1), answerLargeRow(2, 5001), answerLargeRow(3, 5000), ok,
          requestStructures(u"2"_s),
          u"S: * 2 FETCH (UID 2 BODYSTRUCTURE (\"TEXT\" \"HTML\" NIL NIL NIL \"7BIT\" 17 1))"_s,
          ok });
    FolderParts parts(fixture);
    const auto rows = must(awaited(parts.fetcher.fetchRows({ 1, 2, 3 }, 5000)));
    QCOMPARE(uidsOf(rows), (QList<quint32>{ 1, 2, 3 }));
    QVERIFY(rows[1].bodyStructure && Imap::isHtml(*rows[1].bodyStructure));
    QVERIFY(!rows[0].bodyStructure && !rows[2].bodyStructure);
    QCOMPARE(fixture.problem(), QString());
}

void tst_MessageFetcher::aMailWithABrokenStructureIsListedWithoutIt()
{
    FolderFixture fixture;
    fixture.connect({ requestRows(u"4"_s), answerLargeRow(4, 9000), ok, requestStructures(u"4"_s),
                      u"S: $ BAD cannot parse"_s });
    FolderParts parts(fixture);
    const auto rows = awaited(parts.fetcher.fetchRows({ 4 }, 5000));
    QVERIFY2(rows.ok(), qPrintable(fixture.problem()));
    QCOMPARE(uidsOf(*rows), QList<quint32>{ 4 });
    QVERIFY(parts.unreadable.isEmpty());
    QCOMPARE(fixture.problem(), QString());
}

void tst_MessageFetcher::onlyTheMailsThatDidNotComeAreRequestedAgain_data()
{
    QTest::addColumn<QStringList>("answer");
    QTest::newRow("refused after the first mails") << QStringList{ answerRow(1), answerRow(3), no };
    QTest::newRow("an answer that cannot be read")
        << QStringList{ answerRow(1), u"S: * 2 FETCH (UID 2 RFC822.SIZE many)"_s, answerRow(3),
                        ok };
}

void tst_MessageFetcher::onlyTheMailsThatDidNotComeAreRequestedAgain()
{
    QFETCH(QStringList, answer);
    FolderFixture fixture;
    fixture.connect(QStringList{ requestRows(u"1:3"_s) } + answer
                    + QStringList{ requestRows(u"2"_s), answerRow(2), ok });
    FolderParts parts(fixture);
    const auto rows = awaited(parts.fetcher.fetchRows({ 1, 2, 3 }, large));
    QVERIFY2(rows.ok(), qPrintable(fixture.problem()));
    QCOMPARE(uidsOf(*rows), (QList<quint32>{ 1, 3, 2 }));
    QVERIFY(parts.unreadable.isEmpty());
    QCOMPARE(fixture.problem(), QString());
}

// A proxy passes on the capabilities of its server, but not all its items.
void tst_MessageFetcher::emailIdsAreNotRequestedAgainAfterARefusal()
{
    FolderFixture fixture;
    fixture.connect({ requestEmailIds(u"1:2"_s), no,                         //
                      requestRows(u"1:2"_s), answerRow(1), answerRow(2), ok, //
                      requestRows(u"3"_s), answerRow(3), ok },
                    "OBJECTID");
    FolderParts parts(fixture);
    QCOMPARE(uidsOf(must(awaited(parts.fetcher.fetchRows({ 1, 2 }, large)))),
             (QList<quint32>{ 1, 2 }));
    QCOMPARE(uidsOf(must(awaited(parts.fetcher.fetchRows({ 3 }, large)))), QList<quint32>{ 3 });
    QVERIFY(parts.unreadable.isEmpty());
    QCOMPARE(fixture.problem(), QString());
}

void tst_MessageFetcher::aLostConnectionIsNoRefusal_data()
{
    QTest::addColumn<QString>("end");
    QTest::newRow("closed") << u"X"_s;
    QTest::newRow("BYE") << u"S: * BYE shutting down"_s;
}

void tst_MessageFetcher::aLostConnectionIsNoRefusal()
{
    QFETCH(QString, end);
    FolderFixture fixture;
    fixture.connect({ requestRows(u"4"_s), end });
    FolderParts parts(fixture);
    const auto rows = awaited(parts.fetcher.fetchRows({ 4 }, large));
    QVERIFY(!rows.ok());
    QVERIFY(!fixture.session.isOpen());
    QVERIFY(parts.unreadable.isEmpty());
}

void tst_MessageFetcher::aServerThatRefusesTooManyMailsIsAnError()
{
    FolderFixture fixture;
    fixture.connect({ requestRows(u"99"_s), no });
    FolderParts parts(fixture);
    for (quint32 uid = 1; uid <= 50; ++uid) {
        expectLeftOut(uid);
        QVERIFY(parts.unreadable.skip(uid, { Error::Code::Server, u"no"_s }).ok());
    }
    const auto rows = awaited(parts.fetcher.fetchRows({ 99 }, large));
    QVERIFY(!rows.ok());
    QCOMPARE(rows.error().code, Error::Code::Server);
    QCOMPARE(fixture.problem(), QString());
}

void tst_MessageFetcher::bodiesAreFetchedAndParsed()
{
    FolderFixture fixture;
    fixture.connect({ requestBodies(u"1:2"_s), answerBody(2), answerBody(1), ok });
    FolderParts parts(fixture);
    const auto bodies = awaited(parts.fetcher.fetchBodies({ { 0, 1, 120 }, { 0, 2, 120 } }));
    QVERIFY2(bodies.ok(), qPrintable(fixture.problem()));
    QCOMPARE(uidsOf(*bodies), (QList<quint32>{ 2, 1 }));
    QCOMPARE(bodies->first().body.summary, u"Text of mail 2."_s);
    QCOMPARE(bodies->first().body.rawSize, message(2).size());
}

void tst_MessageFetcher::aBodyThatIsNilIsMissing()
{
    FolderFixture fixture;
    fixture.connect(
        { requestBodies(u"1:2"_s), u"S: * 1 FETCH (UID 1 BODY[] NIL)"_s, answerBody(2), ok });
    FolderParts parts(fixture);
    const auto bodies = awaited(parts.fetcher.fetchBodies({ { 0, 1, 120 }, { 0, 2, 120 } }));
    QVERIFY2(bodies.ok(), qPrintable(fixture.problem()));
    QCOMPARE(uidsOf(*bodies), QList<quint32>{ 2 });
    QVERIFY(parts.unreadable.isEmpty());
    QCOMPARE(fixture.problem(), QString());
}

void tst_MessageFetcher::aRefusedBodyIsLeftOut()
{
    FolderFixture fixture;
    fixture.connect({ requestBodies(u"1:2"_s), no, //
                      requestBodies(u"1"_s), no,   //
                      requestBodies(u"2"_s), answerBody(2), ok });
    FolderParts parts(fixture);
    expectLeftOut(1);
    const auto bodies = awaited(parts.fetcher.fetchBodies({ { 0, 1, 120 }, { 0, 2, 120 } }));
    QVERIFY2(bodies.ok(), qPrintable(fixture.problem()));
    QCOMPARE(uidsOf(*bodies), QList<quint32>{ 2 });
    QVERIFY(parts.unreadable.contains(1));
    QCOMPARE(fixture.problem(), QString());
}

QTEST_GUILESS_MAIN(tst_MessageFetcher)
#include "tst_messagefetcher.moc"
