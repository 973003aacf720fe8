// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/tlsconfiguration.h"

#include "http/server.h"

#include <QSslCipher>
#include <QSslSocket>

namespace Http {

namespace {

/// All of TLS 1.3; of TLS 1.2 what RFC 9325 4.2 recommends.
bool isGood(const QSslCipher &cipher)
{
    const QString name = cipher.name();
    if (name.startsWith(QLatin1StringView("TLS_")))
        return true;
    const bool isAead =
        name.contains(QLatin1StringView("GCM")) || name.contains(QLatin1StringView("CHACHA20"));
    return isAead && name.startsWith(QLatin1StringView("ECDHE-"));
}

} // namespace

QSslConfiguration tlsConfiguration(const TlsIdentity &identity)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificateChain(identity.chain);
    configuration.setPrivateKey(identity.key);
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone); // clients have no certificates
    QList<QSslCipher> ciphers = QSslConfiguration::supportedCiphers();
    ciphers.removeIf([](const QSslCipher &cipher) { return !isGood(cipher); });
    configuration.setCiphers(ciphers);
    return configuration;
}

} // namespace Http
