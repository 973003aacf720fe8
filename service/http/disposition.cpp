// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/disposition.h"

#include <QList>

namespace Http {

namespace {

bool isPlain(char32_t c)
{
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '%';
}

// RFC 5987: only characters of attr-char stay unencoded.
QByteArray extended(const QString &text)
{
    return text.toUtf8().toPercentEncoding({}, "!'()*");
}

} // namespace

QByteArray contentDisposition(const QByteArray &kind, const QString &filename)
{
    QByteArray plain;
    QString clean; // without control characters, which a header must not contain
    for (const char32_t c : filename.toUcs4()) {
        if (c < 0x20 || c == 0x7f)
            continue;
        clean += QString::fromUcs4(&c, 1);
        plain += isPlain(c) ? char(c) : '_';
    }
    QByteArray value = kind + "; filename=\"" + plain + '"';
    if (QString::fromLatin1(plain) != clean)
        value += "; filename*=UTF-8''" + extended(clean);
    return value;
}

} // namespace Http
