// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/requestedbodies.h"

#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** Which of the bodies that users wait for are fetched, and what their callers get. */
class tst_RequestedBodies : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void requestsAreServedInOrder();
    void requestsOfOtherFoldersStay();
    void aRequestWhoseCallerLeftIsDropped();
    void aMissingBodyIsNoErrorForTheCaller();
    void anErrorEndsOneRequestAndLeavesTheOthers();
};

namespace {

QCoro::Task<Result<void>> valueOf(BodyRequest request)
{
    Result<void> value = co_await request.done;
    co_return value;
}

BodyRequest requestFor(qint64 mailId, quint32 uid, qint64 folderId = 1)
{
    return { folderId, { mailId, uid, 120 }, {} };
}

} // namespace

void tst_RequestedBodies::requestsAreServedInOrder()
{
    FolderFixture fixture;
    const QList<qint64> ids = fixture.insert({ 1, 2 });
    fixture.connect(
        { requestBodies(u"2"_s), answerBody(2), ok, requestBodies(u"1"_s), answerBody(1), ok });
    FolderParts parts(fixture);
    const BodyRequest first = requestFor(ids[1], 2);
    const BodyRequest second = requestFor(ids[0], 1);
    parts.requests = { first, second };
    must(awaited(parts.requested.fetch()));
    QVERIFY(parts.requests.isEmpty());
    QVERIFY(awaited(valueOf(first)).ok());
    QVERIFY(awaited(valueOf(second)).ok());
    QCOMPARE(fixture.mails(), (QStringList{ u"1 - there stored"_s, u"2 - there stored"_s }));
    QCOMPARE(fixture.problem(), QString());
}

void tst_RequestedBodies::requestsOfOtherFoldersStay()
{
    FolderFixture fixture;
    const QList<qint64> ids = fixture.insert({ 1 });
    fixture.connect({ requestBodies(u"1"_s), answerBody(1), ok });
    FolderParts parts(fixture);
    const BodyRequest other = requestFor(77, 1, 2);
    parts.requests = { other, requestFor(ids[0], 1) };
    must(awaited(parts.requested.fetch()));
    QCOMPARE(parts.requests.size(), 1);
    QCOMPARE(parts.requests.first().folderId, 2);
    QVERIFY(!other.done.isFinished());
    QCOMPARE(fixture.problem(), QString());
}

void tst_RequestedBodies::aRequestWhoseCallerLeftIsDropped()
{
    FolderFixture fixture;
    const QList<qint64> ids = fixture.insert({ 1 });
    fixture.connect({});
    FolderParts parts(fixture);
    const BodyRequest request = requestFor(ids[0], 1);
    request.done.finish(Error{ Error::Code::Timeout, u"too late"_s });
    parts.requests = { request };
    must(awaited(parts.requested.fetch()));
    QVERIFY(parts.requests.isEmpty());
    QVERIFY(fixture.server->received().isEmpty());
}

// Whether the mail is there now is in the database.
void tst_RequestedBodies::aMissingBodyIsNoErrorForTheCaller()
{
    FolderFixture fixture;
    const QList<qint64> ids = fixture.insert({ 1 });
    fixture.connect({ requestBodies(u"1"_s), ok });
    FolderParts parts(fixture);
    const BodyRequest request = requestFor(ids[0], 1);
    parts.requests = { request };
    must(awaited(parts.requested.fetch()));
    QVERIFY(awaited(valueOf(request)).ok());
    QVERIFY(parts.bodies.hasMissing());
}

void tst_RequestedBodies::anErrorEndsOneRequestAndLeavesTheOthers()
{
    FolderFixture fixture;
    const QList<qint64> ids = fixture.insert({ 1, 2 });
    fixture.connect({ requestBodies(u"2"_s), u"X"_s });
    FolderParts parts(fixture);
    const BodyRequest first = requestFor(ids[1], 2);
    const BodyRequest second = requestFor(ids[0], 1);
    parts.requests = { first, second };
    QVERIFY(!awaited(parts.requested.fetch()).ok());
    QVERIFY(!awaited(valueOf(first)).ok());
    QVERIFY(!second.done.isFinished());
    QCOMPARE(parts.requests.size(), 1);
}

QTEST_GUILESS_MAIN(tst_RequestedBodies)
#include "tst_requestedbodies.moc"
