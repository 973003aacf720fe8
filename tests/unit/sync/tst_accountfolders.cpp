// SPDX-License-Identifier: GPL-3.0-or-later
#include "accountfixture.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Sync::AccountFolders;
using Sync::Wake;

namespace {

const QString inbox = u"INBOX"_s;
const QString work = u"Work"_s;

/// STATUS of a folder that the server does not have.
QStringList noStatus(const QString &path)
{
    return { u"C: $ STATUS \"%1\" *"_s.arg(path), u"S: $ NO [NONEXISTENT] no such folder"_s };
}

/// LIST and STATUS of both folders, when none is open.
QStringList bothListed(quint32 uidValidityOfWork = 7)
{
    return Dialogue::list({ inbox, work }) + Dialogue::status(inbox)
        + Dialogue::status(work, uidValidityOfWork);
}

/** A connected account that follows INBOX and Work. `script`: what follows after the login. */
struct Desk : AccountFixture {
    explicit Desk(const QStringList &script, const QStringList &followed = { inbox, work })
        : AccountFixture(Dialogue::login() + script)
    {
        change([&followed](Store::Account &account) { account.folders = followed; });
    }
    /// After the folders were stored that the test needs.
    AccountFolders begin()
    {
        connect();
        return makeFolders();
    }
};

} // namespace

/** Which folders an account has in a connection, and which one is open. */
class TestAccountFolders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void surveyFindsTheFollowedFolders();
    void surveyWithoutAnyFolderFails();
    void storedFoldersAreKnownBeforeTheirVisit();
    void storedFoldersAreNotReadAgainLater();
    void enteredFolderIsOpen();
    void otherUidValidityNeedsASurvey();
    void folderThatIsGoneIsDropped();
    void folderWithAnotherRoleIsDropped();
    void folderIsUnchangedOnlyWhileTrusted();
    void distrustedFolderIsComparedFromItsMaking();
    void forgetAllKeepsWhatTheServerHas();
};

void TestAccountFolders::surveyFindsTheFollowedFolders()
{
    Desk desk(Dialogue::list({ inbox, work, u"Other"_s }) + Dialogue::status(inbox)
                  + Dialogue::status(work) + noStatus(u"Gone"_s),
              { inbox, work, u"Gone"_s });
    AccountFolders folders = desk.begin();
    QVERIFY(awaited(folders.survey(true)).ok());
    QCOMPARE(folders.roles(),
             (QHash<QString, QByteArray>{ { inbox, "inbox" }, { work, QByteArray() } }));
    QVERIFY(!folders.folder(work)); // nothing is stored of it
    QCOMPARE(folders.openPath(), QString());
    QCOMPARE(desk.problem(), QString());
}

void TestAccountFolders::surveyWithoutAnyFolderFails()
{
    Desk desk(Dialogue::list({ inbox }) + noStatus(work), { work });
    AccountFolders folders = desk.begin();
    QCOMPARE(awaited(folders.survey(true)).error().code, Error::Code::NotFound);
    QCOMPARE(desk.problem(), QString());
}

void TestAccountFolders::storedFoldersAreKnownBeforeTheirVisit()
{
    Desk desk(bothListed());
    const qint64 id = desk.addFolder(work);
    AccountFolders folders = desk.begin();
    QVERIFY(awaited(folders.survey(true)).ok());
    QVERIFY(folders.folder(work));
    QCOMPARE(folders.folder(work)->folder().id, id);
    QCOMPARE(folders.pathOf(id), work);
    QVERIFY(folders.pathOf(id + 1).isNull());
}

void TestAccountFolders::storedFoldersAreNotReadAgainLater()
{
    Desk desk(bothListed());
    const qint64 id = desk.addFolder(work);
    AccountFolders folders = desk.begin();
    QVERIFY(awaited(folders.survey(false)).ok());
    QVERIFY(!folders.folder(work));
    QVERIFY(folders.pathOf(id).isNull());
}

void TestAccountFolders::enteredFolderIsOpen()
{
    Desk desk(bothListed() + Dialogue::examine(work) + Dialogue::noop() + Dialogue::examine(inbox));
    AccountFolders folders = desk.begin();
    QVERIFY(awaited(folders.survey(true)).ok());
    QVERIFY(awaited(folders.enter(work)).ok());
    QCOMPARE(folders.openPath(), work);
    QVERIFY(!folders.isStale());
    QVERIFY(awaited(folders.syncAgain(work)).ok());
    QVERIFY(awaited(folders.enter(inbox)).ok());
    QCOMPARE(folders.openPath(), inbox);
    folders.forgetOpen();
    QCOMPARE(folders.openPath(), QString());
    QCOMPARE(desk.problem(), QString());
}

// Each EXAMINE of another UIDVALIDITY is sent twice, see Imap::Session::steadied(). The survey lists
// twice, because the folder with the stored UIDVALIDITY is missing.
void TestAccountFolders::otherUidValidityNeedsASurvey()
{
    const QStringList another = Dialogue::examine(work, 8) + Dialogue::examine(work, 8);
    Desk desk(bothListed() + another + bothListed(8) + bothListed(8) + another);
    const qint64 id = desk.addFolder(work);
    AccountFolders folders = desk.begin();
    QVERIFY(awaited(folders.survey(true)).ok());
    QCOMPARE(awaited(folders.enter(work)).error().code, Error::Code::Conflict);
    QVERIFY(folders.hasUnexpected());
    QCOMPARE(folders.openPath(), QString());
    QCOMPARE(folders.folder(work)->folder().uidValidity, 7U);
    QVERIFY(awaited(folders.survey(true)).ok());
    QVERIFY(!folders.hasUnexpected());
    QVERIFY(awaited(folders.enter(work)).ok());
    QCOMPARE(folders.openPath(), work);
    QCOMPARE(folders.folder(work)->folder().id, id);
    QCOMPARE(folders.folder(work)->folder().uidValidity, 8U);
    QCOMPARE(desk.problem(), QString());
}

void TestAccountFolders::folderThatIsGoneIsDropped()
{
    const QStringList onlyInbox = Dialogue::list({ inbox }) + Dialogue::status(inbox);
    Desk desk(bothListed() + Dialogue::examine(work) + onlyInbox + onlyInbox + noStatus(work));
    desk.addFolder(work);
    AccountFolders folders = desk.begin();
    QVERIFY(awaited(folders.survey(true)).ok());
    QVERIFY(awaited(folders.enter(work)).ok());
    folders.noteVisit(work);
    QVERIFY(awaited(folders.survey(false)).ok());
    QVERIFY(!folders.folder(work));
    QCOMPARE(folders.openPath(), QString());
    QVERIFY(!folders.roles().contains(work));
    QCOMPARE(desk.problem(), QString());
}

void TestAccountFolders::folderWithAnotherRoleIsDropped()
{
    Desk desk(bothListed()
              + u"C: $ LIST *|S: * LIST () \"/\" INBOX|S: * LIST (\\Sent) \"/\" Work"_s.split(u'|')
              + QStringList{ Dialogue::ok } + Dialogue::status(inbox) + Dialogue::status(work));
    desk.addFolder(work);
    AccountFolders folders = desk.begin();
    QVERIFY(awaited(folders.survey(true)).ok());
    QVERIFY(folders.folder(work));
    QVERIFY(awaited(folders.survey(false)).ok());
    QCOMPARE(folders.roles().value(work), QByteArray("sent"));
    QVERIFY(!folders.folder(work)); // made anew, with its role
    QCOMPARE(desk.problem(), QString());
}

void TestAccountFolders::folderIsUnchangedOnlyWhileTrusted()
{
    Desk desk(bothListed());
    desk.addFolder(work);
    AccountFolders folders = desk.begin();
    QVERIFY(awaited(folders.survey(true)).ok());
    QVERIFY(!folders.isUnchanged(work, Wake::Elapsed)); // not visited
    folders.noteVisit(work);
    QVERIFY(folders.isUnchanged(work, Wake::Elapsed));
    QVERIFY(!folders.isUnchanged(u"New"_s, Wake::Elapsed));
    desk.requests.distrust();
    QVERIFY(!folders.isUnchanged(work, Wake::Elapsed));
}

// With a modSeq, only a folder that is not trusted is compared as a whole, without the parameters of
// QRESYNC.
void TestAccountFolders::distrustedFolderIsComparedFromItsMaking()
{
    const QStringList opened{ u"S: * 0 EXISTS"_s, u"S: * OK [UIDVALIDITY 7] valid"_s,
                              u"S: * OK [UIDNEXT 1] next"_s, u"S: * OK [HIGHESTMODSEQ 5] highest"_s,
                              Dialogue::ok };
    AccountFixture fixture(Dialogue::login(u"ENABLE QRESYNC"_s)
                           + QStringList{ u"C: $ LIST *"_s, u"S: * LIST () \"/\" INBOX"_s,
                                          Dialogue::ok, u"C: $ ENABLE QRESYNC"_s, Dialogue::ok,
                                          u"C: $ EXAMINE \"INBOX\" (CONDSTORE)"_s }
                           + opened);
    const qint64 id = fixture.addFolder(inbox, "inbox");
    fixture.execute(u"UPDATE folders SET highest_modseq = 5 WHERE id = %1"_s.arg(id));
    fixture.requests.distrust();
    fixture.connect();
    AccountFolders folders = fixture.makeFolders();
    QVERIFY(awaited(folders.survey(true)).ok());
    QVERIFY(awaited(folders.enter(inbox)).ok());
    QCOMPARE(fixture.problem(), QString());
}

void TestAccountFolders::forgetAllKeepsWhatTheServerHas()
{
    Desk desk(bothListed() + Dialogue::examine(work));
    desk.addFolder(work);
    AccountFolders folders = desk.begin();
    QVERIFY(awaited(folders.survey(true)).ok());
    QVERIFY(awaited(folders.enter(work)).ok());
    folders.forgetAll();
    QVERIFY(!folders.folder(work));
    QCOMPARE(folders.openPath(), QString());
    QVERIFY(folders.roles().contains(work));
}

QTEST_GUILESS_MAIN(TestAccountFolders)
#include "tst_accountfolders.moc"
