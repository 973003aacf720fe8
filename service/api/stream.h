// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/access.h"
#include "events/hub.h"
#include "http/router.h"
#include "http/streams.h"
#include "store/db/database.h"

#include <QHash>
#include <QObject>

namespace Api {

class Authenticator;

/**
 * The resource /api/v1/mails/stream with its tickets and its health: joins the hub's listeners with the streams of
 * clients. Lives on the http thread with both.
 */
class Stream : public QObject
{
public:
    Stream(Store::Database &database, Events::Hub &hub, Http::Streams &streams,
           const Access &access, QObject *parent = nullptr);

    void addRoutes(Http::Router &router);

    /// Streams end with the tokens that opened them.
    void closeWhereRevoked(Authenticator &authenticator);

private:
    void open(const Http::Request &request, const Http::Reply &reply);
    void openWithTicket(const Http::Request &request, const Http::Reply &reply);
    void start(const Http::Request &request, const Http::Reply &reply);
    void health(const Http::Request &request, const Http::Reply &reply) const;
    void forget(Http::StreamId stream);

    struct Open {
        Events::Hub::ListenerId listener = 0;
        qint64 userId = 0;
        QByteArray tokenId;
    };

    Store::Database &m_database;
    Events::Hub &m_hub;
    Http::Streams &m_streams;
    const Access &m_access;
    QHash<Http::StreamId, Open> m_open;
};

} // namespace Api
