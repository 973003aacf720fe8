// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backup/manifest.h"

#include <QFile>

#include <functional>
#include <memory>

namespace Backup {

/** A backup file that was checked completely. One thread. */
class ArchiveReader
{
public:
    /**
     * Reads the whole file: each member must be in the manifest and have the sum that is there, and each
     * table its rows. Error::Storage: something is missing, has changed or was added; the message says
     * what. `report` is called with the progress.
     */
    static Result<std::unique_ptr<ArchiveReader>>
    open(const QString &file, const std::function<void(const QString &line)> &report);

    const Manifest &manifest() const { return m_manifest; }
    QByteArray sum() const;                     ///< SHA-256 of the manifest; identifies the backup
    qint64 size() const { return m_in.size(); } ///< bytes of the file

    /// The bytes of a part of less than 128 MiB. Its sum is checked again.
    Result<QByteArray> bytes(const QByteArray &part);
    /// Copies a part of any size to a file that is opened unbuffered. Its sum is checked again.
    Result<void> copyTo(const QByteArray &part, QFile &to);

private:
    struct Place {
        qint64 at = 0;
        Part part;
    };

    explicit ArchiveReader(const QString &file);
    Result<void> readAll(const std::function<void(const QString &line)> &report);
    Result<bool> readMember();
    Result<void> readManifest();
    Result<void> compareParts() const;
    Result<void> compareRows(const std::function<void(const QString &line)> &report);
    /// Passes `size` bytes from the present position to `take`, in pieces; returns their sum.
    Result<QByteArray> pieces(qint64 size,
                              const std::function<Result<void>(const QByteArray &)> &take);
    Error damaged(const QString &how) const;

    const QString m_fileName;
    QFile m_in;
    QMap<QByteArray, Place> m_places;
    QByteArray m_last; ///< the member that was read last
    Manifest m_manifest;
};

} // namespace Backup
