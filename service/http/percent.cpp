// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/percent.h"

#include <QStringDecoder>

namespace Http {

QByteArray percentDecoded(QByteArrayView text)
{
    const QByteArray bytes = text.toByteArray();
    return bytes.contains('%') ? QByteArray::fromPercentEncoding(bytes) : bytes;
}

std::optional<QString> fromUtf8Strict(QByteArrayView bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    QString text = decoder(bytes);
    if (decoder.hasError())
        return std::nullopt;
    return text;
}

} // namespace Http
