// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "common/result.h"

#include <QByteArray>
#include <QString>
#include <QThreadPool>

#include <memory>

namespace S3 {
class Bucket;
}
namespace Store {
class Database;
struct Upload;
} // namespace Store

namespace Api {

/**
 * Stores the content of one upload, which already has a row. One call at a time, in this order: begin(), write(),
 * finish(). After an error discard(), and then the caller removes the row. Errors: StorageFull, NotFound (the
 * upload was removed meanwhile), else Storage.
 */
class UploadWriter
{
public:
    virtual ~UploadWriter() = default;

    virtual QCoro::Task<Result<void>> begin() = 0;
    virtual QCoro::Task<Result<void>> write(QByteArray bytes) = 0;
    virtual QCoro::Task<Result<void>> finish() = 0; ///< on the disk, also after a power failure
    virtual QCoro::Task<> discard() = 0;            ///< frees what would not go with the row
};

/**
 * Where new uploads are stored: in a folder of this service, or where all services on one database can read them: in
 * that database, or in an S3 store. Which one an upload is in is in its row. Lives on the http thread, like its writers.
 */
class UploadStore
{
public:
    virtual ~UploadStore() = default;

    virtual void setPlace(Store::Upload &upload) const = 0; ///< for the row of a new upload
    virtual std::unique_ptr<UploadWriter> writer(const QByteArray &token) = 0;

    /// The bucket if there is one, else the database if several services may use it, otherwise the folder.
    static std::unique_ptr<UploadStore> made(Store::Database &database, QThreadPool &pool,
                                             const QString &folder, S3::Bucket *bucket);
};

} // namespace Api
