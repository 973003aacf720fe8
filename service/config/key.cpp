// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/key.h"

#include "discover/nameserver.h"
#include "s3/settings.h"
#include "store/sql/databaseaddress.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ConfigField {

namespace {

Problem setListen(Config &config, const QString &value)
{
    const qsizetype colon = value.lastIndexOf(u':');
    QString host = value.left(colon);
    if (host.startsWith(u'[') && host.endsWith(u']'))
        host = host.sliced(1, host.size() - 2);
    const QHostAddress address(host == u"localhost" ? u"127.0.0.1"_s : host);
    bool isNumber = false;
    const int port = value.sliced(colon + 1).toInt(&isNumber);
    if (colon < 0 || address.isNull() || !isNumber || port < 0 || port > 65535)
        return u"must be ADDRESS:PORT, for example 127.0.0.1:8725 or [::1]:8725"_s;
    config.listenAddress = address;
    config.listenPort = quint16(port);
    config.isListenChosen = true;
    return {};
}

QString listenText(const Config &config)
{
    const bool isIpv6 = config.listenAddress.protocol() == QAbstractSocket::IPv6Protocol;
    const QString host = config.listenAddress.toString();
    return (isIpv6 ? u'[' + host + u']' : host) + u':' + QString::number(config.listenPort);
}

/// For people: without the password.
QString shownAddress(const QString &url)
{
    const auto address = Store::databaseAddress(url);
    return address ? address->shown : QString();
}

QString databaseUrlText(const Config &config)
{
    return shownAddress(config.database());
}

QString databasePoolUrlText(const Config &config)
{
    return shownAddress(config.databasePoolUrl);
}

/// Stores `value` in `url` if it could be read as an address.
Problem setAddress(QString &url, const QString &value,
                   const Result<Store::DatabaseAddress> &address)
{
    if (!address)
        return address.error().message;
    url = value;
    return {};
}

Problem setDatabaseUrl(Config &config, const QString &value)
{
    return setAddress(config.databaseUrl, value, Store::databaseAddress(value));
}

Problem setDatabasePoolUrl(Config &config, const QString &value)
{
    return setAddress(config.databasePoolUrl, value, Store::poolAddress(value));
}

Problem setAttachmentsDir(Config &config, const QString &value)
{
    config.attachmentsDir = value;
    return {};
}

QString attachmentsDirText(const Config &config)
{
    return config.attachmentsFolder();
}

Problem setJwtSecret(Config &config, const QString &value)
{
    config.jwtSecret = value.toUtf8();
    // With a short signing key, tokens could be forged.
    return config.jwtSecret.size() < 32 ? u"must be at least 32 bytes"_s : Problem();
}

Problem setMetricsToken(Config &config, const QString &value)
{
    config.metricsToken = value.toUtf8();
    // The token is sent in a header, and must be too long to be guessed.
    const bool isPlain = std::ranges::all_of(config.metricsToken,
                                             [](char sign) { return sign > ' ' && sign < '\x7f'; });
    return config.metricsToken.size() >= 16 && isPlain
        ? Problem()
        : u"must be at least 16 ASCII characters without blanks"_s;
}

Problem setAdminPassword(Config &config, const QString &value)
{
    const qsizetype bytes = value.toUtf8().size();
    if (bytes < 8 || bytes > 256)
        return u"must be 8 to 256 bytes"_s;
    config.adminPassword = value;
    return {};
}

Problem setNameserver(Config &config, const QString &value)
{
    config.mailNameserver = value;
    return value.isEmpty() || Discover::nameserverFromText(value)
        ? Problem()
        : u"must be an IPv4 address such as 192.0.2.53 or 192.0.2.53:5353"_s;
}

QString nameserverText(const Config &config)
{
    return config.mailNameserver;
}

Problem setVapidSubject(Config &config, const QString &value)
{
    config.vapidSubject = value;
    constexpr qsizetype longest = 250; // it is sent in a header
    const bool isKnown = value.startsWith(u"mailto:") || value.startsWith(u"https:");
    return isKnown && value.size() <= longest
        ? Problem()
        : u"must begin with mailto: or https: and have at most 250 characters"_s;
}

QString vapidSubjectText(const Config &config)
{
    return config.vapidSubject;
}

Problem setS3Url(Config &config, const QString &value)
{
    config.s3Url = value;
    const Result<QUrl> url = S3::storeUrl(value);
    return value.isEmpty() || url ? Problem() : url.error().message;
}

QString s3UrlText(const Config &config)
{
    return config.s3Url;
}

Problem setS3SecretKey(Config &config, const QString &value)
{
    config.s3SecretKey = value.toUtf8();
    return {};
}

constexpr qint64 maxInt = std::numeric_limits<int>::max();

} // namespace

const QList<Key> &keys()
{
    static const QList<Key> all = {
        { u"data_dir"_s, u"POSTRIDER_DATA_DIR"_s, text(&Config::dataDir) },
        { u"listen"_s, u"POSTRIDER_LISTEN"_s, { setListen, listenText } },
        { u"database_url"_s, u"POSTRIDER_DATABASE_URL"_s, { setDatabaseUrl, databaseUrlText } },
        { u"database_pool_url"_s,
          u"POSTRIDER_DATABASE_POOL_URL"_s,
          { setDatabasePoolUrl, databasePoolUrlText } },
        { u"database_wait"_s, {}, seconds(&Config::databaseWait, 0s, 1h) },
        { u"drain_time"_s, {}, seconds(&Config::drainTime, 0s, 1h) },
        { u"attachments_dir"_s, {}, { setAttachmentsDir, attachmentsDirText } },
        { u"web_dir"_s, {}, text(&Config::webDir) },
        { u"tls_cert"_s, u"POSTRIDER_TLS_CERT"_s, text(&Config::tlsCertificate) },
        { u"tls_key"_s, u"POSTRIDER_TLS_KEY"_s, text(&Config::tlsKey) },
        { u"public_url"_s, {}, text(&Config::publicUrl) },
        { u"allowed_hosts"_s, {}, list(&Config::allowedHosts) },
        { u"trusted_proxies"_s, {}, networks(&Config::trustedProxies) },
        { u"forwarded_header"_s,
          {},
          choice(&Config::forwardedHeader, { u"auto"_s, u"x-forwarded-for"_s, u"forwarded"_s }) },
        { u"cors_origins"_s, u"POSTRIDER_CORS_ORIGINS"_s, list(&Config::corsOrigins) },
        { u"visibility"_s, {}, choice(&Config::visibility, { u"shared"_s, u"owner"_s }) },
        { u"secrets"_s, {}, choice(&Config::secrets, { u"auto"_s, u"keychain"_s, u"sealed"_s }) },
        { u"desktop"_s, {}, flag(&Config::isDesktop) },
        { u"keychain.patience"_s, {}, seconds(&Config::keychainPatience, 1s, 10min) },
        { u"auth.token_lifetime"_s, {}, seconds(&Config::tokenLifetime, 300s, 24h * 90) },
        { u"auth.logins_per_minute"_s, {}, number(&Config::loginsPerMinute, 0, maxInt) },
        { u"auth.password_cost"_s, {}, number(&Config::passwordCost, 10, 17) },
        { {}, u"POSTRIDER_ADMIN_PASSWORD"_s, { setAdminPassword, {} }, false },
        { {}, u"POSTRIDER_JWT_SECRET"_s, { setJwtSecret, {} }, false },
        { {}, u"POSTRIDER_METRICS_TOKEN"_s, { setMetricsToken, {} }, false },
        { u"mail.extra_ca"_s, u"POSTRIDER_MAIL_EXTRA_CA"_s, text(&Config::mailExtraCa) },
        { u"mail.nameserver"_s, {}, { setNameserver, nameserverText } },
        { u"mail.allow_private"_s, {}, flag(&Config::mailAllowPrivate) },
        { u"mail.mailbox_connections"_s, {}, number(&Config::mailboxConnections, 0, maxInt) },
        { u"mail.open_timeout"_s, {}, seconds(&Config::mailOpenTimeout, 1s, 1h) },
        { u"mail.silence_timeout"_s, {}, seconds(&Config::mailSilenceTimeout, 1s, 1h) },
        { u"mail.slow_after"_s, {}, seconds(&Config::mailSlowAfter, 1s, 1h) },
        { u"oauth.allowed_networks"_s, {}, networks(&Config::oauthNetworks) },
        { u"s3.url"_s, u"POSTRIDER_S3_URL"_s, { setS3Url, s3UrlText } },
        { u"s3.bucket"_s, u"POSTRIDER_S3_BUCKET"_s,
          checkedText(&Config::s3Bucket, S3::isBucketName,
                      u"must be 3 to 255 letters, digits, dots, hyphens and underscores"_s) },
        { u"s3.region"_s, u"POSTRIDER_S3_REGION"_s,
          checkedText(&Config::s3Region, S3::isRegion,
                      u"must be letters, digits and hyphens, for example eu-central-1"_s) },
        { u"s3.access_key"_s, u"POSTRIDER_S3_ACCESS_KEY"_s,
          checkedText(&Config::s3AccessKey, S3::isAccessKey,
                      u"must be visible ASCII characters without a slash or a comma"_s) },
        { {}, u"POSTRIDER_S3_SECRET_KEY"_s, { setS3SecretKey, {} }, false },
        { u"s3.prefix"_s,
          {},
          checkedText(
              &Config::s3Prefix, S3::isPrefix,
              u"must be folders of letters, digits, dots, hyphens and underscores, separated by "
              "slashes, at most 200 characters"_s) },
        { u"sync.threads"_s, {}, number(&Config::syncThreads, 1, 64) },
        { u"sync.poll_interval"_s, {}, seconds(&Config::pollInterval, 1s, 24h) },
        { u"sync.idle_check"_s, {}, seconds(&Config::idleCheck, 1s, 24h) },
        { u"sync.idle_renew"_s, {}, seconds(&Config::idleRenew, 1s, 29min) },
        { u"sync.quick_retry"_s, {}, seconds(&Config::quickRetry, 1s, 24h) },
        { u"sync.error_after"_s, {}, seconds(&Config::errorAfter, 1s, 24h) },
        { u"sync.retry_min"_s, {}, seconds(&Config::retryMin, 1s, 24h) },
        { u"sync.retry_max"_s, {}, seconds(&Config::retryMax, 1s, 24h) },
        { u"sync.auth_retry_min"_s, {}, seconds(&Config::authRetryMin, 1s, 24h) },
        { u"sync.auth_retry_max"_s, {}, seconds(&Config::authRetryMax, 1s, 24h * 90) },
        { u"sync.auth_give_up"_s, {}, seconds(&Config::authGiveUp, 1s, 24h * 90) },
        { u"sync.max_starts"_s, {}, number(&Config::maxStarts, 0, maxInt) },
        { u"outbox.retries"_s, {}, waits(&Config::sendRetries) },
        { u"outbox.give_up"_s, {}, seconds(&Config::sendGiveUp, 1s, 24h * 30) },
        { u"outbox.answer_within"_s, {}, seconds(&Config::sendAnswerWithin, 1s, 10min) },
        { u"outbox.command_timeout"_s, {}, seconds(&Config::sendCommandTimeout, 1s, 1h) },
        { u"outbox.final_timeout"_s, {}, seconds(&Config::sendFinalTimeout, 1s, 1h) },
        { u"outbox.keep"_s, {}, seconds(&Config::outboxKeep, 24h, 24h * 3650) },
        { u"outbox.connections"_s, {}, number(&Config::sendConnections, 1, maxInt) },
        { u"push_content"_s, {}, choice(&Config::pushContent, { u"full"_s, u"minimal"_s }) },
        { u"push.allowed_networks"_s, u"POSTRIDER_PUSH_ALLOWED_NETWORKS"_s,
          networks(&Config::pushNetworks) },
        { u"push.subject"_s, u"POSTRIDER_VAPID_SUBJECT"_s, { setVapidSubject, vapidSubjectText } },
        { {}, u"POSTRIDER_VAPID_PUBLIC_KEY"_s, text(&Config::vapidPublicKey), false },
        { {}, u"POSTRIDER_VAPID_PRIVATE_KEY"_s, text(&Config::vapidPrivateKey), false },
        { u"push.retries"_s, {}, waits(&Config::pushRetries) },
        { u"push.longest_pause"_s, {}, seconds(&Config::pushLongestPause, 1s, 24h) },
        { u"push.give_up"_s, {}, seconds(&Config::pushGiveUp, 1s, 24h * 365) },
        { u"push.timeout"_s, {}, seconds(&Config::pushTimeout, 1s, 5min) },
        { u"images.allowed_networks"_s, {}, networks(&Config::imageNetworks) },
        { u"unsubscribe.allowed_networks"_s, {}, networks(&Config::unsubscribeNetworks) },
        { u"webhooks.allowed_networks"_s, u"POSTRIDER_WEBHOOKS_ALLOWED_NETWORKS"_s,
          networks(&Config::webhookNetworks) },
        { u"webhooks.retries"_s, {}, waits(&Config::webhookRetries) },
        { u"webhooks.disable_after"_s, {}, seconds(&Config::webhookDisableAfter, 1s, 24h * 365) },
        { u"webhooks.timeout"_s, {}, seconds(&Config::webhookTimeout, 1s, 20s) },
        { u"webhooks.calls"_s, {}, number(&Config::webhookCalls, 1, 1024) },
        { u"webhooks.calls_per_host"_s, {}, number(&Config::webhookCallsPerHost, 1, 1024) },
        { u"webhooks.keep_logs"_s, {}, seconds(&Config::webhookKeepLogs, 24h, 24h * 3650) },
        { u"log.format"_s, {}, choice(&Config::logFormat, { u"text"_s, u"json"_s }) },
        { u"log.file"_s, {}, text(&Config::logFile) },
        { u"stream.heartbeat"_s, {}, seconds(&Config::heartbeat, 1s, 1h) },
        { u"limits.body"_s, {}, number(&Config::maxBody, 0, qint64(1) << 40) },
        { u"limits.header"_s, {}, number(&Config::maxHeader, 0, qint64(1) << 30) },
        { u"limits.uri"_s, {}, number(&Config::maxUri, 0, qint64(1) << 30) },
        { u"limits.upload"_s, {}, number(&Config::maxUpload, 0, qint64(1) << 40) },
        { u"limits.uploads_per_user"_s, {}, number(&Config::maxUploads, 0, qint64(1) << 50) },
        { u"limits.part_cache"_s, {}, number(&Config::maxPartCache, 0, qint64(1) << 50) },
        { u"limits.upload_life"_s, {}, seconds(&Config::uploadLife, 1s, 24h * 365) },
        { u"limits.header_timeout"_s, {}, seconds(&Config::headerTimeout, 0s, 24h) },
        { u"limits.idle_timeout"_s, {}, seconds(&Config::idleTimeout, 0s, 24h) },
        { u"limits.tls_timeout"_s, {}, seconds(&Config::tlsTimeout, 0s, 24h) },
        { u"limits.body_rate"_s, {}, number(&Config::bodyRate, 0, qint64(1) << 30) },
        { u"limits.body_window"_s, {}, seconds(&Config::bodyWindow, 0s, 24h) },
        { u"limits.write_timeout"_s, {}, seconds(&Config::writeTimeout, 0s, 24h) },
        { u"limits.connections"_s, {}, number(&Config::maxConnections, 0, maxInt) },
        { u"limits.connections_per_address"_s,
          {},
          number(&Config::maxConnectionsPerAddress, 0, maxInt) },
        { u"limits.streams"_s, {}, number(&Config::maxStreams, 0, maxInt) },
        { u"limits.streams_per_user"_s, {}, number(&Config::maxStreamsPerUser, 0, maxInt) },
        { u"limits.requests_per_second"_s, {}, number(&Config::requestsPerSecond, 0, maxInt) },
        { u"limits.probes_per_minute"_s, {}, number(&Config::probesPerMinute, 0, maxInt) },
        { u"limits.accounts_per_user"_s, {}, number(&Config::maxAccountsPerUser, 0, maxInt) },
        { u"limits.webhooks_per_user"_s, {}, number(&Config::maxWebhooksPerUser, 0, maxInt) },
        { u"limits.drafts_per_user"_s, {}, number(&Config::maxDraftsPerUser, 0, maxInt) },
        { u"limits.database_readers"_s, {}, number(&Config::databaseReaders, 1, 64) },
        { u"limits.database_queue"_s, {}, number(&Config::databaseQueue, 1, maxInt) },
    };
    return all;
}

const Key *keyNamed(const QString &name)
{
    for (const Key &key : keys()) {
        if (key.inFile && key.name == name)
            return &key;
    }
    return nullptr;
}

} // namespace ConfigField
