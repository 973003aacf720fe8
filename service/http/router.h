// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "http/bodysink.h"
#include "http/reply.h"
#include "http/request.h"
#include "metrics/requesttimes.h"

#include <QHash>

#include <functional>
#include <memory>
#include <vector>

namespace Http {

/// Which token a route requires.
enum class Auth {
    None,
    Bearer,
    BearerOrQueryToken, ///< `?token=` too, the header wins; for browsers' EventSource
    /// As BearerOrQueryToken. A request with neither token but with `?ticket=` has no principal;
    /// its handler finds the user from the ticket.
    TokenOrTicket,
};

/// Which body a route accepts.
enum class Media {
    Json, ///< a body must be application/json: 415
    Any,
};

/** How often one user may call one route; 0 calls = as often as the general limit allows. */
struct RouteRate {
    int calls = 0;
    int perSeconds = 60;
    /// Routes of one name are counted together, and have the same limit; empty: the route alone.
    QByteArray bucket = {};
    /// Whether a call with this query (as sent, without `?`) counts; null: each does.
    bool (*isCounted)(QByteArrayView query) = nullptr;
};

/**
 * One address of the API. The handler runs on the http thread and must not block: it answers at
 * once or hands request and reply on.
 */
struct Route {
    using Handler = std::function<void(const Request &, const Reply &)>;
    using Upload = std::function<std::unique_ptr<BodySink>(const Request &, const Reply &)>;

    Auth auth = Auth::Bearer;
    Media media = Media::Json;
    qint64 bodyLimit = -1; ///< bytes; -1: Limits::bodyBytes, 0: none at all
    RouteRate rate;
    Handler handler;
    /// Instead of `handler`: the body goes to a sink as it comes and is never held in memory. A null
    /// sink means that the route has answered.
    Upload upload;
};

/** The result of matching a path: the route and the values of its parameters. */
struct Match {
    const Route *route = nullptr; ///< null: no such path, or not this method
    QByteArray pattern;
    QByteArray allow; ///< methods of the path, `GET, HEAD, POST`; empty: no such path
    QList<qint64> ids;
    QStringList texts;
    bool isBadId = false; ///< a parameter that must be an id is not an id: 400/40005
    Metrics::RequestTimes *times = nullptr; ///< of the route; null where there is none
};

/**
 * From method and path to a route. Filled before the server listens, read-only afterwards.
 * Parameters named `id` or `...Id` are ids (1 .. 2^53-1, digits only); others are text; a pattern
 * that ends in `/` + `*` takes every path below. A fixed segment wins over a parameter.
 */
class Router
{
public:
    Router();
    ~Router();

    void add(QByteArrayView method, const QByteArray &pattern, Route route);

    /// Answers GET and HEAD of every path that no pattern fits and that is not below /api: the pages of
    /// a web client, whose addresses only the client knows.
    void setPages(Route route);

    /// HEAD finds the route of GET. Cost: one hash look-up a segment.
    Match find(QByteArrayView method, QByteArrayView path) const;

    /// Where requests without a route are counted.
    Metrics::RequestTimes &otherTimes() const { return *m_otherTimes; }
    /// Of all routes in the order of adding, then of pages and of requests without a route.
    std::vector<std::shared_ptr<const Metrics::RequestTimes>> times() const;

private:
    struct Node;
    struct Leaf;
    const Node *walk(const Node &from, QByteArrayView rest, QList<QByteArrayView> &captured) const;

    Match pages(QByteArrayView method, QByteArrayView path) const;

    std::unique_ptr<Node> m_root;
    std::unique_ptr<Route> m_pages; ///< null: none
    std::vector<std::shared_ptr<Metrics::RequestTimes>> m_times;
    std::shared_ptr<Metrics::RequestTimes> m_pageTimes;
    std::shared_ptr<Metrics::RequestTimes> m_otherTimes;
};

/// The id in a path segment; nothing for signs, leading zeros, 0, or more than 2^53-1.
std::optional<qint64> parseId(QByteArrayView text);

} // namespace Http
