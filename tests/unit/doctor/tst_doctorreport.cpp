// SPDX-License-Identifier: GPL-3.0-or-later
#include "doctor/accountcheck.h"
#include "doctor/filecheck.h"
#include "doctor/report.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Doctor;

class TestDoctorReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void statusIsThatOfTheWorst();
    void textHasTheAdviceBelow();
    void jsonHasEverything();
    void littleSpaceIsNamed_data();
    void littleSpaceIsNamed();
    void certificatesAreNamedBeforeTheyEnd_data();
    void certificatesAreNamedBeforeTheyEnd();
};

void TestDoctorReport::statusIsThatOfTheWorst()
{
    Report report;
    QCOMPARE(exitStatus(report), 0);
    report.ok(u"files"_s, {}, u"Fine."_s);
    QCOMPARE(exitStatus(report), 0);
    report.fault(u"files"_s, {}, u"Bad."_s, u"Mend it."_s);
    report.warn(u"files"_s, {}, u"Odd."_s, u"Look at it."_s);
    QCOMPARE(exitStatus(report), 2);
    QCOMPARE(report.count(Level::Warning), 1);
}

void TestDoctorReport::textHasTheAdviceBelow()
{
    Report report;
    report.warn(u"clock"_s, u"here"_s, u"Odd."_s, u"Look at it."_s);
    report.ok(u"files"_s, {}, u"Fine."_s);
    QCOMPARE(textOf(report),
             u"warning  clock: here: Odd.\n         -> Look at it.\nok       files: Fine.\n"
             "0 faults, 1 warning\n"_s);
}

void TestDoctorReport::jsonHasEverything()
{
    Report report;
    report.warn(u"clock"_s, u"here"_s, u"Odd."_s, u"Look at it."_s);
    const QJsonObject all = QJsonDocument::fromJson(jsonOf(report, u"1.2"_s)).object();
    QCOMPARE(all[u"version"_s].toString(), u"1.2"_s);
    QCOMPARE(all[u"status"_s].toString(), u"warning"_s);
    const QJsonObject expected{ { u"level"_s, u"warning"_s },
                                { u"check"_s, u"clock"_s },
                                { u"where"_s, u"here"_s },
                                { u"what"_s, u"Odd."_s },
                                { u"advice"_s, u"Look at it."_s } };
    QCOMPARE(all[u"findings"_s][0].toObject(), expected);
}

void TestDoctorReport::littleSpaceIsNamed_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<int>("status");
    QTest::newRow("none") << qint64(0) << 2;
    QTest::newRow("full for the service") << (qint64(64) << 20) - 1 << 2;
    QTest::newRow("scarce") << (qint64(64) << 20) << 1;
    QTest::newRow("a little scarce") << (qint64(1) << 30) - 1 << 1;
    QTest::newRow("enough") << (qint64(1) << 30) << 0;
    QTest::newRow("not known") << qint64(-1) << 0;
}

void TestDoctorReport::littleSpaceIsNamed()
{
    QFETCH(qint64, bytes);
    Report report;
    checkSpace(u"/data"_s, bytes, report);
    QTEST(exitStatus(report), "status");
}

void TestDoctorReport::certificatesAreNamedBeforeTheyEnd_data()
{
    QTest::addColumn<int>("days");
    QTest::addColumn<bool>("isNamed");
    QTest::newRow("today") << 0 << true;
    QTest::newRow("in two weeks") << 13 << true;
    QTest::newRow("later") << 14 << false;
}

void TestDoctorReport::certificatesAreNamedBeforeTheyEnd()
{
    QFETCH(int, days);
    const QDateTime now(QDate(2026, 5, 4), QTime(12, 0), Qt::UTC);
    const auto finding = certificateFinding(u"IMAP"_s, now.addDays(days), now);
    QTEST(finding.has_value(), "isNamed");
}

QTEST_GUILESS_MAIN(TestDoctorReport)
#include "tst_doctorreport.moc"
