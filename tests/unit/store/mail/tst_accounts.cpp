// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/transaction.h"
#include "store/events/events.h"
#include "store/lists/mailpage.h"
#include "store/mail/maildelete.h"
#include "store/mail/stats.h"
#include "store/secrets/secrets.h"
#include "storefixture.h"

#include <QTest>

#include <functional>

using namespace Qt::StringLiterals;
using namespace Store;

Q_DECLARE_METATYPE(std::function<void(Store::Account &)>)

class TestAccounts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comeBackAsTheyWereStored();
    void changeInPartWithoutTouchingHealth();
    void rememberHowTheLoginWorked_data();
    void rememberHowTheLoginWorked();
    void nameAnotherRefreshTokenWhereTheyNameTheOldOne();
    void stayDisabledWhateverIsFoundOut();
    void refuseTheSameMailboxTwice();
    void belongToTheirOwner();
    void disappearAtOnceAndGoInBatches();
    void leaveTheirMailboxFreeWhileTheyGo();
    void keepFoldersAndTheirCursors();
    void dropAFolderInBatches();
};

namespace {

Account fullAccount()
{
    Account account;
    account.uuid = "6a2f";
    account.ownerId = 1;
    account.name = u"Work"_s;
    account.email = u"w@example.org"_s;
    account.host = u"mail.example.org"_s;
    account.port = 143;
    account.username = u"w"_s;
    account.security = "starttls";
    account.authType = "oauth2";
    account.oauthProvider = "house";
    account.secretRef = "account/6a2f/imap";
    account.smtpHost = u"smtp.example.org"_s;
    account.smtpPort = 587;
    account.smtpSecurity = "tls";
    account.smtpUsername = u"out"_s;
    account.smtpSecretRef = "account/6a2f/smtp";
    account.senderName = u"Anna Ä."_s;
    account.syncMode = "recent";
    account.syncDays = 30;
    account.folders = { u"INBOX"_s, u"Läden/\"x\""_s };
    account.deleteOnServer = true;
    account.onExpunge = "keep";
    account.flagSync = "both";
    account.appendSent = true;
    account.tlsPin = "00ff";
    account.proxyUrl = u"socks5://proxy"_s;
    account.proxySecretRef = "proxy-ref";
    account.notify = false;
    account.authMechanism = "PLAIN";
    account.smtpAuthMechanism = "LOGIN";
    return account;
}

} // namespace

void TestAccounts::comeBackAsTheyWereStored()
{
    StoreFixture fixture;
    Account account = fullAccount();
    account.id = must(insertAccount(fixture.session(), account));
    account.createdAt = account.updatedAt = fixture.clock.now();
    fixture.reopen();
    QCOMPARE(must(accountById(fixture.session(), account.id)), account);
    QCOMPARE(must(accounts(fixture.session())).last(), account);
}

void TestAccounts::changeInPartWithoutTouchingHealth()
{
    StoreFixture fixture;
    Account account = fullAccount();
    account.id = must(insertAccount(fixture.session(), account));
    must(setAccountHealth(fixture.session(), account.id,
                          { "error", "auth_failed", u"No."_s, 3, 11, 2, 12, 13 }));
    must(setAccountSynced(fixture.session(), account.id, 1234));
    fixture.clock.ms += 5000;
    account = must(accountById(fixture.session(), account.id));
    account.name = u"New"_s;
    account.host = u"other.example.org"_s;
    must(updateAccount(fixture.session(), account));
    account.updatedAt += 5;
    QCOMPARE(must(accountById(fixture.session(), account.id)), account);
    QCOMPARE(account.status, "error");
    QCOMPARE(account.lastSyncAt, 1234);
    QCOMPARE(account.nextAttemptAtMs, 13);
    account.id = 99;
    QCOMPARE(updateAccount(fixture.session(), account).error().code, Error::Code::NotFound);
}

void TestAccounts::rememberHowTheLoginWorked_data()
{
    using Change = std::function<void(Account &)>;
    QTest::addColumn<Change>("change");
    QTest::addColumn<bool>("keepsImap");
    QTest::addColumn<bool>("keepsSmtp");
    const auto row = [](const char *name, const Change &change, bool keepsImap, bool keepsSmtp) {
        QTest::newRow(name) << change << keepsImap << keepsSmtp;
    };
    row(
        "a name", [](Account &account) { account.name = u"New"_s; }, true, true);
    row(
        "IMAP host", [](Account &account) { account.host = u"b.example.org"_s; }, false, false);
    row(
        "IMAP port", [](Account &account) { account.port = 1143; }, false, true);
    row(
        "IMAP protection", [](Account &account) { account.security = "none"; }, false, true);
    row(
        "user", [](Account &account) { account.username = u"v"_s; }, false, false);
    row(
        "password", [](Account &account) { account.secretRef = "new"; }, false, false);
    row(
        "IMAP mechanism", [](Account &account) { account.authMechanism = "auto"; }, false, true);
    row(
        "SMTP host", [](Account &account) { account.smtpHost = u"b.example.org"_s; }, true, false);
    row(
        "SMTP port", [](Account &account) { account.smtpPort = 465; }, true, false);
    row(
        "SMTP protection", [](Account &account) { account.smtpSecurity = "none"; }, true, false);
    row(
        "SMTP user", [](Account &account) { account.smtpUsername = u"v"_s; }, true, false);
    row(
        "SMTP password", [](Account &account) { account.smtpSecretRef = "new"; }, true, false);
    row(
        "SMTP mechanism", [](Account &account) { account.smtpAuthMechanism = "auto"; }, true,
        false);
}

// A mechanism that worked is remembered only for one server, user and password.
void TestAccounts::rememberHowTheLoginWorked()
{
    QFETCH(std::function<void(Account &)>, change);
    QFETCH(bool, keepsImap);
    QFETCH(bool, keepsSmtp);
    StoreFixture fixture;
    const qint64 id = must(insertAccount(fixture.session(), fullAccount()));
    Account account = must(accountById(fixture.session(), id));
    must(noteMechanism(fixture.session(), account, "PLAIN"));
    must(noteSmtpMechanism(fixture.session(), account, "LOGIN"));
    const Account old = account;
    account = must(accountById(fixture.session(), id));
    QCOMPARE(account.provenMechanism, QByteArray("PLAIN"));
    QCOMPARE(account.smtpProvenMechanism, QByteArray("LOGIN"));
    change(account);
    must(updateAccount(fixture.session(), account));
    account = must(accountById(fixture.session(), id));
    QCOMPARE(account.provenMechanism, QByteArray(keepsImap ? "PLAIN" : ""));
    QCOMPARE(account.smtpProvenMechanism, QByteArray(keepsSmtp ? "LOGIN" : ""));
    // A login that began before the change must not be noted for the new server.
    if (account.host != old.host) {
        must(noteMechanism(fixture.session(), old, "PLAIN"));
        QVERIFY(must(accountById(fixture.session(), id)).provenMechanism.isEmpty());
    }
}

void TestAccounts::nameAnotherRefreshTokenWhereTheyNameTheOldOne()
{
    StoreFixture fixture;
    Account account = fullAccount();
    account.id = must(insertAccount(fixture.session(), account));
    must(noteMechanism(fixture.session(), account, "XOAUTH2"));
    must(replaceAccountSecret(fixture.session(), account.id, account.secretRef, "new"));
    const Account changed = must(accountById(fixture.session(), account.id));
    QCOMPARE(changed.secretRef, QByteArray("new"));
    QCOMPARE(changed.provenMechanism, QByteArray("XOAUTH2"));
    const auto late = replaceAccountSecret(fixture.session(), account.id, "other", "newest");
    QCOMPARE(late.error().code, Error::Code::Conflict);
    account = changed;
    account.authType = "password";
    must(updateAccount(fixture.session(), account));
    QVERIFY(!replaceAccountSecret(fixture.session(), account.id, "new", "newest").ok());
    QCOMPARE(must(accountById(fixture.session(), account.id)).secretRef, QByteArray("new"));
}

void TestAccounts::stayDisabledWhateverIsFoundOut()
{
    StoreFixture fixture;
    Account account = fullAccount();
    account.id = must(insertAccount(fixture.session(), account));
    const AccountHealth trouble{ "error", "auth_failed", u"No."_s, 3, 11, 2, 12, 13 };
    must(noteAccountHealth(fixture.session(), account.id, trouble));
    QCOMPARE(must(accountById(fixture.session(), account.id)).errorCode, "auth_failed");
    must(setAccountHealth(fixture.session(), account.id, { .status = "disabled" }));
    const Result<void> noted = noteAccountHealth(fixture.session(), account.id, trouble);
    QCOMPARE(noted.error().code, Error::Code::NotFound);
    account = must(accountById(fixture.session(), account.id));
    QCOMPARE(account.status, "disabled");
    QCOMPARE(account.errorCode, "");
}

void TestAccounts::refuseTheSameMailboxTwice()
{
    StoreFixture fixture;
    must(insertAccount(fixture.session(), fullAccount()));
    Account again = fullAccount();
    again.uuid.clear();
    QCOMPARE(insertAccount(fixture.session(), again).error().code, Error::Code::Conflict);
    again.ownerId = fixture.addUser(u"bert"_s);
    QVERIFY(insertAccount(fixture.session(), again).ok());
}

void TestAccounts::belongToTheirOwner()
{
    StoreFixture fixture;
    const qint64 bert = fixture.addUser(u"bert"_s);
    QVERIFY(accountById(fixture.session(), 1, { bert, false }).ok());
    QCOMPARE(accountById(fixture.session(), 1, { bert, true }).error().code, Error::Code::NotFound);
    QCOMPARE(must(accounts(fixture.session(), { bert, true })).size(), 0);
    QCOMPARE(must(accounts(fixture.session(), { 1, true })).size(), 1);
}

void TestAccounts::disappearAtOnceAndGoInBatches()
{
    StoreFixture fixture;
    Account account = fullAccount();
    account.id = must(insertAccount(fixture.session(), account));
    must(putSecret(fixture.session(), { account.secretRef, "sealed" }));
    const Folder folder = fixture.addFolder(account.id, u"INBOX"_s);
    QList<NewMail> mails;
    for (quint32 uid = 1; uid <= 25; ++uid)
        mails.append(mailWith(uid));
    const QList<qint64> ids = fixture.insert(folder, mails);
    fixture.insert(fixture.inbox(), { mailWith(1) });
    must(deleteMails(fixture.session(), { ids.first() }));
    {
        Transaction tx(fixture.session());
        tx.publish({ 0, "mail.received", account.id, 0, "{}" });
        must(markAccountDeleted(fixture.session(), account.id));
        must(tx.commit());
    }
    QCOMPARE(must(listMails(fixture.session(), {})).total, 1);
    QCOMPARE(must(stats(fixture.session())).size(), 1);
    QCOMPARE(accountById(fixture.session(), account.id).error().code, Error::Code::NotFound);
    QCOMPARE(must(eventsAfter(fixture.session(), 0, 10, {})).events.size(), 0);
    QCOMPARE(must(accountsToPurge(fixture.session())), QList<qint64>{ account.id });
    QVERIFY(!must(purgeAccountBatch(fixture.session(), account.id, 10)));
    fixture.reopen();
    QVERIFY(!must(purgeAccountBatch(fixture.session(), account.id, 10)));
    QVERIFY(must(purgeAccountBatch(fixture.session(), account.id, 10)));
    QCOMPARE(must(accountsToPurge(fixture.session())), QList<qint64>());
    QCOMPARE(fixture.number(u"SELECT count(*) FROM mails"_s), 1);
    QCOMPARE(fixture.number(u"SELECT count(*) FROM secrets"_s), 0);
    QCOMPARE(fixture.number(u"SELECT count(*) FROM tombstones"_s), 0);
    QCOMPARE(fixture.number(u"SELECT count(*) FROM events"_s), 0);
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestAccounts::leaveTheirMailboxFreeWhileTheyGo()
{
    StoreFixture fixture;
    const qint64 old = must(insertAccount(fixture.session(), fullAccount()));
    must(markAccountDeleted(fixture.session(), old));
    Account again = fullAccount();
    again.uuid.clear();
    QVERIFY(must(insertAccount(fixture.session(), again)) > old);
}

void TestAccounts::keepFoldersAndTheirCursors()
{
    StoreFixture fixture;
    Folder folder = fixture.addFolder(1, u"Läden"_s);
    QCOMPARE(must(ensureFolder(fixture.session(), 1, u"Läden"_s, "")), folder);
    folder.role = "archive";
    folder.uidValidity = 4'294'967'295U;
    folder.uidNext = 4'000'000'000U;
    folder.uidNextAtFirstImport = 17;
    folder.firstImportDone = true;
    folder.highestModSeq = 9'000'000'000'000'000'000ULL;
    folder.listLowUid = 12;
    must(updateFolder(fixture.session(), folder));
    QCOMPARE(must(folderById(fixture.session(), folder.id)), folder);
    QCOMPARE(must(foldersOf(fixture.session(), 1)), (QList<Folder>{ fixture.inbox(), folder }));
    QCOMPARE(folderById(fixture.session(), 99).error().code, Error::Code::NotFound);
}

void TestAccounts::dropAFolderInBatches()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2), mailWith(3) });
    QVERIFY(!must(removeFolderBatch(fixture.session(), 1, 2)));
    QVERIFY(must(removeFolderBatch(fixture.session(), 1, 2)));
    QCOMPARE(must(foldersOf(fixture.session(), 1)).size(), 0);
    QCOMPARE(fixture.wrongCounters(), 0);
}

QTEST_GUILESS_MAIN(TestAccounts)
#include "tst_accounts.moc"
