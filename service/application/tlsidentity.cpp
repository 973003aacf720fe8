// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/tlsidentity.h"

#include "crypto/certificate.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace {

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QSslKey parseKey(const QByteArray &pem)
{
    for (const QSsl::KeyAlgorithm algorithm : { QSsl::Ec, QSsl::Rsa }) {
        const QSslKey key(pem, algorithm);
        if (!key.isNull())
            return key;
    }
    return {};
}

} // namespace

TlsFiles readTlsFiles(const QString &certificateFile, const QString &keyFile)
{
    return { contents(certificateFile), contents(keyFile) };
}

Result<Http::TlsIdentity> tlsIdentity(const TlsFiles &files)
{
    const auto bad = [](const QString &message) {
        return Error{ Error::Code::BadRequest, message };
    };
    const Http::TlsIdentity identity{ QSslCertificate::fromData(files.certificate),
                                      parseKey(files.key) };
    if (identity.chain.isEmpty())
        return bad(u"tls_cert names a file without a PEM certificate"_s);
    if (identity.key.isNull())
        return bad(u"tls_key names a file without a usable PEM key (EC or RSA)"_s);
    if (!Crypto::isKeyPair(identity.chain.constFirst().toDer(), identity.key.toDer()))
        return bad(u"tls_key is not the key of the certificate in tls_cert"_s);
    return identity;
}
