// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/derivation.h"
#include "net/sasl.h"

namespace Net {

/**
 * SCRAM without channel binding, RFC 5802 and RFC 7677. The server must prove knowledge of the
 * password too; iteration counts outside 4,096 .. 600,000 are refused: fewer are too weak (RFC 7677
 * 4), and 600,000 is the highest recommendation (OWASP for PBKDF2 with SHA-256; Dovecot, Cyrus and
 * Exim use 4,096 to 10,000). Cost: one derivation (see Net::derive()), 1-2 ms at 4,096 iterations,
 * 0.4 s at the most.
 */
class Scram : public SaslClient
{
public:
    /// `nonce` only for tests; printable ASCII without a comma.
    Scram(ScramHash hash, QString username, QByteArray password, QByteArray nonce = {});

    QByteArray name() const override;
    QByteArray initialResponse() override;
    QCoro::Task<Result<QByteArray>> respond(QByteArray challenge) override;
    void cancel() override { *m_isWanted = false; }
    bool isServerProven() const override { return m_step == Step::Proven; }
    bool hasUsedSecret() const override { return m_step > Step::Deriving; }

private:
    enum class Step { Start, First, Deriving, Final, Proven };

    Result<Derivation> readFirst(const QByteArray &challenge);
    QCoro::Task<Result<QByteArray>> answerFirst(QByteArray challenge);
    Result<QByteArray> checkFinal(QByteArrayView challenge);
    QByteArray hmac(QByteArrayView key, QByteArrayView data) const;

    ScramHash m_hash;
    QByteArray m_password;
    QByteArray m_nonce;
    QByteArray m_firstBare;
    QByteArray m_withoutProof; ///< our final message
    std::shared_ptr<std::atomic<bool>> m_isWanted = std::make_shared<std::atomic<bool>>(true);
    QByteArray m_serverSignature;
    Step m_step = Step::Start;
};

} // namespace Net
