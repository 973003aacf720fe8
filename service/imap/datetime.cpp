// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/datetime.h"

#include <QDate>

#include <array>

namespace Imap {

namespace {

int digits(QByteArrayView text, qsizetype at, qsizetype count)
{
    int value = 0;
    for (qsizetype i = at; i < at + count; ++i) {
        if (text.at(i) < '0' || text.at(i) > '9')
            return -1;
        value = value * 10 + (text.at(i) - '0');
    }
    return value;
}

int monthNumber(QByteArrayView name)
{
    constexpr std::array<const char *, 12> months = { "jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec" };
    for (std::size_t i = 0; i < months.size(); ++i) {
        if (name.compare(months.at(i), Qt::CaseInsensitive) == 0)
            return int(i) + 1;
    }
    return 0;
}

} // namespace

std::optional<qint64> parseInternalDate(QByteArrayView text)
{
    text = text.trimmed();
    const qsizetype dash = text.indexOf('-');
    if ((dash != 1 && dash != 2) || text.size() != dash + 24)
        return std::nullopt;
    const int day = digits(text, 0, dash);
    const QByteArrayView rest = text.sliced(dash); // -Jul-1996 02:44:25 -0700
    const int month = monthNumber(rest.sliced(1, 3));
    const int year = digits(rest, 5, 4);
    const int hour = digits(rest, 10, 2);
    const int minute = digits(rest, 13, 2);
    const int second = digits(rest, 16, 2);
    const int zoneHours = digits(rest, 20, 2);
    const int zoneMinutes = digits(rest, 22, 2);
    const char sign = rest.at(19);
    const QDate date(year, month, day);
    if (!date.isValid() || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0
        || second > 60 || zoneHours < 0 || zoneMinutes < 0 || (sign != '+' && sign != '-')
        || rest.at(4) != '-' || rest.at(9) != ' ' || rest.at(12) != ':' || rest.at(15) != ':'
        || rest.at(18) != ' ')
        return std::nullopt;
    const qint64 days = date.toJulianDay() - QDate(1970, 1, 1).toJulianDay();
    const qint64 zone = (zoneHours * 60 + zoneMinutes) * 60;
    return days * 86400 + hour * 3600 + minute * 60 + second - (sign == '-' ? -zone : zone);
}

} // namespace Imap
