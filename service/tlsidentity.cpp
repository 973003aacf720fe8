// SPDX-License-Identifier: GPL-3.0-or-later
#include "tlsidentity.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace {

QSslKey readKey(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray pem = file.readAll();
    for (const QSsl::KeyAlgorithm algorithm : { QSsl::Ec, QSsl::Rsa }) {
        const QSslKey key(pem, algorithm);
        if (!key.isNull())
            return key;
    }
    return {};
}

} // namespace

Result<std::optional<Http::TlsIdentity>> tlsIdentity(const Config &config)
{
    if (config.tlsCertificate.isEmpty())
        return std::optional<Http::TlsIdentity>();
    Http::TlsIdentity identity;
    identity.chain = QSslCertificate::fromPath(config.tlsCertificate);
    if (identity.chain.isEmpty())
        return Error{ Error::Code::BadRequest,
                      u"tls_cert: no PEM certificate in %1"_s.arg(config.tlsCertificate) };
    identity.key = readKey(config.tlsKey);
    if (identity.key.isNull())
        return Error{ Error::Code::BadRequest,
                      u"tls_key: no usable PEM key in %1"_s.arg(config.tlsKey) };
    return std::optional(identity);
}
