// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/tokenanswer.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QUrl>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace OAuth {

namespace {

using Kind = TokenFailure::Kind;

constexpr qsizetype longestToken = 16 * 1024;
constexpr qsizetype longestName = 64; ///< of an error; also of a user code
constexpr qsizetype longestShown = 1000;
constexpr qint64 longestLife = 30LL * 24 * 3600;

TokenFailure unreadable(const QString &what)
{
    return { Kind::Unreadable, what, Error::Code::Protocol };
}

Kind kindOf(const QString &name)
{
    if (name == u"invalid_grant" || name == u"interaction_required" || name == u"login_required"
        || name == u"consent_required" || name == u"bad_verification_code")
        return Kind::Grant;
    if (name == u"authorization_pending")
        return Kind::Pending;
    if (name == u"slow_down")
        return Kind::SlowDown;
    if (name == u"access_denied" || name == u"authorization_declined")
        return Kind::Denied;
    if (name == u"expired_token")
        return Kind::Expired;
    if (name == u"temporarily_unavailable" || name == u"server_error")
        return Kind::Away;
    return Kind::Setup;
}

/// The name of an error, if it is a short word. Any other text could be a secret that the provider repeats.
QString nameOf(const QString &error)
{
    const bool isName =
        !error.isEmpty() && error.size() <= longestName && std::ranges::all_of(error, [](QChar c) {
            return (c >= u'a' && c <= u'z') || c == u'_' || (c >= u'0' && c <= u'9');
        });
    return isName ? error : u"an unknown error"_s;
}

/// RFC 6749 A.12 and RFC 6750 2.1: only visible ASCII, because tokens are written into lines of protocols.
std::optional<QByteArray> readToken(const QJsonValue &value)
{
    const QByteArray token = value.toString().toUtf8();
    const bool isPlain = std::ranges::all_of(token, [](char c) { return c > ' ' && c <= '~'; });
    if (token.isEmpty() || token.size() > longestToken || !isPlain)
        return std::nullopt;
    return token;
}

/// Reads a number of seconds; some providers write it as a string.
std::chrono::seconds readSeconds(const QJsonValue &value, std::chrono::seconds otherwise)
{
    const double number = value.isString() ? value.toString().toDouble() : value.toDouble(-1);
    if (!(number >= 1))
        return otherwise;
    return std::chrono::seconds(qint64(std::min(number, double(longestLife))));
}

/// The JSON object of a success; every other answer is a failure.
Result<QJsonObject, TokenFailure> readObject(const Net::HttpAnswer &answer)
{
    if (answer.status >= 500 || answer.status == 429 || answer.status == 408)
        return TokenFailure{ Kind::Away, u"it answered with the status %1"_s.arg(answer.status),
                             Error::Code::Server };
    const QJsonDocument document =
        answer.isCut ? QJsonDocument() : QJsonDocument::fromJson(answer.body);
    const QJsonValue error = document.object().value("error"_L1);
    if (error.isString()) {
        const QString name = nameOf(error.toString());
        return TokenFailure{ kindOf(name), name, Error::Code::Server };
    }
    if (answer.status != 200)
        return TokenFailure{ Kind::Setup, u"it answered with the status %1"_s.arg(answer.status),
                             Error::Code::Server };
    if (!document.isObject())
        return unreadable(u"the answer is not a JSON object of at most 64 KiB"_s);
    return document.object();
}

bool isWebAddress(const QString &text)
{
    const QUrl url(text, QUrl::StrictMode);
    return text.size() <= longestShown && url.isValid() && !url.host().isEmpty()
        && (url.scheme() == u"https" || url.scheme() == u"http");
}

} // namespace

Result<Tokens, TokenFailure> readTokens(const Net::HttpAnswer &answer)
{
    const Result<QJsonObject, TokenFailure> read = readObject(answer);
    RETURN_IF_ERROR(read);
    const QString type = read->value("token_type"_L1).toString();
    if (type.compare(u"bearer", Qt::CaseInsensitive) != 0)
        return unreadable(u"the token is not of the type Bearer"_s);
    const std::optional<QByteArray> access = readToken(read->value("access_token"_L1));
    if (!access)
        return unreadable(u"the answer has no access token that can be used"_s);
    Tokens tokens;
    tokens.accessToken = *access;
    const QJsonValue refresh = read->value("refresh_token"_L1);
    if (!refresh.isUndefined() && !refresh.isNull()) {
        const std::optional<QByteArray> token = readToken(refresh);
        if (!token)
            return unreadable(u"the answer has no refresh token that can be used"_s);
        tokens.refreshToken = *token;
    }
    tokens.life = readSeconds(read->value("expires_in"_L1), tokens.life);
    return tokens;
}

Result<DeviceCode, TokenFailure> readDeviceCode(const Net::HttpAnswer &answer)
{
    const Result<QJsonObject, TokenFailure> read = readObject(answer);
    RETURN_IF_ERROR(read);
    DeviceCode code;
    const std::optional<QByteArray> device = readToken(read->value("device_code"_L1));
    code.userCode = read->value("user_code"_L1).toString();
    const QString older = read->value("verification_url"_L1).toString(); // written by Google
    code.verificationUrl = read->value("verification_uri"_L1).toString(older);
    if (!device || code.userCode.isEmpty() || code.userCode.size() > longestName
        || !isWebAddress(code.verificationUrl))
        return unreadable(u"the answer has no user code or no verification address"_s);
    code.deviceCode = *device;
    code.completeUrl = read->value("verification_uri_complete"_L1).toString();
    if (!isWebAddress(code.completeUrl))
        code.completeUrl.clear();
    code.life = readSeconds(read->value("expires_in"_L1), code.life);
    code.interval =
        std::min(readSeconds(read->value("interval"_L1), code.interval), std::chrono::seconds(300));
    return code;
}

Error errorOf(const TokenFailure &failure, const QString &label)
{
    switch (failure.kind) {
    case Kind::Grant:
        return { Error::Code::SecretMissing,
                 u"The sign-in at %1 is not valid any more (%2): sign in again."_s.arg(
                     label, failure.said) };
    case Kind::Denied:
        return { Error::Code::SecretMissing, u"The sign-in at %1 was refused."_s.arg(label) };
    case Kind::Expired:
        return { Error::Code::SecretMissing,
                 u"The sign-in at %1 took too long: start it again."_s.arg(label) };
    case Kind::Setup:
        return { Error::Code::Server,
                 u"%1 does not accept this service (%2): the operator has to check the client in "
                 "the configuration."_s.arg(label, failure.said) };
    case Kind::Unreadable:
        return { Error::Code::Protocol,
                 u"%1 sent an answer that cannot be used: %2."_s.arg(label, failure.said) };
    case Kind::Pending:
    case Kind::SlowDown:
    case Kind::Away:
        break;
    }
    return { failure.code,
             u"The request to %1 for an access token failed: %2."_s.arg(label, failure.said) };
}

} // namespace OAuth
