// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/newsapplier.h"

#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** What the server reports without a request: what is applied as it is, and what needs a synchronisation. */
class tst_NewsApplier : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void flagsAreTakenOverWithoutACommand();
    void newMailIsFetched();
    void flagsOfNewMailAreNoReasonToSynchronise();
    void mailThatCannotBeFetchedYetIsRequestedAgain();
    void mailThatDoesNotComeMakesTheFolderStale();
    void otherNewsNeedASynchronisation_data();
    void otherNewsNeedASynchronisation();
    void aLostConnectionIsAnError();
};

namespace {

const QString requestUnchecked = u"C: $ UID FETCH 10:* (UID)"_s;
const QString answerUid = u"S: * 4 FETCH (UID 11)"_s;

/// The server reports this.
QStringList reported(const QStringList &news)
{
    return QStringList{ u"C: $ NOOP"_s } + news + QStringList{ ok };
}

QStringList newMail()
{
    return { requestRows(u"11"_s), answerRow(11), ok, requestBodies(u"11"_s), answerBody(11), ok };
}

} // namespace

void tst_NewsApplier::flagsAreTakenOverWithoutACommand()
{
    FolderFixture fixture;
    fixture.insert({ 1, 2 });
    fixture.connect(reported({ answerFlags(1, u"\\Seen"_s) }));
    FolderParts parts(fixture);
    must(awaited(fixture.session.noop()));
    QVERIFY(must(awaited(parts.news.apply())));
    QCOMPARE(fixture.mails(), (QStringList{ u"1 r there pending"_s, u"2 - there pending"_s }));
    QCOMPARE(parts.cursor.updatedCount(), 1);
    QCOMPARE(fixture.problem(), QString());
}

void tst_NewsApplier::newMailIsFetched()
{
    FolderFixture fixture;
    fixture.connect(reported({ u"S: * 4 EXISTS"_s })
                    + QStringList{ requestUnchecked, answerUid, ok } + newMail());
    FolderParts parts(fixture);
    must(awaited(fixture.session.noop()));
    QVERIFY(must(awaited(parts.news.apply())));
    QCOMPARE(fixture.mails(), QStringList{ u"11 - there stored"_s });
    QCOMPARE(parts.open.exists(), 4U);
    QCOMPARE(fixture.storedRow().uidNext, 12U);
    QCOMPARE(fixture.problem(), QString());
}

void tst_NewsApplier::flagsOfNewMailAreNoReasonToSynchronise()
{
    FolderFixture fixture;
    fixture.connect(reported({ u"S: * 4 EXISTS"_s, answerFlags(11) })
                    + QStringList{ requestUnchecked, answerUid, ok } + newMail());
    FolderParts parts(fixture);
    must(awaited(fixture.session.noop()));
    QVERIFY(must(awaited(parts.news.apply())));
    QCOMPARE(fixture.mails(), QStringList{ u"11 - there stored"_s });
    QCOMPARE(fixture.problem(), QString());
}

// Servers may report EXISTS before the mail can be fetched.
void tst_NewsApplier::mailThatCannotBeFetchedYetIsRequestedAgain()
{
    FolderFixture fixture;
    fixture.connect(
        reported({ u"S: * 4 EXISTS"_s })
        + QStringList{ requestUnchecked, ok, u"C: $ NOOP"_s, ok, requestUnchecked, answerUid, ok }
        + newMail());
    FolderParts parts(fixture);
    must(awaited(fixture.session.noop()));
    QVERIFY(must(awaited(parts.news.apply())));
    QCOMPARE(fixture.mails(), QStringList{ u"11 - there stored"_s });
    QVERIFY(!parts.open.isStale());
    QCOMPARE(fixture.problem(), QString());
}

void tst_NewsApplier::mailThatDoesNotComeMakesTheFolderStale()
{
    FolderFixture fixture;
    const QStringList again{ u"C: $ NOOP"_s, ok, requestUnchecked, ok };
    fixture.connect(reported({ u"S: * 4 EXISTS"_s }) + QStringList{ requestUnchecked, ok } + again
                    + again + again);
    FolderParts parts(fixture);
    must(awaited(fixture.session.noop()));
    QVERIFY(must(awaited(parts.news.apply())));
    QVERIFY(parts.open.isStale());
    QCOMPARE(fixture.storedRow().uidNext, 10U);
    QCOMPARE(fixture.problem(), QString());
}

void tst_NewsApplier::otherNewsNeedASynchronisation_data()
{
    QTest::addColumn<QStringList>("news");
    QTest::newRow("nothing") << QStringList{};
    QTest::newRow("a deletion") << QStringList{ u"S: * 1 EXPUNGE"_s, u"S: * 1 EXISTS"_s };
    QTest::newRow("a deletion, with QRESYNC") << QStringList{ u"S: * VANISHED 2"_s };
    QTest::newRow("flags without uid")
        << QStringList{ u"S: * 2 FETCH (FLAGS (\\Seen))"_s, u"S: * 4 EXISTS"_s };
    QTest::newRow("flags of a mail that is not here") << QStringList{ answerFlags(5) };
}

void tst_NewsApplier::otherNewsNeedASynchronisation()
{
    QFETCH(QStringList, news);
    FolderFixture fixture;
    fixture.insert({ 1, 2 });
    fixture.connect(reported(news));
    FolderParts parts(fixture);
    must(awaited(fixture.session.noop()));
    QVERIFY(!must(awaited(parts.news.apply())));
    QCOMPARE(fixture.mails(), (QStringList{ u"1 - there pending"_s, u"2 - there pending"_s }));
    QCOMPARE(fixture.problem(), QString());
}

void tst_NewsApplier::aLostConnectionIsAnError()
{
    FolderFixture fixture;
    fixture.connect(reported({ u"S: * 4 EXISTS"_s }) + QStringList{ requestUnchecked, u"X"_s });
    FolderParts parts(fixture);
    must(awaited(fixture.session.noop()));
    QVERIFY(!awaited(parts.news.apply()).ok());
    QVERIFY(!parts.open.isStale());
}

QTEST_GUILESS_MAIN(tst_NewsApplier)
#include "tst_newsapplier.moc"
