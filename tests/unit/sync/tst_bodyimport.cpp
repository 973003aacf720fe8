// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/bodyimport.h"

#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** The order in which the bodies of a folder are fetched. */
class tst_BodyImport : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void smallBodiesComeFirstThenLargeOnesThenOutlines();
    void chunksAreOfBoundedSize();
    void theBodyThatAUserWaitsForComesBeforeTheChunk();
    void theBodyThatAUserWaitsForComesBeforeAnOutline();
    void newMailIsFetchedBeforeLargeBodies();
    void unreadableMailsAreLeftOut();
    void bodiesThatAreThereNeedNoCommand();
    void missingBodiesAreRequestedOnceInAnImport();
    void missingBodiesAreRequestedAgainInTheNextImport();
    void theBodyThatAUserWaitsForIsNotInTheChunkToo();
    void theOutlineThatAUserWaitsForIsFetchedOnce();
    void theProgressCountsTheMailsOfTheFolder();
    void theLastTextsAreIndexedAtOnce();
    void aLostConnectionEndsTheImport();
};

namespace {

const QString answerNil = u"S: * 1 FETCH (UID 1 BODY[] NIL)"_s;
constexpr qint64 megabyte = 1024 * 1024;

Store::NewMail sized(quint32 uid, qint64 size)
{
    Store::NewMail mail = Dialogue::row(uid);
    mail.size = size;
    return mail;
}

QStringList outlineOf(quint32 uid)
{
    return { u"C: $ UID FETCH %1 (UID BODYSTRUCTURE)"_s.arg(uid),
             u"S: * 1 FETCH (UID %1 BODYSTRUCTURE (\"VIDEO\" \"MP4\" NIL NIL NIL \"BASE64\" 7))"_s
                 .arg(uid),
             ok,
             u"C: $ UID FETCH %1 (UID BODY.PEEK[HEADER])"_s.arg(uid),
             u"S: * 1 FETCH (UID %1 BODY[HEADER] {14}\r\nSubject: x\r\n\r\n)"_s.arg(uid),
             ok };
}

QStringList bodyOf(quint32 uid)
{
    return { requestBodies(QString::number(uid)), answerBody(uid), ok };
}

} // namespace

void tst_BodyImport::smallBodiesComeFirstThenLargeOnesThenOutlines()
{
    FolderFixture fixture;
    fixture.insertRows({ sized(1, 100), sized(2, 3 * megabyte), sized(3, 60 * megabyte),
                         sized(4, 50 * megabyte), sized(5, 100) });
    fixture.connect(QStringList{ requestBodies(u"1,5"_s), answerBody(5), answerBody(1), ok }
                    + bodyOf(4) + bodyOf(2) + outlineOf(3));
    FolderParts parts(fixture);
    must(awaited(parts.bodyImport.run()));
    QCOMPARE(fixture.mails(),
             (QStringList{ u"1 - there stored"_s, u"2 - there stored"_s, u"3 - there outline"_s,
                           u"4 - there stored"_s, u"5 - there stored"_s }));
    QCOMPARE(fixture.problem(), QString());
}

// Several chunks are requested before the first answer.
void tst_BodyImport::chunksAreOfBoundedSize()
{
    FolderFixture fixture;
    fixture.insertRows({ sized(1, megabyte), sized(2, megabyte), sized(3, megabyte) });
    fixture.connect({ requestBodies(u"2:3"_s).replace(u"$"_s, u"A1"_s),
                      requestBodies(u"1"_s).replace(u"$"_s, u"A2"_s), answerBody(3), answerBody(2),
                      u"S: A1 OK"_s, answerBody(1), u"S: A2 OK"_s });
    FolderParts parts(fixture);
    must(awaited(parts.bodyImport.run()));
    QCOMPARE(fixture.mails(),
             (QStringList{ u"1 - there stored"_s, u"2 - there stored"_s, u"3 - there stored"_s }));
    QCOMPARE(fixture.problem(), QString());
}

void tst_BodyImport::theBodyThatAUserWaitsForComesBeforeTheChunk()
{
    FolderFixture fixture;
    const QList<qint64> ids = fixture.insertRows({ sized(1, 3 * megabyte), sized(2, 100) });
    fixture.connect(bodyOf(1) + bodyOf(2));
    FolderParts parts(fixture);
    const BodyRequest request{ 1, { ids[0], 1, 3 * megabyte }, {} };
    parts.requests = { request };
    must(awaited(parts.bodyImport.run()));
    QVERIFY(request.done.isFinished());
    QCOMPARE(fixture.mails(), (QStringList{ u"1 - there stored"_s, u"2 - there stored"_s }));
    QCOMPARE(fixture.problem(), QString());
}

void tst_BodyImport::theBodyThatAUserWaitsForComesBeforeAnOutline()
{
    FolderFixture fixture;
    const QList<qint64> ids = fixture.insertRows({ sized(3, 60 * megabyte), sized(4, 100) });
    fixture.execute(u"UPDATE mails SET body_state = 3 WHERE uid = 4"_s); // missing three times
    fixture.connect(bodyOf(4) + outlineOf(3));
    FolderParts parts(fixture);
    const BodyRequest request{ 1, { ids[1], 4, 100 }, {} };
    parts.requests = { request };
    must(awaited(parts.bodyImport.run()));
    QVERIFY(request.done.isFinished());
    QCOMPARE(fixture.mails(), (QStringList{ u"3 - there outline"_s, u"4 - there stored"_s }));
    QCOMPARE(fixture.problem(), QString());
}

void tst_BodyImport::newMailIsFetchedBeforeLargeBodies()
{
    FolderFixture fixture;
    fixture.insertRows({ sized(1, 100), sized(2, 3 * megabyte) });
    fixture.connect(QStringList{ requestBodies(u"1"_s), answerBody(1), u"S: * 3 EXISTS"_s, ok,   //
                                 u"C: $ UID FETCH 10:* (UID)"_s, u"S: * 3 FETCH (UID 11)"_s, ok, //
                                 requestRows(u"11"_s), answerRow(11), ok }
                    + bodyOf(11) + bodyOf(2));
    FolderParts parts(fixture);
    must(awaited(parts.bodyImport.run()));
    QCOMPARE(fixture.mails(),
             (QStringList{ u"1 - there stored"_s, u"2 - there stored"_s, u"11 - there stored"_s }));
    QCOMPARE(fixture.takeEvents().count("mail.received"), 1);
    QCOMPARE(fixture.problem(), QString());
}

void tst_BodyImport::unreadableMailsAreLeftOut()
{
    FolderFixture fixture;
    fixture.insertRows({ sized(1, 100), sized(2, 100), sized(3, 60 * megabyte) });
    fixture.connect(bodyOf(1));
    FolderParts parts(fixture);
    const Error why{ Error::Code::Server, u"no"_s };
    QVERIFY(parts.unreadable.skip(2, why).ok());
    QVERIFY(parts.unreadable.skip(3, why).ok());
    must(awaited(parts.bodyImport.run()));
    QCOMPARE(
        fixture.mails(),
        (QStringList{ u"1 - there stored"_s, u"2 - there pending"_s, u"3 - there pending"_s }));
    QCOMPARE(fixture.problem(), QString());
}

void tst_BodyImport::bodiesThatAreThereNeedNoCommand()
{
    FolderFixture fixture;
    fixture.insert({ 1 });
    fixture.execute(u"UPDATE mails SET body_state = 1"_s);
    fixture.connect({});
    FolderParts parts(fixture);
    must(awaited(parts.bodyImport.run()));
    QVERIFY(fixture.server->received().isEmpty());
}

// The mail is also below the size of the large ones, which are read after it.
void tst_BodyImport::missingBodiesAreRequestedOnceInAnImport()
{
    FolderFixture fixture;
    fixture.insertRows({ sized(1, 100), sized(2, 3 * megabyte) });
    fixture.connect(QStringList{ requestBodies(u"1"_s), answerNil, ok } + bodyOf(2));
    FolderParts parts(fixture);
    must(awaited(parts.bodyImport.run()));
    QVERIFY(parts.bodies.hasMissing());
    QCOMPARE(fixture.mails(), (QStringList{ u"1 - there pending"_s, u"2 - there stored"_s }));
    QCOMPARE(fixture.number(u"SELECT tries FROM body_tries"_s), 1);
    QCOMPARE(fixture.problem(), QString());
}

void tst_BodyImport::missingBodiesAreRequestedAgainInTheNextImport()
{
    FolderFixture fixture;
    fixture.insert({ 1 });
    fixture.connect(QStringList{ requestBodies(u"1"_s), ok } + bodyOf(1));
    FolderParts parts(fixture);
    must(awaited(parts.bodyImport.run()));
    must(awaited(parts.bodyImport.run()));
    QVERIFY(!parts.bodies.hasMissing());
    QCOMPARE(fixture.mails(), QStringList{ u"1 - there stored"_s });
    QCOMPARE(fixture.problem(), QString());
}

void tst_BodyImport::theBodyThatAUserWaitsForIsNotInTheChunkToo()
{
    FolderFixture fixture;
    const QList<qint64> ids = fixture.insertRows({ sized(1, 100), sized(2, 100) });
    fixture.connect(bodyOf(1) + bodyOf(2));
    FolderParts parts(fixture);
    const BodyRequest request{ 1, { ids[0], 1, 100 }, {} };
    parts.requests = { request };
    must(awaited(parts.bodyImport.run()));
    QVERIFY(request.done.isFinished());
    QCOMPARE(fixture.mails(), (QStringList{ u"1 - there stored"_s, u"2 - there stored"_s }));
    QCOMPARE(fixture.problem(), QString());
}

void tst_BodyImport::theOutlineThatAUserWaitsForIsFetchedOnce()
{
    FolderFixture fixture;
    const QList<qint64> ids = fixture.insertRows({ sized(3, 60 * megabyte) });
    fixture.connect(outlineOf(3));
    FolderParts parts(fixture);
    const BodyRequest request{ 1, { ids[0], 3, 60 * megabyte }, {} };
    parts.requests = { request };
    must(awaited(parts.bodyImport.run()));
    QVERIFY(request.done.isFinished());
    QCOMPARE(fixture.mails(), QStringList{ u"3 - there outline"_s });
    QCOMPARE(fixture.problem(), QString());
}

void tst_BodyImport::theProgressCountsTheMailsOfTheFolder()
{
    FolderFixture fixture;
    fixture.insert({ 1 });
    fixture.connect(bodyOf(1));
    FolderParts parts(fixture);
    parts.open.begin({ .exists = 40 });
    QList<Progress> reports;
    ProgressMeter meter([&](const std::optional<Progress> &now) { reports.append(*now); });
    parts.progress.setMeter(&meter);
    must(awaited(parts.bodyImport.run()));
    QCOMPARE(reports.first(), (Progress{ "bodies", 0, 40, 0 }));
}

void tst_BodyImport::theLastTextsAreIndexedAtOnce()
{
    FolderFixture fixture;
    fixture.insertRows({ sized(1, 100), sized(2, 3 * megabyte) });
    fixture.connect(bodyOf(1) + bodyOf(2));
    FolderParts parts(fixture);
    must(awaited(parts.bodyImport.run()));
    QTRY_COMPARE(fixture.number(u"SELECT sum(documents) FROM search_segments"_s), 2);
}

void tst_BodyImport::aLostConnectionEndsTheImport()
{
    FolderFixture fixture;
    fixture.insertRows({ sized(1, 100), sized(2, 3 * megabyte) });
    fixture.connect({ requestBodies(u"1"_s), u"X"_s });
    FolderParts parts(fixture);
    QVERIFY(!awaited(parts.bodyImport.run()).ok());
    QCOMPARE(fixture.mails(), (QStringList{ u"1 - there pending"_s, u"2 - there pending"_s }));
}

QTEST_GUILESS_MAIN(tst_BodyImport)
#include "tst_bodyimport.moc"
