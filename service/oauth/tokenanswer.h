// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "net/httpanswer.h"

#include <QByteArray>
#include <QString>

#include <chrono>

namespace OAuth {

/** What a provider gave. */
struct Tokens {
    QByteArray accessToken;
    QByteArray refreshToken;          ///< empty: none, or the one that was used stays
    std::chrono::seconds life{ 600 }; ///< of the access token, from now on

    friend bool operator==(const Tokens &, const Tokens &) = default;
};

/** What a device shows, RFC 8628 3.2. */
struct DeviceCode {
    QByteArray deviceCode; ///< secret
    QString userCode;
    QString verificationUrl;
    QString completeUrl; ///< with the code in it; empty: none
    std::chrono::seconds life{ 600 };
    std::chrono::seconds interval{ 5 };

    friend bool operator==(const DeviceCode &, const DeviceCode &) = default;
};

/** Why a provider gave none. */
struct TokenFailure {
    enum class Kind {
        Grant,      ///< what was granted is not valid (any more): only a person can sign in again
        Pending,    ///< device flow: the person has not finished
        SlowDown,   ///< device flow: and we ask too often
        Denied,     ///< the person refused
        Expired,    ///< device flow: the person took too long
        Setup,      ///< the provider does not take us as we are configured
        Away,       ///< no answer, or one that says: later
        Unreadable, ///< an answer that breaks the rules of RFC 6749
    };
    Kind kind = Kind::Away;
    QString said; ///< what to tell people beside that: an error's name, what the network did
    Error::Code code = Error::Code::Server; ///< Away: what it is in terms of connections

    friend bool operator==(const TokenFailure &, const TokenFailure &) = default;
};

/// RFC 6749 5. Nothing of the answer but the name of its error gets into a failure.
Result<Tokens, TokenFailure> readTokens(const Net::HttpAnswer &answer);

/// RFC 8628 3.2.
Result<DeviceCode, TokenFailure> readDeviceCode(const Net::HttpAnswer &answer);

/// One sentence for people about the provider with that label. SecretMissing: a person must sign in
/// again; anything else may be tried again later.
Error errorOf(const TokenFailure &failure, const QString &label);

} // namespace OAuth
