// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/filenameparameter.h"

#include "mime/fieldwriter.h"
#include "mime/hex.h"
#include "mime/slice.h"

namespace Mime {

namespace {

constexpr qsizetype longestStretch = 60; // of a line of 76; the parameter's name needs the rest

bool isPlain(const QString &name)
{
    return name.size() <= longestStretch && !name.contains(QLatin1StringView("=?"))
        && std::all_of(name.begin(), name.end(),
                       [](QChar c) { return c.unicode() >= 0x20 && c.unicode() < 0x7f; });
}

// Leaves fewer characters unencoded than RFC 2231 7 allows (attribute-char), for readers with errors.
QByteArray percentEncoded(QByteArrayView bytes)
{
    QByteArray out;
    for (const char c : bytes) {
        const bool isLiteral = (c >= '0' && c <= '9') || (lowered(c) >= 'a' && lowered(c) <= 'z')
            || c == '-' || c == '.' || c == '_';
        if (isLiteral)
            out.append(c);
        else
            appendHexEscape(out, '%', c);
    }
    return out;
}

// Percent encoded in stretches of whole code points.
QByteArrayList stretches(const QString &name)
{
    QByteArrayList all{ {} };
    for (const char32_t point : name.toUcs4()) {
        const QByteArray encoded = percentEncoded(QString::fromUcs4(&point, 1).toUtf8());
        if (all.last().size() + encoded.size() > longestStretch)
            all.append(QByteArray());
        all.last().append(encoded);
    }
    return all;
}

// Control characters, and marks of text direction, with which `fdp.exe` is shown as `exe.pdf`.
bool isNoPartOfAName(QChar c)
{
    const char16_t u = c.unicode();
    return u < 0x20 || u == 0x7f || u == 0x200e || u == 0x200f || (u >= 0x202a && u <= 0x202e)
        || (u >= 0x2066 && u <= 0x2069);
}

} // namespace

QString bareFileName(QString path)
{
    constexpr qsizetype longest = 1000;
    const qsizetype slash = std::max(path.lastIndexOf(u'/'), path.lastIndexOf(u'\\'));
    path = path.mid(slash + 1, longest);
    if (path.size() == longest && path.back().isHighSurrogate()) // half of a surrogate pair
        path.chop(1);
    path.removeIf(isNoPartOfAName);
    path = path.trimmed();
    const bool isFolder = path == QLatin1StringView(".") || path == QLatin1StringView("..");
    return isFolder ? QString() : path;
}

QByteArrayList filenameParameters(const QString &name)
{
    if (isPlain(name))
        return { "filename=" + quotedString(name.toLatin1()) };
    const QByteArrayList parts = stretches(name);
    if (parts.size() == 1)
        return { "filename*=utf-8''" + parts.first() };
    QByteArrayList sections;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const QByteArray charset(i == 0 ? "utf-8''" : "");
        const QByteArray end(i + 1 < parts.size() ? ";" : "");
        sections.append("filename*" + QByteArray::number(i) + "*=" + charset + parts.at(i) + end);
    }
    return sections;
}

QByteArray fallbackNameParameter(const QString &name)
{
    QByteArray ascii;
    for (const char32_t point : name.normalized(QString::NormalizationForm_KD).toUcs4()) {
        if (QChar::isMark(point))
            continue;
        ascii.append(point >= 0x20 && point < 0x7f ? static_cast<char>(point) : '_');
    }
    if (ascii.size() > longestStretch) { // keeps the extension, which decides what opens the file
        const qsizetype dot = ascii.lastIndexOf('.');
        const QByteArray ending = dot >= ascii.size() - 10 ? ascii.sliced(dot) : QByteArray();
        ascii = ascii.first(longestStretch - ending.size()) + ending;
    }
    return "name=" + quotedString(ascii);
}

} // namespace Mime
