// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "common/result.h"
#include "config/config.h"
#include "store/search/index/searchdocument.h"

#include <QCoroTask>
#include <QObject>

#include <memory>
#include <optional>

namespace Http {
struct TlsIdentity;
}
namespace Imap {
struct SessionOptions;
}
namespace Net {
class TlsPolicy;
}

/**
 * The whole service: creates its parts and connects them. Lives on the main thread.
 */
class Application : public QObject
{
    Q_OBJECT
public:
    explicit Application(Config config);
    ~Application() override; ///< stops what still runs

    /// Opens everything and listens. The error is one line for the operator.
    Result<void> start();

    /// Ends the event streams, finishes running work, closes everything. Emits stopped(); 5 s at most.
    void stop();

    /// Checks now for a renewed TLS certificate. Without this call it is found automatically, but later.
    void reload();

    /// Returns the reader for the text of stored messages, for commands that index without a service.
    static Store::MessageReader messageReader();

    quint16 port() const;
    QString address() const; ///< `http://127.0.0.1:8725`

Q_SIGNALS:
    void stopped();

private:
    struct Parts;

    Result<void> openStore();
    Result<void> openSecrets();
    Result<void> makeFirstUser();
    Result<void> readVisibility();
    Result<void> openPush();
    Result<void> openWeb();
    Result<void> makeWorkers();
    Result<void> makeHttp(const Net::TlsPolicy &tls, const Imap::SessionOptions &imap);
    Result<void> connectParts();
    Result<void> listen();
    Result<void> listen(const std::optional<Http::TlsIdentity> &identity);
    void startSync();
    void announce();
    QCoro::Task<> databaseReturned(bool isOther);
    QCoro::Task<> resumeLocked(); ///< accounts whose password was in a locked keychain
    void finishStop();

    const Config m_config;
    SystemClock m_clock;
    std::unique_ptr<Parts> m_parts;
};
