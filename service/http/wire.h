// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/response.h"

namespace Http {

/** The properties of a request and its connection that are needed to write the answer. */
struct WireContext {
    QByteArray requestId;
    QByteArray date;       ///< IMF-fixdate, RFC 9110 5.6.7
    QByteArray corsOrigin; ///< the caller's origin where it is allowed; else empty
    bool hasCors = false;  ///< origins are configured: answers depend on Origin
    bool isHead = false;   ///< no body
    bool isKeptAlive = true;
    bool isTls = false;
};

/// Status line, headers and body as one write; with a `content`, only the bytes before it.
QByteArray encode(const Response &response, const WireContext &context);

/// The head of an event stream: no length and no compression, it ends with the connection.
QByteArray encodeStreamHead(const WireContext &context);

/// `{"code":..,"message":..,"error":..,"data":..,"details":..,"requestId":..}`
Json::Bytes failureEnvelope(const ApiFailure &failure, const Json::Bytes &data,
                            const QByteArray &requestId);

/// A time in the format of the Date field.
QByteArray httpDate(qint64 seconds);

} // namespace Http
