// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "common/result.h"
#include "config.h"
#include "store/search/index/searchdocument.h"

#include <QCoroTask>
#include <QObject>

#include <memory>
#include <optional>

namespace Http {
struct TlsIdentity;
}

/**
 * The service, put together: the one place that builds its parts and connects them. Lives on the
 * main thread.
 */
class Application : public QObject
{
    Q_OBJECT
public:
    explicit Application(Config config);
    ~Application() override; ///< stops what still runs

    /// Opens everything and listens. The error is one line for the person who started it.
    Result<void> start();

    /// Ends streams, finishes what runs, closes. Emits stopped(); 5 s at most.
    void stop();

    /// Looks for a renewed TLS certificate, which is otherwise noticed by itself.
    void reload();

    /// How the text of a stored message is read, for commands that index without a service.
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
    Result<void> startHttp();
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
