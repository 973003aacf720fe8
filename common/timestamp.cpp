// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/timestamp.h"

#include <QDateTime>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Timestamp {

namespace {

struct Civil {
    qint64 year;
    int month;
    int day;
};

// Converts days since 1970-01-01 to a date of the proleptic Gregorian calendar. Avoids QDateTime, because
// list answers write several dates per row.
Civil civilFromDays(qint64 days)
{
    days += 719468;
    const qint64 era = (days >= 0 ? days : days - 146096) / 146097;
    const qint64 dayOfEra = days - era * 146097;
    const qint64 yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
    const qint64 dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const qint64 monthFromMarch = (5 * dayOfYear + 2) / 153;
    const int day = int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1);
    const int month = int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9);
    return { yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

void putDigits(char *out, qint64 value, int width)
{
    for (int i = width - 1; i >= 0; --i, value /= 10)
        out[i] = char('0' + value % 10);
}

constexpr qint64 year0 = -62167219200;    // 0000-01-01T00:00:00Z
constexpr qint64 year9999 = 253402300799; // 9999-12-31T23:59:59Z

} // namespace

QByteArray toIso(qint64 seconds)
{
    seconds = std::clamp(seconds, year0, year9999);
    qint64 days = seconds / 86400;
    qint64 rest = seconds % 86400;
    if (rest < 0) {
        rest += 86400;
        --days;
    }
    const Civil date = civilFromDays(days);
    QByteArray text("0000-00-00T00:00:00Z");
    char *out = text.data();
    putDigits(out, date.year, 4);
    putDigits(out + 5, date.month, 2);
    putDigits(out + 8, date.day, 2);
    putDigits(out + 11, rest / 3600, 2);
    putDigits(out + 14, rest / 60 % 60, 2);
    putDigits(out + 17, rest % 60, 2);
    return text;
}

std::optional<qint64> fromIso(QStringView text)
{
    static const QRegularExpression form(
        uR"(^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d)))?$)"_s);
    const QRegularExpressionMatch match = form.match(text.toString());
    if (!match.hasMatch())
        return std::nullopt;
    const auto number = [&match](int group) {
        return match.capturedView(group).toInt();
    };
    const QDate date(number(1), number(2), number(3));
    // A leap second counts as the second after it.
    const bool leap = number(6) == 60;
    const QTime time(number(4), number(5), leap ? 59 : number(6));
    if (!date.isValid() || !time.isValid() || number(8) > 23 || number(9) > 59)
        return std::nullopt;
    const qint64 local = QDateTime(date, time, Qt::UTC).toSecsSinceEpoch() + (leap ? 1 : 0);
    const qint64 offset = number(8) * 3600 + number(9) * 60;
    return match.capturedView(7) == u"-" ? local + offset : local - offset;
}

} // namespace Timestamp
