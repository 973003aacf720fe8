// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QString>

#include <memory>

namespace Store {

/**
 * Keeps a second service off the same database. The system gives the lock up with the process,
 * however it ends; nothing is read from the file, so a process id that came round again (the usual
 * case in a container, where it is 1) does no harm.
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
