// SPDX-License-Identifier: GPL-3.0-or-later
#include "process/logline.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;

class tst_LogLine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesALine_data();
    void writesALine();
    void nobodyWritesALineOfTheirOwn_data();
    void nobodyWritesALineOfTheirOwn();
    void jsonKeepsTheWholeMessage();
};

namespace {

LogEntry entry(QtMsgType type, const QString &message)
{
    return { type, u"postrider.sync"_s, message,
             QDateTime(QDate(2026, 3, 4), QTime(5, 6, 7, 8), Qt::UTC) };
}

} // namespace

void tst_LogLine::writesALine_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<int>("type");
    QTest::addColumn<QByteArray>("line");

    QTest::newRow("text") << int(LogFormat::Text) << int(QtWarningMsg)
                          << "2026-03-04T05:06:07.008Z warning postrider.sync: it failed\n"_ba;
    QTest::newRow("json") << int(LogFormat::Json) << int(QtInfoMsg)
                          << "{\"time\":\"2026-03-04T05:06:07.008Z\",\"level\":\"info\","
                             "\"category\":\"postrider.sync\","
                             "\"message\":\"it failed\"}\n"_ba;
    QTest::newRow("journal: debug")
        << int(LogFormat::Journal) << int(QtDebugMsg) << "<7>postrider.sync: it failed\n"_ba;
    QTest::newRow("journal: warning")
        << int(LogFormat::Journal) << int(QtWarningMsg) << "<4>postrider.sync: it failed\n"_ba;
    QTest::newRow("journal: error")
        << int(LogFormat::Journal) << int(QtCriticalMsg) << "<3>postrider.sync: it failed\n"_ba;
}

void tst_LogLine::writesALine()
{
    QFETCH(int, format);
    QFETCH(int, type);
    QFETCH(QByteArray, line);
    QCOMPARE(logLine(entry(QtMsgType(type), u"it failed"_s), LogFormat(format)), line);
}

void tst_LogLine::nobodyWritesALineOfTheirOwn_data()
{
    QTest::addColumn<int>("format");
    QTest::newRow("text") << int(LogFormat::Text);
    QTest::newRow("json") << int(LogFormat::Json);
    QTest::newRow("journal") << int(LogFormat::Journal);
}

void tst_LogLine::nobodyWritesALineOfTheirOwn()
{
    QFETCH(int, format);
    const QString message = u"a\r\nb\x1b[31m\tc"_s + QChar(u'\0');
    const QByteArray line = logLine(entry(QtInfoMsg, message), LogFormat(format));
    QCOMPARE(line.count('\n'), 1);
    QVERIFY(line.endsWith('\n'));
    for (const char control : { '\r', '\x1b', '\t', '\0' })
        QVERIFY(!line.contains(control));
}

void tst_LogLine::jsonKeepsTheWholeMessage()
{
    const QString message = u"a \"quoted\" \\ line\nand 会议"_s;
    const QByteArray line = logLine(entry(QtInfoMsg, message), LogFormat::Json);
    const QJsonObject read = QJsonDocument::fromJson(line).object();
    QCOMPARE(read.value(u"message"_s).toString(), message);
}

QTEST_GUILESS_MAIN(tst_LogLine)
#include "tst_logline.moc"
