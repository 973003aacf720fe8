// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/proof.h"

#include <QCryptographicHash>
#include <QMessageAuthenticationCode>

namespace Proof {

namespace {

constexpr auto alphabet = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;

} // namespace

QByteArray of(const QByteArray &secret, const QString &address, const QByteArray &nonce)
{
    // With the prefix the value is not valid for any other purpose. A line end ends the address.
    const QByteArray message = "postrider-proof\n" + address.toUtf8() + '\n' + nonce;
    return QMessageAuthenticationCode::hash(message, secret, QCryptographicHash::Sha256);
}

bool isEqual(QByteArrayView a, QByteArrayView b)
{
    if (a.size() != b.size())
        return false;
    unsigned differences = 0;
    for (qsizetype i = 0; i < a.size(); ++i)
        differences |= unsigned(uchar(a[i]) ^ uchar(b[i]));
    return differences == 0;
}

QByteArray toText(const QByteArray &bytes)
{
    return bytes.toBase64(alphabet);
}

QByteArray fromText(const QByteArray &text, qsizetype size)
{
    const QByteArray bytes = QByteArray::fromBase64(text, alphabet);
    return bytes.size() == size && toText(bytes) == text ? bytes : QByteArray();
}

} // namespace Proof
