// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/response.h"

#include <QBuffer>

#include <algorithm>

namespace Http {

Response Response::data(const Json::Bytes &data, QByteArrayView message, int status)
{
    Json::Writer json;
    json.reserve(data.size() + message.size() + 40);
    json.beginObject().key("code").value(0).key("data").raw(data);
    if (!message.isEmpty())
        json.key("message").value(message);
    json.endObject();
    return Response::json(json.take(), status);
}

Response Response::json(Json::Bytes document, int status)
{
    Response response;
    response.status = status;
    response.body = std::move(document);
    return response;
}

Response Response::bytes(QByteArray contentType, QByteArray body, int status)
{
    Response response;
    response.status = status;
    response.contentType = std::move(contentType);
    response.body = std::move(body);
    return response;
}

Response Response::failed(ApiFailure failure, Json::Bytes data)
{
    Response response;
    response.status = httpStatus(failure.error);
    if (failure.retryAfterSeconds > 0)
        response.with("Retry-After", QByteArray::number(failure.retryAfterSeconds));
    // RFC 9110 15.5.2: a 401 names the scheme.
    if (failure.error == ApiError::TokenInvalid || failure.error == ApiError::TokenExpired)
        response.with("WWW-Authenticate", "Bearer error=\"invalid_token\"");
    else if (response.status == 401)
        response.with("WWW-Authenticate", "Bearer");
    response.failure = std::move(failure);
    response.failureData = std::move(data);
    return response;
}

Response Response::file(QByteArray contentType, std::shared_ptr<QIODevice> content, qint64 length,
                        int status)
{
    Response response;
    response.status = status;
    response.contentType = std::move(contentType);
    response.content = std::move(content);
    response.contentLength = length;
    return response;
}

Response Response::file(QByteArray contentType, const QByteArray &content)
{
    return bytes(std::move(contentType), content).inPieces();
}

Response Response::inPieces() &&
{
    auto device = std::make_shared<QBuffer>();
    device->setData(body);
    device->open(QIODevice::ReadOnly);
    content = std::move(device);
    contentLength = std::exchange(body, {}).size();
    return std::move(*this);
}

Response &Response::with(QByteArray name, QByteArray value)
{
    // A value may contain a file name from a foreign mail; a line end in it would begin a new field.
    for (char &c : value) {
        if (c == '\r' || c == '\n' || c == '\0')
            c = ' ';
    }
    headers.emplaceBack(std::move(name), std::move(value));
    return *this;
}

bool Response::hasHeader(QByteArrayView name) const
{
    return std::ranges::any_of(headers, [name](const auto &header) {
        return header.first.compare(name, Qt::CaseInsensitive) == 0;
    });
}

} // namespace Http
