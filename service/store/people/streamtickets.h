// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>

namespace Store {

class Session;

/** What opens one event stream, in place of the token that it was made with. */
struct StreamTicket {
    qint64 userId = 0;
    QByteArray tokenId; ///< `jti` of that token
    qint64 tokenVersion = 0;
    qint64 tokenExpiresAt = 0; ///< seconds; the stream ends then
    qint64 expiresAt = 0;      ///< it must be used before

    friend bool operator==(const StreamTicket &, const StreamTicket &) = default;
};

/// Keeps the ticket and answers its words: 256 random bits as base64url, of which only a hash is
/// kept. Old ones go at the same time. Inside a transaction.
Result<QByteArray> makeStreamTicket(Session &session, const StreamTicket &ticket);

/// Whether these can be words of a ticket at all.
bool isStreamTicket(QByteArrayView words);

/// NotFound: unknown, used, or its token means nothing any more. One that is too old is found.
Result<StreamTicket> findStreamTicket(Session &session, const QByteArray &words);

/// The same, and nobody can use it again; inside a transaction.
Result<StreamTicket> useStreamTicket(Session &session, const QByteArray &words);

} // namespace Store
