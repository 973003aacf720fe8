// SPDX-License-Identifier: GPL-3.0-or-later
#include "accountfixture.h"
#include "store/mail/mailflags.h"
#include "sync/accountpause.h"
#include "sync/connectedaccount.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Sync::ConnectedAccount;
using Sync::Wake;

namespace {

const QString inbox = u"INBOX"_s;
const QString work = u"Work"_s;

/// A first pass over INBOX, the only folder.
QStringList firstPass()
{
    return Dialogue::list({ inbox }) + Dialogue::examine(inbox);
}

/// A first pass over INBOX and Work.
QStringList firstPassOfBoth()
{
    return Dialogue::list({ inbox, work }) + Dialogue::status(inbox) + Dialogue::status(work)
        + Dialogue::examine(inbox) + Dialogue::examine(work) + Dialogue::examine(inbox);
}

/** An account that is logged in. `script`: what follows after the login. */
struct Desk : AccountFixture {
    explicit Desk(const QStringList &script) : AccountFixture(Dialogue::login() + script) { }

    ConnectedAccount &begin()
    {
        connect();
        m_connected =
            std::make_unique<ConnectedAccount>(context, indexer, connection, row, requests, report,
                                               m_pause, [this] { return isStopping; });
        return *m_connected;
    }

private:
    Sync::AccountPause m_pause{ requests, [this] { return isStopping; }, &pool };
    std::unique_ptr<ConnectedAccount> m_connected;
};

} // namespace

/** What happens over one connection, between and besides its passes. */
class TestConnectedAccount : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void passIsDueByTheReasonOfTheWait_data();
    void passIsDueByTheReasonOfTheWait();
    void renumberedFolderMakesAPassDue();
    void failureOfARequestIsAnError();
    void outdatedAccountIsReadAgain();
    void currentAccountIsNotReadAgain();
    void readingAgainReportsAGoneAccount();
};

void TestConnectedAccount::passIsDueByTheReasonOfTheWait_data()
{
    QTest::addColumn<int>("why");
    QTest::addColumn<bool>("isRequested");
    QTest::addColumn<bool>("isDue");
    QTest::newRow("time") << int(Wake::Elapsed) << false << true;
    QTest::newRow("news") << int(Wake::News) << false << true;
    QTest::newRow("a body was requested") << int(Wake::Asked) << false << false;
    QTest::newRow("a pass was requested") << int(Wake::Asked) << true << true;
}

void TestConnectedAccount::passIsDueByTheReasonOfTheWait()
{
    QFETCH(int, why);
    QFETCH(bool, isRequested);
    Desk desk(firstPass());
    ConnectedAccount &connected = desk.begin();
    must(awaited(connected.pass(Wake::Asked)));
    if (isRequested)
        desk.requests.requestPass();
    const Result<bool> isDue = awaited(connected.serveRequests(Wake(why)));
    QVERIFY(isDue.ok());
    QTEST(*isDue, "isDue");
    QVERIFY(!desk.requests.takePass()); // that pass fulfils the request
}

// The folder cannot be opened to store a change, because it may have been renamed. A pass looks for it.
void TestConnectedAccount::renumberedFolderMakesAPassDue()
{
    Desk desk(firstPassOfBoth() + QStringList{ u"C: $ SELECT \"Work\""_s, Dialogue::no }
              + Dialogue::examine(work, 8) + Dialogue::examine(work, 8));
    desk.change([](Store::Account &account) {
        account.folders = { inbox, work };
        account.flagSync = "both";
    });
    const qint64 folderId = desk.addFolder(work);
    ConnectedAccount &connected = desk.begin();
    must(awaited(connected.pass(Wake::Asked)));
    desk.addMails(folderId, 1);
    desk.write([](Store::Session &session) {
        return Store::setFlags(session, { 1 }, { .isRead = true, .isStarred = {} });
    });
    desk.requests.requestStoring();
    const Result<bool> isDue = awaited(connected.serveRequests(Wake::Asked));
    QVERIFY(isDue.ok());
    QVERIFY(*isDue);
    QCOMPARE(desk.problem(), QString());
}

void TestConnectedAccount::failureOfARequestIsAnError()
{
    Desk desk(firstPass());
    ConnectedAccount &connected = desk.begin();
    must(awaited(connected.pass(Wake::Asked)));
    desk.requests.requestStoring();
    desk.database->close();
    QCOMPARE(awaited(connected.serveRequests(Wake::Elapsed)).error().code, Error::Code::Storage);
}

// The open folder is opened again, because its row may be older than what is known of it.
void TestConnectedAccount::outdatedAccountIsReadAgain()
{
    Desk desk(firstPass() + Dialogue::list({ inbox }) + Dialogue::examine(inbox));
    ConnectedAccount &connected = desk.begin();
    must(awaited(connected.pass(Wake::Asked)));
    desk.change([](Store::Account &account) { account.name = u"Restored"_s; });
    desk.requests.outdate();
    QVERIFY(awaited(connected.readAgain()).ok());
    QCOMPARE(desk.row.account().name, u"Restored"_s);
    QVERIFY(desk.requests.isDistrusted());
    QVERIFY(!desk.requests.takeOutdated());
    QVERIFY(awaited(connected.pass(Wake::Asked)).ok());
    QCOMPARE(desk.problem(), QString());
}

void TestConnectedAccount::currentAccountIsNotReadAgain()
{
    Desk desk(firstPass() + Dialogue::list({ inbox }) + Dialogue::noop());
    ConnectedAccount &connected = desk.begin();
    must(awaited(connected.pass(Wake::Asked)));
    desk.change([](Store::Account &account) { account.name = u"Restored"_s; });
    QVERIFY(awaited(connected.readAgain()).ok());
    QVERIFY(desk.row.account().name != u"Restored"_s);
    QVERIFY(!desk.requests.isDistrusted());
    QVERIFY(awaited(connected.pass(Wake::Asked)).ok());
    QCOMPARE(desk.problem(), QString());
}

void TestConnectedAccount::readingAgainReportsAGoneAccount()
{
    Desk desk(firstPass());
    ConnectedAccount &connected = desk.begin();
    desk.execute(u"UPDATE accounts SET status = 'disabled'"_s);
    desk.requests.outdate();
    QVERIFY(awaited(connected.readAgain()).ok());
    QVERIFY(desk.row.isGone());
}

QTEST_GUILESS_MAIN(TestConnectedAccount)
#include "tst_connectedaccount.moc"
