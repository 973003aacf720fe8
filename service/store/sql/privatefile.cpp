// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/privatefile.h"

#include "store/sql/databaseaddress.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#ifdef Q_OS_UNIX
#include <sys/stat.h>
#endif

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr auto ownerOnly = QFile::ReadOwner | QFile::WriteOwner;

bool isOpenToOthers(const QString &path)
{
#ifdef Q_OS_UNIX
    constexpr mode_t others = S_IRWXG | S_IRWXO;
    struct stat found = {};
    return ::stat(QFile::encodeName(path).constData(), &found) == 0 && (found.st_mode & others);
#else
    static_cast<void>(path); // the rights are an access list, which Qt does not read
    return false;
#endif
}

} // namespace

void keepNewFilesPrivate()
{
#ifdef Q_OS_UNIX
    ::umask(S_IRWXG | S_IRWXO);
#endif
}

Result<void> makePrivateFolder(const QString &path)
{
    if (QFileInfo(path).isDir())
        return {};
    if (QDir().mkpath(path) && QFile::setPermissions(path, ownerOnly | QFile::ExeOwner))
        return {};
    return Error{ Error::Code::Storage, u"Cannot create the folder %1."_s.arg(path) };
}

Result<void> createPrivately(const QString &path)
{
    if (QFile::exists(path))
        return {};
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite, ownerOnly))
        return Error{ Error::Code::Storage,
                      u"Cannot create the database %1: %2."_s.arg(path, file.errorString()) };
    return {};
}

QStringList filesOf(const DatabaseAddress &address)
{
    if (!address.isFile())
        return {};
    QStringList files;
    for (const char *ending : { "", "-wal", "-shm", ".lock" })
        files.append(address.file + QLatin1StringView(ending));
    return files;
}

QString openToOthers(const QStringList &paths)
{
    QStringList open;
    for (const QString &path : paths) {
        if (isOpenToOthers(path))
            open.append(path);
    }
    if (open.isEmpty())
        return {};
    return u"other users of this machine may read or write %1; to change that, run: "
           "chmod go-rwx %2"_s.arg(open.join(u", "_s), open.join(u' '));
}

} // namespace Store
