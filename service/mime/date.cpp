// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/date.h"

#include "mime/datenames.h"

#include <QString>

#include <array>
#include <chrono>
#include <cstdlib>

namespace Mime {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (lowered(c) >= 'a' && lowered(c) <= 'z') || static_cast<signed char>(c) < 0;
}

int numberOf(Slice digits)
{
    int value = 0;
    for (const char c : digits.first(9)) {
        if (!isDigit(c))
            return -1;
        value = value * 10 + (c - '0');
    }
    return digits.isEmpty() || digits.size() > 9 ? -1 : value;
}

/** Reads words and numbers one by one; the form of each decides its meaning. */
class DateParser
{
public:
    explicit DateParser(Slice value) : m_value(value.first(200)) { }

    std::optional<qint64> parse()
    {
        while (m_at < m_value.size())
            step();
        return seconds();
    }

private:
    void step()
    {
        const char c = m_value[m_at];
        if (c == '(')
            skipComment();
        else if (isDigit(c))
            readNumber();
        else if (isLetter(c))
            readWord();
        else if ((c == '+' || c == '-') && m_hasTime && isDigit(m_value[m_at + 1]))
            readOffset();
        else
            ++m_at;
    }

    void skipComment() // RFC 5322 3.2.2: comments nest
    {
        int depth = 0;
        for (; m_at < m_value.size(); ++m_at) {
            depth += m_value[m_at] == '(';
            if (m_value[m_at] == ')' && --depth == 0)
                break;
        }
        ++m_at;
    }

    Slice run(bool (*belongs)(char))
    {
        const qsizetype begin = m_at;
        while (m_at < m_value.size() && belongs(m_value[m_at]))
            ++m_at;
        return m_value.between(begin, m_at);
    }

    void readNumber()
    {
        const Slice digits = run(isDigit);
        const int number = numberOf(digits);
        const char next = m_value[m_at];
        const bool isTime = next == ':' || (next == '.' && m_day && m_year);
        if (!m_hasTime && isTime && digits.size() <= 2 && isDigit(m_value[m_at + 1]))
            readTime(number);
        else if (digits.size() == 4 && !m_year && !m_day && next == '-')
            readIsoDate(number);
        else if (!m_day && digits.size() <= 2)
            m_day = number;
        else if (!m_month && !m_year && m_day && digits.size() <= 2)
            m_month = number; // 05-06-2026, day first
        else if (!m_year)
            m_year = fullYear(number, digits.size());
    }

    // RFC 5322 4.3: two digits below 50 are 20xx, other short ones count from 1900. Leading zeros
    // are ignored, because some programs print 26 as 0026.
    static int fullYear(int number, qsizetype digits)
    {
        if (number < 0 || digits > 4)
            return 0;
        if (number < 50)
            return 2000 + number;
        return number < 1000 ? 1900 + number : number;
    }

    void readIsoDate(int year)
    {
        m_year = fullYear(year, 4);
        ++m_at;
        m_month = numberOf(run(isDigit));
        if (m_value[m_at] == '-') {
            ++m_at;
            m_day = numberOf(run(isDigit));
        }
    }

    void readTime(int hour)
    {
        const char separator = m_value[m_at];
        m_hour = hour;
        ++m_at;
        m_minute = numberOf(run(isDigit));
        if (m_value[m_at] == separator && isDigit(m_value[m_at + 1])) {
            ++m_at;
            m_second = numberOf(run(isDigit));
            if ((m_value[m_at] == '.' || m_value[m_at] == ',') && isDigit(m_value[m_at + 1])) {
                ++m_at;
                run(isDigit); // a fraction
            }
        }
        m_hasTime = true;
    }

    void readWord()
    {
        const Slice word = run(isLetter);
        if (m_hasTime && word.isIgnoringCase("pm") && m_hour < 12)
            m_hour += 12;
        else if (m_hasTime && word.isIgnoringCase("am") && m_hour == 12)
            m_hour = 0;
        // French "mar." is also Tuesday; the name of the month that follows replaces it.
        else if (const int month = m_month && m_hasTime ? 0 : monthNamed(word);
                 month && word.size() >= 3)
            m_month = month;
        else if (m_hasTime && !m_zone)
            m_zone = zoneNamed(word);
    }

    // +0200, +02:00, +2, and the offset of GMT+0200, whose name was read before.
    void readOffset()
    {
        const int sign = m_value[m_at] == '-' ? -1 : 1;
        ++m_at;
        const Slice digits = run(isDigit);
        int hours = numberOf(digits.first(2));
        int minutes =
            digits.size() > 2 ? numberOf(digits.between(digits.size() - 2, digits.size())) : 0;
        if (digits.size() == 3)
            hours = numberOf(digits.first(1));
        if (m_value[m_at] == ':' && isDigit(m_value[m_at + 1])) {
            ++m_at;
            minutes = numberOf(run(isDigit));
        }
        if (hours <= 24 && minutes < 60)
            m_zone = sign * (hours * 60 + minutes);
    }

    std::optional<qint64> seconds() const
    {
        using namespace std::chrono;
        if (m_day <= 0 || m_month <= 0 || m_month > 12 || m_year <= 0)
            return std::nullopt;
        const year_month_day date{ year(m_year), month(static_cast<unsigned>(m_month)),
                                   day(static_cast<unsigned>(m_day)) };
        if (!date.ok() || m_hour < 0 || m_hour > 24 || m_minute < 0 || m_minute > 59 || m_second < 0
            || m_second > 60)
            return std::nullopt;
        const qint64 days = sys_days(date).time_since_epoch().count();
        return days * 86400 + m_hour * 3600 + m_minute * 60 + m_second - m_zone.value_or(0) * 60;
    }

    Slice m_value;
    qsizetype m_at = 0;
    int m_day = 0;
    int m_month = 0;
    int m_year = 0;
    int m_hour = 0;
    int m_minute = 0;
    int m_second = 0;
    bool m_hasTime = false;
    std::optional<int> m_zone;
};

} // namespace

std::optional<qint64> parseDate(Slice value)
{
    return DateParser(value).parse();
}

QByteArray formatDate(qint64 seconds, int utcOffsetMinutes)
{
    using namespace std::chrono;
    constexpr std::array days{ "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
    constexpr std::array months{ "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                 "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
    const sys_seconds local(std::chrono::seconds(seconds + utcOffsetMinutes * 60));
    const sys_days day = floor<std::chrono::days>(local);
    const year_month_day date(day);
    const hh_mm_ss time(local - day);
    const int offset = std::abs(utcOffsetMinutes);
    return QString::asprintf(
               "%s, %02u %s %04d %02d:%02d:%02d %c%02d%02d", days.at(weekday(day).c_encoding()),
               unsigned(date.day()), months.at(unsigned(date.month()) - 1), int(date.year()),
               int(time.hours().count()), int(time.minutes().count()), int(time.seconds().count()),
               utcOffsetMinutes < 0 ? '-' : '+', offset / 60, offset % 60)
        .toLatin1();
}

} // namespace Mime
