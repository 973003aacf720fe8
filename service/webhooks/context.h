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
    Net::Networks opened;                       ///< may be called, though not public
    std::chrono::seconds timeout{ 15 };         ///< of a call, in all
    int calls = 16;                             ///< at once, beside those that have stepped aside
    int callsPerHost = 4;                       ///< of these
    std::chrono::milliseconds patience{ 5000 }; ///< a call that takes longer gives its place back
    std::chrono::seconds lease{ 60 };           ///< a claimed call is ours so long
    int batch = 64;                             ///< calls claimed at once
    int keptLogs = 1000;                        ///< of a webhook
    std::chrono::seconds keepLogs = std::chrono::days(30);
};

/** What the delivery needs; made by the application, outlives it. */
struct Context {
    Store::Database &database;
    SecretStore &secrets;
    QThreadPool &pool; ///< reads the texts of mails
    const Clock &clock;
    Settings settings;
};

} // namespace Webhooks
