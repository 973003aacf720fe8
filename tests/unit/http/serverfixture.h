// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client.h"
#include "http/server.h"

#include <memory>

/** A server on a free port of loopback, with a token `user-<id>` for every user. */
class ServerFixture
{
public:
    using Handler = Http::Route::Handler;

    explicit ServerFixture(Http::ServerOptions options = {})
    {
        options.limits.sweepInterval = std::chrono::milliseconds(10);
        if (!options.tokenCheck)
            options.tokenCheck = &ServerFixture::checkToken;
        server = std::make_unique<Http::Server>(std::move(options));
    }

    static Http::ServerOptions with(Http::Limits limits)
    {
        Http::ServerOptions options;
        options.limits = limits;
        return options;
    }

    /// Adds a route without login, unless `route` says otherwise.
    void add(const char *method, const char *path, Handler handler,
             Http::Route route = { .auth = Http::Auth::None })
    {
        route.handler = std::move(handler);
        server->router().add(method, path, std::move(route));
    }

    quint16 listen()
    {
        const auto listening = server->listen(QHostAddress::LocalHost, 0);
        Q_ASSERT(listening.ok());
        return server->port();
    }

    /// Runs `work` on the http thread and waits for it.
    template<typename F>
    void onHttpThread(F work)
    {
        auto *const there = new QObject;
        there->moveToThread(server->httpThread());
        QMetaObject::invokeMethod(there, work, Qt::BlockingQueuedConnection);
        there->deleteLater();
    }

    static Result<Http::Principal, ApiFailure> checkToken(QByteArrayView token)
    {
        if (token == "old")
            return ApiFailure{ ApiError::TokenExpired };
        if (!token.startsWith("user-"))
            return ApiFailure{ ApiError::TokenInvalid };
        Http::Principal principal;
        principal.userId = token.sliced(5).toByteArray().toLongLong();
        return principal;
    }

    std::unique_ptr<Http::Server> server;
};
