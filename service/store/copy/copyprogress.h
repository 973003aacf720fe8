// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/copy/copyrow.h"

#include <QByteArray>
#include <QMap>

namespace Store {

class Session;

/** The progress of copying one table. */
struct CopiedTable {
    CopyDigest digest;    ///< of the rows copied so far, as they were read
    bool isWhole = false; ///< all rows are copied

    friend bool operator==(const CopiedTable &, const CopiedTable &) = default;
};

/// The progress of an unfinished copy in this database, by table; empty: no copy was started.
Result<QMap<QByteArray, CopiedTable>> copiedTables(Session &session);

/// Stores the progress of a table, in the transaction that inserts the rows.
Result<void> noteCopied(Session &session, const CopyTable &table, const CopiedTable &copied);

/// Deletes the stored progress: the copy is complete, or starts again.
Result<void> forgetCopied(Session &session);

/// Error::Conflict: this database is an unfinished copy and must not be used. `shown` is its name
/// in the message.
Result<void> checkIsWhole(Session &session, const QString &shown);

} // namespace Store
