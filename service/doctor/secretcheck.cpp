// SPDX-License-Identifier: GPL-3.0-or-later
#include "doctor/secretcheck.h"

#include "doctor/report.h"
#include "store/secrets/keychainitems.h"
#include "store/secrets/sealedsecrets.h"
#include "store/secrets/secrets.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace Doctor {

namespace {

const QString check = u"keys"_s;

/** A secret of an account, with a name for display. */
struct Kept {
    QByteArray ref;
    QString what;
};

QList<Kept> keptOf(const Store::Account &account)
{
    QList<Kept> kept;
    const auto add = [&kept](const QByteArray &ref, const QString &what) {
        if (!ref.isEmpty())
            kept.append({ ref, what });
    };
    add(account.secretRef, u"the password of its mailbox"_s);
    add(account.smtpSecretRef, u"its password for sending"_s);
    add(account.proxySecretRef, u"the login for its proxy"_s);
    return kept;
}

QHash<QByteArray, QString> namesOf(const QList<Store::Account> &accounts)
{
    QHash<QByteArray, QString> names;
    for (const Store::Account &account : accounts) {
        for (const Kept &kept : keptOf(account))
            names.insert(kept.ref, account.email + u", "_s + kept.what);
    }
    return names;
}

void checkIsKept(Store::Session &session, const QList<Store::Account> &accounts,
                 const QSet<QByteArray> &sealed, Report &report)
{
    const auto inKeychain = Store::keychainItems(session);
    if (!inKeychain) {
        report.fault(check, {}, inKeychain.error().message, u"Check the database."_s);
        return;
    }
    for (const Store::Account &account : accounts) {
        for (const Kept &kept : keptOf(account)) {
            if (!sealed.contains(kept.ref) && !inKeychain->contains(kept.ref))
                report.fault(check, account.email, u"%1 is not stored any more."_s.arg(kept.what),
                             u"Enter it again in the settings of the account."_s);
        }
    }
}

} // namespace

Crypto::KeyRing checkKey(const Crypto::MasterKeySources &sources, Report &report)
{
    const auto key = Crypto::findMasterKey(sources);
    if (key) {
        if (key->warning.isEmpty())
            report.ok(check, {}, u"The master key comes from %1."_s.arg(key->origin));
        else
            report.warn(check, {}, key->warning,
                        u"Store the key in a file that only its owner can "
                        "read."_s);
        return key->keys;
    }
    if (key.error().code == Error::Code::NotFound)
        report.warn(check, {}, key.error().message,
                    u"The first start of the service creates one. If there was one, restore it. "
                    "The system service gets it from /etc/postrider/master.key through systemd, "
                    "but this command does not: set POSTRIDER_KEY_FILE to that file."_s);
    else
        report.fault(check, {}, key.error().message,
                     u"The service does not start with this key. Remove the access of other users "
                     "to the file, or restore the right key."_s);
    return {};
}

void checkSecrets(Store::Session &session, const Crypto::KeyRing &keys,
                  const QList<Store::Account> &accounts, Report &report)
{
    const auto secrets = Store::secretsUnder(session, {});
    if (!secrets) {
        report.fault(check, {}, secrets.error().message, u"Check the database."_s);
        return;
    }
    const auto names = namesOf(accounts);
    QSet<QByteArray> sealed;
    QStringList closed;
    for (const Store::Secret &secret : *secrets) {
        sealed.insert(secret.ref);
        const bool isOpen = !keys.isEmpty() && Store::openSecret(session, keys, secret.ref);
        if (!isOpen)
            closed.append(names.value(secret.ref, QString::fromLatin1(secret.ref)));
    }
    if (closed.isEmpty())
        report.ok(check, {}, u"All %1 sealed values can be decrypted."_s.arg(secrets->size()));
    else
        report.fault(check, closed.join(u"; "_s),
                     u"%1 of %2 sealed values cannot be decrypted."_s.arg(closed.size())
                         .arg(secrets->size()),
                     keys.isEmpty()
                         ? u"Restore the master key that sealed them."_s
                         : u"Add the master key that sealed them as a further line of the key "
                           "file, or enter the passwords again."_s);
    checkIsKept(session, accounts, sealed, report);
}

} // namespace Doctor
