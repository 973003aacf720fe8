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
    QCoro::Task<> detail(Http::Request request, Http::Reply reply);
    QCoro::Task<> raw(Http::Request request, Http::Reply reply);

    /// The mail; where its message is still at the server, it is fetched first (10 s).
    QCoro::Task<Result<Store::MailDetail, ApiFailure>> load(qint64 id, Store::Viewer viewer);
    QCoro::Task<Result<Store::MailDetail>> read(qint64 id, Store::Viewer viewer);
    QCoro::Task<Result<void>> fetchText(Store::MailRow mail);

    Collaborators m_with;
};

} // namespace Api
