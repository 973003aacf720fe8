// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QString>

#include <memory>

namespace Store {

/**
 * Prevents a second service from using the same database. The operating system releases the lock
 * when the process ends, even after a crash. Nothing is read from the file, so a reused process id
 * (the usual case in a container, where it is 1) does no harm.
 */
class FileLock
{
public:
    /// Error::Conflict: another process (or another lock of this one) has it. Error::Storage: the
    /// file cannot be opened or locked, for example on a disk that is read-only; the message says why.
    static Result<std::unique_ptr<FileLock>> tryLock(const QString &path);
    ~FileLock();
    FileLock(const FileLock &) = delete;
    FileLock &operator=(const FileLock &) = delete;

private:
    FileLock();

    struct Handle;
    std::unique_ptr<Handle> m_handle;
};

} // namespace Store
