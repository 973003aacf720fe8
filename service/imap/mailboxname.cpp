// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/mailboxname.h"

#include <QStringDecoder>

namespace Imap {

namespace {

constexpr char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,";

bool isDirect(QChar c)
{
    return c >= u' ' && c <= u'~';
}

/// UTF-16BE of `text` in base64 without padding and with `,` for `/`.
QByteArray encodeShifted(QStringView text)
{
    QByteArray out;
    quint32 bits = 0;
    int count = 0;
    for (const QChar c : text) {
        bits = bits << 16 | c.unicode();
        for (count += 16; count >= 6; count -= 6)
            out += alphabet[bits >> (count - 6) & 0x3f];
    }
    if (count > 0)
        out += alphabet[bits << (6 - count) & 0x3f];
    return out;
}

int sextet(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+')
        return 62;
    return c == ',' ? 63 : -1;
}

bool decodeShifted(QByteArrayView text, QString *out)
{
    quint32 bits = 0;
    int count = 0;
    for (const char c : text) {
        const int value = sextet(c);
        if (value < 0)
            return false;
        bits = bits << 6 | quint32(value);
        count += 6;
        if (count >= 16) {
            count -= 16;
            out->append(QChar(char16_t(bits >> count & 0xffff)));
        }
    }
    return count < 6 && (bits & ((1U << count) - 1)) == 0;
}

std::optional<QString> validUtf8(QByteArrayView bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    QString text = decoder(bytes);
    if (decoder.hasError())
        return std::nullopt;
    return text;
}

} // namespace

QByteArray encodeMailboxName(QStringView path)
{
    QByteArray out;
    for (qsizetype i = 0; i < path.size();) {
        if (isDirect(path.at(i))) {
            out += path.at(i).toLatin1();
            if (path.at(i++) == u'&')
                out += '-';
            continue;
        }
        const qsizetype from = i;
        while (i < path.size() && !isDirect(path.at(i)))
            ++i;
        out += '&' + encodeShifted(path.sliced(from, i - from)) + '-';
    }
    return out;
}

std::optional<QString> decodeMailboxName(QByteArrayView name)
{
    QString path;
    for (qsizetype i = 0; i < name.size();) {
        qsizetype shift = name.indexOf('&', i);
        if (shift < 0)
            shift = name.size();
        const std::optional<QString> direct = validUtf8(name.sliced(i, shift - i));
        if (!direct)
            return std::nullopt;
        path += *direct;
        if (shift == name.size())
            break;
        const qsizetype end = name.indexOf('-', shift);
        if (end < 0)
            return std::nullopt;
        if (end == shift + 1)
            path += u'&';
        else if (!decodeShifted(name.sliced(shift + 1, end - shift - 1), &path))
            return std::nullopt;
        i = end + 1;
    }
    if (!path.isValidUtf16())
        return std::nullopt;
    return path;
}

} // namespace Imap
