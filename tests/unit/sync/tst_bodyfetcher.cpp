// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/bodyfetcher.h"

#include <QRegularExpression>
#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** How the bodies of listed mails are fetched, and what happens to missing ones. */
class tst_BodyFetcher : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void bodiesAreStoredForTheirMails();
    void aStoredBodyCanBeSearched();
    void aBodyThatIsMissingThreeTimesIsUnavailable_data();
    void aBodyThatIsMissingThreeTimesIsUnavailable();
    void theOtherBodiesOfAChunkAreStored();
    void theBodyOfADeletedMailIsNotStored();
    void aUserGetsTheBodyOfASmallMail();
    void aUserGetsTheOutlineOfALargeMail();
    void anOutlineThatIsNotReturnedIsMissing();
    void aLostConnectionMakesNoBodyMissing();
    void aMissingBodyIsRequestedOnceInAnImport();
    void aBodyRequestedForAUserIsLeftOutOfTheChunk();
    void anOutlineRequestedForAUserIsNotRequestedAgain();
};

namespace {

const QString answerNil = u"S: * 1 FETCH (UID 1 BODY[] NIL)"_s;
const QString requestStructure = u"C: $ UID FETCH 1 (UID BODYSTRUCTURE)"_s;
constexpr qint64 large = 60'000'000;

} // namespace

void tst_BodyFetcher::bodiesAreStoredForTheirMails()
{
    FolderFixture fixture;
    const QList<qint64> ids = fixture.insert({ 1, 2 });
    fixture.connect({ requestBodies(u"1:2"_s), answerBody(2), answerBody(1), ok });
    FolderParts parts(fixture);
    must(awaited(parts.bodies.fetch({ { ids[1], 2, 120 }, { ids[0], 1, 120 } })));
    QCOMPARE(fixture.mails(), (QStringList{ u"1 - there stored"_s, u"2 - there stored"_s }));
    QCOMPARE(fixture.rawBody(1), message(1));
    QCOMPARE(fixture.rawBody(2), message(2));
    QCOMPARE(fixture.takeEvents(), QList<QByteArray>{ "mail.updated" });
    QVERIFY(!parts.bodies.hasMissing());
    QCOMPARE(fixture.problem(), QString());
}

void tst_BodyFetcher::aStoredBodyCanBeSearched()
{
    FolderFixture fixture;
    const qint64 id = fixture.insert({ 1 }).first();
    fixture.connect({ requestBodies(u"1"_s), answerBody(1), ok });
    FolderParts parts(fixture);
    must(awaited(parts.bodies.fetch({ { id, 1, 120 } })));
    parts.bodies.endImport();
    const QString indexed = u"SELECT count(*) FROM mails WHERE search_state = %1"_s.arg(
        int(Store::SearchState::Indexed));
    QTRY_COMPARE(fixture.number(indexed), 1);
}

void tst_BodyFetcher::aBodyThatIsMissingThreeTimesIsUnavailable_data()
{
    QTest::addColumn<QStringList>("answer");
    QTest::addColumn<bool>("isRefused");
    QTest::newRow("NIL") << QStringList{ answerNil, ok } << false;
    QTest::newRow("no answer for the mail") << QStringList{ ok } << false;
    QTest::newRow("refused") << QStringList{ no } << true;
}

void tst_BodyFetcher::aBodyThatIsMissingThreeTimesIsUnavailable()
{
    QFETCH(QStringList, answer);
    QFETCH(bool, isRefused);
    FolderFixture fixture;
    const qint64 id = fixture.insert({ 1 }).first();
    const QStringList attempt = QStringList{ requestBodies(u"1"_s) } + answer;
    fixture.connect(attempt + attempt + attempt);
    FolderParts parts(fixture);
    for (int i = 1; i <= 3; ++i) {
        parts.bodies.beginImport();
        QVERIFY(!parts.bodies.hasMissing());
        QCOMPARE(fixture.mails(), QStringList{ u"1 - there pending"_s });
        if (isRefused)
            QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"uid= 1 is left out"_s));
        must(awaited(parts.bodies.fetch({ { id, 1, 120 } })));
        QVERIFY(parts.bodies.hasMissing());
    }
    QCOMPARE(fixture.mails(), QStringList{ u"1 - there unavailable"_s });
    QCOMPARE(fixture.takeEvents(), QList<QByteArray>{ "mail.updated" });
    QCOMPARE(fixture.problem(), QString());
}

void tst_BodyFetcher::theOtherBodiesOfAChunkAreStored()
{
    FolderFixture fixture;
    const QList<qint64> ids = fixture.insert({ 1, 2 });
    fixture.connect({ requestBodies(u"1:2"_s), answerNil, answerBody(2), ok });
    FolderParts parts(fixture);
    must(awaited(parts.bodies.fetch({ { ids[1], 2, 120 }, { ids[0], 1, 120 } })));
    QCOMPARE(fixture.mails(), (QStringList{ u"1 - there pending"_s, u"2 - there stored"_s }));
    QCOMPARE(fixture.rawBody(2), message(2));
    QVERIFY(parts.bodies.hasMissing());
}

void tst_BodyFetcher::theBodyOfADeletedMailIsNotStored()
{
    FolderFixture fixture;
    const QList<qint64> ids = fixture.insert({ 1, 2 });
    fixture.deleteMail(1);
    fixture.connect({ requestBodies(u"1:2"_s), answerBody(1), answerBody(2), ok });
    FolderParts parts(fixture);
    must(awaited(parts.bodies.fetch({ { ids[1], 2, 120 }, { ids[0], 1, 120 } })));
    QCOMPARE(fixture.mails(), QStringList{ u"2 - there stored"_s });
    QCOMPARE(fixture.number(u"SELECT count(*) FROM bodies"_s), 1);
}

void tst_BodyFetcher::aUserGetsTheBodyOfASmallMail()
{
    FolderFixture fixture;
    const qint64 id = fixture.insert({ 1 }).first();
    fixture.connect({ requestBodies(u"1"_s), answerBody(1), ok });
    FolderParts parts(fixture);
    must(awaited(parts.bodies.fetchAwaited({ id, 1, 120 })));
    QCOMPARE(fixture.mails(), QStringList{ u"1 - there stored"_s });
    QCOMPARE(fixture.problem(), QString());
}

void tst_BodyFetcher::aUserGetsTheOutlineOfALargeMail()
{
    FolderFixture fixture;
    const qint64 id = fixture.insert({ 1 }).first();
    fixture.connect(
        { requestStructure,
          u"S: * 1 FETCH (UID 1 BODYSTRUCTURE (\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" 5 1))"_s, ok,
          u"C: $ UID FETCH 1 (UID BODY.PEEK[HEADER] BODY.PEEK[1]<0.5>)"_s,
          u"S: * 1 FETCH (UID 1 BODY[HEADER] {14}\r\nSubject: x\r\n\r\n BODY[1]<0> {5}\r\nhello)"_s,
          ok });
    FolderParts parts(fixture);
    must(awaited(parts.bodies.fetchAwaited({ id, 1, large })));
    QCOMPARE(fixture.mails(), QStringList{ u"1 - there outline"_s });
    QCOMPARE(fixture.problem(), QString());
}

void tst_BodyFetcher::anOutlineThatIsNotReturnedIsMissing()
{
    FolderFixture fixture;
    const qint64 id = fixture.insert({ 1 }).first();
    fixture.connect({ requestStructure, no });
    FolderParts parts(fixture);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"uid= 1 is left out"_s));
    must(awaited(parts.bodies.fetchOutline({ id, 1, large })));
    QVERIFY(parts.bodies.hasMissing());
    QCOMPARE(fixture.number(u"SELECT tries FROM body_tries"_s), 1);
}

void tst_BodyFetcher::aLostConnectionMakesNoBodyMissing()
{
    FolderFixture fixture;
    const qint64 id = fixture.insert({ 1 }).first();
    fixture.connect({ requestBodies(u"1"_s), u"X"_s });
    FolderParts parts(fixture);
    QVERIFY(!awaited(parts.bodies.fetch({ { id, 1, 120 } })).ok());
    QVERIFY(!parts.bodies.hasMissing());
    QCOMPARE(fixture.number(u"SELECT count(*) FROM body_tries"_s), 0);
}

void tst_BodyFetcher::aMissingBodyIsRequestedOnceInAnImport()
{
    FolderFixture fixture;
    const QList<qint64> ids = fixture.insert({ 1, 2 });
    fixture.connect(
        { requestBodies(u"1"_s), answerNil, ok, requestBodies(u"2"_s), answerBody(2), ok });
    FolderParts parts(fixture);
    parts.bodies.beginImport();
    must(awaited(parts.bodies.fetch({ { ids[0], 1, 120 } })));
    must(awaited(parts.bodies.fetch({ { ids[0], 1, 120 } })));
    must(awaited(parts.bodies.fetch({ { ids[1], 2, 120 }, { ids[0], 1, 120 } })));
    QCOMPARE(fixture.mails(), (QStringList{ u"1 - there pending"_s, u"2 - there stored"_s }));
    QCOMPARE(fixture.number(u"SELECT tries FROM body_tries"_s), 1);
    QCOMPARE(fixture.problem(), QString());
}

// The user's request is sent first. The chunk was made before it, so it still contains the mail.
void tst_BodyFetcher::aBodyRequestedForAUserIsLeftOutOfTheChunk()
{
    FolderFixture fixture;
    const QList<qint64> ids = fixture.insert({ 1, 2 });
    fixture.connect({ requestBodies(u"1"_s).replace(u"$"_s, u"A1"_s),
                      requestBodies(u"2"_s).replace(u"$"_s, u"A2"_s), answerBody(1), u"S: A1 OK"_s,
                      answerBody(2), u"S: A2 OK"_s });
    FolderParts parts(fixture);
    parts.bodies.beginImport();
    QCoro::Task<Result<void>> forUser = parts.bodies.fetchAwaited({ ids[0], 1, 120 });
    must(awaited(parts.bodies.fetch({ { ids[1], 2, 120 }, { ids[0], 1, 120 } })));
    must(awaited(std::move(forUser)));
    QCOMPARE(fixture.mails(), (QStringList{ u"1 - there stored"_s, u"2 - there stored"_s }));
    QCOMPARE(fixture.problem(), QString());
}

void tst_BodyFetcher::anOutlineRequestedForAUserIsNotRequestedAgain()
{
    FolderFixture fixture;
    const qint64 id = fixture.insert({ 1 }).first();
    fixture.connect({ requestStructure, no });
    FolderParts parts(fixture);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"uid= 1 is left out"_s));
    parts.bodies.beginImport();
    must(awaited(parts.bodies.fetchAwaited({ id, 1, large })));
    must(awaited(parts.bodies.fetchOutline({ id, 1, large })));
    QCOMPARE(fixture.number(u"SELECT tries FROM body_tries"_s), 1);
    QCOMPARE(fixture.problem(), QString());
}

QTEST_GUILESS_MAIN(tst_BodyFetcher)
#include "tst_bodyfetcher.moc"
