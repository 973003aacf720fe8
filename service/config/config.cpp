// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config.h"

#include "config/inifile.h"
#include "discover/nameserver.h"
#include "net/networks.h"
#include "push/vapidkey.h"
#include "s3/settings.h"
#include "store/sql/databaseaddress.h"

#include <QFileInfo>
#include <QProcessEnvironment>
#include <QStandardPaths>

#include <algorithm>
#include <functional>
#include <limits>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// What is wrong with a value; empty: nothing.
using Problem = QString;
using Setter = std::function<Problem(Config &, const QString &)>;
using Getter = std::function<QString(const Config &)>;

/** How one value is read from text and shown as text. */
struct Field {
    Setter set;
    Getter get;
};

struct Key {
    QString name;
    QString environment;
    Field field;
    bool inFile = true;
};

Field text(QString Config::*field)
{
    const auto set = [field](Config &config, const QString &value) {
        config.*field = value;
        return Problem();
    };
    return { set, [field](const Config &config) {
                return config.*field;
            } };
}

Field list(QStringList Config::*field)
{
    const auto set = [field](Config &config, const QString &value) {
        config.*field = value.split(u',', Qt::SkipEmptyParts);
        for (QString &item : config.*field)
            item = item.trimmed();
        return Problem();
    };
    return { set, [field](const Config &config) {
                return (config.*field).join(u", "_s);
            } };
}

Field choice(QString Config::*field, QStringList allowed)
{
    const auto set = [field, allowed](Config &config, const QString &value) {
        if (!allowed.contains(value))
            return u"must be one of %1"_s.arg(allowed.join(u", "_s));
        config.*field = value;
        return Problem();
    };
    return { set, [field](const Config &config) {
                return config.*field;
            } };
}

Field flag(bool Config::*field)
{
    const auto set = [field](Config &config, const QString &value) {
        if (value != u"true" && value != u"false")
            return u"must be true or false"_s;
        config.*field = value == u"true";
        return Problem();
    };
    return { set, [field](const Config &config) {
                return config.*field ? u"true"_s : u"false"_s;
            } };
}

template<typename Number>
Field number(Number Config::*field, qint64 min, qint64 max)
{
    const auto set = [field, min, max](Config &config, const QString &value) {
        bool isNumber = false;
        const qint64 parsed = value.toLongLong(&isNumber);
        if (!isNumber || parsed < min || parsed > max)
            return u"must be a whole number from %1 to %2"_s.arg(min).arg(max);
        config.*field = Number(parsed);
        return Problem();
    };
    return { set, [field](const Config &config) {
                return QString::number(config.*field);
            } };
}

Field seconds(Config::Seconds Config::*field, Config::Seconds min, Config::Seconds max)
{
    const auto set = [field, min, max](Config &config, const QString &value) {
        bool isNumber = false;
        const qint64 parsed = value.toLongLong(&isNumber);
        if (!isNumber || parsed < min.count() || parsed > max.count())
            return u"must be a number of seconds from %1 to %2"_s.arg(min.count()).arg(max.count());
        config.*field = Config::Seconds(parsed);
        return Problem();
    };
    return { set, [field](const Config &config) {
                return QString::number((config.*field).count());
            } };
}

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
QString databaseUrlText(const Config &config)
{
    const auto address = Store::databaseAddress(config.database());
    return address ? address->shown : QString();
}

Problem setDatabaseUrl(Config &config, const QString &value)
{
    const auto address = Store::databaseAddress(value);
    if (!address)
        return address.error().message;
    config.databaseUrl = value;
    return {};
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

Field waits(QList<Config::Seconds> Config::*field)
{
    const auto set = [field](Config &config, const QString &value) {
        QList<Config::Seconds> parsed;
        for (const QString &word : value.split(u',')) {
            bool isNumber = false;
            const int wait = word.trimmed().toInt(&isNumber);
            if (!isNumber || wait < 1 || wait > 86'400)
                return u"must be numbers of seconds from 1 to 86400, separated by commas"_s;
            parsed.append(Config::Seconds(wait));
        }
        config.*field = parsed;
        return Problem();
    };
    return { set, [field](const Config &config) {
                QStringList words;
                for (const Config::Seconds wait : config.*field)
                    words.append(QString::number(wait.count()));
                return words.join(u", "_s);
            } };
}

Field networks(QStringList Config::*field)
{
    const Field asList = list(field);
    const auto set = [field, asList](Config &config, const QString &value) {
        static_cast<void>(asList.set(config, value));
        const auto parsed = Net::Networks::parse(config.*field);
        if (!parsed)
            return u"must be networks such as 10.0.0.0/8 or fd00::/8, separated by commas: "_s
                + parsed.error().message;
        return Problem();
    };
    return { set, asList.get };
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

/// A text without signs that need an escape; it may be empty.
Field s3Text(QString Config::*field, bool (*isGood)(QByteArrayView), const QString &problem)
{
    const Field any = text(field);
    const auto set = [any, isGood, problem](Config &config, const QString &value) {
        static_cast<void>(any.set(config, value));
        return value.isEmpty() || isGood(value.toUtf8()) ? Problem() : problem;
    };
    return { set, any.get };
}

Problem setS3SecretKey(Config &config, const QString &value)
{
    config.s3SecretKey = value.toUtf8();
    return {};
}

constexpr qint64 maxInt = std::numeric_limits<int>::max();

const QList<Key> &keys()
{
    static const QList<Key> all = {
        { u"data_dir"_s, u"POSTRIDER_DATA_DIR"_s, text(&Config::dataDir) },
        { u"listen"_s, u"POSTRIDER_LISTEN"_s, { setListen, listenText } },
        { u"database_url"_s, u"POSTRIDER_DATABASE_URL"_s, { setDatabaseUrl, databaseUrlText } },
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
          s3Text(&Config::s3Bucket, S3::isBucketName,
                 u"must be 3 to 255 letters, digits, dots, hyphens and underscores"_s) },
        { u"s3.region"_s, u"POSTRIDER_S3_REGION"_s,
          s3Text(&Config::s3Region, S3::isRegion,
                 u"must be letters, digits and hyphens, for example eu-central-1"_s) },
        { u"s3.access_key"_s, u"POSTRIDER_S3_ACCESS_KEY"_s,
          s3Text(&Config::s3AccessKey, S3::isAccessKey,
                 u"must be visible ASCII characters without a slash or a comma"_s) },
        { {}, u"POSTRIDER_S3_SECRET_KEY"_s, { setS3SecretKey, {} }, false },
        { u"s3.prefix"_s,
          {},
          s3Text(&Config::s3Prefix, S3::isPrefix,
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

// Variables with our prefix that are not settings: the master key and the rules of the log.
bool isReadElsewhere(const QString &variable)
{
    static const QStringList names = { u"POSTRIDER_KEY"_s, u"POSTRIDER_KEY_FILE"_s,
                                       u"POSTRIDER_LOG"_s };
    return names.contains(variable);
}

/** The sections [oauth.NAME] as they were read. */
using OAuthSections = QMap<QString, OAuth::ProviderSettings>;

/// Adds the entry if its key is one of such a section; false: it is another key.
bool takeOAuth(const IniEntry &entry, OAuthSections &sections)
{
    const QStringList parts = entry.key.split(u'.');
    const bool isOne = parts.size() == 3 && parts.at(0) == u"oauth"
        && OAuth::isProviderName(parts.at(1)) && OAuth::providerKeys().contains(parts.at(2));
    if (isOne)
        sections[parts.at(1)].insert(parts.at(2), entry.value);
    return isOne;
}

void readFile(const QString &path, Config &config, QStringList &problems)
{
    const Result<QList<IniEntry>> entries = readIniFile(path);
    if (!entries) {
        problems.append(entries.error().message);
        return;
    }
    OAuthSections sections;
    for (const IniEntry &entry : *entries) {
        if (takeOAuth(entry, sections))
            continue;
        const QString place = u"%1, line %2: "_s.arg(path).arg(entry.line);
        const Key *key = keyNamed(entry.key);
        if (!key) {
            problems.append(place + u"unknown key "_s + entry.key);
            continue;
        }
        const Problem problem = key->field.set(config, entry.value);
        if (!problem.isEmpty())
            problems.append(place + entry.key + u' ' + problem);
    }
    for (auto it = sections.cbegin(); it != sections.cend(); ++it) {
        const Result<OAuth::Provider> provider = OAuth::readProvider(it.key(), it.value());
        if (provider)
            config.oauthProviders.insert(it.key(), *provider);
        else
            problems.append(path + u": "_s + provider.error().message);
    }
}

void readEnvironment(const QHash<QString, QString> &variables, CheckedConfig &checked)
{
    QStringList unknown = variables.keys();
    unknown.removeIf(isReadElsewhere);
    for (const Key &key : keys()) {
        if (key.environment.isEmpty() || !variables.contains(key.environment))
            continue;
        unknown.removeAll(key.environment);
        const Problem problem = key.field.set(checked.config, variables.value(key.environment));
        if (!problem.isEmpty())
            checked.problems.append(u"environment: "_s + key.environment + u' ' + problem);
    }
    unknown.sort();
    for (const QString &variable : std::as_const(unknown))
        checked.warnings.append(
            u"environment: the variable %1 is unknown and is ignored"_s.arg(variable));
}

void readCommandLine(const QHash<QString, QString> &options, CheckedConfig &checked)
{
    for (auto it = options.cbegin(); it != options.cend(); ++it) {
        const Key *key = keyNamed(it.key());
        Q_ASSERT(key); // the command line has options for known keys only
        const Problem problem = key->field.set(checked.config, it.value());
        if (!problem.isEmpty())
            checked.problems.append(u"command line: "_s + it.key() + u' ' + problem);
    }
}

QString defaultDataDir()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/postrider"_s;
}

QString defaultFile()
{
    return QStandardPaths::locate(QStandardPaths::GenericConfigLocation,
                                  u"postrider/postrider.conf"_s);
}

/// Empty: the settings of the store belong together.
Problem s3Problem(const Config &config)
{
    if (config.s3Url.isEmpty())
        return config.s3Bucket.isEmpty() && config.s3AccessKey.isEmpty()
            ? Problem()
            : u"s3.url is not set: set it to the address of the store, or remove s3.bucket and "
              "s3.access_key"_s;
    if (config.s3Bucket.isEmpty())
        return u"s3.bucket is not set: set it to a bucket that exists at s3.url"_s;
    if (config.s3AccessKey.isEmpty())
        return u"s3.access_key is not set: set it to a key that may use the bucket"_s;
    if (config.s3Region.isEmpty())
        return u"s3.region is empty: remove the line, or set it to the region of the bucket"_s;
    if (config.s3SecretKey.isEmpty())
        return u"environment: POSTRIDER_S3_SECRET_KEY is not set: set it to the secret that "
               u"belongs to "
               "s3.access_key"_s;
    return {};
}

Result<void> checkTogether(const Config &config)
{
    const auto wrong = [](const QString &message) {
        return Error{ Error::Code::BadRequest, message };
    };
    if (config.tlsCertificate.isEmpty() != config.tlsKey.isEmpty())
        return wrong(u"tls_cert and tls_key belong together: set both or neither"_s);
    if (config.retryMax < config.retryMin)
        return wrong(u"sync.retry_max must not be less than sync.retry_min"_s);
    if (config.secrets == u"keychain" && !config.isDesktop)
        return wrong(u"secrets = keychain needs --desktop: a server has no keychain"_s);
    if (config.vapidPublicKey.isEmpty() != config.vapidPrivateKey.isEmpty())
        return wrong(u"POSTRIDER_VAPID_PUBLIC_KEY and POSTRIDER_VAPID_PRIVATE_KEY belong together: "
                     "set both or neither"_s);
    if (!config.vapidPublicKey.isEmpty()) {
        const auto pair = Push::givenKey(config.vapidPublicKey, config.vapidPrivateKey);
        if (!pair)
            return wrong(u"environment: "_s + pair.error().message);
    }
    if (const Problem problem = s3Problem(config); !problem.isEmpty())
        return wrong(problem);
    for (const QString &file : { config.tlsCertificate, config.tlsKey, config.mailExtraCa }) {
        if (!file.isEmpty() && !QFileInfo(file).isReadable())
            return wrong(u"cannot read %1"_s.arg(file));
    }
    return {};
}

} // namespace

QString Config::database() const
{
    return databaseUrl.isEmpty() ? u"sqlite:"_s + dataDir + u"/postrider.db"_s : databaseUrl;
}

QString Config::attachmentsFolder() const
{
    return attachmentsDir.isEmpty() ? dataDir + u"/attachments-out"_s : attachmentsDir;
}

CheckedConfig checkConfig(const ConfigSources &sources)
{
    CheckedConfig checked;
    checked.file = sources.file.isEmpty() ? defaultFile() : sources.file;
    if (!checked.file.isEmpty())
        readFile(checked.file, checked.config, checked.problems);
    readEnvironment(sources.environment, checked);
    readCommandLine(sources.commandLine, checked);
    if (checked.config.dataDir.isEmpty())
        checked.config.dataDir = defaultDataDir();
    const Result<void> fits = checkTogether(checked.config);
    if (!fits)
        checked.problems.append(fits.error().message);
    return checked;
}

Result<LoadedConfig> loadConfig(const ConfigSources &sources)
{
    CheckedConfig checked = checkConfig(sources);
    if (!checked.problems.isEmpty())
        return Error{ Error::Code::BadRequest, checked.problems.first() };
    return LoadedConfig{ std::move(checked.config), checked.warnings };
}

QList<ConfigKey> configKeys()
{
    QList<ConfigKey> names;
    for (const Key &key : keys())
        names.append({ key.name, key.environment, key.inFile });
    return names;
}

QString describeConfig(const Config &config)
{
    QString text;
    for (const Key &key : keys()) {
        if (key.inFile)
            text += key.name + u" = "_s + key.field.get(config) + u'\n';
    }
    for (const OAuth::Provider &provider : config.oauthProviders)
        text += u"oauth.%1.client_id = %2\n"_s.arg(provider.name, provider.clientId);
    return text;
}

QHash<QString, QString> configEnvironment()
{
    QHash<QString, QString> variables;
    const QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : environment.keys()) {
        if (name.startsWith(u"POSTRIDER_"))
            variables.insert(name, environment.value(name));
    }
    return variables;
}
