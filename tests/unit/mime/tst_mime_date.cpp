// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/date.h"

#include <QTest>

using namespace Mime;
using namespace Qt::StringLiterals;

class MimeDateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsDates_data();
    void readsDates();
    void refusesOthers_data();
    void refusesOthers();
};

void MimeDateTest::readsDates_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<qint64>("seconds");
    constexpr qint64 noon = 1780660800; // 2026-06-05 12:00 UTC
    QTest::newRow("full") << "Fri, 05 Jun 2026 12:00:00 +0000"_ba << noon;
    QTest::newRow("no weekday, no seconds") << "5 Jun 2026 12:00 +0000"_ba << noon;
    QTest::newRow("west") << "Fri, 5 Jun 2026 05:00:00 -0700"_ba << noon;
    QTest::newRow("half hour") << "Fri, 5 Jun 2026 17:30:00 +0530"_ba << noon;
    QTest::newRow("colon in zone") << "Fri, 5 Jun 2026 14:00:00 +02:00"_ba << noon;
    QTest::newRow("PST") << "Fri, 5 Jun 2026 04:00:00 PST"_ba << noon;
    QTest::newRow("CEST") << "Fri, 5 Jun 2026 14:00:00 CEST"_ba << noon;
    QTest::newRow("military") << "Fri, 5 Jun 2026 12:00:00 A"_ba << noon;
    QTest::newRow("no zone") << "Fri, 5 Jun 2026 12:00:00"_ba << noon;
    QTest::newRow("folded, comments")
        << "Fri (day), 5\r\n Jun (6) 2026 12:00:00 +0000 (UTC)"_ba << noon;
    QTest::newRow("long names") << "Friday, 5 June 2026 12:00:00 GMT"_ba << noon;
    QTest::newRow("dashes") << "05-Jun-2026 12:00:00 +0000"_ba << noon;
    QTest::newRow("asctime with zone") << "Fri Jun 5 14:00:00 CEST 2026"_ba << noon;
    QTest::newRow("asctime with offset") << "Fri Jun 5 14:00:00 +0200 2026"_ba << noon;
    QTest::newRow("iso with blank") << "2026-06-05 14:00:00 +0200"_ba << noon;
    QTest::newRow("iso with fraction") << "2026-06-05T12:00:00.123Z"_ba << noon;
    QTest::newRow("afternoon") << "Fri, 5 Jun 2026 3:00:00 PM +0300"_ba << noon;
    QTest::newRow("dots") << "Fri, 5 Jun 2026 12.00.00 +0000"_ba << noon;
    QTest::newRow("french month") << "ven., 5 juin 2026 14:00:00 +0200"_ba << noon;
    QTest::newRow("french tuesday") << "mar., 9 juin 2026 12:00:00 GMT"_ba << noon + 4 * 86400;
    QTest::newRow("leap second") << "Sat, 31 Dec 2016 23:59:60 +0000"_ba << qint64(1483228800);
    QTest::newRow("two digits, last century") << "1 Jan 70 00:00:00 GMT"_ba << qint64(0);
    QTest::newRow("three digits") << "1 Jan 126 00:00 GMT"_ba << qint64(1767225600);
    QTest::newRow("zeros and two digits") << "5 Jun 0026 12:00:00 GMT"_ba << noon;
    QTest::newRow("zero and two digits") << "5 Jun 026 12:00:00 GMT"_ba << noon;
    QTest::newRow("zero and three digits") << "5 Jun 0126 12:00:00 GMT"_ba << noon;
    QTest::newRow("iso with zeros") << "0026-06-05T12:00:00Z"_ba << noon;
    QTest::newRow("last century with zeros") << "1 Jan 0070 00:00:00 GMT"_ba << qint64(0);
    QTest::newRow("comments nested") << "5 Jun 2026 (1 (2) 3) 12:00:00 +0000"_ba << noon;
    QTest::newRow("before 1970") << "31 Dec 1969 23:59:59 GMT"_ba << qint64(-1);
    QTest::newRow("date alone") << "5 Jun 2026"_ba << noon - 43200;
}

void MimeDateTest::readsDates()
{
    QFETCH(QByteArray, field);
    QFETCH(qint64, seconds);
    QCOMPARE(parseDate(Slice(field)), std::optional(seconds));
}

void MimeDateTest::refusesOthers_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::newRow("empty") << ""_ba;
    QTest::newRow("words") << "some day in June"_ba;
    QTest::newRow("no month") << "Fri, 5 2026 12:00"_ba;
    QTest::newRow("30 February") << "30 Feb 2026 12:00:00 +0000"_ba;
    QTest::newRow("hour 25") << "5 Jun 2026 25:00:00 +0000"_ba;
    QTest::newRow("huge numbers") << "99999999999 Jun 99999999999 99:99"_ba;
}

void MimeDateTest::refusesOthers()
{
    QFETCH(QByteArray, field);
    QCOMPARE(parseDate(Slice(field)), std::optional<qint64>());
}

QTEST_APPLESS_MAIN(MimeDateTest)
#include "tst_mime_date.moc"
