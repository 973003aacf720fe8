// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpcall.h"
#include "store/events/webhook.h"

#include <QHash>

namespace Webhooks {

/** The secrets of a webhook. The secret store holds them as one secret. */
struct Secrets {
    QByteArray signingKey;                 ///< `whsec_...`; empty: calls are not signed
    QHash<QByteArray, QByteArray> headers; ///< values by lower case name

    bool isEmpty() const { return signingKey.isEmpty() && headers.isEmpty(); }

    friend bool operator==(const Secrets &, const Secrets &) = default;
};

QByteArray toJson(const Secrets &secrets);
Secrets secretsFrom(const QByteArray &json);

/// Whether the values of this header are secret: users cannot read them again.
bool isSecretHeader(QByteArrayView name);

/// The bytes of a `whsec_` key, 24 to 64 of them; nothing for everything else.
std::optional<QByteArray> keyBytes(QByteArrayView signingKey);

/// `v1,...` of Standard Webhooks over id, seconds and body.
QByteArray signature(const QByteArray &key, const QByteArray &callId, qint64 at,
                     const QByteArray &body);

} // namespace Webhooks
