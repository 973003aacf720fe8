// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/tlspolicy.h"

#include "crypto/certificate.h"

#include <QFile>
#include <QStringList>

namespace Net {

using namespace Qt::StringLiterals;

TlsPolicy::TlsPolicy() : m_configuration(QSslConfiguration::defaultConfiguration())
{
    // The system's authorities are still loaded on demand, so that a connection has no copy of them.
    m_configuration.setProtocol(QSsl::TlsV1_2OrLater);
    m_configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
}

Result<TlsPolicy> TlsPolicy::withExtraCa(const QString &pemFile)
{
    QFile file(pemFile);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ Error::Code::BadRequest,
                      u"The CA file %1 cannot be read: %2."_s.arg(pemFile, file.errorString()) };
    const QList<QSslCertificate> extra = QSslCertificate::fromDevice(&file, QSsl::Pem);
    if (extra.isEmpty())
        return Error{ Error::Code::BadRequest,
                      u"The CA file %1 holds no PEM certificate."_s.arg(pemFile) };
    TlsPolicy policy;
    // setCaCertificates() turns loading on demand off, so all of the system's are passed too.
    policy.m_configuration.setCaCertificates(QSslConfiguration::systemCaCertificates() + extra);
    return policy;
}

QByteArray keyFingerprint(const QSslCertificate &certificate)
{
    return certificate.isNull() ? QByteArray() : Crypto::publicKeySha256(certificate.toDer());
}

QString pinText(QByteArrayView pin)
{
    return QString::fromLatin1(pin.toByteArray().toHex(':').toUpper());
}

std::optional<QByteArray> pinFromText(QStringView text)
{
    QByteArray bytes = text.trimmed().toLatin1();
    if (const QByteArray hex = QByteArray(bytes).replace(':', ""); hex.size() == 64) {
        const QByteArray pin = QByteArray::fromHex(hex);
        if (pin.size() == 32 && pin.toHex() == hex.toLower())
            return pin;
        return std::nullopt;
    }
    if (bytes.startsWith("sha256/"))
        bytes.remove(0, 7);
    const auto decoded =
        QByteArray::fromBase64Encoding(bytes, QByteArray::AbortOnBase64DecodingErrors);
    if (decoded.decodingStatus == QByteArray::Base64DecodingStatus::Ok
        && decoded.decoded.size() == 32)
        return decoded.decoded;
    return std::nullopt;
}

Error certificateError(const QString &host, const QSslCertificate &certificate,
                       const QList<QSslError> &problems)
{
    QStringList reasons;
    for (const QSslError &problem : problems) {
        // OpenSSL reports an unknown issuer up to three times, in different words.
        QString reason = problem.errorString();
        while (reason.endsWith(u'.'))
            reason.chop(1);
        if (!reasons.contains(reason) && reasons.size() < 3)
            reasons.append(reason);
    }
    return { Error::Code::Certificate,
             u"The certificate of %1 is not trusted: %2. SHA-256 of its key: %3."_s.arg(
                 host, reasons.join(u"; "_s), pinText(keyFingerprint(certificate))) };
}

Error wrongPinError(const QString &host, const QSslCertificate &certificate)
{
    return { Error::Code::Certificate,
             u"%1 has another key than the accepted one. SHA-256 of its key: %2."_s.arg(
                 host, pinText(keyFingerprint(certificate))) };
}

} // namespace Net
