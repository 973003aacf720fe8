// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "setup/mailserver.h"

#include <QJsonValue>

#include <optional>

namespace Setup {

/** The untrusted certificate that a server has shown. */
struct ShownCertificate {
    QString issuer;
    QString subject;
    QString fingerprint;     ///< of its key: SHA-256, hexadecimal
    bool matchesHost = true; ///< false: it is for another name

    bool operator==(const ShownCertificate &) const = default;
};

/** The result of a test login at one server. */
struct ServerTrial {
    bool works = false;
    QString errorCode;                 ///< auth_failed, ..; see the service's AccountErrorCode
    QString error;                     ///< the service's text
    std::optional<Security> answersTo; ///< the encryption that the port uses instead
    std::optional<ShownCertificate> certificate;

    bool operator==(const ServerTrial &) const = default;
};

/** The answer of POST /accounts/test-connection. */
struct Trial {
    ServerTrial imap;
    std::optional<ServerTrial> smtp; ///< nothing: the account sends no mail

    bool works() const { return imap.works && (!smtp || smtp->works); }
    bool operator==(const Trial &) const = default;
};

Trial trialOf(const QJsonValue &data);

/// `AB:CD:..`, as people compare it.
QString fingerprintText(const QString &fingerprint);

} // namespace Setup
