// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/uploadstore.h"
#include "store/people/uploads.h"

namespace Api {

/** Uploads as pieces in the database. A piece is stored as soon as it is complete. */
class DatabaseUploads : public UploadStore
{
public:
    explicit DatabaseUploads(Store::Database &database) : m_database(database) { }

    void setPlace(Store::Upload &upload) const override { upload.isInDatabase = true; }
    std::unique_ptr<UploadWriter> writer(const QByteArray &token) override;

private:
    Store::Database &m_database;
};

} // namespace Api
