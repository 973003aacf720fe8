// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/uploadstore.h"

namespace Api {

/** Uploads as files of one folder, each named by its token. The pool writes them. */
class FolderUploads : public UploadStore
{
public:
    FolderUploads(QThreadPool &pool, QString folder) : m_pool(pool), m_folder(std::move(folder)) { }

    void setPlace(Store::Upload &) const override { }
    std::unique_ptr<UploadWriter> writer(const QByteArray &token) override;

private:
    QThreadPool &m_pool;
    const QString m_folder;
};

} // namespace Api
