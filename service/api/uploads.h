// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/attachmentstore.h"
#include "api/handlers.h"
#include "api/incoming.h"
#include "api/objectsweep.h"
#include "api/uploadstore.h"
#include "store/people/uploads.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

namespace Api {

/**
 * What users upload to attach it to mails: `POST`, `GET` and `DELETE /api/v1/attachments`. Lives on
 * the http thread. A row is made before its content and, except after a failed upload, removed before it.
 * So the sweep finds everything that a crash left behind.
 */
class Uploads : public QObject
{
public:
    struct Options {
        Store::UploadQuota quota;
        std::chrono::seconds life{}; ///< after which an unused upload is removed
        S3::Bucket *bucket =
            nullptr; ///< for the content of new uploads, and perhaps of old ones; null: none
    };

    Uploads(Store::Database &database, QThreadPool &pool, const AttachmentStore &files,
            Options options, QObject *parent = nullptr);

    void addRoutes(Http::Router &router);
    /// At once, and now and then from here on. `isFirst`: this service removes objects of an S3 store; it is one of
    /// those that share the store.
    void startSweeping(std::function<bool()> isFirst);
    void stop();

private:
    std::unique_ptr<Http::BodySink> begin(const Http::Request &request, const Http::Reply &reply);
    QCoro::Task<> receive(std::shared_ptr<Incoming> incoming, Store::Upload upload);
    QCoro::Task<Result<Store::Upload>> reserve(Store::Upload upload);
    QCoro::Task<Result<void>> store(std::shared_ptr<Incoming> incoming,
                                    std::shared_ptr<UploadWriter> writer);
    QCoro::Task<Result<void>> complete(QByteArray token, qint64 size);
    QCoro::Task<Result<bool>> dropRow(QByteArray token);
    QCoro::Task<> sweep();
    Result<Change, ApiFailure> remove(const Http::Request &request, Store::Session &session);
    QString pathOf(const QByteArray &token) const;
    void removeFiles(const QList<QByteArray> &tokens) const;
    QCoro::Task<> removeObjects(QByteArray token);

    Store::Database &m_database;
    QThreadPool &m_pool;
    const AttachmentStore &m_files;
    const std::unique_ptr<UploadStore> m_store;
    const Options m_options;
    std::optional<ObjectSweep> m_objects;
    QTimer m_timer;
};

} // namespace Api
