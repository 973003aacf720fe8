// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "crypto/p256.h"
#include "net/httpcaller.h"
#include "push/aftertry.h"
#include "push/payload.h"
#include "store/db/database.h"

namespace Push {

/** Settings of the configuration (`push.*`, `push_content`). */
struct Settings {
    RetryPolicy retry;
    Content content = Content::Full;
    Net::Networks
        opened;      ///< networks of push services that may be called although they are not public
    int atOnce = 32; ///< messages under way, beside those that have stepped aside
    std::chrono::milliseconds patience{ 5000 }; ///< one that takes longer gives its place back
    std::chrono::milliseconds lease = std::chrono::seconds(60); ///< longer than a message takes
    std::chrono::seconds longestDelay =
        std::chrono::hours(24); ///< lifetime of a notice, here and at the push service
};

/** The objects and settings of the delivery. Made by the application, outlives the delivery. */
struct Context {
    Store::Database &database;
    const Clock &clock;
    Crypto::P256Key key; ///< ours
    QString subject;     ///< the operator's contact address for push services
    Net::HttpCallerOptions calls;
    Settings settings;
};

} // namespace Push
