// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/scram.h"

#include "crypto/digest.h"
#include "crypto/random.h"

#include <QList>

namespace Net {

namespace {

constexpr int minIterations = 4096;
constexpr int maxIterations = 600'000;

Error refused(const char *why)
{
    return { Error::Code::Protocol, QStringLiteral("SCRAM: %1.").arg(QLatin1String(why)) };
}

// RFC 5802 requires SASLprep; NFKC is the only part of it that affects real passwords.
QByteArray prepared(const QString &text)
{
    return text.normalized(QString::NormalizationForm_KC).toUtf8();
}

/// The value of `k=`; null where the attribute is absent.
QByteArray attribute(const QList<QByteArray> &attributes, char key)
{
    for (const QByteArray &one : attributes) {
        if (one.size() >= 2 && one.at(0) == key && one.at(1) == '=')
            return one.size() == 2 ? QByteArray("") : one.mid(2);
    }
    return {};
}

QByteArray exclusiveOr(QByteArray a, const QByteArray &b)
{
    for (qsizetype i = 0; i < a.size(); ++i)
        a[i] = char(a.at(i) ^ b.at(i));
    return a;
}

} // namespace

Scram::Scram(ScramHash hash, QString username, QByteArray password, QByteArray nonce)
    : m_hash(hash), m_password(prepared(QString::fromUtf8(password))), m_nonce(std::move(nonce))
{
    if (m_nonce.isEmpty())
        m_nonce = Crypto::randomBytes(18).toBase64();
    QByteArray name = prepared(username);
    name.replace('=', "=3D").replace(',', "=2C");
    m_firstBare = "n=" + name + ",r=" + m_nonce;
}

QByteArray Scram::name() const
{
    return m_hash == ScramHash::Sha256 ? "SCRAM-SHA-256" : "SCRAM-SHA-1";
}

QByteArray Scram::initialResponse()
{
    m_step = Step::First;
    return "n,," + m_firstBare;
}

QCoro::Task<Result<QByteArray>> Scram::respond(QByteArray challenge)
{
    if (m_step == Step::Final)
        co_return checkFinal(challenge);
    if (m_step != Step::First)
        co_return refused("the server sent a message that was not expected");
    Result<QByteArray> answer = co_await answerFirst(std::move(challenge));
    co_return answer;
}

/// The derivation that the server's first message requires.
Result<Derivation> Scram::readFirst(const QByteArray &challenge)
{
    const QList<QByteArray> attributes = challenge.split(',');
    const QByteArray nonce = attribute(attributes, 'r');
    const auto salt = QByteArray::fromBase64Encoding(attribute(attributes, 's'),
                                                     QByteArray::AbortOnBase64DecodingErrors);
    bool isNumber = false;
    const int iterations = attribute(attributes, 'i').toInt(&isNumber);
    if (challenge.startsWith("m="))
        return refused("the server requires an unknown extension");
    if (!nonce.startsWith(m_nonce) || nonce.size() == m_nonce.size())
        return refused("the server's nonce does not continue ours");
    if (!salt || salt.decoded.isEmpty())
        return refused("the salt is missing or is not base64");
    if (!isNumber || iterations < minIterations || iterations > maxIterations)
        return refused("the iteration count is outside 4096 to 600000");
    m_withoutProof = "c=biws,r=" + nonce;
    return Derivation{ m_hash, m_password, salt.decoded, iterations, m_isWanted };
}

QCoro::Task<Result<QByteArray>> Scram::answerFirst(QByteArray challenge)
{
    const Result<Derivation> wanted = readFirst(challenge);
    CO_RETURN_IF_ERROR(wanted);
    m_step = Step::Deriving;
    const Result<QByteArray> salted = co_await derive(*wanted);
    CO_RETURN_IF_ERROR(salted);
    const QByteArray clientKey = hmac(*salted, "Client Key");
    const QByteArray storedKey =
        m_hash == ScramHash::Sha256 ? Crypto::sha256(clientKey) : Crypto::sha1(clientKey);
    const QByteArray message = m_firstBare + ',' + challenge + ',' + m_withoutProof;
    m_serverSignature = hmac(hmac(*salted, "Server Key"), message);
    m_password.fill('\0');
    m_step = Step::Final;
    const QByteArray proof = exclusiveOr(clientKey, hmac(storedKey, message)).toBase64();
    co_return m_withoutProof + ",p=" + proof;
}

Result<QByteArray> Scram::checkFinal(QByteArrayView challenge)
{
    const QList<QByteArray> attributes = challenge.toByteArray().split(',');
    if (const QByteArray error = attribute(attributes, 'e'); !error.isNull())
        return Error{ Error::Code::Unauthorized,
                      QStringLiteral("The server refused the login: %1.")
                          .arg(QString::fromLatin1(error.left(100))) };
    const QByteArray signature = QByteArray::fromBase64(attribute(attributes, 'v'));
    if (!Crypto::equalConstantTime(signature, m_serverSignature))
        return refused("the server does not prove that it knows the password");
    m_step = Step::Proven;
    return QByteArray("");
}

QByteArray Scram::hmac(QByteArrayView key, QByteArrayView data) const
{
    return m_hash == ScramHash::Sha256 ? Crypto::hmacSha256(key, data)
                                       : Crypto::hmacSha1(key, data);
}

} // namespace Net
