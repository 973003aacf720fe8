// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/mailroom.h"
#include "support/answeringserver.h"
#include "support/manualalarms.h"
#include "support/patience.h"

#include <QNetworkAccessManager>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace Session;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QByteArray accounts = R"({"code":0,"data":[{"id":7,"email":"nina@example.org"}]})";
const QByteArray stats = R"({"code":0,"data":{"items":[{"accountId":7,"unread":3}],"unread":3}})";
const QByteArray mails = R"({"code":0,"data":{"items":[],"total":0}})";
const QByteArray busy =
    R"({"code":50303,"error":"storage_unavailable","message":"Not now.","data":null})";
const QByteArray refused = R"({"code":40301,"error":"forbidden","message":"No.","data":null})";

} // namespace

/** The data of the mail room, from a service whose answers the test sends. */
class TestMailroom : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void knowsWhatItHasRead();
    void knowsNothingWithoutTheListOfAccounts();
    void keepsWhatItKnowsWhereReadingFails();
    void asksAgainWhereTheServiceCouldNotAnswer();
    void waitsAsLongAsTheServiceWants();
    void takesANoForANo();

private:
    using Request = AnsweringServer::Request;

    /// Answers the three requests of a round, which come in any order.
    void answer(int accountsStatus, const QByteArray &accountsBody, const QByteArray &head = {});
    /// Sends a request, which must be the next that arrives: there was none before it.
    void verifyNothingWasAsked();

    QNetworkAccessManager m_network;
    std::unique_ptr<AnsweringServer> m_server;
    std::unique_ptr<ManualAlarms> m_alarms;
    std::unique_ptr<Client::Rest> m_rest;
    std::unique_ptr<Client::EventClient> m_events;
    std::unique_ptr<Mailroom> m_mailroom;
    std::unique_ptr<QSignalSpy> m_changed;
    qsizetype m_read = 0;
};

void TestMailroom::init()
{
    m_server = std::make_unique<AnsweringServer>();
    m_alarms = std::make_unique<ManualAlarms>();
    m_rest = std::make_unique<Client::Rest>(m_network);
    m_rest->setServer(m_server->url());
    m_rest->setToken("good");
    m_events = std::make_unique<Client::EventClient>(*m_rest, m_network, *m_alarms);
    m_mailroom = std::make_unique<Mailroom>(*m_rest, *m_events, *m_alarms);
    m_changed = std::make_unique<QSignalSpy>(m_mailroom.get(), &Mailroom::changed);
    m_read = 0;
}

void TestMailroom::cleanup()
{
    m_changed.reset();
    m_mailroom.reset();
    m_events.reset();
    m_rest.reset();
    m_alarms.reset();
    m_server.reset();
}

void TestMailroom::answer(int accountsStatus, const QByteArray &accountsBody,
                          const QByteArray &head)
{
    const qsizetype before = m_changed->size();
    QTRY_COMPARE_WITH_TIMEOUT(m_server->requests.size(), m_read + 3, Support::patience(5000));
    for (; m_read < m_server->requests.size(); ++m_read) {
        const Request &request = m_server->requests.at(m_read);
        if (request.target == "/api/v1/accounts")
            request.answer(accountsStatus, accountsBody, head);
        else
            request.answer(200, request.target == "/api/v1/mails/stats" ? stats : mails);
    }
    QTRY_COMPARE_WITH_TIMEOUT(m_changed->size(), before + 1, Support::patience(5000));
}

void TestMailroom::verifyNothingWasAsked()
{
    const qsizetype before = m_server->requests.size();
    m_rest->get(u"/marker"_s, {}, this, [](const Client::Answer &) {});
    QTRY_VERIFY_WITH_TIMEOUT(m_server->requests.size() > before, Support::patience(5000));
    QCOMPARE(m_server->requests.size(), before + 1);
    QCOMPARE(m_server->requests.takeLast().target, "/api/v1/marker"_ba);
}

void TestMailroom::knowsWhatItHasRead()
{
    QVERIFY(!m_mailroom->isKnown());
    m_mailroom->refresh();
    answer(200, accounts);
    QVERIFY(m_mailroom->isKnown());
    QCOMPARE(m_mailroom->accounts().size(), 1);
    QCOMPARE(m_mailroom->accounts().first().unread, 3);
}

// A service that is busy must not look like one without mailboxes.
void TestMailroom::knowsNothingWithoutTheListOfAccounts()
{
    m_mailroom->refresh();
    answer(503, busy);
    QVERIFY(!m_mailroom->isKnown());
}

void TestMailroom::keepsWhatItKnowsWhereReadingFails()
{
    m_mailroom->refresh();
    answer(200, accounts);
    m_alarms->advance(1s);
    m_mailroom->refresh();
    answer(503, busy);
    QVERIFY(m_mailroom->isKnown());
    QCOMPARE(m_mailroom->accounts().size(), 1);
}

void TestMailroom::asksAgainWhereTheServiceCouldNotAnswer()
{
    m_mailroom->refresh();
    answer(503, busy);
    m_alarms->advance(4900ms);
    verifyNothingWasAsked();
    m_alarms->advance(100ms);
    QTRY_COMPARE(m_server->requests.size(), 4); // only what failed
    QCOMPARE(m_server->requests.last().target, "/api/v1/accounts");
    m_server->requests.last().answer(200, accounts);
    QTRY_VERIFY(m_mailroom->isKnown());
    QCOMPARE(m_mailroom->accounts().size(), 1);
}

void TestMailroom::waitsAsLongAsTheServiceWants()
{
    m_mailroom->refresh();
    answer(429, R"({"code":42902,"error":"rate_limited","message":"x","data":null})",
           "Retry-After: 30\r\n");
    m_alarms->advance(29s);
    verifyNothingWasAsked();
    m_alarms->advance(1s);
    QTRY_COMPARE(m_server->requests.size(), 4);
}

void TestMailroom::takesANoForANo()
{
    m_mailroom->refresh();
    answer(403, refused);
    m_alarms->advance(1h);
    verifyNothingWasAsked();
    QVERIFY(!m_mailroom->isKnown());
}

QTEST_GUILESS_MAIN(TestMailroom)
#include "tst_tray_mailroom.moc"
