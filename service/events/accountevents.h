// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/accounts.h"
#include "store/event.h"

namespace Events {

Store::Event accountCreated(const Store::Account &account, qint64 now);       ///< durable
Store::Event accountUpdated(const Store::Account &account, qint64 now);       ///< durable
Store::Event accountStatusChanged(const Store::Account &account, qint64 now); ///< durable, {status}

/// Durable. Goes to everybody, or with visibility `owner` to the owner alone: who may see the
/// account can no longer be asked.
Store::Event accountDeleted(const Store::Account &account, bool toOwnerOnly, qint64 now);

/// Transient, {status, error, error_code}.
Store::Event accountHealth(const Store::Account &account, qint64 now);
/// Transient. `mode`: connecting, syncing, idle, polling, stopped.
Store::Event accountModeChanged(const Store::Account &account, const QByteArray &mode, qint64 now);

Store::Event accountSyncStarted(const Store::Account &account, qint64 now); ///< transient
Store::Event accountSyncDone(const Store::Account &account, qint64 now);    ///< transient
/// Transient, {error, error_code} as the account has them.
Store::Event accountSyncError(const Store::Account &account, qint64 now);

/** How far a first synchronisation has come (api.md 5.1, syncProgress). */
struct SyncProgress {
    QByteArray phase; ///< `list`, `bodies`
    qint64 done = 0;
    qint64 total = 0;
    double ratePerSecond = 0;

    friend bool operator==(const SyncProgress &, const SyncProgress &) = default;
};
/// Transient, {progress:{phase,done,total,rate_per_second}}.
Store::Event accountSyncProgress(const Store::Account &account, const SyncProgress &progress,
                                 qint64 now);

} // namespace Events
