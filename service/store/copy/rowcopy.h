// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/copy/rowsource.h"
#include "store/search/index/searchdocument.h"

#include <functional>

namespace Store {

/** The names, the message reader and the callbacks of copyRows(). */
struct RowCopyOptions {
    QString from;         ///< the displayed name of the source
    QString to;           ///< the displayed name of the target
    MessageReader reader; ///< for the full text index, see Session::readMessagesWith()
    std::function<void(const QString &line)>
        report; ///< called with the progress, every few seconds
    /// Changes the copy before it is released for use. Runs in the transaction that releases it;
    /// the copy equals its source at that time.
    std::function<Result<void>(Session &to)> beforeUse{};
};

/**
 * Copies all rows into a database that openCopyTarget() has opened. Continues an unfinished copy.
 * Blocks until the copy is complete.
 *
 * Each table is copied in the order of its keys, in batches of one transaction each. The same
 * transaction stores in `copied_tables` the number of copied rows and the checksum of the rows
 * read. While `copied_tables` has rows, no service uses the copy. If a copy starts with such rows,
 * the source is read again and compared with them; if the source has changed, the copy starts
 * again. The full text index is built again. At the end the whole copy is read and must have the
 * checksums of the source.
 */
Result<void> copyRows(RowSource &from, Session &to, const RowCopyOptions &options);

} // namespace Store
