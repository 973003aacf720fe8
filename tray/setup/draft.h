// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/mailserver.h"
#include "setup/span.h"

#include <QJsonObject>
#include <QStringList>

namespace Setup {

/** An account while a person enters it. It is stored only by the service. */
struct Draft {
    qint64 id = 0; ///< 0: a new one
    QString email;
    QString name;
    QString senderName;
    MailServer imap;
    MailServer smtp;       ///< without a host: mail is only received
    QString password;      ///< empty with an id: the stored one
    QString smtpPassword;  ///< empty: as for IMAP
    QString grant;         ///< of a sign-in with the browser, instead of a password
    QString oauthProvider; ///< of the sign-in; empty: a password
    QString tlsPin;        ///< the only trusted key, hexadecimal; empty: system's certificates
    QStringList folders{ QStringLiteral("INBOX") };
    Span span;

    bool hasSecret() const { return id > 0 || !password.isEmpty() || !grant.isEmpty(); }
    bool operator==(const Draft &) const = default;
};

/// An account as the service lists it.
Draft draftOf(const QJsonValue &account);

QJsonObject trialBody(const Draft &draft);  ///< POST /accounts/test-connection and /folders
QJsonObject createBody(const Draft &draft); ///< POST /accounts
/// PUT /accounts/ID: the changed fields, and secrets that were entered.
QJsonObject changeBody(const Draft &before, const Draft &after);

} // namespace Setup
