// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/copy/rowsource.h"
#include "store/search/index/searchdocument.h"

#include <functional>

namespace Store {

/** What copyRows() says, and how it reads mails. */
struct RowCopyOptions {
    QString from;         ///< the name of the source for people
    QString to;           ///< and that of the target
    MessageReader reader; ///< for the full text index, see Session::readMessagesWith()
    std::function<void(const QString &line)> tell; ///< hears how far it is, every few seconds
    /// Changes the copy, which equals its source by then, in the transaction that makes it one that may
    /// be used.
    std::function<Result<void>(Session &to)> beforeUse{};
};

/**
 * Copies all rows into a database that openCopyTarget() has opened, and goes on with a copy that was
 * not finished. Blocks for as long as that takes.
 *
 * Each table is copied in the order of its keys, in batches of a transaction each; the same one
 * notes in `copied_tables` how many rows are there and the checksum of what was read. While anything
 * stands there no service uses the copy. At a start with such notes the source is read again and
 * compared with them: where it has changed meanwhile, the copy begins again. The full text index is
 * made anew. At the end the copy is read as a whole and must have the checksums of the source.
 */
Result<void> copyRows(RowSource &from, Session &to, const RowCopyOptions &options);

} // namespace Store
