// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/secretstore.h"
#include "doctor/report.h"
#include "imap/session.h"
#include "smtp/session.h"
#include "store/mail/accounts.h"

#include <QCoroTask>
#include <QDateTime>

#include <optional>

namespace Doctor {

/** The settings for the checks of mail servers. */
struct ServerAccess {
    Net::TlsPolicy tls;
    Imap::SessionOptions imap;
    Smtp::SessionOptions smtp;
    SecretStore *secrets = nullptr; ///< outlives the check; only read, for proxies and logins
    bool isWithLogin = false;
};

/**
 * Whether the mail servers of the accounts answer: name, port, TLS with the certificate, greeting; logins
 * only with `isWithLogin`. Without logins a server that several accounts share is checked once. Eight
 * servers are checked at a time. Disabled accounts are skipped. Accounts that sign in at a provider are not
 * logged in, because that may replace the refresh token that the service has.
 */
QCoro::Task<QList<Finding>> checkAccounts(QList<Store::Account> accounts, ServerAccess access);

/// The finding for a server's certificate at the time `now`, both in UTC; nothing: it is valid for a long
/// time, or there is no certificate.
std::optional<Finding> certificateFinding(const QString &where, const QDateTime &end,
                                          const QDateTime &now);

} // namespace Doctor
