// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config.h"
#include "oauth/logins.h"
#include "outbox/context.h"
#include "s3/settings.h"
#include "sync/context.h"
#include "webhooks/context.h"

// The settings of the rooms, from a configuration that was checked.

Sync::Settings syncSettings(const Config &config);

OAuth::Context oauthContext(const Config &config, Store::Database &database, SecretStore &secrets,
                            const Net::TlsPolicy &tls);

Outbox::Settings outboxSettings(const Config &config);

/// Nothing: uploads are not in an S3 store. The prefix is that of all databases in the bucket.
std::optional<S3::Settings> s3Settings(const Config &config);

Webhooks::Settings webhookSettings(const Config &config);
