// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/retryafter.h"

#include <QTest>

class tst_RetryAfter : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsSecondsAndDates_data();
    void readsSecondsAndDates();
};

void tst_RetryAfter::readsSecondsAndDates_data()
{
    using Wait = std::optional<qint64>;
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<Wait>("wait");
    const auto row = [](const char *value, Wait wait) {
        QTest::newRow(*value ? value : "none") << QByteArray(value) << wait;
    };
    row("0", 0);
    row("120", 120'000);
    row(" 5 ", 5000);
    row("99999999999999999999", qint64(2'147'483'647) * 1000);
    row("Sun, 06 Nov 1994 08:49:47 GMT", 10'000);
    row("Sunday, 06-Nov-94 08:49:47 GMT", 10'000);
    row("Sun Nov  6 08:49:47 1994", 10'000);
    row("Sun, 06 Nov 1994 08:49:27 GMT", 0); // in the past
    row("", {});
    row("-5", {});
    row("1.5", {});
    row("soon", {});
    row("Sun, 06 Nov 1994 25:49:47 GMT", {});
}

void tst_RetryAfter::readsSecondsAndDates()
{
    QFETCH(QByteArray, value);
    QTEST(Net::retryAfterMs(value, qint64(784'111'777) * 1000), "wait"); // 08:49:37 of that day
}

QTEST_GUILESS_MAIN(tst_RetryAfter)
#include "tst_retryafter.moc"
