// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/confinedopen.h"

#ifdef Q_OS_UNIX

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef Q_OS_LINUX
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif

#include <cerrno>

namespace Api {

namespace {

constexpr int folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
// O_NONBLOCK: opening a pipe does not block; hasOneName() refuses it, because it is not a regular file.
constexpr int fileFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

/** A descriptor that is closed unless it is released. */
class Descriptor
{
public:
    explicit Descriptor(int number) : m_number(number) { }
    ~Descriptor() { replace(-1); }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;

    int number() const { return m_number; }
    int release() { return std::exchange(m_number, -1); }
    void replace(int number)
    {
        const int old = std::exchange(m_number, number);
        if (old >= 0)
            ::close(old);
    }

private:
    int m_number;
};

int openInKernel(int root, const QByteArray &path)
{
#ifdef Q_OS_LINUX
    open_how how{};
    how.flags = quint64(fileFlags);
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    return int(::syscall(SYS_openat2, root, path.constData(), &how, sizeof how));
#else
    Q_UNUSED(root)
    Q_UNUSED(path)
    errno = ENOSYS;
    return -1;
#endif
}

int openStepwise(int root, const QStringList &names)
{
    Descriptor folder(::fcntl(root, F_DUPFD_CLOEXEC, 0));
    for (const QString &name : names.first(names.size() - 1)) {
        if (folder.number() < 0)
            return -1;
        folder.replace(::openat(folder.number(), QFile::encodeName(name).constData(), folderFlags));
    }
    return folder.number() < 0
        ? -1
        : ::openat(folder.number(), QFile::encodeName(names.last()).constData(), fileFlags);
}

// Older kernels do not have openat2 (ENOSYS), and some sandboxes forbid calls not in their list (EPERM).
bool isUnavailable(int error)
{
    return error == ENOSYS || error == EPERM;
}

} // namespace

std::shared_ptr<QFile> openByDescriptor(const QString &root, const QStringList &names, Walk walk)
{
    // The administrator chose the root, so it may be a link.
    const Descriptor folder(
        ::open(QFile::encodeName(root).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.number() < 0)
        return nullptr;
    Descriptor found(-1);
    if (walk != Walk::Stepwise) {
        found.replace(openInKernel(folder.number(), QFile::encodeName(names.join(u'/'))));
        if (found.number() < 0 && (walk == Walk::InKernel || !isUnavailable(errno)))
            return nullptr;
    }
    if (found.number() < 0)
        found.replace(openStepwise(folder.number(), names));
    auto file = std::make_shared<QFile>();
    if (found.number() < 0
        || !file->open(found.number(), QIODevice::ReadOnly, QFileDevice::AutoCloseHandle))
        return nullptr;
    found.release();
    return file;
}

bool hasOneName(const QFile &opened)
{
    struct stat what;
    return ::fstat(opened.handle(), &what) == 0 && S_ISREG(what.st_mode) && what.st_nlink == 1;
}

} // namespace Api

#endif
