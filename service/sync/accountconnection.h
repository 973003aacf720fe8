// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mailbox/admissions.h"
#include "mailbox/opening.h"
#include "sync/accountrow.h"
#include "sync/context.h"

#include <functional>
#include <memory>
#include <optional>

class QTimer;

namespace Sync {

/**
 * The connection of an account to its mailbox. It needs two places: one among the connections to the
 * mailbox, held until close(); and one for the start, among the logins or among the first
 * synchronisations, held until endStart(). If the server is silent for Settings::patience, the place
 * for the start is given to another account and awaited again after that. Lives on a sync thread. One
 * call at a time, in the order of declaration; the others may come at any time.
 */
class AccountConnection
{
public:
    /// `isStopping`: nothing more is begun.
    AccountConnection(Context &context, Mailbox::Admissions &admissions, AccountRow &account,
                      std::function<bool()> isStopping);

    /// Waits for both places. `isFirst`: a first synchronisation follows. False: cancelPlaces() was
    /// called.
    QCoro::Task<bool> awaitPlaces(bool isFirst);

    /// Connects and logs in. Reads the account again if its secret was replaced. SecretMissing: a user
    /// must enter the secret again. Other errors: see Mailbox::Opening.
    QCoro::Task<Result<void>> open();

    /// Waits for the place of the start again, if it was given to another account.
    QCoro::Task<void> awaitStart();
    void endStart();

    /// Logs out, and gives the place at the mailbox back.
    QCoro::Task<void> close();

    void cancelPlaces(); ///< ends the waits for places, those to come too
    void abort(const Error &why);

    /// Null: it is neither connecting nor connected.
    Imap::Session *session() const { return m_session.get(); }
    bool isOpen() const { return m_session && m_session->isOpen(); }
    /// Whether other accounts wait for a connection to this mailbox.
    bool isWanted() const { return m_place && m_place->isWanted(); }

private:
    QCoro::Task<Result<void>> readSecret(std::optional<Mailbox::Opening> *opening);
    QCoro::Task<Result<void>> connect(Mailbox::Opening *opening);
    QCoro::Task<Result<void>> logIn(Mailbox::Opening *opening);
    QCoro::Task<void> noteMechanism();
    void startPatience(QTimer &patience);

    Context &m_context;
    Mailbox::Admissions &m_admissions;
    AccountRow &m_account;
    const std::function<bool()> m_isStopping;
    std::unique_ptr<Imap::Session> m_session;
    std::optional<Async::Admission::Slot> m_place; ///< among the connections to the mailbox
    std::optional<Async::Admission::Slot> m_start; ///< among the logins or first synchronisations
};

} // namespace Sync
