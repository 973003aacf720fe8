// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/datetime.h"

#include <QTest>

class TestDateTime : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
};

void TestDateTime::reads_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("seconds");
    constexpr qint64 none = -1;
    const auto row = [](const char *text, qint64 seconds) {
        QTest::newRow(text) << QByteArray(text) << seconds;
    };
    row("17-Jul-1996 02:44:25 -0700", 837596665);
    row("01-Jan-1970 00:00:00 +0000", 0);
    row(" 1-Jan-1970 01:00:00 +0100", 0);
    row("1-Jan-1970 00:00:07 +0000", 7);
    row("29-FEB-2024 12:00:00 +0530", 1709188200);
    row("31-Dec-2037 23:59:60 +0000", 2145916800);
    row("30-Feb-2020 00:00:00 +0000", none);
    row("17-Jul-1996 24:00:00 +0000", none);
    row("17-Xyz-1996 02:44:25 -0700", none);
    row("17-Jul-1996 02:44:25", none);
    row("17-Jul-1996 02:44:25 UTC", none);
    row("1-Jul-96 02:44:25 -0700", none);
    row("", none);
    row("-", none);
    row("xx-Jul-1996 02:44:25 -0700", none);
}

void TestDateTime::reads()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, seconds);
    QCOMPARE(Imap::parseInternalDate(text).value_or(-1), seconds);
}

QTEST_APPLESS_MAIN(TestDateTime)
#include "tst_datetime.moc"
