// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/access.h"
#include "api/accountboard.h"
#include "api/accounts.h"
#include "api/attachments.h"
#include "api/attachmentstore.h"
#include "api/auth.h"
#include "api/authenticator.h"
#include "api/authwatch.h"
#include "api/discovery.h"
#include "api/frames.h"
#include "api/health.h"
#include "api/loginthrottle.h"
#include "api/mails.h"
#include "api/metricspage.h"
#include "api/oauth.h"
#include "api/pairing.h"
#include "api/passwordhasher.h"
#include "api/probelimit.h"
#include "api/push.h"
#include "api/remoteimages.h"
#include "api/send.h"
#include "api/stream.h"
#include "api/unsubscribe.h"
#include "api/uploads.h"
#include "api/webhooks.h"
#include "config/config.h"
#include "events/hub.h"
#include "http/server.h"
#include "s3/bucket.h"

#include <QObject>
#include <QThreadPool>

/** The objects and settings that the API needs. */
struct ApiParts {
    const Config &config;
    const Clock &clock;
    Store::Database &database;
    SecretStore &secrets; ///< of mailboxes
    SecretStore &sealed;  ///< of everything else
    OAuth::Logins &logins;
    QThreadPool &pool;
    Net::TlsPolicy tls;
    Imap::SessionOptions imap;
    Smtp::SessionOptions smtp;
    Crypto::KeyRing keys; ///< seal what users began to sign in
    Crypto::SigningKeys tokenKeys;
    Api::AuthState authState; ///< of the start, so that the first request is already checked
    qint64 newestEventId = 0;
    std::optional<S3::Settings> store = {}; ///< of uploads
};

/**
 * All that lives on the http thread: the event hub and the resources of the API. Made on the main
 * thread, moved by begin(), deleted on the http thread.
 */
class HttpRuntime : public QObject
{
public:
    explicit HttpRuntime(ApiParts parts);

    /// Adds the routes and starts timers; on the http thread, before the server listens. Without
    /// `push` its calls answer that it is not available. `nodes` is null if no other service uses the
    /// database.
    void begin(Http::Server &server, Sync::Scheduler &scheduler, Outbox::Dispatcher &outbox,
               Webhooks::Dispatcher &webhooks, Push::Dispatcher *push,
               const Nodes::Membership *nodes);
    /// Publishes the address to the programs of this desktop session; see Api::Pairing. On the http thread.
    void announce(const QString &address);
    void beginStop(); ///< not ready any more; any thread, after begin()
    void stop();      ///< on the http thread; starts no more database queries itself

    Result<Http::Principal, ApiFailure> checkToken(QByteArrayView token);

    Events::Hub &hub() { return m_hub; }
    Api::AccountBoard &board() { return m_board; }
    Api::PasswordHasher &hasher() { return m_hasher; }

private:
    ApiParts m_parts;
    Api::Access m_access;
    Api::AccountBoard m_board;
    Api::AttachmentStore m_attachmentStore;
    Api::Authenticator m_authenticator;
    Api::AuthWatch m_authWatch;
    Api::PasswordHasher m_hasher;
    Api::ProbeLimit m_probes;
    Api::LoginThrottle m_throttle;
    Api::Auth m_auth;
    Api::Pairing m_pairing;
    Api::AccountPurger m_purger;
    std::unique_ptr<S3::Bucket> m_bucket; ///< null: no store is configured
    Api::Uploads m_uploads;
    Events::Hub m_hub;
    OAuth::Keeper m_signIns;
    OAuth::Keeper m_devices;
    OAuth::Keeper m_keptGrants;
    OAuth::Grants m_grants;
    Api::OAuthRoutes m_oauth;
    std::unique_ptr<Api::Accounts> m_accounts;
    std::unique_ptr<Api::Discovery> m_discovery;
    std::unique_ptr<Api::MailLoader> m_mailLoader;
    std::unique_ptr<Api::PartCache> m_partCache;
    std::unique_ptr<Api::Mails> m_mails;
    std::unique_ptr<Api::Unsubscribe> m_unsubscribe;
    std::unique_ptr<Api::Send> m_send;
    std::unique_ptr<Api::Attachments> m_attachments;
    std::unique_ptr<Api::RemoteImages> m_remoteImages;
    std::unique_ptr<Api::Frames> m_frames;
    std::unique_ptr<Api::Push> m_push;
    std::unique_ptr<Api::WebhookRoutes> m_webhooks;
    std::unique_ptr<Api::Stream> m_stream;
    std::unique_ptr<Api::Health> m_health;
    std::unique_ptr<Api::MetricsPage> m_metrics;
};
