// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config.h"
#include "push/context.h"

#include <functional>

/// Our VAPID key: as the environment gives it, else as `stored` answers, which makes it if need be.
Result<Crypto::P256Key> pushKey(const Config &config,
                                const std::function<Result<Crypto::P256Key>()> &stored);

/// What the configuration says of notices to browsers.
Push::Context pushContext(const Config &config, Store::Database &database, const Clock &clock,
                          const Crypto::P256Key &key, bool ownAccountsOnly);
