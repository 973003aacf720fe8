// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/aftertry.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Webhooks;
using End = AfterTry::End;

namespace {

constexpr qint64 now = 1'800'000'000'000;

Result<Net::HttpAnswer> answered(int status, const QByteArray &body = {},
                                 const QByteArray &retryAfter = {})
{
    Net::HttpAnswer answer;
    answer.status = status;
    answer.body = body;
    if (!retryAfter.isEmpty())
        answer.headers = { { "retry-after", retryAfter } };
    return answer;
}

Result<Net::HttpAnswer> failed(Error::Code code)
{
    return Error{ code, u"It went wrong."_s };
}

AfterTry after(const Result<Net::HttpAnswer> &answer, int attempts = 1, double random = 0.5)
{
    return afterTry(answer, attempts, RetryPolicy(), { now, random });
}

} // namespace

class TestWebhookAfterTry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatAnAnswerMeans_data();
    void tellsWhatAnAnswerMeans();
    void tellsWhatNoAnswerMeans_data();
    void tellsWhatNoAnswerMeans();
    void waitsLongerEachTime();
    void spreadsTries();
    void obeysRetryAfter_data();
    void obeysRetryAfter();
    void cutsWhatWasSaid();
    void countsFailuresUntilASuccess();
    void switchesOffWhatIsGoneOrHopeless();
};

void TestWebhookAfterTry::tellsWhatAnAnswerMeans_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("end");
    QTest::addColumn<bool>("isGone");
    const auto row = [](int status, End end) {
        QTest::addRow("%d", status) << status << int(end) << (status == 410);
    };
    for (const int status : { 200, 201, 202, 204, 299 })
        row(status, End::Delivered);
    for (const int status : { 408, 425, 429, 500, 502, 503, 504, 599 })
        row(status, End::Retried);
    for (const int status : { 100, 301, 302, 304, 307, 308, 400, 401, 403, 404, 410, 413, 422 })
        row(status, End::Failed);
}

void TestWebhookAfterTry::tellsWhatAnAnswerMeans()
{
    QFETCH(int, status);
    QFETCH(int, end);
    QFETCH(bool, isGone);
    const AfterTry tried = after(answered(status, "said"));
    QCOMPARE(int(tried.end), end);
    QCOMPARE(tried.status, status);
    QCOMPARE(tried.isGone, isGone);
    QCOMPARE(tried.pauseUntilMs, 0);
    if (tried.end == End::Delivered)
        QVERIFY(!tried.errorMessage);
    else
        QCOMPARE(*tried.errorMessage, u"HTTP %1: said"_s.arg(status));
}

void TestWebhookAfterTry::tellsWhatNoAnswerMeans_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("end");
    using Code = Error::Code;
    for (const Code code :
         { Code::Unreachable, Code::Timeout, Code::Tls, Code::Certificate, Code::Protocol })
        QTest::addRow("%d", int(code)) << int(code) << int(End::Retried);
    QTest::newRow("refused") << int(Code::BadRequest) << int(End::Failed);
}

void TestWebhookAfterTry::tellsWhatNoAnswerMeans()
{
    QFETCH(int, code);
    QFETCH(int, end);
    const AfterTry tried = after(failed(Error::Code(code)));
    QCOMPARE(int(tried.end), end);
    QCOMPARE(tried.status, 0);
    QCOMPARE(*tried.errorMessage, u"It went wrong."_s);
    // All calls to a receiver that cannot be reached pause for a moment.
    QCOMPARE(tried.pauseUntilMs, tried.end == End::Retried ? now + 5000 : 0);
}

void TestWebhookAfterTry::waitsLongerEachTime()
{
    QList<qint64> waits;
    for (int attempts = 1; attempts <= 6; ++attempts)
        waits.append((after(answered(500), attempts).retryAtMs - now) / 1000);
    QCOMPARE(waits, (QList<qint64>{ 5, 300, 1800, 7200, 18000, 36000 }));
    QCOMPARE(after(answered(500), 6).end, End::Retried);
    const AfterTry last = after(answered(500), 7);
    QCOMPARE(last.end, End::Failed);
    QCOMPARE(last.retryAtMs, 0);
    QCOMPARE(after(failed(Error::Code::Timeout), 2).pauseUntilMs, now + 60'000);
}

void TestWebhookAfterTry::spreadsTries()
{
    QCOMPARE(after(answered(500), 1, 0).retryAtMs, now + 4000);
    QCOMPARE(after(answered(500), 1, 0.75).retryAtMs, now + 5500);
}

void TestWebhookAfterTry::obeysRetryAfter_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<qint64>("waitMs");
    QTest::newRow("seconds") << QByteArray("120") << qint64(120'000);
    QTest::newRow("not at once") << QByteArray("0") << qint64(1000);
    QTest::newRow("not for years") << QByteArray("99999999") << qint64(24 * 3600 * 1000);
    QTest::newRow("nonsense") << QByteArray("soon") << qint64(5000);
}

void TestWebhookAfterTry::obeysRetryAfter()
{
    QFETCH(QByteArray, value);
    QFETCH(qint64, waitMs);
    const AfterTry tried = after(answered(429, {}, value));
    QCOMPARE(tried.end, End::Retried);
    QCOMPARE(tried.retryAtMs, now + waitMs);
    QCOMPARE(tried.pauseUntilMs, value == "soon" ? 0 : now + waitMs);
    QCOMPARE(after(answered(429, {}, value), 7).end, End::Failed);
}

void TestWebhookAfterTry::cutsWhatWasSaid()
{
    QCOMPARE(*after(answered(500)).errorMessage, u"HTTP 500"_s);
    QCOMPARE(*after(answered(500, " two\r\nlines\x1b \xff")).errorMessage,
             u"HTTP 500: two lines \ufffd"_s);
    const QString said = *after(answered(500, QByteArray(299, 'x') + "😀")).errorMessage;
    QCOMPARE(said, u"HTTP 500: "_s + QString(299, u'x'));
}

void TestWebhookAfterTry::countsFailuresUntilASuccess()
{
    const RetryPolicy policy;
    Store::Webhook webhook;
    webhook = afterTry(webhook, after(answered(500, "no")), policy, 1000);
    webhook = afterTry(webhook, after(answered(404)), policy, 2000);
    QCOMPARE(webhook.consecutiveFailures, 2);
    QCOMPARE(webhook.failingSince, 1000);
    QCOMPARE(webhook.lastStatus, "error");
    QCOMPARE(*webhook.lastStatusCode, 404);
    QVERIFY(webhook.enabled);
    webhook = afterTry(webhook, after(answered(204)), policy, 3000);
    QCOMPARE(webhook.consecutiveFailures, 0);
    QCOMPARE(webhook.failingSince, 0);
    QCOMPARE(webhook.lastStatus, "success");
    QVERIFY(!webhook.errorMessage);
    QCOMPARE(*webhook.lastTriggerAt, 3000);
}

void TestWebhookAfterTry::switchesOffWhatIsGoneOrHopeless()
{
    const RetryPolicy policy;
    const Store::Webhook gone = afterTry({}, after(answered(410)), policy, 1000);
    QVERIFY(!gone.enabled);
    QCOMPARE(gone.disabledReason, "gone");
    const qint64 days = 24 * 3600;
    Store::Webhook failing;
    failing.failingSince = 1000;
    QVERIFY(afterTry(failing, after(answered(500)), policy, 1000 + 5 * days - 1).enabled);
    const Store::Webhook off = afterTry(failing, after(answered(500)), policy, 1000 + 5 * days);
    QVERIFY(!off.enabled);
    QCOMPARE(off.disabledReason, "failing");
    QVERIFY(afterTry(failing, after(answered(200)), policy, 1000 + 5 * days).enabled);
}

QTEST_APPLESS_MAIN(TestWebhookAfterTry)
#include "tst_webhook_aftertry.moc"
