// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/range.h"

#include "http/head.h"

#include <QIODevice>

#include <algorithm>
#include <limits>

namespace Http {

namespace {

/// Accepts digits only; a number of more than 18 digits becomes the largest one.
std::optional<qint64> parsePosition(QByteArrayView text)
{
    constexpr qsizetype maxDigits = 18;
    if (text.isEmpty() || !std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    while (text.size() > 1 && text.front() == '0')
        text = text.sliced(1);
    return text.size() > maxDigits ? std::numeric_limits<qint64>::max()
                                   : text.toByteArray().toLongLong();
}

RangeChoice lastBytes(qint64 count, qint64 size)
{
    if (count == 0 || size == 0)
        return { RangeChoice::Kind::Unsatisfiable };
    const qint64 length = std::min(count, size);
    return { RangeChoice::Kind::Part, size - length, length };
}

/// RFC 9110 13.1.5: whether the condition is a strong validator equal to ours. Otherwise the content
/// may have changed, and a part of it would not fit the parts that the client has.
bool isStillTheSame(QByteArrayView condition, const Response &response)
{
    const auto is = [condition](const auto &header) {
        const bool isValidator = header.first.compare("ETag", Qt::CaseInsensitive) == 0
            || header.first.compare("Last-Modified", Qt::CaseInsensitive) == 0;
        return isValidator && header.second == condition;
    };
    return !condition.startsWith("W/") && std::ranges::any_of(response.headers, is);
}

} // namespace

RangeChoice chooseRange(QByteArrayView field, qint64 size)
{
    constexpr QByteArrayView unit = "bytes=";
    if (field.size() < unit.size()
        || field.first(unit.size()).compare(unit, Qt::CaseInsensitive) != 0)
        return {};
    const auto spec = field.sliced(unit.size()).trimmed();
    const qsizetype dash = spec.indexOf('-');
    if (dash < 0)
        return {};
    const auto first = parsePosition(spec.first(dash));
    const auto last = parsePosition(spec.sliced(dash + 1));
    if (dash == 0)
        return last ? lastBytes(*last, size) : RangeChoice();
    // Our choice: for several ranges the whole content is sent. parsePosition() refuses their comma.
    const bool isOpenEnded = dash + 1 == spec.size();
    if (!first || (!last && !isOpenEnded) || (last && *last < *first))
        return {};
    if (*first >= size)
        return { RangeChoice::Kind::Unsatisfiable };
    const qint64 end = isOpenEnded ? size : std::min(*last, size - 1) + 1;
    return { RangeChoice::Kind::Part, *first, end - *first };
}

Response inRange(Response response, const Head &head)
{
    if (response.status != 200 || response.content->isSequential())
        return response;
    response.with("Accept-Ranges", "bytes");
    const qint64 size = response.contentLength;
    const QByteArray condition = head.field("if-range");
    if (head.method != "GET" || (!condition.isEmpty() && !isStillTheSame(condition, response)))
        return response;
    const RangeChoice choice = chooseRange(head.field("range"), size);
    const QByteArray total = '/' + QByteArray::number(size);
    if (choice.kind == RangeChoice::Kind::Unsatisfiable)
        return Response::failed({ ApiError::RangeNotSatisfiable })
            .with("Content-Range", "bytes *" + total);
    if (choice.kind == RangeChoice::Kind::Whole || !response.content->seek(choice.first))
        return response;
    response.status = 206;
    response.contentLength = choice.length;
    response.with("Content-Range",
                  "bytes " + QByteArray::number(choice.first) + '-'
                      + QByteArray::number(choice.first + choice.length - 1) + total);
    return response;
}

} // namespace Http
