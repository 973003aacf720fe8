// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/copy/copyrow.h"

#include <QByteArray>
#include <QMap>

namespace Store {

class Session;

/** How far a table has come. */
struct CopiedTable {
    CopyDigest digest;    ///< of the rows that are there, as they were read
    bool isWhole = false; ///< there are no more

    friend bool operator==(const CopiedTable &, const CopiedTable &) = default;
};

/// What a copy that was begun has brought to this database, by table; none: no copy was begun.
Result<QMap<QByteArray, CopiedTable>> copiedTables(Session &session);

/// In the transaction that brings the rows.
Result<void> noteCopied(Session &session, const CopyTable &table, const CopiedTable &copied);

/// The copy is done, or begins again.
Result<void> forgetCopied(Session &session);

/// Error::Conflict where this database is a copy that is not done, which must not be used. `shown`
/// is its name.
Result<void> checkIsWhole(Session &session, const QString &shown);

} // namespace Store
