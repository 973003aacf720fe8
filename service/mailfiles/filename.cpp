// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailfiles/filename.h"

#include <QByteArray>

namespace MailFiles {

namespace {

constexpr qsizetype longest = 200; // bytes; systems allow 255

bool isOdd(char c)
{
    return uchar(c) < 0x20 || c == 0x7f || QByteArrayView("/\\:*?\"<>|%").contains(c);
}

QByteArray coded(char c)
{
    return '%' + QByteArray(1, c).toHex().toUpper();
}

} // namespace

QString fileName(const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    QByteArray name;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        const bool isEnd = i == 0 || i == bytes.size() - 1;
        const bool isCoded = isOdd(bytes[i]) || (isEnd && (bytes[i] == '.' || bytes[i] == ' '));
        name += isCoded ? coded(bytes[i]) : QByteArray(1, bytes[i]);
    }
    if (name.isEmpty())
        return QStringLiteral("%");
    QString cut = QString::fromUtf8(name);
    while (cut.toUtf8().size() > longest)
        cut.chop(cut.back().isLowSurrogate() ? 2 : 1);
    return cut;
}

} // namespace MailFiles
