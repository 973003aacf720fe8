// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/event.h"

#include <QString>

/** Builds the events of the stream. Only this code builds them, so each name and format is defined once. */
namespace Events {

/** The account that an event is about. */
struct About {
    qint64 accountId = 0;
    QString email;
    qint64 at = 0;      ///< when it happened, seconds
    qint64 ownerId = 0; ///< the account's owner
};

// Durable: replayed to clients after a reconnect. Publish them in the transaction of the change.
Store::Event accountCreated(const About &about);
Store::Event accountUpdated(const About &about);
Store::Event accountDeleted(const About &about);
Store::Event accountStatusChanged(const About &about, const QByteArray &status);

// Transient: only for clients that are connected now.
Store::Event accountHealth(const About &about, const QByteArray &status, const QString &error,
                           const QByteArray &errorCode); ///< empty error and code: null
Store::Event accountModeChanged(const About &about, const QByteArray &mode);
Store::Event syncStarted(const About &about);
Store::Event syncFailed(const About &about, const QString &error, const QByteArray &errorCode);
Store::Event statsUpdated(const About &about);

/** How far a first synchronisation is; units as in the account's `syncProgress`. */
struct SyncProgress {
    QByteArray phase;
    qint64 done = 0;
    qint64 total = 0;
    qint64 ratePerSecond = 0;
};
Store::Event syncProgressed(const About &about, const SyncProgress &progress);

/** The result of a pass over an account. */
struct PassResult {
    qint64 newCount = 0;
    qint64 updatedCount = 0;
    qint64 durationMs = 0;
};
Store::Event syncDone(const About &about, const PassResult &result);
Store::Event mailSynced(const About &about, const PassResult &result);

} // namespace Events
