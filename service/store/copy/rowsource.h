// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/copy/copyrow.h"

#include <QMap>

namespace Store {

/**
 * The source of the rows of a copy: another database, or a backup. It does not change while it is
 * read. One thread.
 */
class RowSource
{
public:
    virtual ~RowSource() = default;

    /// The columns of a table there. Error::NotFound: no such table.
    virtual Result<CopyPlan> plan(const CopyTable &table) = 0;
    virtual Result<qint64> count(const CopyTable &table) = 0; ///< rows of the table
    /// The rows that follow, in the order of the table's key, at most `max`; none at the end.
    virtual Result<QList<CopyRow>> next(const CopyTable &table, qint64 max) = 0;
    virtual void startOver(const CopyTable &table) = 0; ///< next() begins with the first row again
    /// See lastIds() of copysequences.h.
    virtual Result<QMap<QByteArray, qint64>> lastIds() = 0;
};

} // namespace Store
