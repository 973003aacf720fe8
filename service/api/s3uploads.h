// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/uploadstore.h"
#include "store/people/uploads.h"

namespace Api {

/** Uploads as objects of a bucket (api/uploadobjects). An object is stored as soon as its bytes are there. */
class S3Uploads : public UploadStore
{
public:
    S3Uploads(Store::Database &database, S3::Bucket &bucket)
        : m_database(database), m_bucket(bucket)
    {
    }

    void setPlace(Store::Upload &upload) const override { upload.isInS3 = true; }
    std::unique_ptr<UploadWriter> writer(const QByteArray &token) override;

private:
    Store::Database &m_database;
    S3::Bucket &m_bucket;
};

} // namespace Api
