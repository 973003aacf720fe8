// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/wire.h"

#include <QDateTime>
#include <QLocale>
#include <QTimeZone>

#include <algorithm>
#include <iterator>
#include <utility>

namespace Http {

using namespace Qt::StringLiterals;

namespace {

/// The reason phrase of a status (RFC 9110 15); a placeholder for a status that is not listed.
QByteArrayView reasonPhrase(int status)
{
    static constexpr std::pair<int, QByteArrayView> phrases[] = {
        { 200, "OK" },
        { 201, "Created" },
        { 202, "Accepted" },
        { 204, "No Content" },
        { 206, "Partial Content" },
        { 301, "Moved Permanently" },
        { 302, "Found" },
        { 304, "Not Modified" },
        { 400, "Bad Request" },
        { 401, "Unauthorized" },
        { 403, "Forbidden" },
        { 404, "Not Found" },
        { 405, "Method Not Allowed" },
        { 408, "Request Timeout" },
        { 409, "Conflict" },
        { 413, "Content Too Large" },
        { 414, "URI Too Long" },
        { 415, "Unsupported Media Type" },
        { 416, "Range Not Satisfiable" },
        { 421, "Misdirected Request" },
        { 429, "Too Many Requests" },
        { 431, "Request Header Fields Too Large" },
        { 500, "Internal Server Error" },
        { 502, "Bad Gateway" },
        { 503, "Service Unavailable" },
        { 504, "Gateway Timeout" },
        { 507, "Insufficient Storage" },
    };
    const auto it = std::ranges::find(phrases, status, [](auto &row) { return row.first; });
    return it == std::end(phrases) ? QByteArrayView("Status") : it->second;
}

void addLine(QByteArray &out, QByteArrayView name, QByteArrayView value)
{
    out += name;
    out += ": ";
    out += value;
    out += "\r\n";
}

/// Fields of every answer, unless the response has a field with that name.
constexpr std::pair<QByteArrayView, QByteArrayView> defaults[] = {
    { "Cache-Control", "no-store" },
    { "X-Content-Type-Options", "nosniff" },
    { "Referrer-Policy", "no-referrer" },
    { "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox" },
    { "X-Frame-Options", "DENY" }, // for browsers without frame-ancestors
    { "Cross-Origin-Resource-Policy", "same-origin" },
};

void addDefaults(QByteArray &out, const Response &response)
{
    static const QByteArray all = [] {
        QByteArray block;
        for (const auto &[name, value] : defaults)
            addLine(block, name, value);
        return block;
    }();
    if (response.headers.isEmpty()) { // the usual case, in one copy
        out += all;
        return;
    }
    for (const auto &[name, value] : defaults) {
        if (!response.hasHeader(name))
            addLine(out, name, value);
    }
}

void addContext(QByteArray &out, const WireContext &context)
{
    addLine(out, "Date", context.date);
    addLine(out, "X-Request-Id", context.requestId);
    if (context.hasCors)
        addLine(out, "Vary", "Origin");
    if (!context.corsOrigin.isEmpty()) {
        addLine(out, "Access-Control-Allow-Origin", context.corsOrigin);
        addLine(out, "Access-Control-Expose-Headers",
                "X-Request-Id, Retry-After, ETag, Accept-Ranges, Content-Range, "
                "Content-Disposition");
    }
    if (context.isTls)
        addLine(out, "Strict-Transport-Security", "max-age=31536000");
}

bool hasNoBody(int status)
{
    return status == 204 || status == 304;
}

} // namespace

QByteArray encode(const Response &response, const WireContext &context)
{
    const QByteArray body = response.failure
        ? failureEnvelope(*response.failure, response.failureData, context.requestId)
        : response.body;
    const qint64 length = response.content ? response.contentLength : body.size();
    QByteArray out;
    out.reserve(640 + body.size());
    out += "HTTP/1.1 ";
    out += QByteArray::number(response.status);
    out += ' ';
    out += reasonPhrase(response.status);
    out += "\r\n";
    if (!hasNoBody(response.status)) {
        addLine(out, "Content-Type", response.contentType);
        addLine(out, "Content-Length", QByteArray::number(length));
    }
    addDefaults(out, response);
    addContext(out, context);
    for (const auto &[name, value] : response.headers)
        addLine(out, name, value);
    if (!context.isKeptAlive)
        addLine(out, "Connection", "close");
    out += "\r\n";
    if (!context.isHead && !hasNoBody(response.status))
        out += body;
    return out;
}

QByteArray encodeStreamHead(const WireContext &context)
{
    Response response;
    response.with("Content-Type", "text/event-stream")
        .with("Cache-Control", "no-cache, no-transform")
        .with("Connection", "keep-alive")
        .with("X-Accel-Buffering", "no"); // otherwise nginx buffers the events
    QByteArray out = "HTTP/1.1 200 OK\r\n";
    for (const auto &[name, value] : response.headers)
        addLine(out, name, value);
    addDefaults(out, response);
    addContext(out, context);
    out += "\r\n";
    return out;
}

Json::Bytes failureEnvelope(const ApiFailure &failure, const Json::Bytes &data,
                            const QByteArray &requestId)
{
    const ApiErrorInfo &info = apiErrorInfo(failure.error);
    Json::Writer json;
    json.beginObject().key("code").value(int(failure.error)).key("message");
    if (failure.message.isEmpty())
        json.value(info.text);
    else
        json.value(failure.message);
    json.key("error").value(info.slug).key("data").raw(data);
    if (!failure.details.isEmpty()) {
        json.key("details").beginArray();
        for (const ApiErrorDetail &detail : failure.details) {
            json.beginObject().key("field").value(detail.field);
            json.key("reason").value(detail.reason).endObject();
        }
        json.endArray();
    }
    json.key("requestId").value(requestId).endObject();
    return json.take();
}

QByteArray httpDate(qint64 seconds)
{
    const QDateTime time = QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC);
    return QLocale::c().toString(time, u"ddd, dd MMM yyyy hh:mm:ss 'GMT'").toLatin1();
}

} // namespace Http
