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

/** The options of a comparison. */
struct VerifyOptions {
    Store::Account account;
    QString folder; ///< its path; empty: all that the account follows
    Net::TlsPolicy tls;
    Imap::SessionOptions imap;
    /// Differences are checked again after this time, because a mail may still be synchronising.
    std::chrono::milliseconds settle{ 3000 };
    /// Called with the number of mails of a folder that the server has listed; may be empty.
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
