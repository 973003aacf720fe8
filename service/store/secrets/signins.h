// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>

#include <chrono>

namespace Crypto {
class KeyRing;
}

/**
 * Values that a user refers to in a later request, at any of the services on one PostgreSQL database. They are
 * stored sealed, under the hash of their handle. Every function is one or two statements, on the coordinating
 * session (Database::coordinate()).
 */
namespace Store {

class Session;

/** Where a value is. */
struct SignInPlace {
    qint64 userId = 0;
    QByteArray kind; ///< ASCII
    QByteArray handle;
};

/** A stored value, and its age by the clock of the database. */
struct SignInValue {
    QByteArray value;
    std::chrono::milliseconds age{ 0 }; ///< since it was put or replaced
};

/// Removes what is over, and the oldest of the user above `most`.
Result<void> putSignIn(Session &session, const Crypto::KeyRing &keys, const SignInPlace &place,
                       QByteArrayView value, std::chrono::milliseconds life, int most);

/// NotFound: unknown, over, of another user, or held.
Result<SignInValue> findSignIn(Session &session, const Crypto::KeyRing &keys,
                               const SignInPlace &place);
/// The same; until releaseSignIn() no other call finds it.
Result<SignInValue> holdSignIn(Session &session, const Crypto::KeyRing &keys,
                               const SignInPlace &place);
/// The same, and removes it: one of several calls gets it.
Result<SignInValue> takeSignIn(Session &session, const Crypto::KeyRing &keys,
                               const SignInPlace &place);

Result<void> replaceSignIn(Session &session, const Crypto::KeyRing &keys, const SignInPlace &place,
                           QByteArrayView value);
Result<void> releaseSignIn(Session &session, const SignInPlace &place);
Result<void> removeSignIn(Session &session, const SignInPlace &place);

} // namespace Store
