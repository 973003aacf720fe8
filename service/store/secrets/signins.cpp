// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/secrets/signins.h"

#include "crypto/digest.h"
#include "crypto/sealed.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QByteArray hashOf(const SignInPlace &place)
{
    return Crypto::sha256(place.handle);
}

Crypto::SealPlace sealPlaceOf(const SignInPlace &place)
{
    return { .table = "sign_ins", .row = hashOf(place).toHex(), .column = "sealed" };
}

Query queryAt(Session &session, const char *statement, const SignInPlace &place)
{
    Query query = session.query(statement);
    query.bind(u":hash"_s, hashOf(place)).bind(u":user_id"_s, place.userId);
    query.bindName(u":kind"_s, place.kind);
    return query;
}

Result<SignInValue> opened(Session &session, const char *statement, const Crypto::KeyRing &keys,
                           const SignInPlace &place)
{
    Query query = queryAt(session, statement, place);
    const bool isThere = query.exec() && query.next();
    if (query.failed())
        return query.error();
    if (!isThere)
        return Error{ Error::Code::NotFound, u"There is no such sign-in."_s };
    const Result<QByteArray> value =
        Crypto::unseal(query.bytes("sealed"), sealPlaceOf(place), keys);
    RETURN_IF_ERROR(value);
    return SignInValue{ *value, std::chrono::milliseconds(query.int64("age_ms")) };
}

} // namespace

Result<void> putSignIn(Session &session, const Crypto::KeyRing &keys, const SignInPlace &place,
                       QByteArrayView value, std::chrono::milliseconds life, int most)
{
    Query put = queryAt(session, "sign_ins_put", place);
    put.bind(u":sealed"_s, Crypto::seal(value, sealPlaceOf(place), keys));
    RETURN_IF_ERROR(put.bind(u":life_ms"_s, qint64(life.count())).run());
    return session.query("sign_ins_prune")
        .bind(u":user_id"_s, place.userId)
        .bindName(u":kind"_s, place.kind)
        .bind(u":most"_s, most)
        .run();
}

Result<SignInValue> findSignIn(Session &session, const Crypto::KeyRing &keys,
                               const SignInPlace &place)
{
    return opened(session, "sign_ins_find", keys, place);
}

Result<SignInValue> holdSignIn(Session &session, const Crypto::KeyRing &keys,
                               const SignInPlace &place)
{
    return opened(session, "sign_ins_hold", keys, place);
}

Result<SignInValue> takeSignIn(Session &session, const Crypto::KeyRing &keys,
                               const SignInPlace &place)
{
    return opened(session, "sign_ins_take", keys, place);
}

Result<void> replaceSignIn(Session &session, const Crypto::KeyRing &keys, const SignInPlace &place,
                           QByteArrayView value)
{
    Query replace = queryAt(session, "sign_ins_replace", place);
    return replace.bind(u":sealed"_s, Crypto::seal(value, sealPlaceOf(place), keys)).run();
}

Result<void> releaseSignIn(Session &session, const SignInPlace &place)
{
    return queryAt(session, "sign_ins_release", place).run();
}

Result<void> removeSignIn(Session &session, const SignInPlace &place)
{
    return queryAt(session, "sign_ins_remove", place).run();
}

} // namespace Store
