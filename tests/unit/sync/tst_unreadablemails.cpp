// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/unreadablemails.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Sync;

/** When mails that the server cannot return are left out, and when that is an error of the server. */
class tst_UnreadableMails : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aMailIsLeftOutWithALineInTheLog();
    void tooManyAreAnErrorOfTheServer_data();
    void tooManyAreAnErrorOfTheServer();
};

namespace {

const Error refusal{ Error::Code::Server, u"The server refused: no"_s };

} // namespace

void tst_UnreadableMails::aMailIsLeftOutWithALineInTheLog()
{
    FolderFixture fixture;
    FolderParts parts(fixture);
    QVERIFY(parts.unreadable.isEmpty());
    QTest::ignoreMessage(
        QtWarningMsg,
        QRegularExpression(u"^account= 1 folder= 1 uid= 3 is left out: The server refused: no$"_s));
    QVERIFY(parts.unreadable.skip(3, refusal).ok());
    QVERIFY(parts.unreadable.contains(3));
    QVERIFY(!parts.unreadable.contains(4));
    QVERIFY(!parts.unreadable.isEmpty());
}

void tst_UnreadableMails::tooManyAreAnErrorOfTheServer_data()
{
    QTest::addColumn<int>("returned");
    QTest::addColumn<quint32>("allowed");
    QTest::newRow("none was returned") << 0 << 50U;
    QTest::newRow("some were returned") << 100 << 60U;
}

void tst_UnreadableMails::tooManyAreAnErrorOfTheServer()
{
    QFETCH(int, returned);
    QFETCH(quint32, allowed);
    FolderFixture fixture;
    FolderParts parts(fixture);
    parts.unreadable.countReturned(returned);
    const QRegularExpression leftOut(u"is left out"_s);
    for (quint32 uid = 1; uid <= allowed; ++uid) {
        QTest::ignoreMessage(QtWarningMsg, leftOut);
        QVERIFY(parts.unreadable.skip(uid, refusal).ok());
    }
    const Result<void> one = parts.unreadable.skip(allowed + 1, refusal);
    QVERIFY(!one.ok());
    QCOMPARE(one.error(), refusal);
}

QTEST_GUILESS_MAIN(tst_UnreadableMails)
#include "tst_unreadablemails.moc"
