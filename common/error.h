// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/** What went wrong below the API, in terms that a caller can act on: retry, give up, ask the user. */
struct Error {
    enum class Code {
        BadRequest,       ///< the caller's input is wrong; `message` says which and why
        Unauthorized,     ///< the peer refused our credentials
        NotFound,         ///< nothing with that id or name
        Conflict,         ///< a unique constraint is violated
        Unreachable,      ///< no connection: DNS, refused, reset, closed
        Tls,              ///< the TLS handshake or STARTTLS failed; never continued in plain text
        Certificate,      ///< the peer's certificate is not trusted or names another host
        Timeout,          ///< a deadline passed
        Server,           ///< the peer understood and refused (NO, BYE, a temporary failure)
        Protocol,         ///< the peer broke its protocol or one of our limits
        Storage,          ///< the database refused or is gone
        StorageFull,      ///< no space left
        OutcomeUnknown,   ///< the database was lost while it committed: it is stored, or it is not
        SecretUnreadable, ///< the stored secret cannot be opened with the key that we have
        SecretMissing,    ///< the secret is no longer in its store; the user must enter it again
        SecretLocked,     ///< the keychain is locked or does not answer; try again later
        Cancelled,        ///< we stopped it ourselves: shutdown, account changed or deleted
    };
    Code code = Code::Server;
    QString message; ///< one English sentence: the problem, the object, the remedy; never a secret

    friend bool operator==(const Error &, const Error &) = default;
};

/// Whether the error is one of our own database, not of a peer.
inline bool isOfStorage(Error::Code code)
{
    return code == Error::Code::Storage || code == Error::Code::StorageFull
        || code == Error::Code::OutcomeUnknown;
}
