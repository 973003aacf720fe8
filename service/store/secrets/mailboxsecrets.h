// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/secrets/keychainitems.h"
#include "store/secrets/sealedsecrets.h"

namespace Store {

/** Where a new secret goes. */
enum class SecretPlace {
    Keychain,
    Sealed,
    KeychainIfThere, ///< sealed only where no keychain answers, which is logged
};

/**
 * The secrets of mailboxes, each in the OS keychain or as a sealed row; the table `keychain_items`
 * tells which. So old ones stay readable whatever new ones are kept with. Any thread; the
 * collaborators outlive it.
 *
 * An entry is listed before it is written and until it is known to be gone, so that neither a crash
 * nor a locked keychain leaves one behind that nobody knows of.
 */
class MailboxSecrets : public SecretStore
{
public:
    /// `keychain` null: this process has none, as on a server.
    MailboxSecrets(Database &database, SealedSecrets &sealed, SecretStore *keychain,
                   SecretPlace place);

    QCoro::Task<Result<QByteArray>> get(QString ref) override;
    QCoro::Task<Result<void>> put(QString ref, QByteArray secret) override;
    /// Succeeds as soon as it is known that it has to go; removeLeaving() tries again.
    QCoro::Task<Result<void>> remove(QString ref) override;
    QCoro::Task<State> state() override; ///< of where new ones go

    /// Removes from the keychain what is to leave it; what it does not let go now stays listed, and
    /// the last such error is the answer.
    QCoro::Task<Result<void>> removeLeaving();

    /// Moves one secret, read back before the old one goes; true: it was elsewhere. Interrupted at
    /// any point, it is where it was or where it should be, and the next call goes on.
    QCoro::Task<Result<bool>> move(QString ref, bool toKeychain);

private:
    QCoro::Task<bool> usesKeychain();
    QCoro::Task<Result<void>> note(QByteArray ref, KeychainItem state);
    QCoro::Task<Result<bool>> isKept(QByteArray ref);
    QCoro::Task<Result<void>> putInKeychain(QString ref, QByteArray secret);
    QCoro::Task<Result<void>> verify(SecretStore *where, QString ref, QByteArray secret);
    QCoro::Task<Result<void>> settle(QByteArray ref, bool isInKeychain);
    QCoro::Task<Result<void>> removeFromKeychain(QByteArray ref);

    Database &m_database;
    SealedSecrets &m_sealed;
    SecretStore *m_keychain;
    const SecretPlace m_place;
};

} // namespace Store
