// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "crypto/keyring.h"
#include "crypto/masterkey.h"
#include "store/mail/accounts.h"

namespace Store {
class Session;
}

namespace Doctor {

class Report;

/// Checks whether the key that seals passwords can be used; a file that others may read cannot be used.
/// Returns an empty key ring if there is no key; no key is created.
Crypto::KeyRing checkKey(const Crypto::MasterKeySources &sources, Report &report);

/// Whether `keys` opens all sealed values, and whether each account's password is kept somewhere.
void checkSecrets(Store::Session &session, const Crypto::KeyRing &keys,
                  const QList<Store::Account> &accounts, Report &report);

} // namespace Doctor
