// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/secrets/keychainitems.h"

#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QByteArray nameOf(KeychainItem state)
{
    switch (state) {
    case KeychainItem::Writing:
        return "writing";
    case KeychainItem::Kept:
        return "kept";
    case KeychainItem::Leaving:
        break;
    }
    return "leaving";
}

} // namespace

Result<void> noteKeychainItem(Session &session, const QByteArray &ref, KeychainItem state)
{
    return session.query("keychain_note")
        .bindName(u":ref"_s, ref)
        .bindName(u":state"_s, nameOf(state))
        .run();
}

Result<bool> isInKeychain(Session &session, const QByteArray &ref)
{
    Query query = session.query("keychain_holds");
    const Result<qint64> isThere = query.bindName(u":ref"_s, ref).readNumber();
    RETURN_IF_ERROR(isThere);
    return *isThere != 0;
}

Result<QSet<QByteArray>> keychainItems(Session &session)
{
    const auto refs = session.query("keychain_kept").readValues<QByteArray>();
    RETURN_IF_ERROR(refs);
    return QSet<QByteArray>(refs->cbegin(), refs->cend());
}

Result<void> letKeychainItemLeave(Session &session, const QByteArray &ref)
{
    return session.query("keychain_leave").bindName(u":ref"_s, ref).run();
}

Result<void> forgetKeychainItem(Session &session, const QByteArray &ref)
{
    return session.query("keychain_left").bindName(u":ref"_s, ref).run();
}

Result<QList<QByteArray>> keychainItemsToRemove(Session &session)
{
    return session.query("keychain_leaving").readValues<QByteArray>();
}

Result<void> letKeychainOrphansLeave(Session &session)
{
    return session.query("keychain_orphans").run();
}

} // namespace Store
