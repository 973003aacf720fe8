// SPDX-License-Identifier: GPL-3.0-or-later
#include "web/files.h"

#include "web/contenttypes.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QFile>
#include <QResource>

using namespace Qt::StringLiterals;

/// Resources of a static library must be initialised. Q_INIT_RESOURCE cannot be used inside a namespace.
static void initialiseResources()
{
    Q_INIT_RESOURCE(web);
}

namespace Web {

namespace {

QByteArray contentOf(const QString &path)
{
    const QResource resource(path);
    if (resource.isValid() && resource.compressionAlgorithm() == QResource::NoCompression)
        return QByteArray::fromRawData(reinterpret_cast<const char *>(resource.data()),
                                       qsizetype(resource.size()));
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Not for security: it only identifies the bytes.
QByteArray etagOf(const QByteArray &bytes)
{
    const QByteArray hash = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
    return '"' + hash.first(12).toHex() + '"';
}

} // namespace

Result<Files> Files::in(const QString &folder)
{
    initialiseResources();
    Files files;
    QDirIterator walk(folder, QDir::Files, QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        const QString path = walk.next();
        if (path.endsWith(".gz"_L1))
            continue;
        File file{ .contentType = contentTypeOf(path), .bytes = contentOf(path) };
        file.etag = etagOf(file.bytes);
        if (isCompressible(file.contentType) && QFile::exists(path + ".gz"_L1))
            file.gzip = contentOf(path + ".gz"_L1);
        files.m_files.insert(path.sliced(folder.size()).toUtf8(), std::move(file));
    }
    if (!files.find("/index.html"))
        return Error{ Error::Code::NotFound,
                      u"There is no web client in %1: it has no index.html."_s.arg(folder) };
    return files;
}

const File *Files::find(const QByteArray &path) const
{
    const auto found = m_files.constFind(path);
    return found == m_files.cend() ? nullptr : &*found;
}

} // namespace Web
