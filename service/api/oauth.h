// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/handlers.h"
#include "http/body.h"
#include "oauth/grants.h"

#include <QObject>
#include <QUrl>

namespace Api {

/**
 * The resource /api/v1/oauth: a person signs in at a provider, with a browser (`start`, then `finish`
 * with the parameters of the redirect back) or with a code that is typed in elsewhere (`device`).
 * The result is a handle, `oauthGrant`, that an account takes instead of a password. Tokens never
 * leave the service. States and handles belong to the user who began. Lives on the http thread.
 */
class OAuthRoutes : public QObject
{
public:
    /// `publicUrl` may be empty.
    OAuthRoutes(OAuth::Logins &logins, OAuth::Grants &grants, const QString &publicUrl,
                int perMinute, QObject *parent = nullptr);

    void addRoutes(Http::Router &router);

private:
    struct Device {
        QString provider;
        QByteArray deviceCode;
        std::chrono::milliseconds interval{ 0 };
        std::chrono::milliseconds nextAt{ 0 };
        std::chrono::milliseconds endsAt{ 0 };
    };

    void list(const Http::Request &request, const Http::Reply &reply) const;
    void start(const Http::Request &request, const Http::Reply &reply);
    QCoro::Task<> finish(Http::Request request, Http::Reply reply);
    QCoro::Task<> startDevice(Http::Request request, Http::Reply reply);
    QCoro::Task<> pollDevice(Http::Request request, Http::Reply reply);

    /// Adds to the failures of `body` where no provider has that name.
    OAuth::Provider readProvider(Http::Body &body) const;
    QString readRedirect(Http::Body &body) const;
    bool isOurs(const QUrl &address) const;
    void answerWithGrant(const Http::Request &request, const Http::Reply &reply,
                         const OAuth::Provider &provider, const OAuth::Tokens &tokens);

    OAuth::Logins &m_logins;
    OAuth::Grants &m_grants;
    const QUrl m_publicUrl;
    const int m_perMinute;
    OAuth::Handles<OAuth::SignIn> m_signIns{ std::chrono::minutes(10) };
    OAuth::Handles<Device> m_devices{ std::chrono::minutes(30) };
};

} // namespace Api
