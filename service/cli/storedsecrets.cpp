// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/storedsecrets.h"

#include "store/secrets/keychainitems.h"
#include "store/secrets/sealedsecrets.h"

using namespace Qt::StringLiterals;

namespace Cli {

namespace {

Error refused()
{
    return { Error::Code::Conflict, u"This command changes no passwords."_s };
}

} // namespace

QCoro::Task<Result<QByteArray>> StoredSecrets::get(QString ref)
{
    const Result<bool> isKept = Store::isInKeychain(m_session, ref.toLatin1());
    CO_RETURN_IF_ERROR(isKept);
    if (*isKept && !m_keychain)
        co_return Error{ Error::Code::SecretLocked,
                         u"The password is in the keychain of a desktop session: run this there, "
                         "with --desktop."_s };
    if (*isKept) {
        Result<QByteArray> secret = co_await m_keychain->get(ref);
        co_return secret;
    }
    if (!m_keys)
        co_return Error{ Error::Code::SecretUnreadable, m_keys.error().message };
    if (m_keys->isEmpty())
        co_return Error{ Error::Code::SecretUnreadable,
                         u"The password cannot be decrypted: there is no master key."_s };
    co_return Store::openSecret(m_session, *m_keys, ref.toLatin1());
}

QCoro::Task<Result<void>> StoredSecrets::put(QString, QByteArray)
{
    co_return refused();
}

QCoro::Task<Result<void>> StoredSecrets::remove(QString)
{
    co_return refused();
}

QCoro::Task<SecretStore::State> StoredSecrets::state()
{
    co_return State::Ready;
}

} // namespace Cli
