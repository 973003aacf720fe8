// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/uploadstore.h"

#include "api/databaseuploads.h"
#include "api/folderuploads.h"
#include "api/s3uploads.h"
#include "store/db/database.h"

namespace Api {

std::unique_ptr<UploadStore> UploadStore::made(Store::Database &database, QThreadPool &pool,
                                               const QString &folder, S3::Bucket *bucket)
{
    if (bucket)
        return std::make_unique<S3Uploads>(database, *bucket);
    if (database.isShared())
        return std::make_unique<DatabaseUploads>(database);
    return std::make_unique<FolderUploads>(pool, folder);
}

} // namespace Api
