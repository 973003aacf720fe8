// SPDX-License-Identifier: GPL-3.0-or-later
#include "backup/diskerror.h"

#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <unistd.h>
#endif

#include <cerrno>

using namespace Qt::StringLiterals;

namespace Backup {

// Qt calls a full disk and a full quota a resource error.
Error diskError(const QString &what, const QFile &file)
{
    return { file.error() == QFileDevice::ResourceError ? Error::Code::StorageFull
                                                        : Error::Code::Storage,
             u"%1: %2."_s.arg(what, file.errorString()) };
}

// When a disk becomes full, write() stores some of the bytes without an error; only the next call fails.
Result<void> writeAll(QFile &file, QByteArrayView bytes, const QString &what)
{
    while (!bytes.isEmpty()) {
        const qint64 written = file.write(bytes.data(), bytes.size());
        if (written <= 0)
            return diskError(what, file);
        bytes = bytes.sliced(written);
    }
    return {};
}

#ifdef Q_OS_UNIX

namespace {

Error notSynced(const QString &path, int reason)
{
    return { reason == ENOSPC ? Error::Code::StorageFull : Error::Code::Storage,
             u"Cannot write %1 to the disk: %2."_s.arg(path, qt_error_string(reason)) };
}

} // namespace

Result<void> syncFile(QFile &file)
{
    if (file.flush() && ::fsync(file.handle()) == 0)
        return {};
    return notSynced(file.fileName(), errno);
}

Result<void> syncFolder(const QString &folder)
{
    const int descriptor =
        ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return notSynced(folder, errno);
    const int reason = ::fsync(descriptor) == 0 ? 0 : errno;
    ::close(descriptor);
    // Some file systems do not support fsync() for folders.
    return reason == 0 || reason == EINVAL ? Result<void>() : notSynced(folder, reason);
}

#else

Result<void> syncFile(QFile &file)
{
    return file.flush() ? Result<void>()
                        : diskError(u"Cannot write %1"_s.arg(file.fileName()), file);
}

Result<void> syncFolder(const QString &)
{
    return {};
}

#endif

} // namespace Backup
