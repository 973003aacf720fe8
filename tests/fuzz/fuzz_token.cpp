// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/base64url.h"
#include "crypto/digest.h"
#include "crypto/token.h"
#include "fuzztarget.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 now = 1'800'000'000;

const Crypto::SigningKeys &keys()
{
    static const Crypto::SigningKeys ring =
        *Crypto::SigningKeys::fromSecret("a secret of 32 bytes for the test");
    return ring;
}

void check(bool isRight)
{
    if (!isRight)
        __builtin_trap();
}

/// Signed with our own key, so that header and payload are read.
QByteArray signedAs(const QByteArray &header, const QByteArray &payload)
{
    const QByteArray text = Crypto::toBase64Url(header) + '.' + Crypto::toBase64Url(payload);
    return text + '.' + Crypto::toBase64Url(Crypto::hmacSha256(keys().current().secret, text));
}

} // namespace

/// A token without a valid signature, which is never accepted; and header and payload, separated by
/// 0x01, signed with the right key.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    check(!Crypto::verifyToken(bytes, keys(), now));

    const qsizetype mark = bytes.indexOf('\1');
    QByteArray header = mark < 0 ? QByteArray() : bytes.first(mark);
    header.replace("KID", keys().current().kid);
    const auto claims = Crypto::verifyToken(signedAs(header, bytes.sliced(mark + 1)), keys(), now);
    if (claims) {
        const QJsonObject read = QJsonDocument::fromJson(header).object();
        check(read["alg"_L1] == "HS256"_L1 && claims->expiresAt > now && !claims->jti.isEmpty()
              && claims->userId >= 0);
    }

    const Crypto::TokenClaims ours{ .userId = 1,
                                    .username = QString::fromUtf8(
                                        bytes.first(qMin(qsizetype(100), bytes.size()))),
                                    .role = u"user"_s,
                                    .issuedAt = now,
                                    .expiresAt = now + 1,
                                    .jti = "a",
                                    .version = 1 };
    const auto read = Crypto::verifyToken(Crypto::signToken(ours, keys()), keys(), now);
    check(read && *read == ours);
    return 0;
}
