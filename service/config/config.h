// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "crypto/password.h"
#include "oauth/provider.h"

#include <QByteArray>
#include <QHash>
#include <QHostAddress>
#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>

/**
 * Everything that can be set, with its default. Read once at the start and passed on by const
 * reference. Precedence: command line, environment, configuration file, default. Each key and its
 * environment variable are defined once, in key.cpp; installers/common/postrider.conf explains them.
 */
struct Config {
    using Seconds = std::chrono::seconds;

    // Files and addresses
    QString dataDir; ///< never empty after loading
    QHostAddress listenAddress = QHostAddress(QHostAddress::LocalHost);
    quint16 listenPort = 8725;   ///< 0: any free port, named in the ready line
    bool isListenChosen = false; ///< address and port are configured: no other is used
    QString databaseUrl;         ///< may hold a password; empty: sqlite:<dataDir>/postrider.db
    QString databasePoolUrl;     ///< may hold a password; empty: readers use databaseUrl
    Seconds databaseWait{ 30 };  ///< at the start, for a database server that is not there
    Seconds drainTime{ 0 };      ///< requests are answered for so long after the signal to stop
    QString attachmentsDir;      ///< files that may be sent; empty: <dataDir>/attachments-out
    QString webDir;              ///< files of a web client; empty: the one that is built in
    QString tlsCertificate;      ///< PEM file; with tlsKey the service uses HTTPS
    QString tlsKey;
    QString publicUrl;          ///< the URL of the service for users, for links; empty: unknown
    QStringList allowedHosts;   ///< Host names answered while bound to loopback, besides localhost
    QStringList trustedProxies; ///< networks of proxies whose forwarded header is used
    QString forwardedHeader = QStringLiteral("auto"); ///< auto, x-forwarded-for or forwarded
    QStringList corsOrigins; ///< exact origins of web pages that may call the API

    // Permissions
    QString visibility; ///< "shared", "owner" or empty: as stored, else shared
    Seconds tokenLifetime = std::chrono::days(7); ///< 5 min .. 90 days
    QString adminPassword;                        ///< environment only
    QByteArray jwtSecret;    ///< environment only; empty: made at the first start
    QByteArray metricsToken; ///< environment only; empty: only this machine may read the metrics
    bool isDesktop = false;  ///< serves the user of this desktop session: keychain, pairing
    QString secrets = QStringLiteral("auto"); ///< auto, keychain or sealed
    Seconds keychainPatience{ 30 };           ///< for each answer of the keychain

    // Mail servers
    QString mailExtraCa;              ///< PEM file with certificate authorities beside the system's
    QString mailNameserver;           ///< asked in discovery; empty: those of the system
    bool mailAllowPrivate = true;     ///< false: mail servers on private networks are refused
    int mailboxConnections = 15;      ///< to one mailbox at once; more accounts of it take turns
    Seconds mailOpenTimeout{ 30 };    ///< from the look-up of the name to the end of the greeting
    Seconds mailSilenceTimeout{ 60 }; ///< without a byte while a command runs
    Seconds mailSlowAfter{ 60 };      ///< an answer may take so long at less than 1 KiB/s

    // Uploads in an S3-compatible store
    QString s3Url; ///< empty: uploads are in the database or in attachmentsDir
    QString s3Bucket;
    QString s3Region = QStringLiteral("us-east-1");
    QString s3AccessKey;
    QByteArray s3SecretKey; ///< environment only
    QString s3Prefix = QStringLiteral("postrider");

    // Sign-in at mailboxes without a password
    OAuth::Providers oauthProviders; ///< of the sections [oauth.NAME]
    QStringList oauthNetworks;       ///< of providers that may be called although not public

    // Remote images in mails
    QStringList imageNetworks; ///< of hosts that may be called although not public

    // Unsubscribing from mailing lists
    QStringList unsubscribeNetworks; ///< of list servers that may be called although not public

    // Synchronisation
    int syncThreads = 2;
    Seconds pollInterval{ 60 }; ///< between checks without IDLE, and of further folders
    Seconds idleCheck{
        300
    }; ///< a check in addition to IDLE, because some servers stop reporting in IDLE
    Seconds idleRenew{ 540 };  ///< after this time IDLE is started again
    Seconds quickRetry{ 2 };   ///< wait after a first failure, before it is shown as an error
    Seconds errorAfter{ 300 }; ///< failing for so long is an error, as is the third failure
    Seconds retryMin{ 30 };    ///< first wait in status `error`, doubled up to retryMax
    Seconds retryMax{ 900 };
    Seconds authRetryMin{ 300 };               ///< first wait after a refused login, then x3, x12
    Seconds authRetryMax{ 21'600 };            ///< longest wait after a refused login
    Seconds authGiveUp = std::chrono::days(3); ///< refused for so long: no more tries
    int maxStarts = 50;                        ///< logins and first syncs in progress at once

    // Sending
    QList<Seconds> sendRetries = { Seconds(60),   Seconds(300),    Seconds(900),
                                   Seconds(3600), Seconds(10'800), Seconds(21'600) };
    Seconds sendGiveUp = std::chrono::days(1);  ///< after the first try
    Seconds sendAnswerWithin{ 20 };             ///< a request to send waits so long
    Seconds sendCommandTimeout{ 300 };          ///< for the answer to MAIL, RCPT, DATA
    Seconds sendFinalTimeout{ 600 };            ///< for the answer to a whole mail
    Seconds outboxKeep = std::chrono::days(30); ///< how long ended mails stay in the list
    int sendConnections = 20;                   ///< accounts that send at once

    // Browser push
    QString pushContent = QStringLiteral("full"); ///< or minimal: neither sender nor subject
    QStringList pushNetworks; ///< push services there are allowed although they are not public
    QString vapidPublicKey;   ///< environment only, with the next; empty: the stored pair
    QString vapidPrivateKey;  ///< base64url of 32 bytes, or PEM
    QString vapidSubject;     ///< where push services reach the operator: mailto: or https:
    QList<Seconds> pushRetries = { Seconds(5), Seconds(30), Seconds(120), Seconds(600) };
    Seconds pushLongestPause{ 3600 };          ///< that a push service may request
    Seconds pushGiveUp = std::chrono::days(5); ///< of failures only: then no more tries
    Seconds pushTimeout{ 20 };                 ///< for the answer to one message

    // Webhooks
    QStringList webhookNetworks; ///< of hosts that may be called although not public
    QList<Seconds> webhookRetries = { Seconds(5),    Seconds(300),    Seconds(1800),
                                      Seconds(7200), Seconds(18'000), Seconds(36'000) };
    Seconds webhookDisableAfter = std::chrono::days(5); ///< of failures only
    Seconds webhookTimeout{ 15 };                       ///< of a call, in all
    int webhookCalls = 16;                              ///< at once
    int webhookCallsPerHost = 4;                        ///< of these
    Seconds webhookKeepLogs = std::chrono::days(30);

    // Log
    QString logFormat = QStringLiteral("text"); ///< or json: one object a line
    QString logFile; ///< written to at its end, opened anew at a SIGHUP; empty: standard error

    // Event stream
    Seconds heartbeat{ 15 };

    // Limits; 0 switches one off
    qint64 maxBody = 1024 * 1024;              ///< bytes of a JSON request
    qint64 maxHeader = 16 * 1024;              ///< bytes of a request's header block
    qint64 maxUri = 8 * 1024;                  ///< bytes of a request's target
    qint64 maxUpload = qint64(25) << 20;       ///< bytes of one uploaded file
    qint64 maxPartCache = qint64(1) << 30;     ///< bytes of parts of large mails that are kept
    qint64 maxUploads = qint64(1) << 30;       ///< bytes of a user's uploads together
    Seconds uploadLife = std::chrono::days(7); ///< an upload is kept for so long
    Seconds headerTimeout{ 10 };
    Seconds idleTimeout{ 60 };
    Seconds tlsTimeout{ 10 };    ///< for a TLS handshake
    qint64 bodyRate = 16 * 1024; ///< bytes a second that a body must bring ...
    Seconds bodyWindow{ 30 };    ///< ... averaged over this
    Seconds writeTimeout{ 30 };  ///< a client that reads nothing of an answer is disconnected
    int maxConnections = 12000;
    int maxConnectionsPerAddress = 200;
    int maxStreams = 10000;
    int maxStreamsPerUser = 20;
    int requestsPerSecond = 100; ///< per user; twice as many in a burst
    int probesPerMinute = 10;    ///< of a user: connection, webhook and push tests, sign-ins
    int maxAccountsPerUser = 500;
    int maxWebhooksPerUser = 100;
    int maxDraftsPerUser = 10'000;
    int loginsPerMinute = 30;                     ///< login tries of an address
    int passwordCost = Crypto::ScryptCost().logN; ///< see hashCost()
    int databaseReaders = 2;
    int databaseQueue = 1024; ///< waiting database jobs before 503

    QString database() const; ///< databaseUrl, or its default if it is empty
    /// Of new password hashes.
    Crypto::ScryptCost hashCost() const { return { .logN = passwordCost }; }
    QString attachmentsFolder() const;
};

/** The inputs of the configuration. Options are stored by their key in the configuration file. */
struct ConfigSources {
    QString file;                        ///< --config, else empty: the default place is tried
    QHash<QString, QString> commandLine; ///< key -> value, e.g. "listen" -> "127.0.0.1:0"
    QHash<QString, QString> environment; ///< variables with our prefix, e.g. POSTRIDER_LISTEN
};

struct LoadedConfig {
    Config config;
    QStringList warnings; ///< one line each, e.g. an unknown variable with our prefix
};

/** The configuration with all its mistakes, for the check of a configuration. */
struct CheckedConfig {
    Config config;        ///< wrong values are replaced by their defaults
    QString file;         ///< that was read; empty: there is none
    QStringList problems; ///< one line each: where, which key, what is allowed
    QStringList warnings;
};

/// Reads everything, also after the first mistake.
CheckedConfig checkConfig(const ConfigSources &sources);

/// Error::BadRequest with one clear line: where, which key, what is allowed.
Result<LoadedConfig> loadConfig(const ConfigSources &sources);

/** One key as the documentation lists it. */
struct ConfigKey {
    QString name;        ///< as in the file, e.g. `sync.poll_interval`
    QString environment; ///< variable, or empty
    bool inFile = true;  ///< false: a secret that only the environment may hold
};
QList<ConfigKey> configKeys();

/// The current settings as lines of a configuration file, without the secrets, which only the environment
/// may hold.
QString describeConfig(const Config &config);

/// The variables of this process that carry our prefix.
QHash<QString, QString> configEnvironment();
