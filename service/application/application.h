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

    /// Is not ready any more and, as a node, gives its accounts back. After the drain time of the configuration it
    /// ends the event streams, finishes running work, closes everything, within 5 s, and emits stopped().
    void stop();

    /// Checks now for a renewed TLS certificate. Without this call it is found automatically, but later.
    void reload();

    /// Returns the reader for the text of stored messages, for commands that index without a service.
    static Store::MessageReader messageReader();

    /// What the process should end with: 75 (EX_TEMPFAIL) after stopNeeded(), otherwise 0.
    int exitStatus() const { return m_exitStatus; }

    quint16 port() const;
    QString address() const; ///< `http://127.0.0.1:8725`

Q_SIGNALS:
    void stopped();
    /// The service cannot go on, because a newer version has changed the database: call stop().
    void stopNeeded();

private:
    struct Parts;

    Result<void> openStore();
    Result<void> openSecrets();
    Result<void> checkNodes();
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
    void joinNodes();
    void endOutdated(const QString &why);
    void announce();
    QCoro::Task<> databaseReturned(bool isOther);
    QCoro::Task<> resumeLocked(); ///< accounts whose password was in a locked keychain
    void endRequests();
    void finishStop();

    const Config m_config;
    SystemClock m_clock;
    std::unique_ptr<Parts> m_parts;
    int m_exitStatus = 0;
};
