// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/mailsearch.h"
#include "support/answeringserver.h"
#include "support/manualalarms.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace Session;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestMailSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void asksWhenAPersonStopsTyping();
    void sendsWhatWasTypedAsItIs();
    void dropsAnswersToOlderQuestions();
    void looksForWordsWhereThereAreNoOperators();
    void tellsWhatFailed();
    void endsWithAnEmptyText();

private:
    void type(const QString &text)
    {
        m_search->setText(text);
        m_alarms->advance(1s);
    }
    void answer(qsizetype request, qint64 mailId)
    {
        m_server->requests.at(request).answer(200,
                                              R"({"code":0,"data":{"total":40,"items":[{"id":)"
                                                  + QByteArray::number(mailId) + "}]}}");
    }

    QNetworkAccessManager m_network;
    std::unique_ptr<AnsweringServer> m_server;
    std::unique_ptr<Client::Rest> m_rest;
    std::unique_ptr<ManualAlarms> m_alarms;
    std::unique_ptr<MailSearch> m_search;
};

void TestMailSearch::init()
{
    m_server = std::make_unique<AnsweringServer>();
    m_rest = std::make_unique<Client::Rest>(m_network);
    m_rest->setServer(m_server->url());
    m_alarms = std::make_unique<ManualAlarms>();
    m_search = std::make_unique<MailSearch>(*m_rest, *m_alarms);
}

void TestMailSearch::cleanup()
{
    m_search.reset();
    m_rest.reset();
    m_server.reset();
    m_alarms.reset();
}

void TestMailSearch::asksWhenAPersonStopsTyping()
{
    for (const QString &text : { u"h"_s, u"ho"_s, u"hol"_s }) {
        m_search->setText(text);
        m_alarms->advance(100ms);
    }
    QVERIFY(m_search->isActive() && m_search->isBusy());
    QVERIFY(m_server->requests.isEmpty());
    m_alarms->advance(100ms);
    QTRY_COMPARE(m_server->requests.size(), 1);
    QCOMPARE(m_server->requests.first().target, "/api/v1/mails?q=hol&pageSize=30");
    answer(0, 7);
    QTRY_VERIFY(!m_search->isBusy());
    QCOMPARE(m_search->mails().size(), 1);
    QCOMPARE(m_search->mails().first().id, 7);
    QCOMPARE(m_search->total(), 40);
}

void TestMailSearch::sendsWhatWasTypedAsItIs()
{
    type(u"  a+b & 100% #1  您好 "_s);
    QTRY_COMPARE(m_server->requests.size(), 1);
    QCOMPARE(m_server->requests.first().target,
             "/api/v1/mails?q=a%2Bb%20%26%20100%25%20%231%20%E6%82%A8%E5%A5%BD&pageSize=30");
}

void TestMailSearch::dropsAnswersToOlderQuestions()
{
    QSignalSpy finished(&m_network, &QNetworkAccessManager::finished);
    type(u"one"_s);
    type(u"two"_s);
    QTRY_COMPARE(m_server->requests.size(), 2);
    answer(1, 2);
    QTRY_COMPARE(m_search->mails().size(), 1);
    answer(0, 1);
    QTRY_COMPARE(finished.count(), 2);
    QCOMPARE(m_search->mails().first().id, 2);
}

void TestMailSearch::looksForWordsWhereThereAreNoOperators()
{
    type(u"from:"_s);
    QTRY_COMPARE(m_server->requests.size(), 1);
    m_server->requests.first().answer(
        400, R"({"code":40003,"error":"invalid_parameter","message":"No.","data":null})");
    QTRY_COMPARE(m_server->requests.size(), 2);
    QCOMPARE(m_server->requests.last().target, "/api/v1/mails?keyword=from%3A&pageSize=30");
    answer(1, 3);
    QTRY_COMPARE(m_search->mails().size(), 1);
}

void TestMailSearch::tellsWhatFailed()
{
    type(u"one"_s);
    QTRY_COMPARE(m_server->requests.size(), 1);
    m_server->requests.first().answer(
        503, R"({"code":50303,"error":"storage_unavailable","message":"Away.","data":null})");
    QTRY_VERIFY(m_search->failure());
    QVERIFY(m_search->failure()->is(ApiError::StorageUnavailable));
    QVERIFY(m_search->mails().isEmpty());
}

void TestMailSearch::endsWithAnEmptyText()
{
    QSignalSpy finished(&m_network, &QNetworkAccessManager::finished);
    type(u"one"_s);
    QTRY_COMPARE(m_server->requests.size(), 1);
    m_search->setText(u" "_s);
    QVERIFY(!m_search->isActive() && !m_search->isBusy());
    answer(0, 1);
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(m_search->mails().isEmpty());
}

QTEST_GUILESS_MAIN(TestMailSearch)
#include "tst_tray_mailsearch.moc"
