// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/query.h"

#include "common/timestamp.h"
#include "http/percent.h"

#include <algorithm>

namespace Http {

using namespace Qt::StringLiterals;

namespace {

constexpr int maxPageSize = 100;

QByteArray decoded(QByteArrayView text)
{
    QByteArray bytes = text.toByteArray();
    // our choice: `+` is a blank, as in forms; both URLSearchParams and encodeURIComponent write a
    // real plus as %2B.
    bytes.replace('+', ' ');
    return percentDecoded(bytes);
}

} // namespace

Query::Query(QByteArrayView query)
{
    while (!query.isEmpty()) {
        const qsizetype end = query.indexOf('&');
        const auto pair = end < 0 ? query : query.first(end);
        query = end < 0 ? QByteArrayView() : query.sliced(end + 1);
        const qsizetype equals = pair.indexOf('=');
        if (equals <= 0)
            continue;
        const QByteArray value = decoded(pair.sliced(equals + 1));
        const QByteArray name = decoded(pair.first(equals));
        m_values.insert(name, value);
    }
}

Page Query::page()
{
    Page page;
    page.number = integer("page"_L1, 1).value_or(page.number);
    const qint64 size = integer("pageSize"_L1, 1).value_or(page.size);
    page.size = int(std::min<qint64>(size, maxPageSize));
    // Limited so that offset() cannot overflow; no list is that long.
    page.number = std::min(page.number, maxInteger / maxPageSize);
    return page;
}

std::optional<bool> Query::boolean(QLatin1StringView name)
{
    const QByteArray text = value(name);
    if (text == "true" || text == "1")
        return true;
    if (text == "false" || text == "0")
        return false;
    if (!text.isEmpty())
        fail(name, u"must be true or false"_s);
    return std::nullopt;
}

std::optional<qint64> Query::integer(QLatin1StringView name, qint64 min, qint64 max)
{
    const QByteArray text = value(name);
    if (text.isEmpty())
        return std::nullopt;
    const QByteArrayView digits = text.startsWith('-') ? QByteArrayView(text).sliced(1) : text;
    // toLongLong() would also accept blanks and a plus sign.
    bool isNumber = !digits.isEmpty()
        && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    const qint64 number = isNumber ? text.toLongLong(&isNumber) : 0;
    if (isNumber && number >= min && number <= max)
        return number;
    fail(name,
         max < maxInteger ? u"must be an integer from %1 to %2"_s.arg(min).arg(max)
                          : u"must be an integer of at least %1"_s.arg(min));
    return std::nullopt;
}

std::optional<QString> Query::text(QLatin1StringView name, qsizetype maxLength)
{
    const QByteArray bytes = value(name);
    if (bytes.isEmpty())
        return std::nullopt;
    const auto text = fromUtf8Strict(bytes);
    if (!text)
        fail(name, u"is not valid UTF-8"_s);
    else if (text->size() > maxLength)
        fail(name, u"is longer than %1 characters"_s.arg(maxLength));
    else
        return text;
    return std::nullopt;
}

std::optional<qint64> Query::timestamp(QLatin1StringView name)
{
    const QByteArray text = value(name);
    if (text.isEmpty())
        return std::nullopt;
    const auto seconds = Timestamp::fromIso(QString::fromUtf8(text));
    if (!seconds)
        fail(name, u"must be an ISO 8601 timestamp"_s);
    return seconds;
}

void Query::fail(QLatin1StringView name, const QString &reason, ApiError error)
{
    if (!m_failure)
        m_failure = ApiFailure{ error, {}, { { QString(name), reason } }, 0 };
}

} // namespace Http
