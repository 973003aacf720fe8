// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/filelock.h"

#include <QFile>

#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#else
#include <QLockFile>
#endif

namespace Store {

#ifdef Q_OS_UNIX

struct FileLock::Handle {
    int descriptor = -1;
    ~Handle()
    {
        if (descriptor >= 0)
            ::close(descriptor);
    }
};

std::unique_ptr<FileLock> FileLock::tryLock(const QString &path)
{
    std::unique_ptr<FileLock> lock(new FileLock);
    lock->m_handle->descriptor =
        ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (::flock(lock->m_handle->descriptor, LOCK_EX | LOCK_NB) != 0)
        return nullptr;
    return lock;
}

#else

struct FileLock::Handle {
    std::unique_ptr<QLockFile> file;
};

std::unique_ptr<FileLock> FileLock::tryLock(const QString &path)
{
    std::unique_ptr<FileLock> lock(new FileLock);
    lock->m_handle->file = std::make_unique<QLockFile>(path);
    lock->m_handle->file->setStaleLockTime(0);
    return lock->m_handle->file->tryLock(0) ? std::move(lock) : nullptr;
}

#endif

FileLock::FileLock() : m_handle(std::make_unique<Handle>()) { }

FileLock::~FileLock() = default;

} // namespace Store
