// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/secrets/keychainitems.h"
#include "store/secrets/sealedsecrets.h"

namespace Store {

/** Where new secrets are stored. */
enum class SecretPlace {
    Keychain,
    Sealed,
    KeychainIfThere, ///< sealed only if no keychain is available, which is logged
};

/**
 * The secrets of mailboxes, each in the OS keychain or as a sealed row; the table `keychain_items`
 * lists the secrets in the keychain. So old secrets stay readable, whatever the place for new ones.
 * Any thread; the collaborators must outlive it.
 *
 * An entry is listed before it is written and until its removal is confirmed, so that neither a
 * crash nor a locked keychain leaves an unlisted entry behind.
 */
class MailboxSecrets : public SecretStore
{
public:
    /// `keychain` null: this process has no keychain, as on a server.
    MailboxSecrets(Database &database, SealedSecrets &sealed, SecretStore *keychain,
                   SecretPlace place);

    QCoro::Task<Result<QByteArray>> get(QString ref) override;
    QCoro::Task<Result<void>> put(QString ref, QByteArray secret) override;
    /// Succeeds as soon as the removal is recorded; removeLeaving() tries again.
    QCoro::Task<Result<void>> remove(QString ref) override;
    QCoro::Task<State> state() override; ///< of the place for new secrets

    /// Removes the entries marked for removal from the keychain. Entries that cannot be removed now
    /// stay listed, and the last such error is returned.
    QCoro::Task<Result<void>> removeLeaving();

    /// Moves one secret; the copy is read back before the old one is removed. True: it was in the
    /// other place. If the move is interrupted at any point, the secret is in the old or the new
    /// place, and the next call continues.
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
