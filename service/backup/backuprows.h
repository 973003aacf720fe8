// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/copy/rowsource.h"

namespace Backup {

class ArchiveReader;
struct TableParts;

/** The rows of a backup. The archive must outlive the object. */
class BackupRows : public Store::RowSource
{
public:
    explicit BackupRows(ArchiveReader &archive) : m_archive(archive) { }

    Result<Store::CopyPlan> plan(const Store::CopyTable &table) override;
    Result<qint64> count(const Store::CopyTable &table) override;
    Result<QList<Store::CopyRow>> next(const Store::CopyTable &table, qint64 max) override;
    void startOver(const Store::CopyTable &table) override;
    Result<QMap<QByteArray, qint64>> lastIds() override;

private:
    /** How far a table was read. */
    struct Position {
        qsizetype nextPart = 0;
        QList<Store::CopyRow> rows; ///< of the part before that one
        qsizetype nextRow = 0;      ///< in `rows`
    };

    Result<const TableParts *> find(const Store::CopyTable &table) const;
    Result<void> fill(Position &position, const TableParts &parts);

    ArchiveReader &m_archive;
    QMap<QByteArray, Position> m_positions; ///< by table
};

} // namespace Backup
