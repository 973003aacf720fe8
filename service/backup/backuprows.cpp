// SPDX-License-Identifier: GPL-3.0-or-later
#include "backup/backuprows.h"

#include "backup/archivereader.h"
#include "store/copy/rowcodec.h"
#include "store/mail/bodies.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Backup {

using Store::CopyRow;
using Store::CopyTable;

Result<const TableParts *> BackupRows::find(const CopyTable &table) const
{
    const QList<TableParts> &tables = m_archive.manifest().tables;
    const auto found = std::ranges::find(tables, QByteArray(table.name), &TableParts::name);
    if (found != tables.end())
        return &*found;
    return Error{ Error::Code::NotFound,
                  u"The backup has no table %1."_s.arg(QLatin1StringView(table.name)) };
}

Result<Store::CopyPlan> BackupRows::plan(const CopyTable &table)
{
    const auto parts = find(table);
    return parts ? Result<Store::CopyPlan>(Store::CopyPlan{ table, (*parts)->columns, {} })
                 : parts.error();
}

Result<qint64> BackupRows::count(const CopyTable &table)
{
    const auto parts = find(table);
    return parts ? Result<qint64>((*parts)->digest.rows()) : parts.error();
}

Result<void> BackupRows::fill(Position &position, const TableParts &parts)
{
    while (position.nextRow == position.rows.size() && position.nextPart < parts.parts.size()) {
        const Result<QByteArray> packed = m_archive.bytes(parts.parts[position.nextPart]);
        RETURN_IF_ERROR(packed);
        const Result<QByteArray> bytes = Store::decompressBody(*packed);
        RETURN_IF_ERROR(bytes);
        const auto rows = Store::rowsFrom(*bytes, parts.columns);
        RETURN_IF_ERROR(rows);
        position = { position.nextPart + 1, *rows, 0 };
    }
    return {};
}

Result<QList<CopyRow>> BackupRows::next(const CopyTable &table, qint64 max)
{
    const auto parts = find(table);
    RETURN_IF_ERROR(parts);
    Position &position = m_positions[table.name];
    RETURN_IF_ERROR(fill(position, **parts));
    const QList<CopyRow> rows = position.rows.mid(position.nextRow, max);
    position.nextRow += rows.size();
    return rows;
}

void BackupRows::startOver(const CopyTable &table)
{
    m_positions.remove(table.name);
}

Result<QMap<QByteArray, qint64>> BackupRows::lastIds()
{
    return m_archive.manifest().lastIds;
}

} // namespace Backup
