// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/base64.h"

namespace Push {

std::optional<QByteArray> fromAnyBase64(QByteArrayView text)
{
    QByteArray urlSafe = text.toByteArray();
    urlSafe.replace('+', '-').replace('/', '_');
    while (urlSafe.endsWith('='))
        urlSafe.chop(1);
    const auto bytes = QByteArray::fromBase64Encoding(
        urlSafe, QByteArray::Base64UrlEncoding | QByteArray::AbortOnBase64DecodingErrors);
    return bytes ? std::optional(*bytes) : std::nullopt;
}

} // namespace Push
