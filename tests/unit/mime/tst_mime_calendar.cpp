// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/calendar.h"

#include <QTest>

using namespace Mime;
using namespace Qt::StringLiterals;

class MimeCalendarTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhatItIs_data();
    void saysWhatItIs();
    void readsNoFurtherThanItMay();
};

void MimeCalendarTest::saysWhatItIs_data()
{
    QTest::addColumn<QString>("calendar"); // the lines of one VEVENT, after METHOD:REQUEST
    QTest::addColumn<QString>("summary");
    QTest::newRow("nothing known") << u""_s << u"Invitation"_s;
    QTest::newRow("title") << u"SUMMARY:a"_s << u"Invitation: a"_s;
    QTest::newRow("place") << u"LOCATION:b\r\nSUMMARY:a"_s << u"Invitation: a, b"_s;
    QTest::newRow("name in lower case") << u"summary:a"_s << u"Invitation: a"_s;
    QTest::newRow("first title counts") << u"SUMMARY:a\nSUMMARY:b"_s << u"Invitation: a"_s;
    QTest::newRow("colon in a parameter")
        << u"SUMMARY;ALTREP=\"http://x;y\";LANGUAGE=en:a:b"_s << u"Invitation: a:b"_s;
    QTest::newRow("quote that is not closed")
        << u"SUMMARY;X=\"y:a\nLOCATION:b"_s << u"Invitation: b"_s;
    QTest::newRow("fold inside a word")
        << u"SUMM\r\n ARY:ab\r\n\tc\r\n  d"_s << u"Invitation: abc d"_s;
    QTest::newRow("escapes") << u"SUMMARY:a\\,b\\;c\\\\n\\Nd\\"_s << u"Invitation: a,b;c\\n d\\"_s;
    QTest::newRow("date") << u"DTSTART;VALUE=DATE:20260101"_s << u"Invitation: 1 January 2026"_s;
    QTest::newRow("date and zone")
        << u"DTSTART;VALUE=DATE-TIME;TZID=\"W. Europe\":20260101T090500"_s
        << u"Invitation: 1 January 2026 09:05 (W. Europe)"_s;
    QTest::newRow("universal time wins")
        << u"DTSTART;TZID=X:20261130T235959Z"_s << u"Invitation: 30 November 2026 23:59 UTC"_s;
    QTest::newRow("date with half a time")
        << u"DTSTART:20260101T09"_s << u"Invitation: 1 January 2026"_s;
    QTest::newRow("no such month") << u"DTSTART:20261301T090000"_s << u"Invitation"_s;
    QTest::newRow("no such hour") << u"DTSTART:20260101T990000"_s
                                  << u"Invitation: 1 January 2026"_s;
    QTest::newRow("alarm inside") << u"BEGIN:VALARM\nSUMMARY:b\nEND:VALARM\nSUMMARY:a"_s
                                  << u"Invitation: a"_s;
    QTest::newRow("cancelled by status") << u"STATUS:CANCELLED\nSUMMARY:a"_s << u"Cancelled: a"_s;
}

void MimeCalendarTest::saysWhatItIs()
{
    QFETCH(QString, calendar);
    QFETCH(QString, summary);
    const QString whole = u"BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\n"_s + calendar
        + u"\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"_s;
    QCOMPARE(calendarSummary(whole), summary);
}

void MimeCalendarTest::readsNoFurtherThanItMay()
{
    const QString head = u"BEGIN:VCALENDAR\nBEGIN:VEVENT\n"_s;
    QCOMPARE(calendarSummary(u"BEGIN:VCALENDAR\nEND:VCALENDAR\n"), QString());
    QCOMPARE(calendarSummary(u"SUMMARY:a"), QString());
    QCOMPARE(calendarSummary(head + u"X:"_s + u"y"_s.repeated(70'000) + u"\nSUMMARY:a"_s),
             u"Event"_s);
    QVERIFY(calendarSummary(head + u"SUMMARY:"_s + u"y"_s.repeated(50'000)).size() < 1100);
}

QTEST_APPLESS_MAIN(MimeCalendarTest)
#include "tst_mime_calendar.moc"
