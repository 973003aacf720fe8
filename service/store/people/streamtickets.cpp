// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/streamtickets.h"

#include "crypto/base64url.h"
#include "crypto/digest.h"
#include "crypto/random.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qsizetype ticketBytes = 32;
constexpr qint64 keptSeconds = 60; ///< after its end, to distinguish it from an unknown ticket

const Columns<StreamTicket> ticketColumns{
    { "user_id", &StreamTicket::userId },
    { "token_id", &StreamTicket::tokenId },
    { "token_version", &StreamTicket::tokenVersion },
    { "token_expires_at", &StreamTicket::tokenExpiresAt },
    { "expires_at", &StreamTicket::expiresAt },
};

} // namespace

Result<QByteArray> makeStreamTicket(Session &session, const StreamTicket &ticket)
{
    const QByteArray words = Crypto::toBase64Url(Crypto::randomBytes(ticketBytes));
    RETURN_IF_ERROR(session.query("stream_tickets_prune")
                        .bind(u":before"_s, session.now() - keptSeconds)
                        .run());
    RETURN_IF_ERROR(session.query("stream_tickets_insert")
                        .bind(u":hash"_s, Crypto::sha256(words))
                        .bind(u":user_id"_s, ticket.userId)
                        .bindName(u":token_id"_s, ticket.tokenId)
                        .bind(u":token_version"_s, ticket.tokenVersion)
                        .bind(u":token_expires_at"_s, ticket.tokenExpiresAt)
                        .bind(u":expires_at"_s, ticket.expiresAt)
                        .run());
    return words;
}

bool isStreamTicket(QByteArrayView words)
{
    const auto bytes = Crypto::fromBase64Url(words);
    return bytes && bytes->size() == ticketBytes;
}

Result<StreamTicket> findStreamTicket(Session &session, const QByteArray &words)
{
    Query query = session.query("stream_tickets_find");
    const auto ticket = query.bind(u":hash"_s, Crypto::sha256(words)).readFirst(ticketColumns);
    RETURN_IF_ERROR(ticket);
    if (!*ticket)
        return Error{ Error::Code::NotFound, u"There is no such ticket."_s };
    return **ticket;
}

Result<StreamTicket> useStreamTicket(Session &session, const QByteArray &words)
{
    const Result<StreamTicket> ticket = findStreamTicket(session, words);
    RETURN_IF_ERROR(ticket);
    RETURN_IF_ERROR(
        session.query("stream_tickets_use").bind(u":hash"_s, Crypto::sha256(words)).run());
    return ticket;
}

} // namespace Store
