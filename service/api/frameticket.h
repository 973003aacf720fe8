// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "crypto/signingkeys.h"
#include "crypto/token.h"

#include <optional>

namespace Api {

/** The right to see one mail in a frame. It ends with the token that requested it. */
struct FrameTicket {
    qint64 mailId = 0;
    qint64 userId = 0;
    qint64 tokenVersion = 0;
    QByteArray tokenId;     ///< `jti`, which is not the token
    qint64 expiresAt = 0;   ///< seconds
    bool hasImages = false; ///< remote images are shown

    friend bool operator==(const FrameTicket &, const FrameTicket &) = default;
};

/**
 * Makes and checks tickets, and the addresses of remote images in the documents of tickets, so that
 * no client can make the service fetch an address that no mail contains. Nothing is stored: every
 * node with the same signing keys accepts them. Any thread.
 */
class FrameTickets
{
public:
    explicit FrameTickets(Crypto::SigningKeys keys) : m_keys(std::move(keys)) { }

    /// Text for a path: base64url, about 150 characters.
    QByteArray sign(const FrameTicket &ticket) const;
    Result<FrameTicket, Crypto::TokenProblem> check(QByteArrayView words, qint64 now) const;

    /// The replacement for an image address in the document of this ticket.
    QByteArray signImage(const QByteArray &words, const QByteArray &address) const;
    std::optional<QByteArray> checkImage(const QByteArray &words, const QByteArray &image) const;

private:
    Crypto::SigningKeys m_keys;
};

} // namespace Api
