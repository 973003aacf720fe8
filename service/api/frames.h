// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/attachments.h"
#include "api/authenticator.h"
#include "api/framepage.h"
#include "api/remoteimages.h"

#include <QCache>

namespace Api {

/**
 * A mail as a document of its own, for a frame that has no token: `POST /api/v1/mails/:id/ticket`
 * gives the address, `/api/v1/frames/<ticket>` answers the cleaned mail, and below it are its
 * images and files. Every request checks again whether the user may still see the mail. Lives on
 * the http thread.
 */
class Frames : public QObject
{
public:
    struct Collaborators {
        Store::Database &database;
        MailLoader &loader;
        Attachments &attachments;
        RemoteImages &images;
        const Authenticator &authenticator;
        QThreadPool &pool; ///< decoding and cleaning
        const Clock &clock;
        const Access &access;
        QString publicUrl;
        Crypto::SigningKeys keys;
    };

    explicit Frames(Collaborators with, QObject *parent = nullptr);

    void addRoutes(Http::Router &router);

private:
    using Page = Result<FramePage, ApiFailure>;

    QCoro::Task<> makeTicket(Http::Request request, Http::Reply reply);
    QCoro::Task<> document(Http::Request request, Http::Reply reply);
    QCoro::Task<> part(Http::Request request, Http::Reply reply, bool isInline);
    QCoro::Task<> image(Http::Request request, Http::Reply reply);

    Result<FrameTicket, ApiFailure> ticketOf(const Http::Request &request) const;
    QCoro::Task<Result<void, ApiFailure>> checkVisible(FrameTicket ticket);
    QCoro::Task<Page> makePage(FrameTicket ticket, QByteArray words);
    QCoro::Task<Page> pageFor(Http::Request request);

    const Collaborators m_with;
    const FrameTickets m_tickets;
    QCache<QByteArray, FramePage> m_pages; ///< by the words of their tickets
};

} // namespace Api
