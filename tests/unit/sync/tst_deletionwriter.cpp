// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/deletionwriter.h"

#include <QRegularExpression>
#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** Which mails are deleted at the server, and with which commands. */
class tst_DeletionWriter : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void exactlyTheDeletedMailsAreExpunged_data();
    void exactlyTheDeletedMailsAreExpunged();
    void withoutUidplusTheMailsStay();
    void withoutTheOptionNothingIsSent();
    void underAnotherUidValidityNothingIsSent();
    void aRefusedDeletionIsSentAgain_data();
    void aRefusedDeletionIsSentAgain();

private:
    static void deleteThere(FolderFixture &fixture);
    static qint64 pending(FolderFixture &fixture);
};

namespace {

const QString mark = u"C: $ UID STORE 1,3 +FLAGS.SILENT (\\Deleted)"_s;
const QString expunge = u"C: $ UID EXPUNGE 1,3"_s;

} // namespace

/// Mails 1 and 3 of three are to be deleted at the server.
void tst_DeletionWriter::deleteThere(FolderFixture &fixture)
{
    fixture.changeAccount([](Store::Account &account) { account.deleteOnServer = true; });
    fixture.insert({ 1, 2, 3 });
    fixture.deleteMail(1);
    fixture.deleteMail(3);
}

qint64 tst_DeletionWriter::pending(FolderFixture &fixture)
{
    return fixture.number(u"SELECT count(*) FROM tombstones WHERE at_server = 2"_s);
}

void tst_DeletionWriter::exactlyTheDeletedMailsAreExpunged_data()
{
    QTest::addColumn<QByteArray>("capability");
    QTest::newRow("UIDPLUS") << QByteArray("UIDPLUS");
    QTest::newRow("IMAP4rev2") << QByteArray("IMAP4rev2");
}

void tst_DeletionWriter::exactlyTheDeletedMailsAreExpunged()
{
    QFETCH(QByteArray, capability);
    FolderFixture fixture;
    deleteThere(fixture);
    fixture.connect({ mark, ok, expunge, ok }, capability);
    FolderParts parts(fixture);
    QCOMPARE(pending(fixture), 2);
    must(awaited(parts.deletionWriter.run()));
    QCOMPARE(pending(fixture), 0);
    must(awaited(parts.deletionWriter.run()));
    QCOMPARE(fixture.mails(), QStringList{ u"2 - there pending"_s });
    QCOMPARE(fixture.problem(), QString());
}

void tst_DeletionWriter::withoutUidplusTheMailsStay()
{
    FolderFixture fixture;
    deleteThere(fixture);
    fixture.connect({});
    FolderParts parts(fixture);
    QTest::ignoreMessage(
        QtWarningMsg,
        QRegularExpression(
            u"folder= 1 keeps 2 deleted mails at the server: it does not offer UIDPLUS$"_s));
    must(awaited(parts.deletionWriter.run()));
    QTest::failOnWarning(QRegularExpression(u"UIDPLUS"_s)); // once is enough
    must(awaited(parts.deletionWriter.run()));
    QVERIFY(fixture.server->received().isEmpty());
    QCOMPARE(pending(fixture), 2);
}

void tst_DeletionWriter::withoutTheOptionNothingIsSent()
{
    FolderFixture fixture;
    fixture.insert({ 1 });
    fixture.deleteMail(1);
    fixture.connect({}, "UIDPLUS");
    FolderParts parts(fixture);
    must(awaited(parts.deletionWriter.run()));
    QVERIFY(fixture.server->received().isEmpty());
}

void tst_DeletionWriter::underAnotherUidValidityNothingIsSent()
{
    FolderFixture fixture;
    deleteThere(fixture);
    fixture.connect({}, "UIDPLUS");
    FolderParts parts(fixture);
    must(awaited(parts.cursor.begin({ .path = u"INBOX"_s, .uidValidity = 8, .uidNext = 20 })));
    must(awaited(parts.deletionWriter.run()));
    QVERIFY(fixture.server->received().isEmpty());
}

void tst_DeletionWriter::aRefusedDeletionIsSentAgain_data()
{
    QTest::addColumn<QStringList>("refusal");
    QTest::newRow("refused to mark") << QStringList{ mark, no };
    QTest::newRow("refused to expunge") << QStringList{ mark, ok, expunge, no };
}

void tst_DeletionWriter::aRefusedDeletionIsSentAgain()
{
    QFETCH(QStringList, refusal);
    FolderFixture fixture;
    deleteThere(fixture);
    fixture.connect(refusal + QStringList{ mark, ok, expunge, ok }, "UIDPLUS");
    FolderParts parts(fixture);
    QCOMPARE(awaited(parts.deletionWriter.run()).error().code, Error::Code::Server);
    QCOMPARE(pending(fixture), 2);
    must(awaited(parts.deletionWriter.run()));
    QCOMPARE(pending(fixture), 0);
    QCOMPARE(fixture.problem(), QString());
}

QTEST_GUILESS_MAIN(tst_DeletionWriter)
#include "tst_deletionwriter.moc"
