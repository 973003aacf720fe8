// SPDX-License-Identifier: GPL-3.0-or-later
#include "backup/archivereader.h"

#include "backup/backuprows.h"
#include "backup/diskerror.h"
#include "backup/tarheader.h"
#include "store/copy/copyreader.h"
#include "store/db/progresslines.h"

#include <QCryptographicHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Backup {

namespace {

constexpr qint64 pieceSize = qint64(1) << 20;
constexpr qint64 largestInMemory = qint64(128) << 20;

QString text(const QByteArray &bytes)
{
    return QString::fromUtf8(bytes);
}

} // namespace

ArchiveReader::ArchiveReader(const QString &file) : m_fileName(file), m_in(file) { }

Error ArchiveReader::damaged(const QString &how) const
{
    return { Error::Code::Storage, u"The backup %1 cannot be used: %2."_s.arg(m_fileName, how) };
}

Result<std::unique_ptr<ArchiveReader>>
ArchiveReader::open(const QString &file, const std::function<void(const QString &line)> &report)
{
    std::unique_ptr<ArchiveReader> reader(new ArchiveReader(file));
    if (!reader->m_in.open(QIODevice::ReadOnly))
        return diskError(u"Cannot read the backup %1"_s.arg(file), reader->m_in);
    RETURN_IF_ERROR(reader->readAll(report));
    return reader;
}

Result<void> ArchiveReader::readAll(const std::function<void(const QString &line)> &report)
{
    Store::ProgressLines lines(report);
    for (bool isMore = true; isMore;) {
        const Result<bool> member = readMember();
        RETURN_IF_ERROR(member);
        isMore = *member;
        lines.progress(u"Checking bytes"_s, m_in.pos(), m_in.size());
    }
    RETURN_IF_ERROR(readManifest());
    const Result<void> same = compareParts();
    return same ? compareRows(report) : same;
}

// False at the end.
Result<bool> ArchiveReader::readMember()
{
    const QByteArray block = m_in.read(tarBlock);
    if (block == QByteArray(tarBlock, '\0'))
        return false;
    const auto member = tarMember(block);
    if (!member && m_places.isEmpty())
        return damaged(u"it is not a backup of Postrider"_s);
    if (!member)
        return damaged(block.size() < tarBlock ? u"its end is missing"_s
                                               : u"it is damaged after %1"_s.arg(text(m_last)));
    const qint64 at = m_in.pos();
    const Result<QByteArray> read =
        pieces(member->size, [](const QByteArray &) { return Result<void>(); });
    RETURN_IF_ERROR(read);
    if (m_places.contains(member->name))
        return damaged(u"it contains %1 twice"_s.arg(text(member->name)));
    m_places.insert(member->name, { at, { member->size, *read } });
    m_last = member->name;
    m_in.seek(at + member->size + tarPadding(member->size));
    return true;
}

Result<QByteArray>
ArchiveReader::pieces(qint64 size, const std::function<Result<void>(const QByteArray &)> &take)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (qint64 left = size; left > 0;) {
        const QByteArray piece = m_in.read(std::min(left, pieceSize));
        if (piece.isEmpty())
            return m_in.error() == QFile::NoError
                ? damaged(u"its end is missing"_s)
                : diskError(u"Cannot read the backup %1"_s.arg(m_fileName), m_in);
        RETURN_IF_ERROR(take(piece));
        hash.addData(piece);
        left -= piece.size();
    }
    return hash.result();
}

// Compares the sum of the bytes again, because the file may have changed since it was read completely.
Result<QByteArray> ArchiveReader::bytes(const QByteArray &part)
{
    const auto place = m_places.constFind(part);
    if (place == m_places.cend() || place->part.size > largestInMemory)
        return damaged(u"%1 is missing or too large"_s.arg(text(part)));
    QByteArray all;
    all.reserve(place->part.size);
    m_in.seek(place->at);
    const Result<QByteArray> read = pieces(place->part.size, [&all](const QByteArray &piece) {
        all.append(piece);
        return Result<void>();
    });
    RETURN_IF_ERROR(read);
    return *read == place->part.sha256 ? Result<QByteArray>(std::move(all))
                                       : damaged(u"%1 has changed"_s.arg(text(part)));
}

Result<void> ArchiveReader::copyTo(const QByteArray &part, QFile &to)
{
    const auto place = m_places.constFind(part);
    if (place == m_places.cend())
        return damaged(u"%1 is missing"_s.arg(text(part)));
    m_in.seek(place->at);
    const Result<QByteArray> read = pieces(place->part.size, [&to](const QByteArray &piece) {
        return writeAll(to, piece, u"Cannot write %1"_s.arg(to.fileName()));
    });
    RETURN_IF_ERROR(read);
    return *read == place->part.sha256 ? Result<void>()
                                       : damaged(u"%1 has changed"_s.arg(text(part)));
}

QByteArray ArchiveReader::sum() const
{
    return m_places.value(manifestName).part.sha256;
}

Result<void> ArchiveReader::readManifest()
{
    if (!m_places.contains(manifestName) || !m_places.contains(manifestSumName))
        return damaged(u"it has no list of contents"_s);
    const Result<QByteArray> json = bytes(manifestName);
    RETURN_IF_ERROR(json);
    const Result<QByteArray> listed = bytes(manifestSumName);
    RETURN_IF_ERROR(listed);
    if (!listed->startsWith(sum().toHex() + ' '))
        return damaged(u"its list of contents has changed"_s);
    const Result<Manifest> manifest = manifestFrom(*json);
    if (!manifest)
        return damaged(manifest.error().message);
    m_manifest = *manifest;
    return {};
}

Result<void> ArchiveReader::compareParts() const
{
    for (auto part = m_manifest.parts.begin(); part != m_manifest.parts.end(); ++part) {
        const auto place = m_places.constFind(part.key());
        if (place == m_places.cend())
            return damaged(u"%1 is missing"_s.arg(text(part.key())));
        if (place->part != *part)
            return damaged(u"%1 has changed"_s.arg(text(part.key())));
    }
    const qsizetype known = m_manifest.parts.size() + 2; // the manifest and its sum
    return m_places.size() == known ? Result<void>()
                                    : damaged(u"it contains files that are not in its list of "
                                              "contents"_s);
}

Result<void> ArchiveReader::compareRows(const std::function<void(const QString &line)> &report)
{
    Store::ProgressLines lines(report);
    BackupRows source(*this);
    for (const TableParts &table : std::as_const(m_manifest.tables)) {
        const Store::CopyTable copied{ table.name.constData(), "" };
        Store::CopyDigest digest;
        for (;;) {
            const auto rows = source.next(copied, Store::CopyReader::rowsAtOnce);
            if (!rows)
                return damaged(rows.error().message);
            if (rows->isEmpty())
                break;
            for (const Store::CopyRow &row : *rows)
                digest.add(row);
            lines.progress(u"Checking "_s + text(table.name), digest.rows(), table.digest.rows());
        }
        if (digest != table.digest)
            return damaged(
                u"the rows of the table %1 differ from those in its list of contents"_s.arg(
                    text(table.name)));
    }
    return {};
}

} // namespace Backup
