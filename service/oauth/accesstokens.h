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

/** What providers and accounts need; made by the application, outlives them. */
struct Context {
    Store::Database &database;
    SecretStore &secrets;
    Providers providers;
    Net::Networks opened; ///< providers there may be asked though they are not public
    Net::HttpCallerOptions calls;
    MonotonicClock now = &monotonicNow;
};

/** Who asks for an access token. */
struct TokenWish {
    qint64 accountId = 0;
    QByteArray secretRef; ///< of the refresh token, as the asker has read it
    QByteArray refused;   ///< a token that the mail server did not take; empty: none
};

/**
 * The access tokens of accounts, in memory only. One that is within 60 s of its end (half of its life,
 * where that is shorter) is renewed before it is given; whoever asks meanwhile waits for the same call.
 * Times are those of a clock that nobody sets. A refresh token that the provider replaced is stored
 * before the access token that came with it is given to anybody.
 *
 * What the provider or the mail server has refused for good is not asked about again before a person
 * signs in anew; a token that was fresh and refused by the mail server, after 15 min.
 * Lives on the delivery thread; every call comes from it.
 */
class AccessTokens : public QObject
{
public:
    explicit AccessTokens(Context context);

    /// SecretMissing: a person must sign in again. NotFound: the account is gone. Otherwise try later.
    QCoro::Task<Result<QByteArray>> token(TokenWish wish);

    /// What came with a sign-in of this account, so that the first connection needs no call.
    void adopt(qint64 accountId, QByteArray secretRef, Tokens tokens);
    /// The mail server refused `token` though it was fresh.
    void refuse(qint64 accountId, QByteArray token, Error why);
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
        QByteArray secretRef;   ///< that the account named when we looked
        QByteArray accessToken; ///< empty: none
        milliseconds renewAt{ 0 };
        std::optional<Error> refusal; ///< why there is none until a person signs in again
        milliseconds refusedUntil{ 0 };
        std::optional<Unsaved> unsaved;
        bool isRenewing = false;
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
