// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/partsource.h"
#include "common/async.h"
#include "store/db/database.h"

#include <QThreadPool>

namespace S3 {
class Bucket;
}

namespace Api {

/**
 * Copies the content of mails and uploads that are stored in pieces, or as objects of an S3 store, with one of them in
 * memory at a time.
 */
class StoredParts
{
public:
    StoredParts(Store::Database &database, QThreadPool &pool, S3::Bucket *bucket)
        : m_database(database), m_pool(pool), m_bucket(bucket)
    {
    }

    using Wanted = std::shared_ptr<std::atomic<bool>>; ///< cleared when no client waits any more

    /// Makes the file; answers its size. Nothing of it is left after a failure. Cancelled: no
    /// client waits for it; NotFound: the mail or upload was deleted.
    QCoro::Task<Result<qint64>> copy(StoredRange from, QString file, Wanted isWanted);
    QCoro::Task<Result<qint64>> copy(StoredUpload from, QString file, Wanted isWanted);

private:
    using ReadPiece = std::function<Result<QByteArray>(Store::Session &, int position)>;
    /** The pieces, read one after the other. Nothing follows an empty one. */
    struct Source {
        std::function<QCoro::Task<Result<QByteArray>>(int position)> read;
        qsizetype pieceBytes = 0;
    };

    QCoro::Task<Result<qint64>> copyPieces(StoredRange range, Source source, QString file,
                                           Wanted isWanted);
    Source fromDatabase(ReadPiece read);
    Source fromS3(const StoredUpload &upload);
    QCoro::Task<Result<QByteArray>> piece(ReadPiece read, int position);
    QCoro::Task<Result<QByteArray>> object(StoredUpload upload, int position);

    Store::Database &m_database;
    QThreadPool &m_pool;
    S3::Bucket *const m_bucket; ///< null: none is configured
};

} // namespace Api
