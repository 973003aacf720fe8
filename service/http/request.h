// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QList>
#include <QString>

#include <optional>
#include <utility>

namespace Http {

/// Header fields in the order of arrival, names in lower case, values trimmed.
using Headers = QList<std::pair<QByteArray, QByteArray>>;

/** The user of the request, as the token names it. */
struct Principal {
    qint64 userId = 0;
    QString username;
    QString role;
    qint64 tokenVersion = 0; ///< claim `ver`
    QString jti;
    qint64 expiresAt = 0; ///< seconds since the epoch

    bool operator==(const Principal &) const = default;
};

/** One request as a value: nothing in it points to the connection, so any thread may keep it. */
struct Request {
    QByteArray method; ///< upper case, as sent
    QByteArray path;   ///< as sent (percent-encoded), without the query
    QByteArray query;  ///< as sent, without `?`; read it with Http::Query
    Headers headers;
    QByteArray body;   ///< empty on routes with an upload sink
    QHostAddress peer; ///< the client; behind a trusted proxy the address that it names
    QByteArray requestId;
    bool isTls = false;
    QList<qint64> ids; ///< path parameters named `id` or `...Id`, in order
    QStringList texts; ///< other path parameters and a trailing `*`, percent-decoded
    std::optional<Principal> principal; ///< set on every route that needs a token

    /// The n-th id of the path. The pattern must have one.
    qint64 id(qsizetype n = 0) const { return ids.at(n); }
    /// The first field with this name, in lower case; null if there is none.
    QByteArray header(QByteArrayView lowerName) const;
    /// The user of a route with a token.
    qint64 userId() const { return principal->userId; }
};

} // namespace Http
