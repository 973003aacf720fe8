// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "common/secretstore.h"
#include "imap/session.h"
#include "net/tlspolicy.h"
#include "oauth/logins.h"
#include "outbox/aftertry.h"
#include "smtp/session.h"
#include "store/db/database.h"
#include "sync/admissions.h"

#include <QThreadPool>
#include <QUuid>

namespace Outbox {

/** Settings of the configuration (`outbox.*`). */
struct Settings {
    RetryPolicy retry;
    int connections = 20; ///< accounts that send at once, beside those that have stepped aside
    /// A connection that takes longer gives its place back.
    std::chrono::milliseconds patience{ 10'000 };
    std::chrono::milliseconds linger{ 3000 };          ///< a connection stays for the next mail
    std::chrono::seconds keep = std::chrono::days(30); ///< what has ended, in the list
    /// How long the end of the service waits for the answer to a mail that was handed over.
    std::chrono::milliseconds lastWait{ 1000 };
    /// A run that has not renewed its claims for so long is dead to the others of its database.
    std::chrono::milliseconds claim{ 60'000 };
};

/** What the outbox needs; made by the application, outlives it. */
struct Context {
    Store::Database &database;
    SecretStore &secrets;
    OAuth::Logins &logins;
    QThreadPool &pool; ///< parsing and compression of local copies
    const Clock &clock;
    Net::TlsPolicy tls;
    Smtp::SessionOptions smtp;
    Imap::SessionOptions imap;    ///< for what is put into the server's own folder
    Sync::Admissions &admissions; ///< where that takes a place among the connections
    Settings settings;
    /// Nobody else has the database: what another run was sending was interrupted.
    bool isAlone = true;
    QByteArray run = QUuid::createUuid().toByteArray(QUuid::Id128); ///< the name of this one
};

} // namespace Outbox
