// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/flow.h"
#include "unit/tray/servicefixture.h"
#include "unit/tray/setupanswers.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTcpSocket>
#include <QTest>

#include <memory>

using namespace Setup;
using namespace SetupAnswers;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Page = Flow::Page;
using Task = Flow::Task;

namespace {

/// Ends the connection within the answer. If it ended before, Qt would repeat the request by itself.
void loseAnswer(const AnsweringServer::Request &request)
{
    request.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n");
    request.close();
}

} // namespace

/** Adding and repairing a mailbox, with a service whose answers the test sends. */
class TestSetupFlow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void goFromTheAddressToTheFirstSync();
    void storeNothingBeforeTheLastStep();
    void askForServersWhereNoneWereFound();
    void keepWhatWasTypedWhereThePasswordIsRefused();
    void correctAPortWithOneClick();
    void saveWhereSmtpFails();
    void goOnWhenTheServiceIsBack();
    void waitWhereTheServiceWantsAPause();
    void waitForALockedKeychain();
    void goBackFromALockedKeychain();
    void findAnAccountWhoseAnswerWasLost();
    void storeAgainWhatWasNotStored();
    void sayThatAMailboxIsThere();
    void signInWithTheBrowser();
    void sayWhenTheBrowserWasDenied();
    void sayWhatKeepsTheSignInFromItsEnd_data();
    void sayWhatKeepsTheSignInFromItsEnd();
    void refuseAForeignAnswerOfABrowser();
    void letTheAddressBeCopiedWithoutABrowser();
    void endTheSignInAfterFiveMinutes();
    void signInAgainAlone();
    void wantThePasswordAgainForAnotherServer();
    void changeAndRemove();
    void forgetServersOfAnotherAddress();

private:
    using Request = AnsweringServer::Request;

    /// Waits for the next request, which must be this one.
    Request next(const QByteArray &method, const QByteArray &target);
    QJsonObject bodyOf(const Request &request) const;
    void reachFolders();
    QByteArray browse(const QByteArray &target, quint16 port);
    quint16 startBrowser();

    std::unique_ptr<ServiceFixture> m_service;
    std::unique_ptr<Flow> m_flow;
    QList<QUrl> m_opened;
    bool m_hasBrowser = true;
    qsizetype m_read = 0;
};

void TestSetupFlow::init()
{
    m_service = std::make_unique<ServiceFixture>();
    m_opened.clear();
    m_hasBrowser = true;
    m_flow = std::make_unique<Flow>(Flow::Parts{ m_service->rest, m_service->events,
                                                 m_service->alarms, [this](const QUrl &page) {
                                                     m_opened.append(page);
                                                     return m_hasBrowser;
                                                 } });
    m_read = 0;
}

void TestSetupFlow::cleanup()
{
    m_flow.reset();
    m_service.reset();
}

TestSetupFlow::Request TestSetupFlow::next(const QByteArray &method, const QByteArray &target)
{
    [&] {
        QTRY_VERIFY_WITH_TIMEOUT(m_service->server->requests.size() > m_read,
                                 Support::patience(5000));
    }();
    const Request request = m_service->server->requests.value(m_read++);
    [&] {
        QCOMPARE(request.method, method);
        QCOMPARE(request.target, "/api/v1" + target);
    }();
    return request;
}

QJsonObject TestSetupFlow::bodyOf(const Request &request) const
{
    return QJsonDocument::fromJson(request.body).object();
}

void TestSetupFlow::reachFolders()
{
    m_flow->add();
    m_flow->findServers(u"nina@example.org"_s);
    next("POST", "/accounts/discover").answer(200, found);
    [&] {
        QTRY_COMPARE(m_flow->page(), Page::SignIn);
    }();
    m_flow->setPassword(u"secret"_s);
    m_flow->test();
    next("POST", "/accounts/test-connection").answer(200, works);
    next("POST", "/accounts/folders").answer(200, listing);
    [&] {
        QTRY_COMPARE(m_flow->page(), Page::Folders);
    }();
}

void TestSetupFlow::goFromTheAddressToTheFirstSync()
{
    reachFolders();
    QCOMPARE(m_flow->draft().folders, QStringList({ u"INBOX"_s, u"Sent"_s }));
    m_flow->setChoice({ u"INBOX"_s }, { u"recent"_s, 90 }, u"Work"_s, u"Nina"_s);
    QSignalSpy saved(m_flow.get(), &Flow::saved);
    m_flow->save();
    const Request made = next("POST", "/accounts");
    const QJsonObject body = bodyOf(made);
    QCOMPARE(body.value("folders"_L1).toArray(), QJsonArray{ u"INBOX"_s });
    QCOMPARE(body.value("syncDays"_L1).toInt(), 90);
    QCOMPARE(body.value("name"_L1).toString(), u"Work"_s);
    QCOMPARE(body.value("password"_L1).toString(), u"secret"_s);
    made.answer(201, created);
    QTRY_COMPARE(m_flow->page(), Page::Sync);
    QCOMPARE(saved.size(), 1);
    QVERIFY(!m_flow->canGoBack());
    next("GET", "/accounts/7").answer(200, created);
    next("GET", "/mails?accountId=7&pageSize=6")
        .answer(200, R"({"code":0,"data":{"items":[{"id":1,"accountId":7,"subject":"Hello"}]}})");
    QTRY_COMPARE(m_flow->sync().mails().size(), 1);
    QVERIFY(!m_flow->sync().isDone());
    Q_EMIT m_service->events.received(
        { .name = "account.sync_progress", .data = R"({"account_id":7,"phase":"bodies","done":2140,
                                "total":18302,"rate_per_second":90})" });
    QCOMPARE(m_flow->sync().progress()->done, 2140);
}

void TestSetupFlow::storeNothingBeforeTheLastStep()
{
    reachFolders();
    m_flow->abandon();
    for (const Request &request : m_service->server->requests)
        QVERIFY(request.target != "/api/v1/accounts");
}

void TestSetupFlow::askForServersWhereNoneWereFound()
{
    m_flow->add();
    m_flow->findServers(u"nina@example.org"_s);
    next("POST", "/accounts/discover").answer(200, nothing);
    QTRY_COMPARE(m_flow->page(), Page::Servers);
    QVERIFY(m_flow->problem().contains(u"No mail servers were found"_s));
    QCOMPARE(m_flow->draft().imap.username, u"nina@example.org"_s);
    m_flow->setServers({ u"mail.example.org"_s, 993, Security::Tls, u"nina"_s },
                       { u"mail.example.org"_s, 465, Security::Tls, {} }, {});
    m_flow->test();
    QCOMPARE(m_flow->page(), Page::SignIn); // there is no password yet
    m_flow->setPassword(u"secret"_s);
    m_flow->test();
    QCOMPARE(bodyOf(next("POST", "/accounts/test-connection")).value("host"_L1).toString(),
             u"mail.example.org"_s);
}

void TestSetupFlow::keepWhatWasTypedWhereThePasswordIsRefused()
{
    m_flow->add();
    m_flow->findServers(u"nina@example.org"_s);
    next("POST", "/accounts/discover").answer(200, found);
    QTRY_COMPARE(m_flow->page(), Page::SignIn);
    m_flow->setPassword(u"wrong"_s);
    m_flow->test();
    QCOMPARE(m_flow->task(), Task::Testing);
    next("POST", "/accounts/test-connection").answer(200, refused);
    QTRY_COMPARE(m_flow->page(), Page::SignIn);
    QCOMPARE(m_flow->task(), Task::None);
    QVERIFY(m_flow->problem().contains(u"refused the user name"_s));
    QCOMPARE(m_flow->draft().password, u"wrong"_s);
    m_flow->setPassword(u"right"_s);
    m_flow->test();
    QCOMPARE(bodyOf(next("POST", "/accounts/test-connection")).value("password"_L1).toString(),
             u"right"_s);
    m_flow->back();
    QCOMPARE(m_flow->page(), Page::SignIn);
    m_flow->back();
    QCOMPARE(m_flow->page(), Page::Address);
}

void TestSetupFlow::correctAPortWithOneClick()
{
    m_flow->add();
    m_flow->findServers(u"nina@example.org"_s);
    next("POST", "/accounts/discover").answer(200, found);
    QTRY_COMPARE(m_flow->page(), Page::SignIn);
    m_flow->setPassword(u"secret"_s);
    m_flow->test();
    next("POST", "/accounts/test-connection").answer(200, smtpSpeaksStartTls);
    QTRY_COMPARE(m_flow->task(), Task::None);
    QCOMPARE(m_flow->page(), Page::Servers);
    QVERIFY(!m_flow->complaint(Side::Imap));
    const auto complaint = m_flow->complaint(Side::Smtp);
    QVERIFY(complaint && complaint->repair);
    m_flow->repair(Side::Smtp, *complaint->repair);
    const QJsonObject body = bodyOf(next("POST", "/accounts/test-connection"));
    QCOMPARE(body.value("smtpSecurity"_L1).toString(), u"starttls"_s);
    QCOMPARE(body.value("security"_L1).toString(), u"tls"_s);
}

void TestSetupFlow::saveWhereSmtpFails()
{
    m_flow->add();
    m_flow->findServers(u"nina@example.org"_s);
    next("POST", "/accounts/discover").answer(200, found);
    QTRY_COMPARE(m_flow->page(), Page::SignIn);
    m_flow->setPassword(u"secret"_s);
    m_flow->test();
    next("POST", "/accounts/test-connection").answer(200, smtpSpeaksStartTls);
    QTRY_COMPARE(m_flow->task(), Task::None);
    m_flow->saveAnyway(); // IMAP works, so folders can be chosen
    next("POST", "/accounts/folders").answer(200, listing);
    QTRY_COMPARE(m_flow->page(), Page::Folders);
}

void TestSetupFlow::goOnWhenTheServiceIsBack()
{
    m_flow->add();
    m_flow->findServers(u"nina@example.org"_s);
    next("POST", "/accounts/discover").answer(200, found);
    QTRY_COMPARE(m_flow->page(), Page::SignIn);
    m_flow->setPassword(u"secret"_s);
    m_flow->test();
    m_service->server->close();
    loseAnswer(next("POST", "/accounts/test-connection"));
    m_flow->setOnline(false);
    QVERIFY(!m_flow->isOnline());
    QCOMPARE(m_flow->task(), Task::Testing);
    m_service->alarms.advance(1min);
    QCOMPARE(m_flow->task(), Task::Testing);
    m_service->server = std::make_unique<AnsweringServer>(); // at another port
    m_read = 0;
    m_service->rest.setServer(m_service->server->url());
    m_flow->setOnline(true);
    QTRY_VERIFY((m_service->alarms.advance(2s), !m_service->server->requests.isEmpty()));
    const Request again = next("POST", "/accounts/test-connection");
    QCOMPARE(bodyOf(again).value("password"_L1).toString(), u"secret"_s);
    again.answer(200, works);
    next("POST", "/accounts/folders").answer(200, listing);
    QTRY_COMPARE(m_flow->page(), Page::Folders);
}

void TestSetupFlow::waitWhereTheServiceWantsAPause()
{
    m_flow->add();
    m_flow->findServers(u"nina@example.org"_s);
    next("POST", "/accounts/discover")
        .answer(429, R"({"code":42902,"error":"rate_limited","message":"x","data":null})",
                "Retry-After: 7\r\n");
    QTRY_VERIFY(!m_flow->note().isEmpty());
    QCOMPARE(m_flow->task(), Task::Discovering);
    m_service->alarms.advance(7s);
    next("POST", "/accounts/discover").answer(200, found);
    QTRY_COMPARE(m_flow->page(), Page::SignIn);
}

void TestSetupFlow::waitForALockedKeychain()
{
    reachFolders();
    m_flow->save();
    next("POST", "/accounts")
        .answer(503,
                R"({"code":50303,"error":"storage_unavailable","message":"The keychain is locked.",
        "data":null})",
                "Retry-After: 5\r\n");
    QTRY_VERIFY(m_flow->note().contains(u"The keychain is locked."_s));
    QCOMPARE(m_flow->task(), Task::Saving);
    m_service->alarms.advance(5s);
    next("POST", "/accounts").answer(201, created);
    QTRY_COMPARE(m_flow->page(), Page::Sync);
}

// Only while no request is under way: what the service has begun to store cannot be taken back.
void TestSetupFlow::goBackFromALockedKeychain()
{
    const QByteArray locked =
        R"({"code":50303,"error":"storage_unavailable","message":"Locked.","data":null})";
    reachFolders();
    m_flow->save();
    QVERIFY(!m_flow->canGoBack());
    next("POST", "/accounts").answer(503, locked, "Retry-After: 5\r\n");
    QTRY_VERIFY(m_flow->canGoBack());
    QSignalSpy changed(m_flow.get(), &Flow::changed);
    m_service->alarms.advance(5s);
    QCOMPARE(changed.size(), 1);
    QVERIFY(!m_flow->canGoBack());
    next("POST", "/accounts").answer(503, locked, "Retry-After: 5\r\n");
    QTRY_VERIFY(m_flow->canGoBack());
    m_flow->back();
    QCOMPARE(m_flow->page(), Page::SignIn);
    QCOMPARE(m_flow->task(), Task::None);
    m_service->alarms.advance(1h);
    m_service->verifyNothingWasAsked(); // it is not stored after the user went back
}

void TestSetupFlow::findAnAccountWhoseAnswerWasLost()
{
    reachFolders();
    m_flow->save();
    loseAnswer(next("POST", "/accounts"));
    next("GET", "/accounts").answer(200, R"({"code":0,"data":[)" + account + "]}");
    QTRY_COMPARE(m_flow->page(), Page::Sync);
    QCOMPARE(m_flow->draft().id, 7);
}

void TestSetupFlow::storeAgainWhatWasNotStored()
{
    reachFolders();
    m_flow->save();
    loseAnswer(next("POST", "/accounts"));
    next("GET", "/accounts").answer(200, R"({"code":0,"data":[]})");
    next("POST", "/accounts").answer(201, created);
    QTRY_COMPARE(m_flow->page(), Page::Sync);
}

void TestSetupFlow::sayThatAMailboxIsThere()
{
    reachFolders();
    m_flow->save();
    next("POST", "/accounts")
        .answer(409, R"({"code":40901,"error":"account_exists","message":"x","data":null})");
    QTRY_VERIFY(m_flow->problem().contains(u"set up here already"_s));
    QCOMPARE(m_flow->page(), Page::Folders);
}

quint16 TestSetupFlow::startBrowser()
{
    m_flow->add();
    m_flow->findServers(u"nina@example.org"_s);
    next("POST", "/accounts/discover").answer(200, foundOAuth);
    [&] {
        QTRY_COMPARE(m_flow->page(), Page::SignIn);
    }();
    [&] {
        QVERIFY(m_flow->mayUseBrowser());
    }();
    m_flow->signInWithBrowser();
    const Request begun = next("POST", "/oauth/start");
    const QJsonObject body = bodyOf(begun);
    [&] {
        QCOMPARE(body.value("provider"_L1).toString(), u"house"_s);
        QCOMPARE(body.value("email"_L1).toString(), u"nina@example.org"_s);
    }();
    begun.answer(200, R"({"code":0,"data":{"authorizationUrl":"https://house.example/authorize?x=1",
        "state":"s3cret","expiresIn":600},"message":"started"})");
    [&] {
        QTRY_COMPARE(m_opened, QList<QUrl>{ QUrl(u"https://house.example/authorize?x=1"_s) });
    }();
    const QUrl back(body.value("redirectUri"_L1).toString());
    [&] {
        QCOMPARE(back.host(), u"127.0.0.1"_s);
    }();
    return quint16(back.port());
}

QByteArray TestSetupFlow::browse(const QByteArray &target, quint16 port)
{
    QTcpSocket browser;
    browser.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    browser.write("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    QByteArray page;
    [&] {
        QTRY_COMPARE_WITH_TIMEOUT(browser.state(), QAbstractSocket::UnconnectedState,
                                  Support::patience(5000));
    }();
    page = browser.readAll();
    return page;
}

void TestSetupFlow::signInWithTheBrowser()
{
    const quint16 port = startBrowser();
    QCOMPARE(m_flow->task(), Task::Browser);
    QVERIFY(browse("/favicon.ico", port).startsWith("HTTP/1.1 404"));
    QVERIFY(browse("/?code=c0de&state=s3cret", port).startsWith("HTTP/1.1 200"));
    const Request finished = next("POST", "/oauth/finish");
    QCOMPARE(bodyOf(finished),
             QJsonObject({ { u"state"_s, u"s3cret"_s }, { u"code"_s, u"c0de"_s } }));
    finished.answer(200, R"({"code":0,"data":{"status":"done","oauthGrant":"handle",
        "expiresIn":600},"message":"signed in"})");
    const QJsonObject tested = bodyOf(next("POST", "/accounts/test-connection"));
    QCOMPARE(tested.value("oauthGrant"_L1).toString(), u"handle"_s);
    QVERIFY(!tested.contains("password"_L1));
    QTcpSocket late; // the port is closed
    late.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    QTRY_COMPARE(late.error(), QAbstractSocket::ConnectionRefusedError);
}

void TestSetupFlow::sayWhenTheBrowserWasDenied()
{
    const quint16 port = startBrowser();
    browse("/?error=access_denied&state=s3cret", port);
    QTRY_VERIFY(m_flow->problem().contains(u"declined"_s));
    QCOMPARE(m_flow->page(), Page::SignIn);
    QCOMPARE(m_flow->task(), Task::None);
}

void TestSetupFlow::sayWhatKeepsTheSignInFromItsEnd_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QString>("words");
    QTest::newRow("provider away")
        << 502 << QByteArray(R"({"code":50206,"error":"oauth_provider_failed","message":"No token.",
            "data":null})")
        << u"cannot finish the sign-in now: No token. Try again"_s;
    QTest::newRow("service began anew")
        << 400 << QByteArray(R"({"code":40012,"error":"oauth_state_unknown","message":"x",
            "data":null})")
        << u"This sign-in is no longer valid."_s;
    QTest::newRow("refused")
        << 400
        << QByteArray(R"({"code":40013,"error":"oauth_refused","message":"Your house said no.",
            "data":null})")
        << u"Your house said no."_s;
}

void TestSetupFlow::sayWhatKeepsTheSignInFromItsEnd()
{
    QFETCH(int, status);
    QFETCH(QByteArray, answer);
    QFETCH(QString, words);
    const quint16 port = startBrowser();
    browse("/?code=c0de&state=s3cret", port);
    next("POST", "/oauth/finish").answer(status, answer);
    QTRY_VERIFY2(m_flow->problem().contains(words), qPrintable(m_flow->problem()));
    QCOMPARE(m_flow->page(), Page::SignIn);
    QCOMPARE(m_flow->task(), Task::None);
}

void TestSetupFlow::refuseAForeignAnswerOfABrowser()
{
    const quint16 port = startBrowser();
    QVERIFY(browse("/?code=c0de&state=s3crex", port).startsWith("HTTP/1.1 400"));
    QTRY_VERIFY(m_flow->problem().contains(u"does not belong"_s));
    QCOMPARE(m_service->server->requests.size(), m_read); // the code is not sent to the service
}

void TestSetupFlow::letTheAddressBeCopiedWithoutABrowser()
{
    m_hasBrowser = false;
    const quint16 port = startBrowser();
    QVERIFY(!m_flow->browser().hasBrowser());
    QCOMPARE(m_flow->browser().page(), QUrl(u"https://house.example/authorize?x=1"_s));
    browse("/?code=c0de&state=s3cret", port); // opened by hand
    next("POST", "/oauth/finish");
}

void TestSetupFlow::endTheSignInAfterFiveMinutes()
{
    startBrowser();
    m_service->alarms.advance(4min + 59s);
    QCOMPARE(m_flow->task(), Task::Browser);
    m_service->alarms.advance(1s);
    QCOMPARE(m_flow->task(), Task::None);
    QVERIFY(m_flow->problem().contains(u"5 minutes"_s));
}

void TestSetupFlow::signInAgainAlone()
{
    m_flow->signInAgain(7);
    next("GET", "/accounts/7").answer(200, created);
    QTRY_COMPARE(m_flow->task(), Task::None);
    QCOMPARE(m_flow->page(), Page::SignIn);
    m_flow->setPassword(u"new"_s);
    m_flow->test();
    const QJsonObject tested = bodyOf(next("POST", "/accounts/test-connection"));
    QCOMPARE(tested.value("id"_L1).toInt(), 7);
    m_service->server->requests.last().answer(200, works);
    const Request put = next("PUT", "/accounts/7");
    QCOMPARE(bodyOf(put), QJsonObject({ { u"password"_s, u"new"_s } }));
    put.answer(200, created);
    QTRY_COMPARE(m_flow->page(), Page::Sync);
}

void TestSetupFlow::wantThePasswordAgainForAnotherServer()
{
    m_flow->edit(7);
    next("GET", "/accounts/7").answer(200, created);
    QTRY_COMPARE(m_flow->task(), Task::None);
    m_flow->show(Page::Servers);
    MailServer other = m_flow->draft().imap;
    other.host = u"other.example.org"_s;
    m_flow->setServers(other, m_flow->draft().smtp, {});
    m_flow->test();
    next("POST", "/accounts/test-connection")
        .answer(400, R"({"code":40001,"error":"validation_failed","message":"x","data":null,
        "details":[{"field":"password","reason":"enter the password again"}]})");
    QTRY_COMPARE(m_flow->page(), Page::SignIn);
    QVERIFY(m_flow->problem().contains(u"password again"_s));
    QCOMPARE(m_flow->draft().imap.host, u"other.example.org"_s);
}

void TestSetupFlow::changeAndRemove()
{
    m_flow->edit(7);
    next("GET", "/accounts/7").answer(200, created);
    QTRY_COMPARE(m_flow->task(), Task::None);
    QCOMPARE(m_flow->page(), Page::Account);
    m_flow->show(Page::Folders);
    next("POST", "/accounts/folders").answer(200, listing);
    QTRY_COMPARE(m_flow->page(), Page::Folders);
    QCOMPARE(m_flow->draft().folders, QStringList{ u"INBOX"_s }); // as stored in the account
    m_flow->setChoice({ u"INBOX"_s, u"Sent"_s }, m_flow->draft().span, u"Home"_s, {});
    m_flow->save();
    const Request put = next("PUT", "/accounts/7");
    QCOMPARE(bodyOf(put).keys(), QStringList({ u"folders"_s, u"name"_s }));
    put.answer(200, created);
    QTRY_COMPARE(m_flow->page(), Page::Account);
    m_flow->setStatus(u"disabled"_s);
    next("PUT", "/accounts/7/status").answer(200, created);
    QTRY_COMPARE(m_flow->task(), Task::None);
    QSignalSpy removed(m_flow.get(), &Flow::removed);
    m_flow->remove();
    next("DELETE", "/accounts/7").answer(200, R"({"code":0,"data":null,"message":"deleted"})");
    QTRY_COMPARE(removed.size(), 1);
}

void TestSetupFlow::forgetServersOfAnotherAddress()
{
    m_flow->add();
    m_flow->findServers(u"nina@example.org"_s);
    next("POST", "/accounts/discover").answer(200, found);
    QTRY_COMPARE(m_flow->page(), Page::SignIn);
    m_flow->back();
    m_flow->findServers(u"nina@example.org"_s); // the servers are known: no request
    QCOMPARE(m_flow->page(), Page::SignIn);
    m_flow->back();
    m_flow->findServers(u"ben@example.net"_s);
    QVERIFY(m_flow->draft().imap.host.isEmpty());
    next("POST", "/accounts/discover").answer(200, nothing);
    QTRY_COMPARE(m_flow->page(), Page::Servers);
}

QTEST_GUILESS_MAIN(TestSetupFlow)
#include "tst_tray_setupflow.moc"
