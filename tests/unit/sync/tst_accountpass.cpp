// SPDX-License-Identifier: GPL-3.0-or-later
#include "accountfixture.h"
#include "sync/accountpass.h"
#include "sync/requesthandler.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Sync::AccountFolders;
using Sync::AccountPass;
using Sync::RequestHandler;
using Sync::Wake;

namespace {

const QString inbox = u"INBOX"_s;
const QString work = u"Work"_s;

/// The survey of both folders, when none is open and when INBOX is.
QStringList survey()
{
    return Dialogue::list({ inbox, work }) + Dialogue::status(inbox) + Dialogue::status(work);
}

QStringList laterSurvey()
{
    return Dialogue::list({ inbox, work }) + Dialogue::status(work);
}

/// A first pass without changes.
QStringList firstPass()
{
    return survey() + Dialogue::examine(inbox) + Dialogue::examine(work) + Dialogue::examine(inbox);
}

/// The answer to each EXAMINE of Work; it is sent twice, see Imap::Session::steadied().
QStringList renumberedWork(quint32 uidValidity)
{
    return Dialogue::examine(work, uidValidity) + Dialogue::examine(work, uidValidity);
}

Sync::Settings checkingInboxAlways()
{
    Sync::Settings settings;
    settings.pollInterval = 0ms;
    return settings;
}

/** A connected account that follows INBOX and Work. `script`: what follows after the login. */
struct Desk : AccountFixture {
    explicit Desk(const QStringList &script, const Sync::Settings &settings = {})
        : AccountFixture(Dialogue::login() + script, settings)
    {
        follow({ inbox, work });
    }
    void follow(const QStringList &paths)
    {
        change([&paths](Store::Account &account) { account.folders = paths; });
    }
    /// Connects, with the folders that are stored now.
    void begin()
    {
        connect();
        Imap::Session &session = *connection.session();
        m_folders = std::make_unique<AccountFolders>(context, indexer, session, row, requests,
                                                     report.progress());
        m_handler = std::make_unique<RequestHandler>(id, context.database, requests, *m_folders);
        m_pass =
            std::make_unique<AccountPass>(context, session, row, requests, *m_folders, *m_handler,
                                          report.progress(), [this] { return isStopping; });
    }
    Result<void> pass(Wake why)
    {
        if (!m_pass)
            begin();
        return awaited(m_pass->run(why));
    }
    qint64 lastFullMs() const { return m_pass->lastFullMs(); }
    QString openPath() const { return m_folders->openPath(); }
    bool wasRefused(const QString &path) const { return m_folders->wasRefused(path); }

private:
    std::unique_ptr<AccountFolders> m_folders;
    std::unique_ptr<RequestHandler> m_handler;
    std::unique_ptr<AccountPass> m_pass;
};

} // namespace

/** Which folders a pass visits, in which order, and what it does about failures. */
class TestAccountPass : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void firstPassVisitsTheInboxFirstAndLast();
    void laterPassLeavesOutUnchangedFolders();
    void requestedPassVisitsEachFolder();
    void newsAreOfTheOpenFolder();
    void inboxIsCheckedBetweenOtherFolders();
    void inboxIsNotCheckedBetweenDuringTheStop();
    void refusedFolderIsLeftOutUntilTheNextPass();
    void refusedInboxEndsThePass();
    void onlyFolderIsNotLeftOut();
    void lostConnectionEndsThePass();
    void renumberedFolderIsSurveyedAgain();
    void renumberedFolderRepeatsThePassAtMostThreeTimes();
    void fullPassEndsTheDistrust();
    void bodiesAreFetchedBetweenFolders();
};

void TestAccountPass::firstPassVisitsTheInboxFirstAndLast()
{
    Desk desk(firstPass());
    QVERIFY(desk.pass(Wake::Asked).ok());
    QCOMPARE(desk.openPath(), inbox); // for IDLE
    QCOMPARE(desk.lastFullMs(), desk.clock.nowMs());
    QVERIFY(!desk.requests.hasChangesToStore()); // those of earlier runs were looked for
    QCOMPARE(desk.problem(), QString());
}

void TestAccountPass::laterPassLeavesOutUnchangedFolders()
{
    Desk desk(firstPass() + laterSurvey() + Dialogue::noop());
    QVERIFY(desk.pass(Wake::Asked).ok());
    desk.clock.advance(1s);
    QVERIFY(desk.pass(Wake::Elapsed).ok());
    QCOMPARE(desk.lastFullMs(), desk.clock.nowMs());
    QCOMPARE(desk.problem(), QString());
}

void TestAccountPass::requestedPassVisitsEachFolder()
{
    Desk desk(firstPass() + laterSurvey() + Dialogue::examine(work) + Dialogue::examine(inbox));
    QVERIFY(desk.pass(Wake::Asked).ok());
    QVERIFY(desk.pass(Wake::Asked).ok());
    QCOMPARE(desk.problem(), QString());
}

void TestAccountPass::newsAreOfTheOpenFolder()
{
    Desk desk(firstPass() + Dialogue::noop());
    QVERIFY(desk.pass(Wake::Asked).ok());
    const qint64 before = desk.lastFullMs();
    desk.clock.advance(1s);
    QVERIFY(desk.pass(Wake::News).ok());
    QCOMPARE(desk.lastFullMs(), before); // Work was not checked
    QCOMPARE(desk.problem(), QString());
}

void TestAccountPass::inboxIsCheckedBetweenOtherFolders()
{
    Desk desk(survey() + Dialogue::examine(inbox) + Dialogue::noop() + Dialogue::examine(work)
                  + Dialogue::examine(inbox) + Dialogue::noop() + Dialogue::noop(),
              checkingInboxAlways());
    QVERIFY(desk.pass(Wake::Asked).ok());
    QCOMPARE(desk.problem(), QString());
}

void TestAccountPass::inboxIsNotCheckedBetweenDuringTheStop()
{
    Desk desk(firstPass(), checkingInboxAlways());
    desk.begin();
    desk.isStopping = true;
    QVERIFY(desk.pass(Wake::Asked).ok());
    QCOMPARE(desk.problem(), QString());
}

void TestAccountPass::refusedFolderIsLeftOutUntilTheNextPass()
{
    Desk desk(survey() + Dialogue::examine(inbox) + Dialogue::refusedExamine(work)
              + Dialogue::examine(inbox) + laterSurvey() + Dialogue::examine(work)
              + Dialogue::examine(inbox));
    QVERIFY(desk.pass(Wake::Asked).ok());
    QVERIFY(desk.wasRefused(work));
    QCOMPARE(desk.openPath(), inbox);
    QVERIFY(desk.pass(Wake::Elapsed).ok());
    QVERIFY(!desk.wasRefused(work));
    QCOMPARE(desk.problem(), QString());
}

void TestAccountPass::refusedInboxEndsThePass()
{
    Desk desk(survey() + Dialogue::refusedExamine(inbox));
    desk.requests.distrust();
    QCOMPARE(desk.pass(Wake::Asked).error().code, Error::Code::Server);
    QCOMPARE(desk.lastFullMs(), 0);
    QVERIFY(desk.requests.isDistrusted());
    QCOMPARE(desk.problem(), QString());
}

void TestAccountPass::onlyFolderIsNotLeftOut()
{
    Desk desk(Dialogue::list({ inbox, work }) + Dialogue::refusedExamine(work));
    desk.follow({ work });
    QCOMPARE(desk.pass(Wake::Asked).error().code, Error::Code::Server);
    QCOMPARE(desk.problem(), QString());
}

void TestAccountPass::lostConnectionEndsThePass()
{
    Desk desk(survey() + Dialogue::examine(inbox)
              + QStringList{ u"C: $ EXAMINE \"Work\""_s, u"X"_s });
    QVERIFY(!desk.pass(Wake::Asked).ok());
    QVERIFY(!desk.connection.isOpen());
    QVERIFY(!desk.wasRefused(work));
}

// The folder was not renamed: the second survey shows that, and its mails are matched again.
void TestAccountPass::renumberedFolderIsSurveyedAgain()
{
    Desk desk(survey() + Dialogue::examine(inbox) + renumberedWork(8) + survey()
              + Dialogue::examine(inbox) + renumberedWork(8) + Dialogue::examine(inbox));
    desk.addFolder(work);
    QVERIFY(desk.pass(Wake::Asked).ok());
    QCOMPARE(desk.openPath(), inbox);
    QCOMPARE(desk.problem(), QString());
}

void TestAccountPass::renumberedFolderRepeatsThePassAtMostThreeTimes()
{
    QStringList script;
    for (const quint32 uidValidity : { 8U, 9U, 10U, 11U })
        script += survey() + Dialogue::examine(inbox) + renumberedWork(uidValidity);
    Desk desk(script);
    desk.addFolder(work);
    QCOMPARE(desk.pass(Wake::Asked).error().code, Error::Code::Conflict);
    QCOMPARE(desk.problem(), QString());
}

void TestAccountPass::fullPassEndsTheDistrust()
{
    Desk desk(firstPass());
    desk.requests.distrust();
    QVERIFY(desk.pass(Wake::Asked).ok());
    QVERIFY(!desk.requests.isDistrusted());
}

void TestAccountPass::bodiesAreFetchedBetweenFolders()
{
    Desk desk(survey() + Dialogue::examine(inbox)
              + QStringList{ u"C: $ UID FETCH 3 (UID BODY.PEEK[])"_s, Dialogue::ok }
              + Dialogue::examine(work) + Dialogue::examine(inbox));
    const qint64 folder = desk.addFolder(inbox, "inbox");
    const auto body = desk.requests.requestBody(folder, { .mailId = 1, .uid = 3 }, this);
    QVERIFY(desk.pass(Wake::Asked).ok());
    QVERIFY(body.isFinished());
    QCOMPARE(desk.problem(), QString());
}

QTEST_GUILESS_MAIN(TestAccountPass)
#include "tst_accountpass.moc"
