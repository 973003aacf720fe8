// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/handlers.h"
#include "store/maildetail.h"
#include "sync/scheduler.h"

#include <QObject>
#include <QThreadPool>

namespace Api {

/**
 * The resource /api/v1/mails without its stream. Lives on the http thread; the collaborators
 * outlive it, and it outlives every request.
 */
class Mails : public QObject
{
public:
    struct Collaborators {
        Store::Database &database;
        Sync::Scheduler &scheduler;
        QThreadPool &pool; ///< decoding
        const Access &access;
    };

    explicit Mails(Collaborators with, QObject *parent = nullptr);

    void addRoutes(Http::Router &router);

private:
    /// Where the message goes: into memory, or on the reader's thread into a file to be sent.
    enum class Into { Memory, File };
    struct Found {
        Store::MailDetail mail;
        std::shared_ptr<QIODevice> file; ///< for Into::File; null where it could not be written
        qint64 fileSize = -1;            ///< -1: the message is not kept here
    };

    QCoro::Task<> detail(Http::Request request, Http::Reply reply);
    QCoro::Task<> raw(Http::Request request, Http::Reply reply);

    /// The mail; where its message is still at the server, it is fetched first (10 s).
    QCoro::Task<Result<Found, ApiFailure>> load(qint64 id, Store::Viewer viewer, Into into);
    QCoro::Task<Result<Found>> read(qint64 id, Store::Viewer viewer, Into into);
    QCoro::Task<Result<void>> fetchText(Store::MailRow mail);

    Collaborators m_with;
};

} // namespace Api
