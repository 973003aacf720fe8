// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/complaint.h"
#include "setup/findings.h"
#include "setup/folders.h"
#include "setup/loopback.h"
#include "setup/progress.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QTest>

using namespace Setup;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(Setup::Security)

namespace {

QJsonValue json(const char *text)
{
    const QJsonDocument document = QJsonDocument::fromJson(text);
    return document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
}

/// Removes the Unicode isolates around names.
QString plain(QString text)
{
    return text.remove(QChar(0x2068)).remove(QChar(0x2069));
}

Draft draft()
{
    Draft one;
    one.email = u"nina@example.org"_s;
    one.imap = { u"imap.example.org"_s, 993, Security::Tls, one.email };
    one.smtp = { u"smtp.example.org"_s, 465, Security::Tls, {} };
    one.password = u"secret"_s;
    return one;
}

} // namespace

/** How the wizard reads answers of the service, and the texts that it shows for them. */
class TestSetupWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void sayWhereSettingsWereFound_data();
    void sayWhereSettingsWereFound();
    void openForeignPagesOverTlsOnly();
    void cautionBeforeThePassword();
    void knowAnAddress_data();
    void knowAnAddress();
    void complainAtTheRightField_data();
    void complainAtTheRightField();
    void offerTheOtherEncryption();
    void offerTheUsualPort();
    void offerToTrustOneKey();
    void tellACertificateOfAnotherName();
    void sendARefusedLoginToItsPage();
    void sayWhatIsWrongWithAMailbox_data();
    void sayWhatIsWrongWithAMailbox();
    void repeatTheServersWordsOnly();
    void makeATreeOfFolders();
    void tickInboxAndSent();
    void sayHowLongItTakes_data();
    void sayHowLongItTakes();
    void sendWhatWasEntered();
    void sendOnlyWhatWasChanged();
    void keepAStoredPassword();
    void readWhatABrowserComesBackWith_data();
    void readWhatABrowserComesBackWith();
};

void TestSetupWords::sayWhereSettingsWereFound_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("provider");
    QTest::addColumn<QString>("text");
    QTest::newRow("file") << u"wellKnown"_s << u"Fastmail"_s
                          << u"Fastmail, encrypted, found in the provider's own file"_s;
    QTest::newRow("known") << u"providers"_s << u"Gmail"_s
                           << u"Gmail, encrypted, known to Postrider"_s;
    QTest::newRow("dns") << u"srv"_s << QString()
                         << u"imap.example.org, encrypted, found in the DNS of the domain"_s;
    QTest::newRow("guess") << u"guess"_s << QString()
                           << u"imap.example.org, encrypted, found under its usual name"_s;
}

void TestSetupWords::sayWhereSettingsWereFound()
{
    QFETCH(const QString, source);
    QFETCH(const QString, provider);
    QFETCH(const QString, text);
    Findings findings;
    findings.source = source;
    findings.provider = provider;
    findings.imap = { u"imap.example.org"_s, 993, Security::Tls, {} };
    QCOMPARE(plain(foundText(findings)), text);
}

void TestSetupWords::openForeignPagesOverTlsOnly()
{
    const auto helpOf = [](const QString &url) {
        return findingsOf(QJsonObject{ { u"helpUrl"_s, url } }).helpUrl;
    };
    QCOMPARE(helpOf(u"https://example.org/help"_s), QUrl(u"https://example.org/help"_s));
    QCOMPARE(helpOf(u"http://example.org/help"_s), QUrl());
    QCOMPARE(helpOf(u"file:///etc/passwd"_s), QUrl());
    QCOMPARE(helpOf(u"javascript:alert(1)"_s), QUrl());
}

void TestSetupWords::cautionBeforeThePassword()
{
    const Findings findings = findingsOf(json(R"({"account":{"host":"mail.other.test"},"warnings":[
        {"code":"plain_text","message":"x"},{"code":"other_domain","message":"y"}]})"));
    const QString text = plain(cautionText(findings));
    QVERIFY(text.contains(u"offers no encryption"_s));
    QVERIFY(text.contains(u"mail.other.test"_s));
    QCOMPARE(cautionText({}), QString());
}

void TestSetupWords::knowAnAddress_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isOne");
    QTest::newRow("usual") << u" nina@example.org "_s << true;
    QTest::newRow("host") << u"nina@localhost"_s << true;
    QTest::newRow("begun") << u"nina@"_s << false;
    QTest::newRow("no domain yet") << u"nina@example."_s << false;
    QTest::newRow("two") << u"nina@example.org, ben@example.org"_s << false;
    QTest::newRow("none") << u"nina"_s << false;
}

void TestSetupWords::knowAnAddress()
{
    QFETCH(const QString, text);
    QTEST(isAddress(text), "isOne");
}

void TestSetupWords::complainAtTheRightField_data()
{
    using Field = Complaint::Field;
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("field");
    QTest::addColumn<QString>("words");
    QTest::newRow("password") << u"auth_failed"_s << int(Field::Login)
                              << u"refused the user name"_s;
    QTest::newRow("sign-in") << u"auth_required"_s << int(Field::Login)
                             << u"refused the user name"_s;
    QTest::newRow("host") << u"connect_failed"_s << int(Field::Host) << u"no connection"_s;
    QTest::newRow("silence") << u"timeout"_s << int(Field::Host) << u"did not answer"_s;
    QTest::newRow("tls") << u"tls_failed"_s << int(Field::Security) << u"no usable encryption"_s;
    QTest::newRow("certificate") << u"certificate_invalid"_s << int(Field::Certificate)
                                 << u"could not be verified"_s;
    QTest::newRow("nonsense") << u"server_error"_s << int(Field::Host)
                              << u"answered with an error"_s;
}

void TestSetupWords::complainAtTheRightField()
{
    QFETCH(const QString, code);
    QFETCH(const QString, words);
    const auto complaint =
        complaintOf({ .errorCode = code, .error = u"It said so."_s }, Side::Imap, draft());
    QVERIFY(complaint);
    QTEST(int(complaint->field), "field");
    QVERIFY2(complaint->text.contains(words), qPrintable(complaint->text));
    QVERIFY(!complaintOf({ .works = true }, Side::Imap, draft()));
}

void TestSetupWords::offerTheOtherEncryption()
{
    const Trial trial = trialOf(json(R"({"success":false,"message":"x","imap":{"ok":false,
        "error":"The TLS handshake failed.","errorCode":"tls_failed","answersTo":"starttls"},
        "smtp":{"ok":false,"error":"Silence.","errorCode":"timeout","answersTo":"tls"}})"));
    const auto imap = complaintOf(trial.imap, Side::Imap, draft());
    QCOMPARE(imap->text, u"This port speaks STARTTLS. Use that instead?"_s);
    QCOMPARE(repaired(draft(), Side::Imap, *imap->repair).imap.security, Security::StartTls);
    const auto smtp = complaintOf(*trial.smtp, Side::Smtp, draft());
    QCOMPARE(smtp->field, Complaint::Field::Security);
    QCOMPARE(smtp->repair->text, u"Use TLS"_s);
}

void TestSetupWords::offerTheUsualPort()
{
    Draft odd = draft();
    odd.imap.port = 994;
    const ServerTrial refused{ .errorCode = u"connect_failed"_s };
    const auto complaint = complaintOf(refused, Side::Imap, odd);
    QVERIFY(complaint && complaint->repair);
    QCOMPARE(repaired(odd, Side::Imap, *complaint->repair).imap.port, 993);
    QVERIFY(!complaintOf(refused, Side::Imap, draft())->repair);
}

void TestSetupWords::offerToTrustOneKey()
{
    const QString key = u"ab"_s.repeated(32);
    const ServerTrial shown{ .errorCode = u"certificate_invalid"_s,
                             .error = u"Not trusted."_s,
                             .certificate = ShownCertificate{ u"Test Authority"_s, {}, key } };
    const auto complaint = complaintOf(shown, Side::Imap, draft());
    QVERIFY(plain(complaint->detail).contains(u"Issued by Test Authority"_s));
    QVERIFY(complaint->detail.contains(u"AB:AB:AB"_s));
    QCOMPARE(complaint->repair->text, u"Trust this key only"_s);
    QCOMPARE(repaired(draft(), Side::Imap, *complaint->repair).tlsPin, key);
}

void TestSetupWords::tellACertificateOfAnotherName()
{
    const QJsonObject shown{ { u"subject"_s, u"other.example"_s }, { u"matchesHost"_s, false } };
    const Trial trial =
        trialOf(QJsonObject{ { u"imap"_s,
                               QJsonObject{ { u"ok"_s, false },
                                            { u"errorCode"_s, u"certificate_invalid"_s },
                                            { u"fingerprint"_s, u"ab"_s.repeated(32) },
                                            { u"certificate"_s, shown } } } });
    const auto complaint = complaintOf(trial.imap, Side::Imap, draft());
    QVERIFY(plain(complaint->text).contains(u"is for another name: other.example"_s));
    QVERIFY(complaint->repair);
}

void TestSetupWords::sendARefusedLoginToItsPage()
{
    const ServerTrial refused{ .errorCode = u"auth_failed"_s };
    const ServerTrial works{ .works = true };
    QVERIFY(isSignInRefused({ refused, refused }));
    QVERIFY(isSignInRefused({ refused, {} }));
    QVERIFY(!isSignInRefused({ works, refused })); // only the login of SMTP was refused
    QVERIFY(!isSignInRefused({ refused, ServerTrial{ .errorCode = u"timeout"_s } }));
}

void TestSetupWords::sayWhatIsWrongWithAMailbox_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("begin");
    QTest::addRow("login") << u"auth_failed"_s << u"imap.example.org refused the user name"_s;
    QTest::addRow("connection") << u"connect_failed"_s << u"There is no connection to"_s;
    QTest::addRow("silence") << u"timeout"_s << u"imap.example.org did not answer"_s;
    QTest::addRow("certificate") << u"certificate_invalid"_s << u"The certificate of imap"_s;
    QTest::addRow("keychain") << u"secret_locked"_s << u"The keychain is locked."_s;
    QTest::addRow("password") << u"secret_unreadable"_s << u"The stored password cannot"_s;
    QTest::addRow("disk") << u"storage_full"_s << u"The disk of the mail service is full."_s;
    QTest::addRow("anything else") << u"server_error"_s << u"Over quota."_s;
}

void TestSetupWords::sayWhatIsWrongWithAMailbox()
{
    QFETCH(QString, code);
    QFETCH(QString, begin);
    const QString text = plain(accountTrouble(code, u"Over quota."_s, draft()));
    QVERIFY2(text.startsWith(begin), qPrintable(text));
}

// The words of a mail server are shown. English words of the service only repeat our text, so they are in
// the tooltip.
void TestSetupWords::repeatTheServersWordsOnly()
{
    const ServerTrial silent{ .errorCode = u"connect_failed"_s, .error = u"Refused."_s };
    QCOMPARE(complaintOf(silent, Side::Imap, draft())->detail, QString());
    QCOMPARE(complaintOf(silent, Side::Imap, draft())->hint, u"Refused."_s);
    const ServerTrial login{ .errorCode = u"auth_failed"_s, .error = u"535 5.7.8 No."_s };
    QCOMPARE(complaintOf(login, Side::Smtp, draft())->detail, u"535 5.7.8 No."_s);
}

void TestSetupWords::makeATreeOfFolders()
{
    const QList<Folder> folders = foldersOf(json(R"({"count":4,"folders":[
        {"path":"INBOX","name":"INBOX","role":"inbox","selectable":true,"serverTotal":1250,
         "serverUnread":2,"serverSize":73400320},
        {"path":"INBOX.Old","name":"Old","role":null,"selectable":true,"serverTotal":null,
         "serverUnread":null,"serverSize":null},
        {"path":"Work","name":"Work","role":null,"selectable":false,"serverTotal":null,
         "serverUnread":null,"serverSize":null},
        {"path":"Work/A/B","name":"A/B","role":null,"selectable":true,"serverTotal":0,
         "serverUnread":0,"serverSize":0}]})"));
    QCOMPARE(folders.size(), 4);
    QCOMPARE(parentOf(folders, 0), -1);
    QCOMPARE(parentOf(folders, 1), 0);
    QCOMPARE(parentOf(folders, 3), 2);
    QCOMPARE(folderText(folders.at(0)), u"Inbox"_s);
    QVERIFY2(amountText(folders.at(0)).contains(u"1,250 mails"_s),
             qPrintable(amountText(folders.at(0))));
    QVERIFY(amountText(folders.at(0)).contains(u"70 M"_s));
    QCOMPARE(amountText(folders.at(1)), QString());
    QCOMPARE(amountText(folders.at(3)), u"0 mails"_s);
}

void TestSetupWords::tickInboxAndSent()
{
    const QList<Folder> folders{ { u"INBOX"_s, u"INBOX"_s, u"inbox"_s },
                                 { u"Gesendet"_s, u"Gesendet"_s, u"sent"_s },
                                 { u"Junk"_s, u"Junk"_s, u"junk"_s } };
    QCOMPARE(usualChoice(folders), QStringList({ u"INBOX"_s, u"Gesendet"_s }));
    QCOMPARE(usualChoice({}), QStringList{ u"INBOX"_s });
}

void TestSetupWords::sayHowLongItTakes_data()
{
    QTest::addColumn<qint64>("done");
    QTest::addColumn<qint64>("total");
    QTest::addColumn<double>("rate");
    QTest::addColumn<QString>("text");
    QTest::newRow("minutes") << 2140LL << 18302LL << 90.0 << u"2,140 of 18,302, about 3 minutes"_s;
    QTest::newRow("soon") << 10LL << 20LL << 5.0 << u"10 of 20, less than a minute"_s;
    QTest::newRow("hours") << 0LL << 500000LL << 46.0 << u"0 of 500,000, about 3 hours"_s;
    QTest::newRow("no rate yet") << 0LL << 20LL << 0.0 << u"0 of 20"_s;
    QTest::newRow("stalled") << 0LL << 500000LL << 0.001 << u"0 of 500,000"_s;
    QTest::newRow("done") << 20LL << 20LL << 5.0 << u"20 of 20"_s;
}

void TestSetupWords::sayHowLongItTakes()
{
    QFETCH(const qint64, done);
    QFETCH(const qint64, total);
    QFETCH(const double, rate);
    QTEST(progressText({ u"bodies"_s, done, total, rate }), "text");
}

void TestSetupWords::sendWhatWasEntered()
{
    const QJsonObject body = createBody(draft());
    QCOMPARE(body.value("host"_L1).toString(), u"imap.example.org"_s);
    QCOMPARE(body.value("security"_L1).toString(), u"tls"_s);
    QCOMPARE(body.value("smtp_port"_L1).toInt(), 465);
    QVERIFY(body.value("smtpUsername"_L1).isNull());
    QCOMPARE(body.value("name"_L1).toString(), u"nina@example.org"_s);
    QCOMPARE(body.value("password"_L1).toString(), u"secret"_s);
    QVERIFY(!body.contains("oauthGrant"_L1));
    Draft signedIn = draft();
    signedIn.grant = u"handle"_s;
    QCOMPARE(createBody(signedIn).value("oauthGrant"_L1).toString(), u"handle"_s);
    QVERIFY(!createBody(signedIn).contains("password"_L1));
    Draft receiving = draft();
    receiving.smtp = {};
    QVERIFY(createBody(receiving).value("smtp_host"_L1).isNull());
    QVERIFY(createBody(receiving).value("smtp_port"_L1).isNull());
}

void TestSetupWords::sendOnlyWhatWasChanged()
{
    Draft before = draft();
    before.id = 3;
    before.password.clear();
    Draft after = before;
    QCOMPARE(changeBody(before, after), QJsonObject());
    after.imap.port = 143;
    after.password = u"new"_s;
    QCOMPARE(changeBody(before, after),
             QJsonObject({ { u"port"_s, 143 }, { u"password"_s, u"new"_s } }));
}

void TestSetupWords::keepAStoredPassword()
{
    Draft stored = draft();
    stored.id = 3;
    stored.password.clear();
    QCOMPARE(trialBody(stored).value("id"_L1).toInteger(), 3);
    QCOMPARE(trialBody(stored).value("password"_L1).toString(), u"********"_s);
    stored.password = u"new"_s;
    QCOMPARE(trialBody(stored).value("password"_L1).toString(), u"new"_s);
}

void TestSetupWords::readWhatABrowserComesBackWith_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<bool>("isAnswer");
    QTest::addColumn<bool>("isOurs");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("error");
    QTest::newRow("code") << "GET /?code=4%2F0A&state=s3cret HTTP/1.1"_ba << true << true
                          << u"4/0A"_s << QString();
    QTest::newRow("denied") << "GET /?error=access_denied&state=s3cret HTTP/1.1"_ba << true << true
                            << QString() << u"access_denied"_s;
    QTest::newRow("wrong state") << "GET /?code=x&state=s3crex HTTP/1.1"_ba << true << false
                                 << u"x"_s << QString();
    QTest::newRow("longer state") << "GET /?code=x&state=s3cretx HTTP/1.1"_ba << true << false
                                  << u"x"_s << QString();
    QTest::newRow("icon") << "GET /favicon.ico HTTP/1.1"_ba << false << false << QString()
                          << QString();
    QTest::newRow("other page") << "GET /x?code=x&state=s3cret HTTP/1.1"_ba << false << false
                                << QString() << QString();
    QTest::newRow("post") << "POST /?code=x&state=s3cret HTTP/1.1"_ba << false << false << QString()
                          << QString();
    QTest::newRow("nonsense") << "\x16\x03\x01"_ba << false << false << QString() << QString();
}

void TestSetupWords::readWhatABrowserComesBackWith()
{
    QFETCH(const QByteArray, line);
    QFETCH(const bool, isAnswer);
    const auto comeback = comebackOf(line + "\r\nHost: 127.0.0.1\r\n\r\n", "s3cret");
    QCOMPARE(comeback.has_value(), isAnswer);
    if (!comeback)
        return;
    QTEST(comeback->isOurs, "isOurs");
    QTEST(comeback->code, "code");
    QTEST(comeback->error, "error");
    QVERIFY(!comebackOf(line + "\r\n\r\n", {})->isOurs); // nothing is expected
}

QTEST_GUILESS_MAIN(TestSetupWords)
#include "tst_tray_setupwords.moc"
