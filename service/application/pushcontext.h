// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config.h"
#include "push/context.h"

#include <functional>

/// Our VAPID key: from the environment, else from `stored`, which creates it if necessary.
Result<Crypto::P256Key> pushKey(const Config &config,
                                const std::function<Result<Crypto::P256Key>()> &stored);

/// The configuration of notices to browsers.
Push::Context pushContext(const Config &config, Store::Database &database, const Clock &clock,
                          const Crypto::P256Key &key);
