// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/serverchangewriter.h"

#include <QRegularExpression>
#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** When a folder is written at the server, and what a refusal means for the rest. */
class tst_ServerChangeWriter : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void flagsAreStoredBeforeDeletions();
    void aFolderThatCannotBeWrittenIsLeft_data();
    void aFolderThatCannotBeWrittenIsLeft();
    void underAnotherUidValidityNothingIsStored();
    void refusedFlagsDoNotStopDeletions();
    void aRefusedDeletionIsNoError();
    void aLostConnectionIsAnError_data();
    void aLostConnectionIsAnError();

private:
    Result<void> written(const QStringList &script);

    std::unique_ptr<FolderFixture> fixture;
};

namespace {

const QString selectInbox = u"SELECT \"INBOX\""_s;
const QString storeSeen = u"C: $ UID STORE 1 +FLAGS.SILENT (\\Seen)"_s;
const QString markDeleted = u"C: $ UID STORE 2 +FLAGS.SILENT (\\Deleted)"_s;
const QString expunge = u"C: $ UID EXPUNGE 2"_s;

QStringList flagsAsked()
{
    return { requestFlags(u"1"_s), answerFlags(1), ok };
}

QStringList flagsStored()
{
    return flagsAsked() + QStringList{ storeSeen, ok, u"C: $ NOOP"_s, ok } + flagsAsked();
}

} // namespace

/// Mail 1 is to be marked as read at the server, mail 2 is to be deleted there.
void tst_ServerChangeWriter::init()
{
    fixture = std::make_unique<FolderFixture>();
    fixture->changeAccount([](Store::Account &account) {
        account.flagSync = "both";
        account.deleteOnServer = true;
    });
    fixture->insert({ 1, 2 });
    fixture->mark(1, { .isRead = true, .isStarred = {} });
    fixture->deleteMail(2);
}

void tst_ServerChangeWriter::cleanup()
{
    fixture.reset();
}

Result<void> tst_ServerChangeWriter::written(const QStringList &script)
{
    fixture->connect(script, "UIDPLUS");
    FolderParts parts(*fixture);
    return awaited(parts.changeWriter.run());
}

void tst_ServerChangeWriter::flagsAreStoredBeforeDeletions()
{
    must(written(opened(selectInbox, 2, 10) + flagsStored()
                 + QStringList{ markDeleted, ok, expunge, ok }));
    QCOMPARE(fixture->pendingChanges(), 0);
    QCOMPARE(fixture->number(u"SELECT count(*) FROM tombstones WHERE at_server > 0"_s), 0);
    QCOMPARE(fixture->problem(), QString());
}

void tst_ServerChangeWriter::aFolderThatCannotBeWrittenIsLeft_data()
{
    QTest::addColumn<QStringList>("script");
    QTest::addColumn<QString>("log");
    QStringList readOnly = opened(selectInbox, 2, 10);
    readOnly.last() = u"S: $ OK [READ-ONLY] look only"_s;
    QStringList other = opened(selectInbox, 2, 10, 0, 8);
    other.last() = readOnly.last();
    const QString isReadOnly = u"it is read-only"_s;
    QTest::newRow("read-only") << readOnly << isReadOnly;
    QTest::newRow("read-only under another UIDVALIDITY") << other << isReadOnly;
    QTest::newRow("refused") << QStringList{ u"C: $ "_s + selectInbox, no }
                             << u"The server refused: not now"_s;
}

void tst_ServerChangeWriter::aFolderThatCannotBeWrittenIsLeft()
{
    QFETCH(QStringList, script);
    QFETCH(QString, log);
    QTest::ignoreMessage(
        QtWarningMsg,
        QRegularExpression(u"folder= 1 cannot be changed at the server: %1$"_s.arg(log)));
    must(written(script));
    QCOMPARE(fixture->pendingChanges(), 1);
    QCOMPARE(fixture->problem(), QString());
}

void tst_ServerChangeWriter::underAnotherUidValidityNothingIsStored()
{
    QTest::failOnWarning(QRegularExpression(u"cannot be written"_s));
    must(written(opened(selectInbox, 2, 10, 0, 8)));
    QCOMPARE(fixture->pendingChanges(), 1);
    QCOMPARE(fixture->problem(), QString());
}

void tst_ServerChangeWriter::refusedFlagsDoNotStopDeletions()
{
    QTest::ignoreMessage(
        QtWarningMsg,
        QRegularExpression(
            u"folder= 1 the server refused to change flags: The server refused: not now$"_s));
    must(written(opened(selectInbox, 2, 10) + flagsAsked()
                 + QStringList{ storeSeen, no, u"C: $ NOOP"_s, ok } + flagsAsked()
                 + QStringList{ markDeleted, ok, expunge, ok }));
    QCOMPARE(fixture->pendingChanges(), 1);
    QCOMPARE(fixture->number(u"SELECT count(*) FROM tombstones WHERE at_server > 0"_s), 0);
    QCOMPARE(fixture->problem(), QString());
}

void tst_ServerChangeWriter::aRefusedDeletionIsNoError()
{
    QTest::ignoreMessage(
        QtWarningMsg,
        QRegularExpression(
            u"folder= 1 the server refused to delete mails: The server refused: not now$"_s));
    must(written(opened(selectInbox, 2, 10) + flagsStored() + QStringList{ markDeleted, no }));
    QCOMPARE(fixture->number(u"SELECT count(*) FROM tombstones WHERE at_server = 2"_s), 1);
    QCOMPARE(fixture->problem(), QString());
}

void tst_ServerChangeWriter::aLostConnectionIsAnError_data()
{
    QTest::addColumn<QStringList>("script");
    QTest::newRow("when the folder is opened") << QStringList{ u"C: $ "_s + selectInbox, u"X"_s };
    QTest::newRow("when flags are stored")
        << opened(selectInbox, 2, 10) + flagsAsked() + QStringList{ storeSeen, u"X"_s };
    QTest::newRow("when mails are deleted")
        << opened(selectInbox, 2, 10) + flagsStored() + QStringList{ markDeleted, u"X"_s };
}

void tst_ServerChangeWriter::aLostConnectionIsAnError()
{
    QFETCH(QStringList, script);
    QVERIFY(!written(script).ok());
    QVERIFY(!fixture->session.isOpen());
}

QTEST_GUILESS_MAIN(tst_ServerChangeWriter)
#include "tst_serverchangewriter.moc"
