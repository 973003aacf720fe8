// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/base64url.h"

namespace Crypto {

namespace {

constexpr auto options = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;

} // namespace

QByteArray toBase64Url(QByteArrayView bytes)
{
    return QByteArray::fromRawData(bytes.data(), bytes.size()).toBase64(options);
}

std::optional<QByteArray> fromBase64Url(QByteArrayView text)
{
    const auto decoded = QByteArray::fromBase64Encoding(
        text.toByteArray(), options | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded || decoded.decoded.toBase64(options) != text)
        return {};
    return decoded.decoded;
}

} // namespace Crypto
