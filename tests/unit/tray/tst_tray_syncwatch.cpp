// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/syncwatch.h"
#include "support/answeringserver.h"
#include "support/manualalarms.h"
#include "support/patience.h"
#include "unit/tray/setupanswers.h"

#include <QNetworkAccessManager>
#include <QTest>

#include <memory>

using namespace Setup;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/** What is known about a first synchronisation, with a service whose answers the test sends. */
class TestSyncWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void askAgainWhereTheEndWasMissed();
    void askAgainWhereAnAnswerWasLost();
    void askNothingAfterTheEnd();
    void askNothingWhenStopped();

private:
    /// Answers the two requests of a round, which arrive in any order. Empty: the answer is lost.
    void answerRound(const QByteArray &account);
    void verifyNothingWasAsked();

    std::unique_ptr<AnsweringServer> m_server;
    std::unique_ptr<ManualAlarms> m_alarms;
    std::unique_ptr<QNetworkAccessManager> m_network;
    std::unique_ptr<Client::Rest> m_rest;
    std::unique_ptr<Client::EventClient> m_events;
    std::unique_ptr<SyncWatch> m_watch;
};

namespace {

QByteArray doneAccount()
{
    QByteArray answer = SetupAnswers::created;
    return answer.replace("\"lastSyncAt\":null", "\"lastSyncAt\":\"2026-11-29T10:00:00Z\"");
}

} // namespace

void TestSyncWatch::init()
{
    m_server = std::make_unique<AnsweringServer>();
    m_alarms = std::make_unique<ManualAlarms>();
    m_network = std::make_unique<QNetworkAccessManager>();
    m_rest = std::make_unique<Client::Rest>(*m_network);
    m_rest->setServer(m_server->url());
    m_rest->setToken("good");
    m_events = std::make_unique<Client::EventClient>(*m_rest, *m_network, *m_alarms);
    m_watch = std::make_unique<SyncWatch>(*m_rest, *m_events, *m_alarms);
    m_watch->start(7);
}

void TestSyncWatch::cleanup()
{
    m_watch.reset();
    m_events.reset();
    m_rest.reset();
    m_network.reset();
    m_server.reset();
}

void TestSyncWatch::answerRound(const QByteArray &account)
{
    for (int i = 0; i < 2; ++i) {
        QTRY_VERIFY_WITH_TIMEOUT(!m_server->requests.isEmpty(), Support::patience(5000));
        const AnsweringServer::Request request = m_server->requests.takeFirst();
        if (request.target != "/api/v1/accounts/7") {
            request.answer(200, R"({"code":0,"data":{"items":[]}})");
        } else if (!account.isEmpty()) {
            request.answer(200, account);
        } else { // the connection ends within the answer; if it ended before, Qt would repeat the request
            request.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n");
            request.close();
        }
    }
}

/// Sends a request, which must be the next that arrives: there was none before it.
void TestSyncWatch::verifyNothingWasAsked()
{
    m_rest->get(u"/marker"_s, {}, this, [](const Client::Answer &) {});
    QTRY_VERIFY_WITH_TIMEOUT(!m_server->requests.isEmpty(), Support::patience(5000));
    const AnsweringServer::Request request = m_server->requests.takeFirst();
    QCOMPARE(request.target, "/api/v1/marker"_ba);
    request.answer(200, R"({"code":0,"data":{}})");
}

void TestSyncWatch::askAgainWhereTheEndWasMissed()
{
    answerRound(SetupAnswers::created);
    QTRY_VERIFY(m_watch->isKnown());
    QVERIFY(!m_watch->isDone());
    m_alarms->advance(4s);
    verifyNothingWasAsked();
    m_alarms->advance(1s); // no event arrived
    answerRound(doneAccount());
    QTRY_VERIFY(m_watch->isDone());
}

void TestSyncWatch::askAgainWhereAnAnswerWasLost()
{
    answerRound({});
    m_alarms->advance(5s);
    answerRound(doneAccount());
    QTRY_VERIFY(m_watch->isDone());
}

void TestSyncWatch::askNothingAfterTheEnd()
{
    answerRound(doneAccount());
    QTRY_VERIFY(m_watch->isDone());
    m_alarms->advance(60s);
    verifyNothingWasAsked();
}

void TestSyncWatch::askNothingWhenStopped()
{
    answerRound(SetupAnswers::created);
    QTRY_VERIFY(m_watch->isKnown());
    m_watch->stop();
    m_alarms->advance(60s);
    verifyNothingWasAsked();
}

QTEST_GUILESS_MAIN(TestSyncWatch)
#include "tst_tray_syncwatch.moc"
