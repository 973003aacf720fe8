// SPDX-License-Identifier: GPL-3.0-or-later
#include "accountfixture.h"
#include "sync/accountsettle.h"
#include "sync/folderstore.h"

using namespace Qt::StringLiterals;

namespace {

/** An account whose mails vanished from their folder. */
struct Desk : AccountFixture {
    explicit Desk(int mails, const QByteArray &onExpunge = "delete")
    {
        change([&onExpunge](Store::Account &account) { account.onExpunge = onExpunge; });
        const qint64 folderId = addFolder(u"INBOX"_s, "inbox");
        addMails(folderId, mails);
        QList<quint32> uids;
        for (int uid = 1; uid <= mails; ++uid)
            uids.append(quint32(uid));
        const Store::Account account = stored();
        must(database.with([=](Store::Session &session) {
            return Sync::applyGone(session, account, must(Store::folderById(session, folderId)),
                                   uids);
        }));
    }

    void endPass() { must(awaited(Sync::settleMoved(&context.database, stored()))); }
    qint64 mails() { return number("SELECT count(*) FROM mails"); }
    qint64 passes() { return number("SELECT passes FROM accounts"); }
};

} // namespace

/** The end of the wait for mails that may have been moved. */
class TestAccountSettle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void vanishedMailsAreDeletedAfterTwoMorePasses();
    void hiddenMailsStay();
    void passesAreCountedOnlyWhileSomethingWaits();
};

// 150 mails are two transactions.
void TestAccountSettle::vanishedMailsAreDeletedAfterTwoMorePasses()
{
    Desk desk(150);
    desk.endPass(); // in which they vanished
    desk.endPass();
    QCOMPARE(desk.mails(), 150);
    desk.endPass();
    QCOMPARE(desk.mails(), 0);
}

void TestAccountSettle::hiddenMailsStay()
{
    Desk desk(2, "hide");
    for (int i = 0; i < 4; ++i)
        desk.endPass();
    QCOMPARE(desk.mails(), 2);
}

void TestAccountSettle::passesAreCountedOnlyWhileSomethingWaits()
{
    Desk desk(1);
    for (int i = 0; i < 5; ++i)
        desk.endPass();
    QCOMPARE(desk.passes(), 3);
}

QTEST_GUILESS_MAIN(TestAccountSettle)
#include "tst_accountsettle.moc"
