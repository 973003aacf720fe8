// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copy/databaserows.h"

#include "store/copy/copysequences.h"

namespace Store {

Result<CopyPlan> DatabaseRows::plan(const CopyTable &table)
{
    return copyPlan(m_session, table);
}

Result<qint64> DatabaseRows::count(const CopyTable &table)
{
    return countRows(m_session, table);
}

Result<QList<CopyRow>> DatabaseRows::next(const CopyTable &table, qint64 max)
{
    auto found = m_readers.find(table.name);
    if (found == m_readers.end()) {
        const Result<CopyPlan> planned = plan(table);
        RETURN_IF_ERROR(planned);
        found = m_readers.emplace(table.name, CopyReader(m_session, *planned)).first;
    }
    return found->second.next(max);
}

void DatabaseRows::startOver(const CopyTable &table)
{
    m_readers.erase(table.name);
}

Result<QMap<QByteArray, qint64>> DatabaseRows::lastIds()
{
    return Store::lastIds(m_session);
}

Result<CopyDigest> digestOf(RowSource &source, const CopyTable &table)
{
    CopyDigest digest;
    for (;;) {
        const Result<QList<CopyRow>> rows = source.next(table, CopyReader::rowsAtOnce);
        RETURN_IF_ERROR(rows);
        if (rows->isEmpty())
            return digest;
        for (const CopyRow &row : *rows)
            digest.add(row);
    }
}

} // namespace Store
