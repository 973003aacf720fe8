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

/// Whether the key that seals passwords can be used; a file that others may read cannot. Empty where
/// there is none; none is made.
Crypto::KeyRing checkKey(const Crypto::MasterKeySources &sources, Report &report);

/// Whether `keys` opens all sealed values, and whether each account's password is kept somewhere.
void checkSecrets(Store::Session &session, const Crypto::KeyRing &keys,
                  const QList<Store::Account> &accounts, Report &report);

} // namespace Doctor
