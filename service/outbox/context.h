// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "common/secretstore.h"
#include "imap/session.h"
#include "mailbox/admissions.h"
#include "net/tlspolicy.h"
#include "oauth/logins.h"
#include "outbox/aftertry.h"
#include "smtp/session.h"
#include "store/db/database.h"

#include <QThreadPool>
#include <QUuid>

namespace Outbox {

/** Settings of the configuration (`outbox.*`). */
struct Settings {
    RetryPolicy retry;
    int connections = 20; ///< accounts that send at once, beside those that have stepped aside
    /// A connection that takes longer gives its place back.
    std::chrono::milliseconds patience{ 10'000 };
    /// How long a copy for the server's folder waits for a connection to a full mailbox. Its accounts
    /// leave after 60 s (sync.poll_interval) if others wait.
    std::chrono::milliseconds mailboxWait{ 90'000 };
    std::chrono::milliseconds linger{ 3000 }; ///< a connection stays for the next mail
    std::chrono::seconds keep =
        std::chrono::days(30); ///< finished mails stay in the list for this time
    /// When the service stops: how long it waits for the answer to a mail that was handed over.
    std::chrono::milliseconds lastWait{ 1000 };
    /// If a run does not renew its claims for this time, the other runs on its database treat it as dead.
    std::chrono::milliseconds claim{ 60'000 };
};

/** The objects and settings of the outbox. Made by the application, outlives the outbox. */
struct Context {
    Store::Database &database;
    SecretStore &secrets;
    OAuth::Logins &logins;
    QThreadPool &pool; ///< parsing and compression of local copies
    const Clock &clock;
    Net::TlsPolicy tls;
    Smtp::SessionOptions smtp;
    Imap::SessionOptions imap;       ///< for storing copies in the server's folder for sent mail
    Mailbox::Admissions &admissions; ///< limits the connections for these copies
    Settings settings;
    /// No other service uses the database: mails that another run was sending were interrupted.
    bool isAlone = true;
    QByteArray run = QUuid::createUuid().toByteArray(QUuid::Id128); ///< the name of this run
};

} // namespace Outbox
