// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>
#include <QSet>

namespace Store {

class Session;

/** The state of an entry of the OS keychain. */
enum class KeychainItem {
    Writing, ///< being stored; after a crash it may or may not exist
    Kept,    ///< stored in the keychain only
    Leaving, ///< to be removed as soon as the keychain allows it
};

// The list of secrets that are in the OS keychain, without the secrets. Refs are ASCII.

Result<void> noteKeychainItem(Session &session, const QByteArray &ref, KeychainItem state);
Result<bool> isInKeychain(Session &session, const QByteArray &ref); ///< kept there
Result<QSet<QByteArray>> keychainItems(Session &session);           ///< all that are kept there
/// Does nothing for a ref that was never in the keychain.
Result<void> letKeychainItemLeave(Session &session, const QByteArray &ref);
Result<void> forgetKeychainItem(Session &session, const QByteArray &ref); ///< only if it is Leaving
Result<QList<QByteArray>> keychainItemsToRemove(Session &session);

/// To be called at the start, before any write: marks entries for removal that a crash left half
/// written, or that have no account.
Result<void> letKeychainOrphansLeave(Session &session);

} // namespace Store
