// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/requesttimes.h"
#include "metrics/textwriter.h"

#include <QTest>

using namespace std::chrono_literals;
using Metrics::RequestTimes;

class TestRequestTimes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesNothingBeforeTheFirstRequest();
    void countsByClassOfStatus_data();
    void countsByClassOfStatus();
    void classesAreApart();
};

namespace {

QByteArray written(const RequestTimes &times)
{
    Metrics::TextWriter out;
    times.write(out, "t");
    return out.take();
}

} // namespace

void TestRequestTimes::writesNothingBeforeTheFirstRequest()
{
    QCOMPARE(written(RequestTimes("GET", "/mails")), QByteArray());
}

void TestRequestTimes::countsByClassOfStatus_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("name");

    QTest::newRow("100") << 100 << QByteArray("1xx");
    QTest::newRow("200") << 200 << QByteArray("2xx");
    QTest::newRow("304") << 304 << QByteArray("3xx");
    QTest::newRow("499") << 499 << QByteArray("4xx");
    QTest::newRow("503") << 503 << QByteArray("5xx");
    QTest::newRow("none") << 0 << QByteArray("5xx");
    QTest::newRow("too large") << 600 << QByteArray("5xx");
}

void TestRequestTimes::countsByClassOfStatus()
{
    QFETCH(int, status);
    QFETCH(QByteArray, name);
    RequestTimes times("PUT", "/mails/:id/read");
    times.observe(status, 1ms);
    times.observe(status, 1ms);
    const QByteArray expected =
        "t_count{method=\"PUT\",route=\"/mails/:id/read\",status=\"" + name + "\"} 2\n";
    QVERIFY2(written(times).endsWith(expected), written(times).constData());
}

void TestRequestTimes::classesAreApart()
{
    RequestTimes times("GET", "/mails");
    times.observe(200, 1ms);
    times.observe(404, 1ms);
    times.observe(404, 1ms);
    const QByteArray text = written(times);
    QVERIFY(text.contains("t_count{method=\"GET\",route=\"/mails\",status=\"2xx\"} 1\n"));
    QVERIFY(text.contains("t_count{method=\"GET\",route=\"/mails\",status=\"4xx\"} 2\n"));
    QCOMPARE(text.count("t_count"), 2);
}

QTEST_GUILESS_MAIN(TestRequestTimes)
#include "tst_requesttimes.moc"
