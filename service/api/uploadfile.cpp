// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/uploadfile.h"

#include "store/people/uploads.h"

#include <QDateTime>
#include <QDir>

#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <unistd.h>
#endif

#include <cerrno>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr auto ownerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

Error diskError(const QFile &file)
{
    const bool isFull = errno == ENOSPC
#ifdef EDQUOT
        || errno == EDQUOT
#endif
        ;
    return { isFull ? Error::Code::StorageFull : Error::Code::Storage,
             u"An upload cannot be written: %1"_s.arg(file.errorString()) };
}

#ifdef Q_OS_UNIX
// A new file survives a power failure only if its folder is synced too.
bool syncFolder(const QString &folder)
{
    const int descriptor =
        ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    const bool done = ::fsync(descriptor) == 0;
    ::close(descriptor);
    return done;
}
#endif

} // namespace

Result<void> UploadFile::create()
{
    errno = 0;
    const auto mode = QIODevice::WriteOnly | QIODevice::NewOnly | QIODevice::Unbuffered;
    if (m_file.open(mode, ownerOnly))
        return {};
    return diskError(m_file);
}

Result<void> UploadFile::write(const QByteArray &bytes)
{
    errno = 0;
    if (m_file.write(bytes) == bytes.size())
        return {};
    return diskError(m_file);
}

Result<void> UploadFile::finish()
{
    errno = 0;
#ifdef Q_OS_UNIX
    const bool isSafe =
        ::fsync(m_file.handle()) == 0 && syncFolder(QFileInfo(m_file.fileName()).absolutePath());
#else
    const bool isSafe = m_file.flush();
#endif
    if (!isSafe)
        return diskError(m_file);
    m_file.close();
    return {};
}

Result<void> makeUploadFolder(const QString &folder)
{
    QDir dir;
    QStringList missing;
    for (QString path = folder; !QFileInfo::exists(path) && !missing.contains(path);
         path = QFileInfo(path).absolutePath())
        missing.prepend(path);
    for (const QString &path : std::as_const(missing)) {
        if (!dir.mkdir(path) || !QFile::setPermissions(path, ownerOnly | QFileDevice::ExeOwner))
            return Error{ Error::Code::Storage, u"cannot create the folder %1"_s.arg(path) };
    }
    return {};
}

QHash<QByteArray, qint64> uploadFiles(const QString &folder)
{
    QHash<QByteArray, qint64> files;
    for (const QFileInfo &file : QDir(folder).entryInfoList(QDir::Files | QDir::Hidden)) {
        const QByteArray name = QFile::encodeName(file.fileName());
        if (Store::isUploadToken(name))
            files.insert(name, file.lastModified().toSecsSinceEpoch());
    }
    return files;
}

} // namespace Api
