// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/filelock.h"

#include <QFile>

#ifdef Q_OS_UNIX
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#else
#include <QLockFile>
#endif

using namespace Qt::StringLiterals;

namespace Store {

static Error isHeld(const QString &path)
{
    return { Error::Code::Conflict, u"The lock file %1 is held by another process."_s.arg(path) };
}

#ifdef Q_OS_UNIX

struct FileLock::Handle {
    int descriptor = -1;
    ~Handle()
    {
        if (descriptor >= 0)
            ::close(descriptor);
    }
};

namespace {

Error cannot(const QString &what, const QString &path, int reason)
{
    return { Error::Code::Storage,
             u"Cannot %1 the lock file %2: %3."_s.arg(what, path, qt_error_string(reason)) };
}

} // namespace

Result<std::unique_ptr<FileLock>> FileLock::tryLock(const QString &path)
{
    std::unique_ptr<FileLock> lock(new FileLock);
    int &descriptor = lock->m_handle->descriptor;
    descriptor = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return cannot(u"open"_s, path, errno);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        return lock;
    const int reason = errno;
    return reason == EWOULDBLOCK ? isHeld(path) : cannot(u"lock"_s, path, reason);
}

#else

struct FileLock::Handle {
    std::unique_ptr<QLockFile> file;
};

Result<std::unique_ptr<FileLock>> FileLock::tryLock(const QString &path)
{
    std::unique_ptr<FileLock> lock(new FileLock);
    QLockFile &file = *(lock->m_handle->file = std::make_unique<QLockFile>(path));
    file.setStaleLockTime(0);
    if (file.tryLock(0))
        return lock;
    if (file.error() == QLockFile::LockFailedError)
        return isHeld(path);
    return Error{ Error::Code::Storage, u"Cannot write the lock file %1."_s.arg(path) };
}

#endif

FileLock::FileLock() : m_handle(std::make_unique<Handle>()) { }

FileLock::~FileLock() = default;

} // namespace Store
