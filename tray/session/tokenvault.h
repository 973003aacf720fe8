// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/secretstore.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <optional>

namespace Session {

/** The tray's own key to the service. */
struct Token {
    QString server; ///< `local`, or the address of a service elsewhere
    QByteArray token;
    QString username;
    qint64 obtainedAt = 0; ///< seconds
    qint64 expiresAt = 0;

    bool operator==(const Token &) const = default;
};

/**
 * Keeps the token in the keychain, as one item; where that is not possible, in memory, and says so.
 * Never anywhere else. The store outlives it.
 */
class TokenVault : public QObject
{
    Q_OBJECT

public:
    enum class State {
        Fine,
        Locked,      ///< the keychain wants to be unlocked
        Unavailable, ///< there is none, or it does not answer
    };
    Q_ENUM(State)

    explicit TokenVault(SecretStore &store, QObject *parent = nullptr);

    /// Calls back once; nothing: there is none, or it could not be had (see state()).
    void load(QObject *context, std::function<void(const std::optional<Token> &)> callback);
    void store(const Token &token);
    void clear();
    void storeAgain(); ///< what could not be kept so far, if there is such
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
