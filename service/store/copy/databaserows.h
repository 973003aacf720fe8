// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/copy/copyreader.h"
#include "store/copy/rowsource.h"

#include <map>

namespace Store {

/** The rows of a database, read in one transaction of `session`, which the caller keeps open. */
class DatabaseRows : public RowSource
{
public:
    explicit DatabaseRows(Session &session) : m_session(session) { }

    Result<CopyPlan> plan(const CopyTable &table) override;
    Result<qint64> count(const CopyTable &table) override;
    Result<QList<CopyRow>> next(const CopyTable &table, qint64 max) override;
    void startOver(const CopyTable &table) override;
    Result<QMap<QByteArray, qint64>> lastIds() override;

private:
    Session &m_session;
    std::map<QByteArray, CopyReader> m_readers; ///< by table
};

/// The checksum over all rows of a table of `source`, from where next() is.
Result<CopyDigest> digestOf(RowSource &source, const CopyTable &table);

} // namespace Store
