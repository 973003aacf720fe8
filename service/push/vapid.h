// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "crypto/p256.h"

#include <QHash>
#include <QString>
#include <QUrl>

namespace Push {

/**
 * Identifies this service to push services (RFC 8292) with a signed token per push service. A token is
 * used until half of its 12 hours are over. Not thread-safe.
 */
class Vapid
{
public:
    /// `subject`: the operator's contact address for push services, `mailto:` or `https:`.
    Vapid(Crypto::P256Key key, QString subject);

    /// Value of the Authorization header for a message to that endpoint.
    QByteArray authorization(const QUrl &endpoint, qint64 nowSeconds);

    /// For browsers: 65 bytes as base64url without padding.
    QByteArray publicKey() const;

private:
    struct Token {
        QByteArray text;
        qint64 madeAt = 0;
    };

    Crypto::P256Key m_key;
    QString m_subject;
    QHash<QByteArray, Token> m_tokens; ///< by audience, a bounded number
};

/// `https://push.example.net`, with the port where it is not the usual one.
QByteArray audienceOf(const QUrl &endpoint);

} // namespace Push
