// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>

namespace Store {

class Session;

/** A ticket that opens one event stream, in place of the token that it was made with. */
struct StreamTicket {
    qint64 userId = 0;
    QByteArray tokenId; ///< `jti` of that token
    qint64 tokenVersion = 0;
    qint64 tokenExpiresAt = 0; ///< seconds; the stream ends then
    qint64 expiresAt = 0;      ///< it must be used before

    friend bool operator==(const StreamTicket &, const StreamTicket &) = default;
};

/// Stores a ticket and returns its text: 256 random bits as base64url, of which only a hash is
/// stored. Also deletes old tickets. Inside a transaction.
Result<QByteArray> makeStreamTicket(Session &session, const StreamTicket &ticket);

/// Whether the text has the format of a ticket.
bool isStreamTicket(QByteArrayView words);

/// NotFound: the ticket is unknown or used, or its token is no longer valid. An expired ticket is
/// found.
Result<StreamTicket> findStreamTicket(Session &session, const QByteArray &words);

/// The same, and marks the ticket as used; inside a transaction.
Result<StreamTicket> useStreamTicket(Session &session, const QByteArray &words);

} // namespace Store
