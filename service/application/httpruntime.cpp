// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/httpruntime.h"

#include "api/drafts.h"
#include "api/firstuser.h"
#include "api/nodes.h"
#include "api/outbox.h"
#include "api/settings.h"
#include "nodes/membership.h"

#include <QLoggingCategory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

Q_LOGGING_CATEGORY(logHttpSide, "postrider.service", QtInfoMsg)

constexpr qint64 uploadsOfAUser = 1000; ///< limits empty files too, which use no bytes

/// Null: uploads are stored without it.
std::unique_ptr<S3::Bucket> bucketOf(const ApiParts &parts, QObject *owner)
{
    if (!parts.store)
        return nullptr;
    return std::make_unique<S3::Bucket>(*parts.store, parts.clock, parts.pool, parts.tls, owner);
}

} // namespace

HttpRuntime::HttpRuntime(ApiParts parts)
    : m_parts(std::move(parts)), m_access(m_parts.authState.ownAccountsOnly),
      m_attachmentStore(
          { .folder = m_parts.config.attachmentsFolder(), .maxBytes = m_parts.config.maxUpload }),
      m_authenticator(m_parts.tokenKeys, m_parts.clock, { .normal = m_parts.config.tokenLifetime },
                      this),
      m_authWatch(m_parts.database, m_authenticator, std::chrono::seconds(2), this),
      m_hasher(m_parts.config.hashCost()),
      m_probes(m_parts.database, m_parts.config.probesPerMinute),
      m_throttle(m_parts.clock, { .perAddressMinute = m_parts.config.loginsPerMinute }),
      m_auth({ m_parts.database, m_authenticator, m_hasher, m_throttle,
               Api::firstPasswordFile(m_parts.config.dataDir) }),
      // pairingFile() needs the runtime directory of a session; without one Qt logs a warning.
      m_pairing({ m_parts.database, m_authenticator, m_throttle,
                  m_parts.config.isDesktop ? Api::pairingFile() : QString() }),
      m_purger(m_parts.database, this), m_bucket(bucketOf(m_parts, this)),
      m_uploads(m_parts.database, m_parts.pool, m_attachmentStore,
                { .quota = { .bytes = m_parts.config.maxUploads, .files = uploadsOfAUser },
                  .life = m_parts.config.uploadLife,
                  .bucket = m_bucket.get() },
                this),
      m_hub(m_parts.database, m_parts.clock, m_parts.newestEventId,
            { .heartbeat = m_parts.config.heartbeat }, this),
      m_signIns(m_parts.database, m_parts.keys, "begun", 10min),
      m_devices(m_parts.database, m_parts.keys, "device", 30min),
      m_keptGrants(m_parts.database, m_parts.keys, "done", 10min),
      m_grants(m_parts.logins, m_keptGrants),
      m_oauth({ m_parts.logins, m_grants, m_signIns, m_devices, m_probes },
              m_parts.config.publicUrl, this)
{
    m_authenticator.update(std::move(m_parts.authState), m_authenticator.generation());
    connect(&m_authenticator, &Api::Authenticator::visibilityChanged, this,
            [this](bool ownAccountsOnly) { m_access.setOwnAccountsOnly(ownAccountsOnly); });
}

Result<Http::Principal, ApiFailure> HttpRuntime::checkToken(QByteArrayView token)
{
    return m_authenticator.check(token);
}

void HttpRuntime::begin(Http::Server &server, Sync::Scheduler &scheduler,
                        Outbox::Dispatcher &outbox, Webhooks::Dispatcher &webhooks,
                        Push::Dispatcher *push, const Nodes::Membership *nodes)
{
    Http::Router &router = server.router();
    m_accounts = std::make_unique<Api::Accounts>(Api::Accounts::Collaborators{
        m_parts.database, m_parts.secrets, m_parts.logins, m_grants, scheduler, outbox, m_access,
        m_board, m_purger, m_parts.tls, m_parts.imap, m_parts.smtp, m_probes,
        m_parts.config.maxAccountsPerUser });
    m_discovery = std::make_unique<Api::Discovery>(
        Discover::FinderOptions{ .tls = m_parts.tls,
                                 .allowPrivate = m_parts.config.mailAllowPrivate,
                                 .nameserver =
                                     Discover::nameserverFromText(m_parts.config.mailNameserver) },
        m_parts.config.oauthProviders, m_probes);
    m_mailLoader = std::make_unique<Api::MailLoader>(m_parts.database, scheduler);
    m_partCache = std::make_unique<Api::PartCache>(
        scheduler, m_parts.database, m_parts.pool,
        Api::PartCache::Options{ .folder = m_parts.config.dataDir + u"/part-cache"_s,
                                 .maxBytes = m_parts.config.maxPartCache,
                                 .bucket = m_bucket.get() });
    m_mails = std::make_unique<Api::Mails>(Api::Mails::Collaborators{
        m_parts.database, scheduler, *m_mailLoader, *m_partCache, m_parts.pool, m_access });
    m_unsubscribe = std::make_unique<Api::Unsubscribe>(
        *m_mailLoader, m_access, m_probes,
        Api::Unsubscribe::Options{ .tls = m_parts.tls,
                                   .opened = *Net::Networks::parse(
                                       m_parts.config.unsubscribeNetworks) }); // validated before
    m_attachments = std::make_unique<Api::Attachments>(Api::Attachments::Collaborators{
        m_parts.database, *m_mailLoader, *m_partCache, m_parts.pool, m_access });
    m_remoteImages = std::make_unique<Api::RemoteImages>(Api::RemoteImages::Options{
        .tls = m_parts.tls,
        .opened = *Net::Networks::parse(m_parts.config.imageNetworks) }); // validated before
    m_frames = std::make_unique<Api::Frames>(
        Api::Frames::Collaborators{ .database = m_parts.database,
                                    .loader = *m_mailLoader,
                                    .attachments = *m_attachments,
                                    .images = *m_remoteImages,
                                    .authenticator = m_authenticator,
                                    .pool = m_parts.pool,
                                    .clock = m_parts.clock,
                                    .access = m_access,
                                    .publicUrl = m_parts.config.publicUrl,
                                    .keys = m_parts.tokenKeys });
    m_send = std::make_unique<Api::Send>(
        Api::Send::Collaborators{ .database = m_parts.database,
                                  .scheduler = scheduler,
                                  .outbox = outbox,
                                  .cache = *m_partCache,
                                  .pool = m_parts.pool,
                                  .clock = m_parts.clock,
                                  .access = m_access,
                                  .attachments = m_attachmentStore,
                                  .limits = {},
                                  .answerWithin = m_parts.config.sendAnswerWithin });
    m_push = std::make_unique<Api::Push>(m_parts.database, push, m_probes);
    m_webhooks = std::make_unique<Api::WebhookRoutes>(Api::WebhookRoutes::Collaborators{
        m_parts.database, m_parts.sealed, webhooks, m_probes, m_parts.config.maxWebhooksPerUser });
    m_stream = std::make_unique<Api::Stream>(m_parts.database, m_hub, server.streams(), m_access);
    m_health = std::make_unique<Api::Health>(
        m_parts.database,
        Api::Health::Options{ .dataDir = m_parts.config.dataDir,
                              .node = nodes ? &nodes->figures() : nullptr,
                              .board = &m_board });
    m_metrics = std::make_unique<Api::MetricsPage>(
        Api::MetricsPage::Collaborators{ .database = m_parts.database,
                                         .clock = m_parts.clock,
                                         .server = server,
                                         .health = *m_health,
                                         .board = m_board,
                                         .node = nodes ? &nodes->figures() : nullptr,
                                         .literals = m_parts.imap.literals,
                                         .dataDir = m_parts.config.dataDir,
                                         .token = m_parts.config.metricsToken });
    m_parts.database.onCommitted([metrics = m_metrics.get()](const QList<Store::Event> &events) {
        metrics->noteEvents(events.size());
    });
    m_auth.addRoutes(router);
    m_pairing.addRoutes(router);
    m_accounts->addRoutes(router);
    m_discovery->addRoutes(router);
    m_oauth.addRoutes(router);
    m_mails->addRoutes(router);
    m_unsubscribe->addRoutes(router);
    m_attachments->addRoutes(router);
    m_frames->addRoutes(router);
    m_uploads.addRoutes(router);
    m_send->addRoutes(router);
    Api::addDraftRoutes(router, m_parts.database, m_access, m_parts.config.maxDraftsPerUser);
    Api::addOutboxRoutes(router, m_parts.database, outbox, m_access);
    Api::addSettingsRoutes(router, m_parts.database);
    Api::addNodeRoutes(router, m_parts.database, nodes);
    m_push->addRoutes(router);
    m_webhooks->addRoutes(router);
    m_stream->addRoutes(router);
    m_health->addRoutes(router);
    m_metrics->addRoutes(router);
    m_stream->closeWhereRevoked(m_authenticator);
    m_authWatch.follow(m_parts.database.changedFile());
    m_authWatch.start();
    m_purger.resume();
    m_uploads.startSweeping([nodes] { return !nodes || nodes->isFirst(); });
    m_partCache->start();
}

void HttpRuntime::announce(const QString &address)
{
    const Result<void> announced = m_pairing.announce(address);
    if (!announced)
        qCWarning(logHttpSide).noquote() << announced.error().message;
}

void HttpRuntime::beginStop()
{
    m_health->beginStop();
}

void HttpRuntime::stop()
{
    if (m_health)
        m_health->stop();
    m_authWatch.stop();
    m_uploads.stop();
    if (m_bucket)
        m_bucket->abort();
}
