// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/mailloader.h"
#include "api/partcache.h"

#include <QObject>
#include <QThreadPool>

namespace Api {

/**
 * The attachments of stored mails: `GET /api/v1/attachments/mail/:mailId` and
 * `/attachments/:id/download`. Lives on the http thread.
 */
class Attachments : public QObject
{
public:
    struct Collaborators {
        Store::Database &database;
        MailLoader &loader;
        PartCache &cache;
        QThreadPool &pool; ///< decoding
        const Access &access;
    };

    explicit Attachments(Collaborators with, QObject *parent = nullptr)
        : QObject(parent), m_with(with)
    {
    }

    void addRoutes(Http::Router &router);

    struct Wanted {
        qint64 id = 0;
        Store::Viewer viewer;
        bool isInline = false; ///< shown in the browser, if its type cannot contain scripts
        qint64 ofMail = 0;     ///< it must belong to this mail; 0: to any
    };
    /// The content as an answer. `reply`: the request that waits for it.
    QCoro::Task<Result<Http::Response, ApiFailure>> content(Wanted wanted, Http::Reply reply);

private:
    /** An attachment with the mail that it is in. */
    struct Place {
        Store::MailDetail mail;
        Store::Attachment attachment;
    };

    QCoro::Task<> listOf(Http::Request request, Http::Reply reply);
    QCoro::Task<> download(Http::Request request, Http::Reply reply);
    QCoro::Task<Result<Place, ApiFailure>> find(qint64 id, Store::Viewer viewer);
    QCoro::Task<Result<PartCache::File, ApiFailure>> bytesOf(Place place, Http::Reply reply);
    QCoro::Task<Result<PartCache::File, ApiFailure>> fetched(Place place, Mime::Encoding encoding,
                                                             Http::Reply reply);
    QCoro::Task<Result<PartCache::File, ApiFailure>> copied(Place place, StoredRange range,
                                                            Http::Reply reply);
    void noteSize(const Store::Attachment &attachment, qint64 size) const;

    Collaborators m_with;
};

} // namespace Api
