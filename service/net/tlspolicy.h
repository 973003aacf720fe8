// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslError>
#include <QString>

#include <optional>

namespace Net {

/**
 * The rules for TLS: the system's certificate authorities are trusted, and more from one PEM file
 * of the administrator. TLS 1.2 or later; the host name is always compared. There is no option that
 * accepts every certificate. An account may name the one public key that it accepts (a pin): then
 * exactly that key is needed, and the issuer, name and expiry of its certificate are not checked.
 *
 * A value; copies share their certificates. Made once at start, used on any thread.
 */
class TlsPolicy
{
public:
    /// System authorities only.
    TlsPolicy();

    /// With the certificates of a PEM file added. BadRequest: unreadable file, no certificate in it.
    static Result<TlsPolicy> withExtraCa(const QString &pemFile);

    /// For a client socket; the peer is verified.
    const QSslConfiguration &configuration() const { return m_configuration; }

private:
    QSslConfiguration m_configuration;
};

/// SHA-256 of the certificate's SubjectPublicKeyInfo, 32 bytes; empty where it cannot be read.
QByteArray keyFingerprint(const QSslCertificate &certificate);

/// `AB:CD:..`, 32 groups: as shown to people and accepted by pinFromText().
QString pinText(QByteArrayView pin);

/// Reads hexadecimal with or without colons, or base64 of 32 bytes. Nothing for everything else.
std::optional<QByteArray> pinFromText(QStringView text);

/// A Certificate error that names the problem, the host and the fingerprint of the key.
Error certificateError(const QString &host, const QSslCertificate &certificate,
                       const QList<QSslError> &problems);

/// A Certificate error: the key is not the pinned one.
Error wrongPinError(const QString &host, const QSslCertificate &certificate);

} // namespace Net
