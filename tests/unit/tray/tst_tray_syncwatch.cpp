// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/syncwatch.h"
#include "unit/tray/servicefixture.h"
#include "unit/tray/setupanswers.h"

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
    /// Answers a request that has arrived. Empty: the answer about the account is lost.
    void answerNext(const QByteArray &account);
    /// The same for the two requests of a round, which arrive in any order.
    void answerRound(const QByteArray &account);
    void answerAllWaiting(const QByteArray &account);

    std::unique_ptr<ServiceFixture> m_service;
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
    m_service = std::make_unique<ServiceFixture>();
    m_watch = std::make_unique<SyncWatch>(m_service->rest, m_service->events, m_service->alarms);
    m_watch->start(7);
}

void TestSyncWatch::cleanup()
{
    m_watch.reset();
    m_service.reset();
}

void TestSyncWatch::answerNext(const QByteArray &account)
{
    const AnsweringServer::Request request = m_service->server->requests.takeFirst();
    if (request.target != "/api/v1/accounts/7") {
        request.answer(200, R"({"code":0,"data":{"items":[]}})");
    } else if (!account.isEmpty()) {
        request.answer(200, account);
    } else { // the connection ends within the answer; if it ended before, Qt would repeat the request
        request.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n");
        request.close();
    }
}

void TestSyncWatch::answerRound(const QByteArray &account)
{
    for (int i = 0; i < 2; ++i) {
        QTRY_VERIFY_WITH_TIMEOUT(!m_service->server->requests.isEmpty(), Support::patience(5000));
        answerNext(account);
    }
}

void TestSyncWatch::answerAllWaiting(const QByteArray &account)
{
    while (!m_service->server->requests.isEmpty())
        answerNext(account);
}

void TestSyncWatch::askAgainWhereTheEndWasMissed()
{
    answerRound(SetupAnswers::created);
    QTRY_VERIFY(m_watch->isKnown());
    QVERIFY(!m_watch->isDone());
    m_service->alarms.advance(4s);
    m_service->verifyNothingWasAsked();
    m_service->alarms.advance(1s); // no event arrived
    answerRound(doneAccount());
    QTRY_VERIFY(m_watch->isDone());
}

void TestSyncWatch::askAgainWhereAnAnswerWasLost()
{
    answerRound({});
    // Time passes until it has asked: a request may be lost too, with the connection that has just ended.
    const auto isDoneLater = [this] {
        m_service->alarms.advance(5s);
        answerAllWaiting(doneAccount());
        return m_watch->isDone();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isDoneLater(), Support::patience(5000));
}

void TestSyncWatch::askNothingAfterTheEnd()
{
    answerRound(doneAccount());
    QTRY_VERIFY(m_watch->isDone());
    m_service->alarms.advance(60s);
    m_service->verifyNothingWasAsked();
}

void TestSyncWatch::askNothingWhenStopped()
{
    answerRound(SetupAnswers::created);
    QTRY_VERIFY(m_watch->isKnown());
    m_watch->stop();
    m_service->alarms.advance(60s);
    m_service->verifyNothingWasAsked();
}

QTEST_GUILESS_MAIN(TestSyncWatch)
#include "tst_tray_syncwatch.moc"
