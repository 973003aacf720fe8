// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/secretstore.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <optional>

namespace Session {

/** The tray's access token for the service. */
struct Token {
    QString server; ///< `local`, or the address of a service elsewhere
    QByteArray token;
    QString username;
    qint64 obtainedAt = 0; ///< seconds
    qint64 expiresAt = 0;

    bool operator==(const Token &) const = default;
};

/**
 * Keeps the token in the keychain, as one item. If that is not possible, the token is in memory only, as
 * state() shows. It is never in a file. The store outlives the vault.
 */
class TokenVault : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Fine,
        Locked,      ///< the keychain must be unlocked
        Unavailable, ///< there is none, or it does not answer
    };
    Q_ENUM(State)

    explicit TokenVault(SecretStore &store, QObject *parent = nullptr);

    /// Calls back once; nothing: there is no token, or it could not be read (see state()).
    void load(QObject *context, std::function<void(const std::optional<Token> &)> callback);
    void store(const Token &token);
    void clear();
    void storeAgain(); ///< tries again with a token that is in memory only
    State state() const { return m_state; }

Q_SIGNALS:
    void stateChanged(Session::TokenVault::State state);

private:
    using Callback = std::function<void(const std::optional<Token> &)>;
    QCoro::Task<> loadTask(QPointer<QObject> context, Callback callback);
    QCoro::Task<> storeTask();
    QCoro::Task<> clearTask();
    QCoro::Task<> findState();
    void setState(State state);

    SecretStore &m_store;
    State m_state = State::Fine;
    std::optional<Token> m_unsaved;
    bool m_isStoring = false;
};

} // namespace Session
