// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "common/secretstore.h"
#include "imap/session.h"
#include "indexing/indexer.h"
#include "net/tlspolicy.h"
#include "oauth/logins.h"
#include "store/db/accountdatabase.h"
#include "sync/health.h"
#include "sync/runtime.h"

#include <QThreadPool>

#include <chrono>

namespace Nodes {
class Membership;
}

namespace Sync {

/** Intervals of the configuration (`sync.*`). */
struct Settings {
    std::chrono::milliseconds pollInterval{ 60'000 };
    std::chrono::milliseconds idleCheck{ 300'000 };
    std::chrono::milliseconds idleRenew{ 540'000 };
    int maxStarts = 50;          ///< logins and first syncs in progress at once; 0: no limit
    int mailboxConnections = 15; ///< to one mailbox, which several users may have added
    /// A connecting account gives its place to others when its server is silent for this time.
    std::chrono::milliseconds patience{ 5'000 };
    RetryPolicy retry;
};

/**
 * Receives the state and the events of running accounts. Called on the sync threads; an implementation
 * passes the values on and returns at once.
 */
class Observer
{
public:
    virtual ~Observer() = default;
    virtual void runtimeChanged(qint64 accountId, Runtime runtime) = 0;
    virtual void observed(const Store::Event &transientEvent) = 0;
    virtual void indexRebuilt(Indexing::RebuildProgress) {
    } ///< while the full text index is made again
};

/**
 * The objects and settings that all accounts share. Made by the application, outlives all of sync. Each
 * account has a copy with its own lease in `database`.
 */
struct Context {
    Store::AccountDatabase database;
    SecretStore &secrets;
    OAuth::Logins &logins;
    QThreadPool &pool; ///< parsing and compression
    const Clock &clock;
    Observer &observer;
    Net::TlsPolicy tls;
    Imap::SessionOptions imap;
    Settings settings;
    Nodes::Membership *nodes = nullptr; ///< null: no other service uses the database
};

} // namespace Sync
