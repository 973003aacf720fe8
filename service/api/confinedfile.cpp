// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/confinedfile.h"

#include "api/confinedopen.h"

#include <QFileInfo>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr qsizetype longestPath = 1000;

bool isForbidden(QChar c)
{
    const char16_t u = c.unicode();
    return u < 0x20 || u == 0x7f || u == u'\\' || u == u':';
}

// CON, COM1 and similar names are devices on Windows, with any file extension.
bool isDeviceName(const QString &name)
{
    static const QStringList plain{ u"CON"_s, u"PRN"_s, u"AUX"_s, u"NUL"_s };
    const QString stem = name.section(u'.', 0, 0).trimmed().toUpper();
    return plain.contains(stem)
        || (stem.size() == 4 && (stem.startsWith(u"COM") || stem.startsWith(u"LPT"))
            && stem.back().isDigit());
}

bool isConfinedName(const QString &name)
{
    return !name.isEmpty() && name != u"." && name != u".." && !isDeviceName(name)
        && std::ranges::none_of(name, isForbidden) && name.isValidUtf16();
}

Qt::CaseSensitivity ofFileNames()
{
#ifdef Q_OS_WIN
    return Qt::CaseInsensitive;
#else
    return Qt::CaseSensitive;
#endif
}

} // namespace

bool isConfinedPath(const QString &path)
{
    return path.size() <= longestPath && std::ranges::all_of(path.split(u'/'), isConfinedName);
}

std::shared_ptr<QFile> openByName(const QString &root, const QString &path)
{
    const QFileInfo file(root + u'/' + path);
    const QString wanted = QFileInfo(root).canonicalFilePath() + u'/' + path;
    if (!file.isFile() || file.canonicalFilePath().compare(wanted, ofFileNames()) != 0)
        return nullptr;
    auto opened = std::make_shared<QFile>(wanted);
    return opened->open(QIODevice::ReadOnly) ? opened : nullptr;
}

std::shared_ptr<QFile> openConfined(const QString &root, const QString &below, const QString &path,
                                    Walk walk)
{
    const QString whole = below + u'/' + path;
    if (!isConfinedPath(whole))
        return nullptr;
#ifdef Q_OS_UNIX
    std::shared_ptr<QFile> opened = walk == Walk::ByName
        ? openByName(root, whole)
        : openByDescriptor(root, whole.split(u'/'), walk);
#else
    Q_UNUSED(walk)
    std::shared_ptr<QFile> opened = openByName(root, whole);
#endif
    return opened && hasOneName(*opened) ? opened : nullptr;
}

} // namespace Api
