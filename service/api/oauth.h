// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/handlers.h"
#include "api/probelimit.h"
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
    struct Collaborators {
        OAuth::Logins &logins;
        OAuth::Grants &grants;
        OAuth::Keeper &signIns; ///< that were begun
        OAuth::Keeper &devices;
        const ProbeLimit &probes;
    };
    OAuthRoutes(const Collaborators &with, const QString &publicUrl, QObject *parent = nullptr);

    void addRoutes(Http::Router &router);

private:
    /** When this service may ask the provider again. */
    struct Poll {
        std::chrono::milliseconds interval{ 0 };
        std::chrono::milliseconds nextAt{ 0 };
    };

    void forgetOldPolls(std::chrono::milliseconds now);
    void list(const Http::Request &request, const Http::Reply &reply) const;
    QCoro::Task<> start(Http::Request request, Http::Reply reply);
    QCoro::Task<> finish(Http::Request request, Http::Reply reply);
    QCoro::Task<> startDevice(Http::Request request, Http::Reply reply);
    QCoro::Task<> pollDevice(Http::Request request, Http::Reply reply);

    /// Adds to the failures of `body` where no provider has that name.
    OAuth::Provider readProvider(Http::Body &body) const;
    QString readRedirect(Http::Body &body) const;
    bool isOurs(const QUrl &address) const;
    QCoro::Task<> answerWithGrant(qint64 userId, Http::Reply reply, OAuth::Provider provider,
                                  OAuth::Tokens tokens);

    OAuth::Logins &m_logins;
    OAuth::Grants &m_grants;
    const QUrl m_publicUrl;
    OAuth::Keeper &m_signIns;
    OAuth::Keeper &m_devices;
    const ProbeLimit &m_probes;
    QHash<QByteArray, Poll> m_polls; ///< by the handle of a device
};

} // namespace Api
