// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"
#include "common/jsonwriter.h"
#include "http/request.h"

#include <memory>
#include <optional>

class QIODevice;

namespace Http {

/**
 * What a request is answered with. The headers that every answer has (Cache-Control, request id,
 * security headers) are added when it is written; one set here wins.
 */
struct Response {
    int status = 200;
    QByteArray contentType = "application/json; charset=utf-8";
    QByteArray body;
    Headers headers;                   ///< names as they are sent
    std::optional<ApiFailure> failure; ///< written as error envelope with the request's id
    Json::Bytes failureData = "null";  ///< `data` of that envelope

    /// Instead of `body`: opened for reading, sent in pieces as the client takes them. Belongs to
    /// the http thread once the answer is sent; the last reference is dropped there.
    std::shared_ptr<QIODevice> content;
    qint64 contentLength = 0; ///< how many bytes of `content` are sent

    /// `{"code":0,"data":<data>}`, with `message` where there is one.
    static Response data(const Json::Bytes &data, QByteArrayView message = {}, int status = 200);
    /// A JSON document without our envelope, or with one of its own.
    static Response json(Json::Bytes document, int status = 200);
    /// Any other body.
    static Response bytes(QByteArray contentType, QByteArray body, int status = 200);
    static Response failed(ApiFailure failure, Json::Bytes data = "null");
    /// Sent in pieces, or a part of it where the client asks for one and the device can seek.
    static Response file(QByteArray contentType, std::shared_ptr<QIODevice> content, qint64 length,
                         int status = 200);
    /// The same for data in memory: it is not copied while it is sent.
    static Response file(QByteArray contentType, const QByteArray &content);

    /// Makes the body the content: for a slow client only a piece of it is copied at a time.
    Response inPieces() &&;

    /// Adds a header field; CR, LF and NUL in the value become blanks.
    Response &with(QByteArray name, QByteArray value);
    bool hasHeader(QByteArrayView name) const;
};

} // namespace Http
