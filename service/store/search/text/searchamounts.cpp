// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchamounts.h"

#include "common/timestamp.h"

#include <QDateTime>
#include <QLatin1StringView>
#include <QString>
#include <QTimeZone>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

enum class Unit { Day, Week, Month, Year };

struct UnitName {
    QLatin1StringView text;
    Unit unit;
};

constexpr std::array unitNames{
    UnitName{ "d"_L1, Unit::Day },        UnitName{ "day"_L1, Unit::Day },
    UnitName{ "days"_L1, Unit::Day },     UnitName{ "w"_L1, Unit::Week },
    UnitName{ "week"_L1, Unit::Week },    UnitName{ "weeks"_L1, Unit::Week },
    UnitName{ "m"_L1, Unit::Month },      UnitName{ "month"_L1, Unit::Month },
    UnitName{ "months"_L1, Unit::Month }, UnitName{ "y"_L1, Unit::Year },
    UnitName{ "year"_L1, Unit::Year },    UnitName{ "years"_L1, Unit::Year },
};

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

/** A number and the letters behind it. */
struct Amount {
    QStringView number;
    QStringView letters;
};

Amount amountOf(QStringView text)
{
    const auto end = std::ranges::find_if(text, [](QChar c) { return !isDigit(c) && c != u'.'; });
    const qsizetype digits = end - text.begin();
    return { text.first(digits), text.sliced(digits) };
}

QDateTime before(const QDateTime &now, Unit unit, int count)
{
    switch (unit) {
    case Unit::Day:
        return now.addDays(-count);
    case Unit::Week:
        return now.addDays(-7 * qint64(count));
    case Unit::Month:
        return now.addMonths(-count);
    case Unit::Year:
        break;
    }
    return now.addYears(-count);
}

} // namespace

std::optional<qint64> searchDate(QStringView text)
{
    const bool isYear = text.size() == 4 && std::ranges::all_of(text, isDigit);
    const bool isMonth = text.size() == 7;
    const QString whole = text.toString() + (isYear ? u"-01-01"_s : isMonth ? u"-01"_s : QString());
    return Timestamp::fromIso(whole);
}

std::optional<qint64> timeBefore(qint64 now, QStringView age)
{
    constexpr int most = 10'000;
    const auto [number, letters] = amountOf(age);
    const auto name = std::ranges::find_if(unitNames, [letters = letters](const UnitName &known) {
        return letters.compare(known.text, Qt::CaseInsensitive) == 0;
    });
    bool isNumber = false;
    const int count = number.toInt(&isNumber);
    if (name == unitNames.end() || !isNumber || count > most)
        return std::nullopt;
    const QDateTime then = before(QDateTime::fromSecsSinceEpoch(now, Qt::UTC), name->unit, count);
    return then.isValid() ? then.toSecsSinceEpoch() : 0;
}

std::optional<qint64> searchSize(QStringView text)
{
    const auto [number, letters] = amountOf(text);
    const QString unit = letters.toString().toLower();
    const QString prefix = unit.endsWith(u'b') ? unit.chopped(1) : unit;
    const qsizetype power = prefix.isEmpty() ? 0 : QStringView(u"kmgt").indexOf(prefix) + 1;
    if (prefix.size() > 1 || (!prefix.isEmpty() && power == 0))
        return std::nullopt;
    bool isNumber = false;
    double bytes = number.toDouble(&isNumber);
    for (qsizetype i = 0; i < power; ++i)
        bytes *= 1024;
    if (!isNumber || bytes > double(qint64(1) << 60))
        return std::nullopt;
    return qint64(bytes);
}

} // namespace Store
