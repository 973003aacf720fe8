// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/retryafter.h"

#include <QDateTime>
#include <QLocale>
#include <QTimeZone>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace Net {

namespace {

constexpr qsizetype mostDigits = 9; // 31 years, and no overflow

bool isDigits(QByteArrayView text)
{
    return !text.isEmpty()
        && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// RFC 9110 5.6.7: the current format and the two obsolete ones.
QDateTime httpDate(const QString &text)
{
    QDateTime date;
    for (const QString &format :
         { u"ddd, dd MMM yyyy hh:mm:ss 'GMT'"_s, u"ddd MMM d hh:mm:ss yyyy"_s,
           u"dddd, dd-MMM-yy hh:mm:ss 'GMT'"_s }) {
        date = QLocale::c().toDateTime(text, format);
        if (date.isValid())
            break;
    }
    constexpr int century = 100;
    if (date.isValid() && date.date().year() < 1970) // the year had only two digits
        date = date.addYears(century);
    date.setTimeZone(QTimeZone::utc());
    return date;
}

} // namespace

std::optional<qint64> retryAfterMs(QByteArrayView value, qint64 nowMs)
{
    const QByteArray text = value.toByteArray().simplified();
    if (isDigits(text))
        return text.size() > mostDigits ? std::numeric_limits<qint32>::max() * qint64(1000)
                                        : text.toLongLong() * 1000;
    const QDateTime date = httpDate(QString::fromLatin1(text));
    if (!date.isValid())
        return std::nullopt;
    return std::max(qint64(0), date.toMSecsSinceEpoch() - nowMs);
}

} // namespace Net
