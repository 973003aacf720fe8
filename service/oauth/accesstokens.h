// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "common/secretstore.h"
#include "oauth/client.h"
#include "oauth/handles.h"
#include "store/db/database.h"
#include "store/mail/accounts.h"

#include <QHash>

namespace OAuth {

/** The objects and settings of the sign-in code. Made by the application, outlives that code. */
struct Context {
    Store::Database &database;
    SecretStore &secrets;
    Providers providers;
    Net::Networks opened; ///< networks of providers that may be called although they are not public
    Net::HttpCallerOptions calls;
    MonotonicClock now = &monotonicNow;
};

/** A request for an access token. */
struct TokenWish {
    qint64 accountId = 0;
    QByteArray secretRef; ///< reference of the refresh token, as the caller has read it
    QByteArray refused;   ///< an access token that the mail server refused; empty: none
};

/**
 * The access tokens of accounts, in memory only. A token that expires within 60 s (or half of its
 * lifetime, if that is shorter) is renewed before it is returned. Other callers wait for the same renewal.
 * Times come from a monotonic clock. If the provider replaces the refresh token, the new one is stored
 * before the new access token is returned to a caller.
 *
 * After a permanent refusal by the provider or the mail server, no request is made until the user signs
 * in again. If the mail server refused a fresh token, the next request is made after 15 min.
 * Lives on the delivery thread; every call comes from it.
 */
class AccessTokens : public QObject
{
public:
    explicit AccessTokens(Context context);

    /// SecretMissing: the user must sign in again. NotFound: the account was deleted. Other errors: try
    /// again later.
    QCoro::Task<Result<QByteArray>> token(TokenWish wish);

    /// Stores the tokens from a sign-in of this account, so that the first connection needs no request.
    void adopt(qint64 accountId, QByteArray secretRef, Tokens tokens);
    /// The mail server refused `token` although it was fresh.
    void refuse(qint64 accountId, QByteArray token, Error why);
    /// Also forgets the token that a running renewal gets; the callers that wait for it still get it.
    void forget(qint64 accountId);

    Client &client() { return m_client; }
    QCoro::Task<void> stopAll();

private:
    using Token = Result<QByteArray>;
    using milliseconds = std::chrono::milliseconds;

    /** Tokens whose refresh token is not stored yet. */
    struct Unsaved {
        Tokens tokens;
        milliseconds givenAt{ 0 };
    };
    struct Entry {
        QByteArray secretRef;   ///< the account's reference when it was read
        QByteArray accessToken; ///< empty: none
        milliseconds renewAt{ 0 };
        std::optional<Error> refusal; ///< why there is no token until the user signs in again
        milliseconds refusedUntil{ 0 };
        std::optional<Unsaved> unsaved;
        bool isRenewing = false;
        bool isForgotten = false; ///< the running renewal removes the entry when it ends
        QList<Async::Completion<Token>> waiting;
    };

    bool isUsable(const Entry &entry, const TokenWish &wish) const;
    QCoro::Task<Token> known(TokenWish wish);
    QCoro::Task<void> renew(TokenWish wish);
    QCoro::Task<Token> renewed(TokenWish wish);
    QCoro::Task<Token> asked(Store::Account account);
    QCoro::Task<Token> take(Store::Account account, Unsaved given);
    void keep(Entry &entry, const QByteArray &secretRef, const Unsaved &given) const;

    const Context m_context;
    Client m_client;
    QHash<qint64, Entry> m_entries; ///< by account
    int m_running = 0;
    bool m_isStopping = false;
    Async::Completion<bool> m_stopped;
};

} // namespace OAuth
