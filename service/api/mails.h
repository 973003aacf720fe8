// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/handlers.h"
#include "api/mailloader.h"
#include "api/partcache.h"

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
        MailLoader &loader;
        PartCache &cache;  ///< whole mails that are too large to be kept
        QThreadPool &pool; ///< decoding
        const Access &access;
    };

    explicit Mails(Collaborators with, QObject *parent = nullptr);

    void addRoutes(Http::Router &router);

private:
    Http::Route::Handler listHandler(const Handlers &handlers);
    QCoro::Task<> highlightedList(Http::Request request, Http::Reply reply);
    QCoro::Task<> detail(Http::Request request, Http::Reply reply);
    QCoro::Task<> raw(Http::Request request, Http::Reply reply);

    QCoro::Task<Result<PartCache::File, ApiFailure>> wholeMail(Store::MailRow mail, bool isInPieces,
                                                               Http::Reply reply);

    Collaborators m_with;
};

} // namespace Api
