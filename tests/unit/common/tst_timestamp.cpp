// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/timestamp.h"

#include <QDateTime>
#include <QTest>

using namespace Qt::StringLiterals;

class tst_Timestamp : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void writesWhatQtWrites();
    void clampsToFourDigitYears();
    void reads_data();
    void reads();
};

void tst_Timestamp::writesWhatQtWrites()
{
    // Every day of 400 years in steps that hit all months, leap days and times of day.
    for (qint64 at = -8'000'000'000; at < 8'000'000'000; at += 86399 * 7) {
        QCOMPARE(QString::fromLatin1(Timestamp::toIso(at)),
                 QDateTime::fromSecsSinceEpoch(at, Qt::UTC).toString(Qt::ISODate));
    }
}

void tst_Timestamp::clampsToFourDigitYears()
{
    QCOMPARE(Timestamp::toIso(std::numeric_limits<qint64>::max()), "9999-12-31T23:59:59Z");
    QCOMPARE(Timestamp::toIso(std::numeric_limits<qint64>::min()), "0000-01-01T00:00:00Z");
}

void tst_Timestamp::reads_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<std::optional<qint64>>("seconds");
    const auto row = [](const char *text, std::optional<qint64> seconds) {
        QTest::newRow(text) << QString::fromLatin1(text) << seconds;
    };
    row("1970-01-01T00:00:00Z", 0);
    row("2026-06-05T09:30:00Z", 1780651800);
    row("2026-06-05t09:30:00z", 1780651800);
    row("2026-06-05T11:30:00+02:00", 1780651800);
    row("2026-06-05T04:00:00-05:30", 1780651800);
    row("2026-06-05T09:30:00.999Z", 1780651800);
    row("2026-06-05", 1780617600);
    row("2016-12-31T23:59:60Z", 1483228800);
    row("1969-12-31T23:59:59Z", -1);
    row("2026-02-29", std::nullopt);
    row("2026-13-01", std::nullopt);
    row("2026-06-05T24:00:00Z", std::nullopt);
    row("2026-06-05T09:30:00", std::nullopt);
    row("2026-06-05T09:30Z", std::nullopt);
    row("2026-06-05 ", std::nullopt);
    row("yesterday", std::nullopt);
    row("", std::nullopt);
}

void tst_Timestamp::reads()
{
    QFETCH(QString, text);
    QTEST(Timestamp::fromIso(text), "seconds");
}

QTEST_GUILESS_MAIN(tst_Timestamp)
#include "tst_timestamp.moc"
