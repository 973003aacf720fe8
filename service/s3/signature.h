// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpfields.h"

#include <QByteArray>

namespace S3 {

/** Who signs, and for which store. */
struct Signer {
    QByteArray region;
    QByteArray accessKey;
    QByteArray secretKey;
};

/** What a signature covers. */
struct SignedRequest {
    QByteArray method;
    QByteArray host;          ///< as in the header Host, with the port if it is there
    QByteArray path;          ///< as it is sent, escaped once
    QByteArray query;         ///< from queryText(); empty: none
    Net::HttpHeaders headers; ///< more that are sent, names in lower case
    QByteArray bodyHash;      ///< from bodyHash()
    qint64 time =
        0; ///< seconds since 1970; a store refuses it when it is a quarter of an hour wrong
};

/// SHA-256 of the body, in hexadecimal digits.
QByteArray bodyHash(QByteArrayView body);

/// Names and values, escaped and in the order that a signature needs.
QByteArray queryText(QList<std::pair<QByteArray, QByteArray>> values);

/**
 * The headers of the request with those that sign it: x-amz-content-sha256, x-amz-date, Authorization.
 * AWS Signature Version 4, one part, for the service `s3`. Pure.
 */
Net::HttpHeaders signedHeaders(const SignedRequest &request, const Signer &signer);

} // namespace S3
