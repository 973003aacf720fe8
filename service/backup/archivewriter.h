// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backup/manifest.h"

#include <QFile>

namespace Backup {

/**
 * Writes a tar beside its final name and gives it that name at the end; whatever ends it before
 * removes what was written (a kill leaves `FILE.part-...`). Only the owner may read the file. Blocks;
 * one thread.
 */
class ArchiveWriter
{
public:
    explicit ArchiveWriter(QString file);
    ~ArchiveWriter();
    ArchiveWriter(const ArchiveWriter &) = delete;
    ArchiveWriter &operator=(const ArchiveWriter &) = delete;

    /// Error::Conflict: there is something of the final name.
    Result<void> open();

    Result<void> add(const QByteArray &name, QByteArrayView bytes);
    /// From where `from` is to its end, as long as it is now. Error::Storage: it got shorter meanwhile.
    Result<void> add(const QByteArray &name, QFile &from);

    const QMap<QByteArray, Part> &parts() const { return m_parts; } ///< what was added
    const QString &partFile() const { return m_partFile; }          ///< where it is now
    qint64 size() const { return m_out.size(); }

    /// Adds the manifest and its sum, the end of the tar, and waits for the disk.
    Result<void> finish(const Manifest &manifest);
    /// Gives the file its name. Error::Conflict: something got this name meanwhile.
    Result<void> publish();

private:
    Result<void> write(QByteArrayView bytes);
    Result<void> begin(const QByteArray &name, qint64 size);
    Result<void> pad(qint64 size);
    Error isThere() const;

    const QString m_file;
    const QString m_partFile;
    QFile m_out;
    bool m_isMine = false; ///< there is a file to remove
    QMap<QByteArray, Part> m_parts;
};

} // namespace Backup
