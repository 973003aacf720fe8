// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/frameticket.h"

#include "crypto/base64url.h"
#include "crypto/digest.h"

#include <QDataStream>

namespace Api {

namespace {

constexpr qsizetype longestTicket = 1024;
constexpr qsizetype macSize = 32;

// A separate key for each use: a signature for one use (ticket, image, token) is not valid for another.
QByteArray keyFor(const Crypto::SigningKey &key, QByteArrayView use)
{
    return Crypto::hmacSha256(key.secret, use);
}

QByteArray bytesOf(const FrameTicket &ticket, const QByteArray &kid)
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_0);
    stream << kid << ticket.mailId << ticket.userId << ticket.tokenVersion << ticket.tokenId
           << ticket.expiresAt << ticket.hasImages;
    return bytes;
}

std::optional<FrameTicket> ticketOf(const QByteArray &bytes, QByteArray &kid)
{
    FrameTicket ticket;
    QDataStream stream(bytes);
    stream.setVersion(QDataStream::Qt_6_0);
    stream >> kid >> ticket.mailId >> ticket.userId >> ticket.tokenVersion >> ticket.tokenId
        >> ticket.expiresAt >> ticket.hasImages;
    if (stream.status() != QDataStream::Ok || !stream.atEnd())
        return {};
    return ticket;
}

QByteArray imageMac(const Crypto::SigningKey &key, const QByteArray &words,
                    const QByteArray &address)
{
    return Crypto::hmacSha256(keyFor(key, "postrider frame image"), words + '\0' + address);
}

} // namespace

QByteArray FrameTickets::sign(const FrameTicket &ticket) const
{
    const Crypto::SigningKey &key = m_keys.current();
    const QByteArray bytes = bytesOf(ticket, key.kid);
    return Crypto::toBase64Url(Crypto::hmacSha256(keyFor(key, "postrider frame ticket"), bytes)
                               + bytes);
}

Result<FrameTicket, Crypto::TokenProblem> FrameTickets::check(QByteArrayView words,
                                                              qint64 now) const
{
    const auto all = words.size() <= longestTicket ? Crypto::fromBase64Url(words) : std::nullopt;
    if (!all || all->size() <= macSize)
        return Crypto::TokenProblem::Invalid;
    const QByteArray bytes = all->sliced(macSize);
    QByteArray kid;
    const std::optional<FrameTicket> ticket = ticketOf(bytes, kid);
    const Crypto::SigningKey *key = ticket ? m_keys.find(kid, now) : nullptr;
    if (!key)
        return Crypto::TokenProblem::Invalid;
    const QByteArray expected = Crypto::hmacSha256(keyFor(*key, "postrider frame ticket"), bytes);
    if (!Crypto::equalConstantTime(all->first(macSize), expected))
        return Crypto::TokenProblem::Invalid;
    if (ticket->expiresAt <= now)
        return Crypto::TokenProblem::Expired;
    return *ticket;
}

QByteArray FrameTickets::signImage(const QByteArray &words, const QByteArray &address) const
{
    return Crypto::toBase64Url(imageMac(m_keys.current(), words, address) + address);
}

std::optional<QByteArray> FrameTickets::checkImage(const QByteArray &words,
                                                   const QByteArray &image) const
{
    const auto all = Crypto::fromBase64Url(image);
    if (!all || all->size() <= macSize)
        return {};
    QByteArray address = all->sliced(macSize);
    const QByteArray expected = imageMac(m_keys.current(), words, address);
    if (!Crypto::equalConstantTime(all->first(macSize), expected))
        return {};
    return address;
}

} // namespace Api
