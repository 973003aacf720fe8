// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/secretstore.h"
#include "imap/session.h"
#include "store/mail/accounts.h"
#include "verify/verifyreport.h"

#include <QCoroTask>

#include <chrono>
#include <functional>

namespace Store {
class Session;
}

namespace Verify {

/** What is compared, and with what. */
struct VerifyOptions {
    Store::Account account;
    QString folder; ///< its path; empty: all that the account follows
    Net::TlsPolicy tls;
    Imap::SessionOptions imap;
    /// What differs is looked at once more after this time: a mail may be on its way.
    std::chrono::milliseconds settle{ 3000 };
    /// Hears how many mails of a folder were told; may be empty.
    std::function<void(const QString &folder, qint64 done, qint64 all)> progress{};
};

/**
 * Compares the account with its mail server, over a connection of its own. Folders are opened with
 * EXAMINE, and nothing is written on either side; the service may run. On the thread of `database`;
 * both references outlive the call. Errors: those of the connection and the login, and NotFound: the
 * account does not follow the folder.
 */
QCoro::Task<Result<AccountReport>> verifyAccount(Store::Session &database, SecretStore &secrets,
                                                 VerifyOptions options);

} // namespace Verify
