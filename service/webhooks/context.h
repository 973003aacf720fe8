// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "common/secretstore.h"
#include "net/httpcaller.h"
#include "store/db/database.h"
#include "webhooks/aftertry.h"

#include <QThreadPool>

namespace Webhooks {

/** Settings of the configuration (`webhooks.*`). */
struct Settings {
    RetryPolicy retry;
    Net::Networks opened; ///< networks that may be called although they are not public
    std::chrono::seconds timeout{ 15 };         ///< total time of a call
    int calls = 16;                             ///< at once, beside those that have stepped aside
    int callsPerHost = 4;                       ///< of these
    std::chrono::milliseconds patience{ 5000 }; ///< a call that takes longer gives its place back
    std::chrono::seconds lease{ 60 };           ///< how long the claim of a call is valid
    int batch = 64;                             ///< calls claimed at once
    int keptLogs = 1000;                        ///< of a webhook
    std::chrono::seconds keepLogs = std::chrono::days(30);
};

/** The objects and settings of the delivery. Made by the application, outlives the delivery. */
struct Context {
    Store::Database &database;
    SecretStore &secrets;
    QThreadPool &pool; ///< reads the texts of mails
    const Clock &clock;
    Settings settings;
};

} // namespace Webhooks
