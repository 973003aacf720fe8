// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "net/httpanswer.h"

#include <QByteArray>
#include <QString>

#include <chrono>

namespace OAuth {

/** The tokens from a provider's answer. */
struct Tokens {
    QByteArray accessToken;
    QByteArray refreshToken;          ///< empty: none, or the used refresh token stays valid
    std::chrono::seconds life{ 600 }; ///< of the access token, from now on

    friend bool operator==(const Tokens &, const Tokens &) = default;
};

/** The codes of the device flow, RFC 8628 3.2. */
struct DeviceCode {
    QByteArray deviceCode; ///< secret
    QString userCode;
    QString verificationUrl;
    QString completeUrl; ///< with the code in it; empty: none
    std::chrono::seconds life{ 600 };
    std::chrono::seconds interval{ 5 };

    friend bool operator==(const DeviceCode &, const DeviceCode &) = default;
};

/** Why a provider returned no tokens. */
struct TokenFailure {
    enum class Kind {
        Grant,      ///< the grant is not valid (any more): the user must sign in again
        Pending,    ///< device flow: the user has not finished
        SlowDown,   ///< device flow: the user has not finished, and we poll too often
        Denied,     ///< the user refused
        Expired,    ///< device flow: the user took too long
        Setup,      ///< the provider refused our client configuration
        Away,       ///< no answer, or an answer that asks to try later
        Unreadable, ///< an answer that breaks the rules of RFC 6749
    };
    Kind kind = Kind::Away;
    QString said; ///< detail for the user: the error's name, or the network error
    Error::Code code = Error::Code::Server; ///< for Away: the connection error

    friend bool operator==(const TokenFailure &, const TokenFailure &) = default;
};

/// RFC 6749 5. A failure contains only the error name of the answer, no other part of it.
Result<Tokens, TokenFailure> readTokens(const Net::HttpAnswer &answer);

/// RFC 8628 3.2.
Result<DeviceCode, TokenFailure> readDeviceCode(const Net::HttpAnswer &answer);

/// One sentence for users about the provider with this label. SecretMissing: the user must sign in again.
/// After other errors the request may be tried again later.
Error errorOf(const TokenFailure &failure, const QString &label);

} // namespace OAuth
