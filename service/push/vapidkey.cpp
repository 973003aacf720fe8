// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/vapidkey.h"

#include "push/base64.h"
#include "store/db/transaction.h"
#include "store/secrets/sealedsecrets.h"

using namespace Qt::StringLiterals;

namespace Push {

namespace {

const QByteArray keyRef = "vapid-key";

std::optional<Crypto::P256Key> privateKeyFrom(const QString &text)
{
    const QByteArray bytes = text.trimmed().toLatin1();
    if (bytes.startsWith("-----BEGIN"))
        return Crypto::P256Key::fromPem(bytes);
    const auto number = fromAnyBase64(bytes);
    return number ? Crypto::P256Key::fromPrivate(*number) : std::nullopt;
}

Error wrong(const QString &message)
{
    return { Error::Code::BadRequest, message };
}

} // namespace

Result<Crypto::P256Key> givenKey(const QString &publicText, const QString &privateText)
{
    const auto key = privateKeyFrom(privateText);
    if (!key)
        return wrong(u"the private VAPID key is neither base64url of 32 bytes nor a PEM file of "
                     "a P-256 key"_s);
    const auto point = fromAnyBase64(publicText.trimmed().toLatin1());
    if (!point || !Crypto::isP256PublicKey(*point))
        return wrong(u"the public VAPID key is not base64url of the 65 bytes of a P-256 key"_s);
    if (key->publicKey() != *point)
        return wrong(u"the public and the private VAPID key do not belong together"_s);
    return *key;
}

Result<Crypto::P256Key> storedKey(Store::Session &session, const Crypto::KeyRing &keys)
{
    Store::Transaction transaction(session);
    const Result<QByteArray> number = Store::openSecret(session, keys, keyRef);
    if (number) {
        if (const auto key = Crypto::P256Key::fromPrivate(*number))
            return *key;
        return Error{ Error::Code::SecretUnreadable, u"The stored VAPID key is not valid."_s };
    }
    if (number.error().code != Error::Code::NotFound)
        return number.error();
    const Crypto::P256Key made = Crypto::P256Key::generate();
    RETURN_IF_ERROR(
        transaction.commit(Store::sealSecret(session, keys, keyRef, made.privateKey())));
    return made;
}

} // namespace Push
