// SPDX-License-Identifier: GPL-3.0-or-later
#include "backup/archivewriter.h"

#include "backup/diskerror.h"
#include "backup/tarheader.h"
#include "crypto/digest.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QFileInfo>
#include <QRandomGenerator>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Backup {

namespace {

constexpr qint64 pieceSize = qint64(1) << 20;

QString besideOf(const QString &file)
{
    return file + ".part-"_L1 + QString::number(QRandomGenerator::system()->generate(), 16);
}

} // namespace

ArchiveWriter::ArchiveWriter(QString file)
    : m_file(std::move(file)), m_partFile(besideOf(m_file)), m_out(m_partFile)
{
}

ArchiveWriter::~ArchiveWriter()
{
    if (m_isMine)
        m_out.remove();
}

Error ArchiveWriter::isThere() const
{
    return { Error::Code::Conflict,
             u"There is a file %1 already. Nothing was changed; give the backup another name."_s
                 .arg(m_file) };
}

Result<void> ArchiveWriter::open()
{
    if (QFileInfo(m_file).exists() || QFileInfo(m_file).isSymLink())
        return isThere();
    // Unbuffered, so that an error is returned by the call that wrote the bytes.
    const auto mode = QIODevice::WriteOnly | QIODevice::NewOnly | QIODevice::Unbuffered;
    if (!m_out.open(mode, QFile::ReadOwner | QFile::WriteOwner))
        return diskError(u"Cannot create the backup %1"_s.arg(m_file), m_out);
    m_isMine = true;
    return {};
}

Result<void> ArchiveWriter::write(QByteArrayView bytes)
{
    return writeAll(m_out, bytes,
                    u"Cannot write the backup %1; what was written is removed"_s.arg(m_file));
}

Result<void> ArchiveWriter::begin(const QByteArray &name, qint64 size)
{
    return write(tarHeader({ name, size }, QDateTime::currentSecsSinceEpoch()));
}

Result<void> ArchiveWriter::pad(qint64 size)
{
    return write(QByteArray(tarPadding(size), '\0'));
}

Result<void> ArchiveWriter::add(const QByteArray &name, QByteArrayView bytes)
{
    RETURN_IF_ERROR(begin(name, bytes.size()));
    RETURN_IF_ERROR(write(bytes));
    m_parts.insert(name, { bytes.size(), Crypto::sha256(bytes) });
    return pad(bytes.size());
}

Result<void> ArchiveWriter::add(const QByteArray &name, QFile &from)
{
    const qint64 size = from.size() - from.pos();
    RETURN_IF_ERROR(begin(name, size));
    QCryptographicHash sum(QCryptographicHash::Sha256);
    for (qint64 left = size; left > 0;) {
        const QByteArray piece = from.read(std::min(left, pieceSize));
        if (piece.isEmpty())
            return Error{ Error::Code::Storage,
                          u"The file %1 was changed while it was read. Repeat the backup."_s.arg(
                              from.fileName()) };
        RETURN_IF_ERROR(write(piece));
        sum.addData(piece);
        left -= piece.size();
    }
    m_parts.insert(name, { size, sum.result() });
    return pad(size);
}

// A tar ends with two blocks of zeros.
Result<void> ArchiveWriter::finish(const Manifest &manifest)
{
    const QByteArray json = toJson(manifest);
    const QByteArray sum = Crypto::sha256(json).toHex() + "  " + manifestName + '\n';
    for (const auto &[name, bytes] :
         { std::pair(manifestName, json), std::pair(manifestSumName, sum) }) {
        RETURN_IF_ERROR(add(name, bytes));
    }
    const Result<void> ended = write(QByteArray(2 * tarBlock, '\0'));
    return ended ? syncFile(m_out) : ended;
}

Result<void> ArchiveWriter::publish()
{
    m_out.close();
    if (QFileInfo(m_file).isSymLink() || !m_out.rename(m_file)) // replaces no file
        return QFileInfo(m_file).exists() || QFileInfo(m_file).isSymLink()
            ? isThere()
            : diskError(u"Cannot rename the finished backup to %1"_s.arg(m_file), m_out);
    m_isMine = false;
    return syncFolder(QFileInfo(m_file).absolutePath());
}

} // namespace Backup
