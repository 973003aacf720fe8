// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/sasl.h"

namespace Net {

enum class ScramHash { Sha1, Sha256 };

/**
 * SCRAM without channel binding, RFC 5802 and RFC 7677. The server must prove that it knows the
 * password too; iteration counts outside 4,096 .. 1,000,000 are refused (too weak, or a server that
 * wants to keep us busy). Cost: one PBKDF2 on the calling thread, 1-2 ms at 4,096 iterations.
 */
class Scram : public SaslClient
{
public:
    /// `nonce` only for tests; printable ASCII without a comma.
    Scram(ScramHash hash, QString username, QByteArray password, QByteArray nonce = {});

    QByteArray name() const override;
    QByteArray initialResponse() override;
    Result<QByteArray> respond(QByteArrayView challenge) override;
    bool isServerProven() const override { return m_step == Step::Proven; }

private:
    enum class Step { Start, First, Final, Proven };

    Result<QByteArray> answerFirst(QByteArrayView challenge);
    Result<QByteArray> checkFinal(QByteArrayView challenge);
    QByteArray hmac(QByteArrayView key, QByteArrayView data) const;

    ScramHash m_hash;
    QByteArray m_password;
    QByteArray m_nonce;
    QByteArray m_firstBare;
    QByteArray m_serverSignature;
    Step m_step = Step::Start;
};

} // namespace Net
