// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/maillister.h"

#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** How list rows are fetched and stored. */
class tst_MailLister : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void rowsAreStoredWithoutTheirBodies();
    void oldMailsAreNotAnnounced();
    void theFirstChunkIsStoredBeforeTheNextOne();
    void aRepeatedUidIsStoredOnce();
    void noMailsNeedNoCommand();
    void theProgressCountsTheMails();
    void aLostConnectionEndsTheListing();
};

void tst_MailLister::rowsAreStoredWithoutTheirBodies()
{
    FolderFixture fixture;
    fixture.connect(
        { requestRows(u"3:5"_s), answerRow(5, u"\\Seen"_s), answerRow(4), answerRow(3), ok });
    FolderParts parts(fixture);
    must(awaited(parts.lister.list({ 5, 4, 3 })));
    QCOMPARE(
        fixture.mails(),
        (QStringList{ u"3 - there pending"_s, u"4 - there pending"_s, u"5 r there pending"_s }));
    QCOMPARE(parts.cursor.newCount(), 3);
    QCOMPARE(parts.cursor.updatedCount(), 0);
    QCOMPARE(fixture.problem(), QString());
}

void tst_MailLister::oldMailsAreNotAnnounced()
{
    FolderFixture fixture;
    fixture.connect({ requestRows(u"5"_s), answerRow(5), ok });
    FolderParts parts(fixture);
    must(awaited(parts.lister.list({ 5 })));
    QCOMPARE(parts.cursor.newCount(), 1);
    QVERIFY(!fixture.takeEvents().contains("mail.received"));
}

// Without the order, the short second chunk would be parsed and stored before the first one.
void tst_MailLister::theFirstChunkIsStoredBeforeTheNextOne()
{
    FolderFixture fixture;
    Store::Folder row = fixture.imported();
    row.uidNextAtFirstImport = 1000;
    fixture.store(row);
    QStringList script{ requestRows(u"2:201"_s).replace(u"$"_s, u"A1"_s),
                        requestRows(u"1"_s).replace(u"$"_s, u"A2"_s) };
    QList<quint32> uids;
    for (quint32 uid = 201; uid >= 1; --uid)
        uids.append(uid);
    for (const quint32 uid : uids.first(200))
        script.append(answerRow(uid));
    script += { u"S: A1 OK done"_s, answerRow(1), u"S: A2 OK done"_s };
    fixture.connect(script);
    FolderParts parts(fixture);
    must(awaited(parts.lister.list(uids)));
    QCOMPARE(parts.cursor.newCount(), 201);
    QCOMPARE(fixture.number(u"SELECT count(*) FROM mails"_s), 201);
    QVERIFY(fixture.idOf(2) < fixture.idOf(1));
    QCOMPARE(fixture.problem(), QString());
}

void tst_MailLister::aRepeatedUidIsStoredOnce()
{
    FolderFixture fixture;
    fixture.connect({ requestRows(u"3:4"_s), answerRow(3), answerRow(4), answerRow(3), ok });
    FolderParts parts(fixture);
    must(awaited(parts.lister.list({ 4, 3 })));
    QCOMPARE(fixture.mails(), (QStringList{ u"3 - there pending"_s, u"4 - there pending"_s }));
    QCOMPARE(parts.cursor.newCount(), 2);
}

void tst_MailLister::noMailsNeedNoCommand()
{
    FolderFixture fixture;
    fixture.connect({});
    FolderParts parts(fixture);
    int reports = 0;
    ProgressMeter meter([&](const std::optional<Progress> &) { ++reports; });
    parts.progress.setMeter(&meter);
    must(awaited(parts.lister.list({})));
    QVERIFY(fixture.server->received().isEmpty());
    QCOMPARE(reports, 0);
}

void tst_MailLister::theProgressCountsTheMails()
{
    FolderFixture fixture;
    fixture.connect({ requestRows(u"3:4"_s), answerRow(3), answerRow(4), ok });
    FolderParts parts(fixture);
    QList<Progress> reports;
    ProgressMeter meter([&](const std::optional<Progress> &now) { reports.append(*now); });
    parts.progress.setMeter(&meter);
    must(awaited(parts.lister.list({ 4, 3 })));
    QCOMPARE(reports.first(), (Progress{ "list", 0, 2, 0 }));
}

void tst_MailLister::aLostConnectionEndsTheListing()
{
    FolderFixture fixture;
    fixture.connect({ requestRows(u"3"_s), answerRow(3), u"X"_s });
    FolderParts parts(fixture);
    QVERIFY(!awaited(parts.lister.list({ 3 })).ok());
    QCOMPARE(fixture.mails(), QStringList());
    QCOMPARE(parts.cursor.newCount(), 0);
}

QTEST_GUILESS_MAIN(tst_MailLister)
#include "tst_maillister.moc"
