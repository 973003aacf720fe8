// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/logbook.h"
#include "support/patience.h"

#include <QLoggingCategory>
#include <QTest>

using namespace Desktop;
using namespace Qt::StringLiterals;

class TestLogbook : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void blanksSecrets_data();
    void blanksSecrets();
    void keepsTheNewestLines();
    void writesTheLocalTime();
};

void TestLogbook::blanksSecrets_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("kept");
    QTest::newRow("nothing secret") << u"paired user=1"_s << u"paired user=1"_s;
    QTest::newRow("bearer") << u"sent Authorization: Bearer abc.def-1_2 now"_s
                            << u"sent Authorization: Bearer *** now"_s;
    QTest::newRow("a bare token") << u"got eyJhbGciOi.eyJzdWIi.c2ln here"_s << u"got *** here"_s;
    QTest::newRow("json") << uR"({"password": "hunter2", "user": "me"})"_s
                          << uR"({"password": "***", "user": "me"})"_s;
    QTest::newRow("query") << u"GET /mails/stream?token=abc&x=1"_s
                           << u"GET /mails/stream?token=***&x=1"_s;
    QTest::newRow("pairing") << uR"({"url":"http://127.0.0.1:1","code":"s3cret"})"_s
                             << uR"({"url":"http://127.0.0.1:1","code":"***"})"_s;
}

void TestLogbook::blanksSecrets()
{
    QFETCH(QString, line);
    QFETCH(QString, kept);
    QCOMPARE(Logbook::redacted(line), kept);
}

void TestLogbook::keepsTheNewestLines()
{
    Logbook book;
    for (int i = 1; i <= 1'200; ++i)
        qWarning("line %d token=abc", i);
    QTRY_COMPARE(book.lines().size(), Logbook::maxLines);
    QVERIFY(book.lines().first().endsWith(u"line 201 token=***"_s));
    QVERIFY(book.lines().last().endsWith(u"line 1200 token=***"_s));
    qInstallMessageHandler(nullptr);
}

void TestLogbook::writesTheLocalTime()
{
    qputenv("TZ", "Asia/Kolkata");
    const QtMessageHandler ofTheTest = qInstallMessageHandler(nullptr);
    Logbook log;
    qInfo("hello");
    qInstallMessageHandler(ofTheTest);
    QTRY_COMPARE(log.lines().size(), 1);
    QVERIFY2(log.lines().first().contains(u"+05:30 info "_s), qPrintable(log.lines().first()));
}

QTEST_GUILESS_MAIN(TestLogbook)
#include "tst_tray_logbook.moc"
