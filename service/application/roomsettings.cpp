// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/roomsettings.h"

Sync::Settings syncSettings(const Config &config)
{
    Sync::Settings settings;
    settings.pollInterval = config.pollInterval;
    settings.idleCheck = config.idleCheck;
    settings.idleRenew = config.idleRenew;
    settings.maxStarts = config.maxStarts;
    settings.mailboxConnections = config.mailboxConnections;
    settings.retry.quickRetry = config.quickRetry;
    settings.retry.errorAfter = config.errorAfter;
    settings.retry.retryMin = config.retryMin;
    settings.retry.retryMax = config.retryMax;
    settings.retry.authRetryMin = config.authRetryMin;
    settings.retry.authRetryMax = config.authRetryMax;
    settings.retry.authGiveUp = config.authGiveUp;
    return settings;
}

OAuth::Context oauthContext(const Config &config, Store::Database &database, SecretStore &secrets,
                            const Net::TlsPolicy &tls)
{
    Net::HttpCallerOptions calls;
    calls.tls = tls; // for providers with a certificate of mail.extra_ca
    return { database, secrets, config.oauthProviders, *Net::Networks::parse(config.oauthNetworks),
             calls }; // the networks are valid: checkConfig() checked them
}

Outbox::Settings outboxSettings(const Config &config)
{
    Outbox::Settings settings;
    settings.retry.waits = config.sendRetries;
    settings.retry.giveUpAfter = config.sendGiveUp;
    settings.connections = config.sendConnections;
    settings.keep = config.outboxKeep;
    return settings;
}

std::optional<S3::Settings> s3Settings(const Config &config)
{
    if (config.s3Url.isEmpty())
        return std::nullopt;
    S3::Settings settings;
    settings.url = *S3::storeUrl(config.s3Url); // checkConfig() checked it
    settings.bucket = config.s3Bucket.toLatin1();
    settings.region = config.s3Region.toLatin1();
    settings.accessKey = config.s3AccessKey.toLatin1();
    settings.secretKey = config.s3SecretKey;
    settings.prefix = config.s3Prefix.toLatin1();
    if (!settings.prefix.isEmpty() && !settings.prefix.endsWith('/'))
        settings.prefix += '/';
    return settings;
}

Webhooks::Settings webhookSettings(const Config &config)
{
    Webhooks::Settings settings;
    settings.retry.waits = config.webhookRetries;
    settings.retry.disableAfter = config.webhookDisableAfter;
    settings.opened = *Net::Networks::parse(config.webhookNetworks); // checkConfig() checked it
    settings.calls = config.webhookCalls;
    settings.callsPerHost = config.webhookCallsPerHost;
    settings.keepLogs = config.webhookKeepLogs;
    settings.timeout = config.webhookTimeout;
    return settings;
}
