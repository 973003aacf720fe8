// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/textwriter.h"

#include <QTest>

#include <limits>

using namespace std::chrono_literals;
using Metrics::TextWriter;
using Type = TextWriter::Type;

class TestTextWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesAFamilyWithItsSamples();
    void escapesHelpAndLabels();
    void writesNumbers_data();
    void writesNumbers();
    void writesTheLargestCounter();
    void writesAHistogram();
};

void TestTextWriter::writesAFamilyWithItsSamples()
{
    TextWriter out;
    out.family("mails_total", Type::Counter, "Mails.")
        .sample("mails_total", 3, { { "folder", "INBOX" }, { "read", "yes" } })
        .sample("mails_total", 4, { { "folder", "Sent" }, { "read", "no" } });
    out.single("size_bytes", Type::Gauge, "Size.", 17);
    QCOMPARE(out.take(),
             QByteArray("# HELP mails_total Mails.\n"
                        "# TYPE mails_total counter\n"
                        "mails_total{folder=\"INBOX\",read=\"yes\"} 3\n"
                        "mails_total{folder=\"Sent\",read=\"no\"} 4\n"
                        "# HELP size_bytes Size.\n"
                        "# TYPE size_bytes gauge\n"
                        "size_bytes 17\n"));
}

void TestTextWriter::escapesHelpAndLabels()
{
    TextWriter out;
    out.family("a", Type::Gauge, "back\\slash\nand \"quotes\"")
        .sample("a", 1, { { "l", "\"q\" \\ \n" } });
    QCOMPARE(out.take(),
             QByteArray("# HELP a back\\\\slash\\nand \"quotes\"\n"
                        "# TYPE a gauge\n"
                        "a{l=\"\\\"q\\\" \\\\ \\n\"} 1\n"));
}

void TestTextWriter::writesNumbers_data()
{
    QTest::addColumn<double>("number");
    QTest::addColumn<QByteArray>("text");
    constexpr double infinity = std::numeric_limits<double>::infinity();

    QTest::newRow("fraction") << 0.1 << QByteArray("0.1");
    QTest::newRow("whole") << 12.0 << QByteArray("12");
    QTest::newRow("negative") << -2.5 << QByteArray("-2.5");
    QTest::newRow("infinity") << infinity << QByteArray("+Inf");
    QTest::newRow("minus infinity") << -infinity << QByteArray("-Inf");
    QTest::newRow("no number") << std::numeric_limits<double>::quiet_NaN() << QByteArray("NaN");
}

void TestTextWriter::writesNumbers()
{
    QFETCH(double, number);
    QFETCH(QByteArray, text);
    TextWriter out;
    out.sample("n", number);
    QCOMPARE(out.take(), "n " + text + '\n');
}

void TestTextWriter::writesTheLargestCounter()
{
    TextWriter out;
    out.sample("n", std::numeric_limits<quint64>::max());
    QCOMPARE(out.take(), QByteArray("n 18446744073709551615\n"));
}

void TestTextWriter::writesAHistogram()
{
    Metrics::Histogram histogram;
    histogram.observe(2ms);
    histogram.observe(20s);
    TextWriter out;
    out.histogram("t_seconds", { { "route", "/mails" } }, histogram.snapshot());
    const QList<QByteArray> lines = out.take().split('\n');
    QCOMPARE(lines.size(), qsizetype(Metrics::Histogram::buckets) + 3);
    QCOMPARE(lines.at(1), QByteArray("t_seconds_bucket{route=\"/mails\",le=\"0.001\"} 0"));
    QCOMPARE(lines.at(2), QByteArray("t_seconds_bucket{route=\"/mails\",le=\"0.0025\"} 1"));
    QCOMPARE(lines.at(13), QByteArray("t_seconds_bucket{route=\"/mails\",le=\"10\"} 1"));
    QCOMPARE(lines.at(14), QByteArray("t_seconds_bucket{route=\"/mails\",le=\"+Inf\"} 2"));
    QCOMPARE(lines.at(15), QByteArray("t_seconds_sum{route=\"/mails\"} 20.002"));
    QCOMPARE(lines.at(16), QByteArray("t_seconds_count{route=\"/mails\"} 2"));
}

QTEST_GUILESS_MAIN(TestTextWriter)
#include "tst_textwriter.moc"
