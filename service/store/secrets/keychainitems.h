// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>
#include <QSet>

namespace Store {

class Session;

/** How far an entry of the OS keychain is. */
enum class KeychainItem {
    Writing, ///< being put there; after a crash nobody knows whether it is
    Kept,    ///< there, and nowhere else
    Leaving, ///< to be removed as soon as the keychain lets us
};

// The list of secrets that are in the OS keychain, without the secrets. Refs are ASCII.

Result<void> noteKeychainItem(Session &session, const QByteArray &ref, KeychainItem state);
Result<bool> isInKeychain(Session &session, const QByteArray &ref); ///< kept there
Result<QSet<QByteArray>> keychainItems(Session &session);           ///< all that are kept there
/// Does nothing for a ref that was never there.
Result<void> letKeychainItemLeave(Session &session, const QByteArray &ref);
Result<void> forgetKeychainItem(Session &session, const QByteArray &ref); ///< only one that left
Result<QList<QByteArray>> keychainItemsToRemove(Session &session);

/// At the start, before anything is written: what a crash left half written, or without an account,
/// is to leave.
Result<void> letKeychainOrphansLeave(Session &session);

} // namespace Store
