// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backup/manifest.h"

#include <QFile>

namespace Backup {

/**
 * Writes a tar under a temporary name in the same folder and renames it at the end. If it ends earlier,
 * the written file is removed (only a kill leaves `FILE.part-...`). Only the owner may read the file. Blocks;
 * one thread.
 */
class ArchiveWriter
{
public:
    explicit ArchiveWriter(QString file);
    ~ArchiveWriter();
    ArchiveWriter(const ArchiveWriter &) = delete;
    ArchiveWriter &operator=(const ArchiveWriter &) = delete;

    /// Error::Conflict: the final name is in use.
    Result<void> open();

    Result<void> add(const QByteArray &name, QByteArrayView bytes);
    /// Adds the bytes of `from` from its position to its current end. Error::Storage: the file got shorter
    /// in the meantime.
    Result<void> add(const QByteArray &name, QFile &from);

    const QMap<QByteArray, Part> &parts() const { return m_parts; } ///< what was added
    const QString &partFile() const { return m_partFile; }          ///< where it is now
    qint64 size() const { return m_out.size(); }

    /// Adds the manifest and its sum, the end of the tar, and waits for the disk.
    Result<void> finish(const Manifest &manifest);
    /// Gives the file its final name. Error::Conflict: the name is in use meanwhile.
    Result<void> publish();

private:
    Result<void> write(QByteArrayView bytes);
    Result<void> begin(const QByteArray &name, qint64 size);
    Result<void> pad(qint64 size);
    Error isThere() const;

    const QString m_file;
    const QString m_partFile;
    QFile m_out;
    bool m_isMine = false; ///< the destructor removes the file
    QMap<QByteArray, Part> m_parts;
};

} // namespace Backup
