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

/** How mail servers are asked. */
struct ServerAccess {
    Net::TlsPolicy tls;
    Imap::SessionOptions imap;
    Smtp::SessionOptions smtp;
    SecretStore *secrets = nullptr; ///< outlives the check; only asked, for proxies and logins
    bool isWithLogin = false;
};

/**
 * Whether the mail servers of the accounts answer: name, port, TLS with the certificate, greeting;
 * logins only where they are asked for. Servers that several accounts share are asked once without
 * logins; eight at a time. Accounts that are switched off are not looked at. Accounts that sign in at a
 * provider are not logged in, because that may replace the refresh token that the service has.
 */
QCoro::Task<QList<Finding>> checkAccounts(QList<Store::Account> accounts, ServerAccess access);

/// What is said of a server's certificate at the time `now`, both in UTC; nothing: it is valid for
/// long, or there is none.
std::optional<Finding> certificateFinding(const QString &where, const QDateTime &end,
                                          const QDateTime &now);

} // namespace Doctor
