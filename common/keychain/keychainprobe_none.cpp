// SPDX-License-Identifier: GPL-3.0-or-later
#include "keychain/keychainprobe.h"

QCoro::Task<SecretStore::State> keychainState(std::chrono::milliseconds)
{
    co_return SecretStore::State::Ready;
}
