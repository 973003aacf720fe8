// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/copy/copyrow.h"

namespace Store {

class Session;

/**
 * Reads a table from its first row to its last, in batches of at most 2,000 rows and about 8 MiB
 * (a single row may be larger).
 */
class CopyReader
{
public:
    CopyReader(Session &session, CopyPlan plan);

    /// The rows that follow, at most `max`; none at the end.
    Result<QList<CopyRow>> next(qint64 max = rowsAtOnce);

    void startOver() { m_last.clear(); }

    static constexpr qint64 rowsAtOnce = 2000;

private:
    Result<qint64> rowsThatFit(qint64 max);
    Query leased(const char *resource, const QByteArray &variant, const QByteArray &columns);

    Session &m_session;
    CopyPlan m_plan;
    QList<qsizetype> m_keyAt; ///< where the columns of the key are
    CopyRow m_last;           ///< empty at the beginning
};

/// How many rows the table has.
Result<qint64> countRows(Session &session, const CopyTable &table);

} // namespace Store
