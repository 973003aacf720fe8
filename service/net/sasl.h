// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QCoroTask>
#include <QString>

#include <memory>

namespace Net {

/**
 * The client's side of one SASL exchange. Bytes in and out are raw: base64 and framing belong to
 * the protocol. Used once.
 */
class SaslClient
{
public:
    virtual ~SaslClient() = default;

    /// As in AUTHENTICATE, e.g. `SCRAM-SHA-256`.
    virtual QByteArray name() const = 0;

    /// Null (not empty) where the server speaks first.
    virtual QByteArray initialResponse() = 0;

    /// The answer to a challenge, at once or from another thread (Net::derive()); the client must live
    /// until then. Protocol or Unauthorized: stop, the server is not to be trusted. Cancelled, Timeout.
    virtual QCoro::Task<Result<QByteArray>> respond(QByteArray challenge) = 0;

    /// The answer is no longer needed; an answer that is being awaited then comes soon.
    virtual void cancel() { }

    /// False where the mechanism lets the server prove itself and it has not: its OK does not count.
    virtual bool isServerProven() const { return true; }

    /// Whether anything that depends on the password or token was made for the server. A refusal
    /// before that is not about the password.
    virtual bool hasUsedSecret() const = 0;
};

/** The credentials of a login; `accessToken` set: OAuth 2.0, the password is not used. */
struct Credentials {
    QString username;
    QByteArray password; ///< UTF-8
    QByteArray accessToken;
    QByteArray mechanism = {}; ///< the only one that may be used; empty: see LoginPlan
    QByteArray proven = {};    ///< the mechanism of the last login at this server; empty: not known
};

/// RFC 4616: everything in one message, so over TLS only.
std::unique_ptr<SaslClient> makePlain(const Credentials &credentials);

/// The old LOGIN mechanism (draft-murchison-sasl-login): two prompts, whatever they say.
std::unique_ptr<SaslClient> makeLogin(const Credentials &credentials);

/// Google's and Microsoft's `user=..^Aauth=Bearer ..`; a challenge is the error text, answered empty.
std::unique_ptr<SaslClient> makeXOAuth2(const Credentials &credentials);

/// RFC 7628; host and port go into the message.
std::unique_ptr<SaslClient> makeOAuthBearer(const Credentials &credentials, const QString &host,
                                            quint16 port);

/// The mechanism of that name; null: not supported, or not with these credentials.
std::unique_ptr<SaslClient> makeSasl(const QByteArray &name, const Credentials &credentials,
                                     const QString &host, quint16 port);

} // namespace Net
