// SPDX-License-Identifier: GPL-3.0-or-later
#include "accountfixture.h"
#include "sync/accountleaving.h"

using namespace Qt::StringLiterals;

namespace {

/** An account that follows INBOX and no longer follows Work, which has these mails. */
struct Desk : AccountFixture {
    explicit Desk(int mails, const QByteArray &onExpunge = "hide")
    {
        change([&onExpunge](Store::Account &account) { account.onExpunge = onExpunge; });
        inboxId = addFolder(u"INBOX"_s, "inbox");
        workId = addFolder(u"Work"_s);
        addMails(workId, mails);
    }

    Result<void> leave(const std::function<bool()> &mayNot)
    {
        return awaited(Sync::leaveFolders(&context.database, stored(), mayNot));
    }
    Result<void> leave()
    {
        return leave([] { return false; });
    }
    /// The mails of a folder that are listed in this way.
    qint64 count(Store::Listing listing)
    {
        return number("SELECT count(*) FROM mails WHERE folder_id = " + QByteArray::number(workId)
                      + " AND listing = " + QByteArray::number(int(listing)));
    }

    qint64 inboxId = 0;
    qint64 workId = 0;
};

} // namespace

/** Folders that a user removed from the account's list. */
class TestAccountLeaving : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mailsAreHiddenOrKept_data();
    void mailsAreHiddenOrKept();
    void followedFoldersStay();
    void localFoldersStay();
    void leftFolderIsNotWrittenAgain();
    void stopEndsItBetweenTwoSteps();
};

void TestAccountLeaving::mailsAreHiddenOrKept_data()
{
    QTest::addColumn<QByteArray>("onExpunge");
    QTest::addColumn<int>("listing");
    QTest::newRow("hide") << QByteArray("hide") << int(Store::Listing::Hidden);
    QTest::newRow("keep") << QByteArray("keep") << int(Store::Listing::Kept);
    QTest::newRow("delete, but they are at the server")
        << QByteArray("delete") << int(Store::Listing::Hidden);
}

void TestAccountLeaving::mailsAreHiddenOrKept()
{
    QFETCH(QByteArray, onExpunge);
    QFETCH(int, listing);
    Desk desk(3, onExpunge);
    QVERIFY(desk.leave().ok());
    QCOMPARE(desk.count(Store::Listing(listing)), 3);
}

void TestAccountLeaving::followedFoldersStay()
{
    Desk desk(3);
    desk.change([](Store::Account &account) { account.folders = { u"inbox"_s, u"Work"_s }; });
    desk.addMails(desk.inboxId, 2);
    QVERIFY(desk.leave().ok());
    QCOMPARE(desk.number("SELECT count(*) FROM mails WHERE listing = 2"), 5);
}

void TestAccountLeaving::localFoldersStay()
{
    Desk desk(3);
    desk.execute(u"UPDATE folders SET path = '$imported/Work' WHERE path = 'Work'"_s);
    QVERIFY(desk.leave().ok());
    QCOMPARE(desk.count(Store::Listing::OnServer), 3);
}

void TestAccountLeaving::leftFolderIsNotWrittenAgain()
{
    Desk desk(3);
    QVERIFY(desk.leave().ok());
    int checks = 0; // one before each step
    QVERIFY(desk.leave([&checks] { return ++checks > 0; }).ok());
    QCOMPARE(checks, 0);
}

// 500 mails are one step. The next start continues.
void TestAccountLeaving::stopEndsItBetweenTwoSteps()
{
    Desk desk(503);
    int checks = 0;
    QVERIFY(desk.leave([&checks] { return ++checks > 1; }).ok());
    QCOMPARE(desk.count(Store::Listing::Hidden), 500);
    QCOMPARE(desk.count(Store::Listing::OnServer), 3);
    QVERIFY(desk.leave().ok());
    QCOMPARE(desk.count(Store::Listing::Hidden), 503);
}

QTEST_GUILESS_MAIN(TestAccountLeaving)
#include "tst_accountleaving.moc"
