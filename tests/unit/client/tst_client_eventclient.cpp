// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/eventclient.h"
#include "support/answeringserver.h"
#include "support/manualalarms.h"
#include "support/patience.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace Client;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using State = EventClient::State;

/** The event client with a server and a clock that the test controls. */
class TestEventClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void followsAStream();
    void comesBackWithTheLastId();
    void pollsAfterTenTries();
    void treatsSilenceAsALostConnection();
    void staysConnectedOnHeartbeats();
    void waitsForTheBeginningOfAnAnswer();
    void doesNotHammerAStreamThatEndsAtOnce();
    void stopsWhereTheTokenIsRefused();
    void waitsAsLongAsAFullServiceAsks();
    void retriesAtOnceOnRequest();
    void replacesAStreamThatMayBeDead();
    void mayBeStoppedByAListener();
    void readsEventsInPieces();

private:
    /// Moves the time on until the next try.
    void comeAgain(qsizetype requests);
    void goOnline();

    QNetworkAccessManager m_network;
    std::unique_ptr<AnsweringServer> m_server;
    std::unique_ptr<ManualAlarms> m_alarms;
    std::unique_ptr<Rest> m_rest;
    std::unique_ptr<EventClient> m_client;
    QList<QByteArray> m_names;
    int m_polls = 0;
};

namespace {

const QByteArray greeting = "retry: 3000\n\nevent: connected\ndata: {\"last_event_id\":41}\n\n";

} // namespace

void TestEventClient::init()
{
    m_names.clear();
    m_polls = 0;
    m_server = std::make_unique<AnsweringServer>();
    m_alarms = std::make_unique<ManualAlarms>();
    m_rest = std::make_unique<Rest>(m_network);
    m_rest->setServer(m_server->url());
    m_rest->setToken("t0ken");
    m_client = std::make_unique<EventClient>(*m_rest, m_network, *m_alarms);
    connect(m_client.get(), &EventClient::received, this,
            [this](const Sse::Event &event) { m_names.append(event.name); });
    connect(m_client.get(), &EventClient::pollDue, this, [this] { ++m_polls; });
}

void TestEventClient::cleanup()
{
    m_client.reset();
    m_rest.reset();
    m_server.reset();
}

void TestEventClient::comeAgain(qsizetype requests)
{
    QTRY_COMPARE(m_client->state(), State::Waiting);
    while (m_client->state() == State::Waiting)
        m_alarms->advance(100ms);
    QTRY_COMPARE(m_server->requests.size(), requests);
}

void TestEventClient::goOnline()
{
    QTRY_VERIFY(!m_server->requests.isEmpty());
    m_server->requests.last().beginStream();
    m_server->requests.last().sendChunk(greeting);
    QTRY_COMPARE(m_client->state(), State::Online);
}

void TestEventClient::followsAStream()
{
    m_client->start();
    QCOMPARE(m_client->state(), State::Connecting);
    goOnline();
    const auto &request = m_server->requests.first();
    QCOMPARE(request.target, "/api/v1/mails/stream");
    QCOMPARE(request.headers.value("authorization"), "Bearer t0ken");
    QVERIFY(!request.headers.contains("last-event-id"));
    request.sendChunk("id: 42\nevent: mail.deleted\ndata: {}\n\n");
    const QList<QByteArray> expected{ "connected", "mail.deleted" };
    QTRY_COMPARE(m_names, expected);
    QCOMPARE(m_client->lastId(), "42");
}

void TestEventClient::comesBackWithTheLastId()
{
    m_client->start();
    goOnline();
    m_server->requests.first().sendChunk("id: 42\nevent: mail.deleted\ndata: {}\n\n");
    QTRY_COMPARE(m_client->lastId(), "42");
    m_server->requests.first().close();
    QTRY_COMPARE(m_client->state(), State::Waiting);
    m_alarms->advance(1s);
    QTRY_COMPARE(m_server->requests.size(), 2);
    QCOMPARE(m_server->requests.last().headers.value("last-event-id"), "42");
    goOnline();
    m_client->forget();
    m_server->requests.last().close();
    comeAgain(3);
    QVERIFY(!m_server->requests.last().headers.contains("last-event-id"));
}

void TestEventClient::pollsAfterTenTries()
{
    m_client->start();
    for (int tries = 1; tries <= 11; ++tries) {
        QTRY_COMPARE(m_server->requests.size(), tries);
        QCOMPARE(m_polls, 0);
        m_server->requests.last().answer(503, R"({"code":50301,"message":"Not yet."})");
        QTRY_VERIFY(m_client->state() == State::Waiting || m_client->state() == State::Polling);
        while (m_client->state() == State::Waiting)
            m_alarms->advance(100ms);
    }
    QCOMPARE(m_client->state(), State::Polling);
    QCOMPARE(m_polls, 1); // at once, because the lists are out of date
    m_alarms->advance(119s);
    QCOMPARE(m_polls, 1);
    m_alarms->advance(1s);
    QCOMPARE(m_polls, 2);
    QTRY_COMPARE(m_server->requests.size(), 12); // and one more try to open the stream
    QCOMPARE(m_client->state(), State::Polling);
    goOnline();
    m_server->requests.last().sendChunk("event: heartbeat\ndata: {}\n\n");
    QTRY_COMPARE(m_names.last(), "heartbeat");
    m_server->requests.last().close();
    QTRY_COMPARE(m_client->state(), State::Waiting);
    m_alarms->advance(1s);
    QTRY_COMPARE(m_server->requests.size(), 13);
}

void TestEventClient::treatsSilenceAsALostConnection()
{
    m_client->start();
    goOnline();
    m_alarms->advance(44s);
    QCOMPARE(m_client->state(), State::Online);
    m_alarms->advance(1s);
    QCOMPARE(m_client->state(), State::Waiting);
    QTRY_VERIFY(m_server->requests.first().isClosed());
}

void TestEventClient::staysConnectedOnHeartbeats()
{
    m_client->start();
    goOnline();
    for (qsizetype beats = 1; beats <= 4; ++beats) {
        m_alarms->advance(40s);
        m_server->requests.first().sendChunk("event: heartbeat\ndata: {}\n\n");
        QTRY_COMPARE(m_names.size(), beats + 1);
    }
    QCOMPARE(m_client->state(), State::Online);
}

void TestEventClient::waitsForTheBeginningOfAnAnswer()
{
    m_client->start();
    QTRY_COMPARE(m_server->requests.size(), 1);
    m_alarms->advance(19s);
    QCOMPARE(m_client->state(), State::Connecting);
    m_alarms->advance(1s);
    QCOMPARE(m_client->state(), State::Waiting);
}

void TestEventClient::doesNotHammerAStreamThatEndsAtOnce()
{
    m_client->start();
    QList<qint64> waited;
    for (qsizetype tries = 1; tries <= 4; ++tries) {
        QTRY_COMPARE(m_server->requests.size(), tries);
        goOnline();
        m_server->requests.last().close();
        QTRY_COMPARE(m_client->state(), State::Waiting);
        const qint64 before = m_alarms->nowMs();
        while (m_client->state() == State::Waiting)
            m_alarms->advance(100ms);
        waited.append(m_alarms->nowMs() - before);
    }
    QVERIFY(waited.at(3) > 6 * waited.at(0) - 1000);
    QVERIFY(waited.at(3) >= 6'400);
}

void TestEventClient::stopsWhereTheTokenIsRefused()
{
    const QSignalSpy refused(m_rest.get(), &Rest::tokenRefused);
    m_client->start();
    QTRY_COMPARE(m_server->requests.size(), 1);
    m_server->requests.first().answer(401, R"({"code":40103,"message":"Expired."})");
    QTRY_COMPARE(m_client->state(), State::Stopped);
    QCOMPARE(refused.size(), 1);
    m_alarms->advance(1h);
    m_client->retryNow();
    QCOMPARE(m_server->requests.size(), 1);
    m_rest->setToken("new");
    m_client->start();
    QTRY_COMPARE(m_server->requests.size(), 2);
    QCOMPARE(m_server->requests.last().headers.value("authorization"), "Bearer new");
}

void TestEventClient::waitsAsLongAsAFullServiceAsks()
{
    const QSignalSpy failures(m_client.get(), &EventClient::failed);
    m_client->start();
    QTRY_COMPARE(m_server->requests.size(), 1);
    m_server->requests.first().answer(429, R"({"code":42903,"message":"Too many."})",
                                      "Retry-After: 60\r\n");
    QTRY_COMPARE(m_client->state(), State::Waiting);
    const auto failure = failures.first().first().value<Failure>();
    QVERIFY(failure.is(ApiError::TooManyStreams));
    m_alarms->advance(59s);
    QCOMPARE(m_client->state(), State::Waiting);
    m_alarms->advance(1s);
    QCOMPARE(m_client->state(), State::Connecting);
}

void TestEventClient::retriesAtOnceOnRequest()
{
    m_client->retryNow(); // has no effect before the start
    QCOMPARE(m_client->state(), State::Stopped);
    m_client->start();
    QTRY_COMPARE(m_server->requests.size(), 1);
    m_server->requests.first().answer(503, R"({"code":50301,"message":"Not yet."})");
    QTRY_COMPARE(m_client->state(), State::Waiting);
    m_client->retryNow();
    QTRY_COMPARE(m_server->requests.size(), 2);
}

void TestEventClient::replacesAStreamThatMayBeDead()
{
    m_client->start();
    goOnline();
    m_client->reconnect();
    QTRY_COMPARE(m_server->requests.size(), 2);
    QTRY_VERIFY(m_server->requests.first().isClosed());
    goOnline();
}

void TestEventClient::mayBeStoppedByAListener()
{
    connect(m_client.get(), &EventClient::received, this, [this](const Sse::Event &event) {
        if (event.name == "one")
            m_client->stop();
    });
    m_client->start();
    goOnline();
    m_server->requests.first().sendChunk("event: one\ndata: 1\n\nevent: two\ndata: 2\n\n");
    QTRY_COMPARE(m_client->state(), State::Stopped);
    const QList<QByteArray> expected{ "connected", "one" };
    QCOMPARE(m_names, expected);
}

void TestEventClient::readsEventsInPieces()
{
    m_client->start();
    goOnline();
    const QByteArray frame = "id: 7\nevent: mail.received\ndata: {\"a\":\"\xc3\xa4\"}\n\n";
    for (const char byte : frame)
        m_server->requests.first().sendChunk(QByteArray(1, byte));
    QTRY_COMPARE(m_names.size(), 2);
    QCOMPARE(m_names.last(), "mail.received");
}

QTEST_GUILESS_MAIN(TestEventClient)
#include "tst_client_eventclient.moc"
