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
    Net::Networks opened; ///< push services there may be asked though they are not public
    int atOnce = 32;      ///< messages under way, beside those that have stepped aside
    std::chrono::milliseconds patience{ 5000 }; ///< one that takes longer gives its place back
    std::chrono::milliseconds lease = std::chrono::seconds(60); ///< longer than a message takes
    std::chrono::seconds worthTelling = std::chrono::hours(24); ///< a notice, here and there
};

/** What the delivery needs; made by the application, outlives it. */
struct Context {
    Store::Database &database;
    const Clock &clock;
    Crypto::P256Key key; ///< ours
    QString subject;     ///< where push services reach the operator
    bool ownAccountsOnly = false;
    Net::HttpCallerOptions calls;
    Settings settings;
};

} // namespace Push
