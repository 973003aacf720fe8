// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/deletions.h"
#include "support/answeringserver.h"
#include "support/manualalarms.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace Session;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestDeletions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void goToTheServiceAfterAWhile();
    void mayBeTakenBack();
    void areTooLateOnceTheServiceWasAsked();
    void tellWhatFailed();
    void takeAMailThatIsGoneForDeleted();
    void goAtOnceAtTheEnd();
    void endAtOnceWithoutAny();
    void belongToOneService();

private:
    QNetworkAccessManager m_network;
    std::unique_ptr<AnsweringServer> m_server;
    std::unique_ptr<Client::Rest> m_rest;
    std::unique_ptr<ManualAlarms> m_alarms;
    std::unique_ptr<Deletions> m_deletions;
};

void TestDeletions::init()
{
    qRegisterMetaType<Client::Failure>();
    m_server = std::make_unique<AnsweringServer>();
    m_rest = std::make_unique<Client::Rest>(m_network);
    m_rest->setServer(m_server->url());
    m_alarms = std::make_unique<ManualAlarms>();
    m_deletions = std::make_unique<Deletions>(*m_rest, *m_alarms);
}

void TestDeletions::cleanup()
{
    m_deletions.reset();
    m_rest.reset();
    m_server.reset();
    m_alarms.reset();
}

void TestDeletions::goToTheServiceAfterAWhile()
{
    const QSignalSpy deleted(m_deletions.get(), &Deletions::deleted);
    m_deletions->add(7);
    m_alarms->advance(Deletions::patience - 1ms);
    QVERIFY(m_deletions->isPending(7));
    QVERIFY(m_server->requests.isEmpty());
    m_alarms->advance(1ms);
    QTRY_COMPARE(m_server->requests.size(), 1);
    QCOMPARE(m_server->requests.first().method, "DELETE");
    QCOMPARE(m_server->requests.first().target, "/api/v1/mails/7");
    QVERIFY(m_deletions->isPending(7)); // a list that is read now may still have it
    m_server->requests.first().answer(200, R"({"code":0,"data":null})");
    QTRY_COMPARE(deleted.size(), 1);
    QVERIFY(!m_deletions->isPending(7));
}

void TestDeletions::mayBeTakenBack()
{
    m_deletions->add(7);
    m_deletions->add(8);
    m_deletions->add(7); // a second time: no effect
    QVERIFY(m_deletions->undo(7));
    QVERIFY(!m_deletions->isPending(7));
    m_alarms->advance(1h);
    QTRY_COMPARE(m_server->requests.size(), 1);
    QCOMPARE(m_server->requests.first().target, "/api/v1/mails/8");
}

void TestDeletions::areTooLateOnceTheServiceWasAsked()
{
    m_deletions->add(7);
    m_alarms->advance(Deletions::patience);
    QVERIFY(!m_deletions->undo(7));
    QVERIFY(m_deletions->isPending(7));
    QVERIFY(!m_deletions->undo(9));
}

void TestDeletions::tellWhatFailed()
{
    const QSignalSpy failed(m_deletions.get(), &Deletions::failed);
    m_deletions->add(7);
    m_alarms->advance(Deletions::patience);
    QTRY_COMPARE(m_server->requests.size(), 1);
    m_server->requests.first().answer(
        507, R"({"code":50700,"error":"storage_full","message":"Full.","data":null})");
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(!m_deletions->isPending(7));
}

void TestDeletions::takeAMailThatIsGoneForDeleted()
{
    const QSignalSpy deleted(m_deletions.get(), &Deletions::deleted);
    m_deletions->add(7);
    m_alarms->advance(Deletions::patience);
    QTRY_COMPARE(m_server->requests.size(), 1);
    m_server->requests.first().answer(
        404, R"({"code":40401,"error":"mail_not_found","message":"None.","data":null})");
    QTRY_COMPARE(deleted.size(), 1);
}

void TestDeletions::goAtOnceAtTheEnd()
{
    const QSignalSpy settled(m_deletions.get(), &Deletions::settled);
    m_deletions->add(7);
    m_deletions->add(8);
    m_deletions->finish();
    QTRY_COMPARE(m_server->requests.size(), 2);
    QVERIFY(settled.isEmpty());
    for (const AnsweringServer::Request &request : std::as_const(m_server->requests))
        request.answer(200, R"({"code":0,"data":null})");
    QTRY_COMPARE(settled.size(), 1);
}

void TestDeletions::endAtOnceWithoutAny()
{
    const QSignalSpy settled(m_deletions.get(), &Deletions::settled);
    m_deletions->finish();
    QCOMPARE(settled.size(), 1);
}

void TestDeletions::belongToOneService()
{
    m_deletions->add(7);
    m_deletions->forget();
    m_alarms->advance(1h);
    QCoreApplication::processEvents();
    QVERIFY(m_server->requests.isEmpty());
}

QTEST_GUILESS_MAIN(TestDeletions)
#include "tst_tray_deletions.moc"
