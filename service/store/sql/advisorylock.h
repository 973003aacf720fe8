// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Store {

/// The advisory locks on PostgreSQL. The statements in resources/sql have the same numbers.
enum class AdvisoryLock {
    Writing = 8725,  ///< the one writing transaction (Dialect::beginWriting())
    Place = 8726,    ///< the right to have the database open (postgresqlopening.cpp)
    Merging = 8727,  ///< the right to merge segments (MergeTurn)
    Segments = 8728, ///< what changes segments (segmentlock.h)
    Programs =
        8729, ///< with a number of a step: programs that know the steps up to it (schemastate.h)
};

/// The key of a lock in SQL. It differs in each schema, because each may belong to another service.
inline QString keyOf(AdvisoryLock lock)
{
    return QStringLiteral("hashtextextended(current_schema(), %1)").arg(int(lock));
}

/// The second argument of hashtextextended() for programs that know the steps up to `version`.
constexpr qint64 keyOfPrograms(int version)
{
    return qint64(AdvisoryLock::Programs) * 1'000'000 + version;
}

} // namespace Store
