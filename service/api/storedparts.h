// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/partsource.h"
#include "common/async.h"
#include "store/db/database.h"

#include <QThreadPool>

namespace Api {

/** Copies the content of mails and uploads that are stored in pieces, with one piece in memory at a time. */
class StoredParts
{
public:
    StoredParts(Store::Database &database, QThreadPool &pool) : m_database(database), m_pool(pool)
    {
    }

    using Wanted = std::shared_ptr<std::atomic<bool>>; ///< cleared when no client waits any more

    /// Makes the file; answers its size. Nothing of it is left after a failure. Cancelled: no
    /// client waits for it; NotFound: the mail or upload was deleted.
    QCoro::Task<Result<qint64>> copy(StoredRange from, QString file, Wanted isWanted);
    QCoro::Task<Result<qint64>> copy(StoredUpload from, QString file, Wanted isWanted);

private:
    using ReadPiece = std::function<Result<QByteArray>(Store::Session &, int position)>;
    QCoro::Task<Result<qint64>> copyPieces(StoredRange range, ReadPiece read, QString file,
                                           Wanted isWanted);
    QCoro::Task<Result<QByteArray>> piece(ReadPiece read, int position);

    Store::Database &m_database;
    QThreadPool &m_pool;
};

} // namespace Api
