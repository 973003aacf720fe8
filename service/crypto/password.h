// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace Crypto {

/** How costly a password hash is. Memory is 128 x r x 2^logN bytes: 32 MiB with these. */
struct ScryptCost {
    int logN = 15;
    int r = 8;
    int p = 3;

    bool operator==(const ScryptCost &) const = default;
};

enum class PasswordCheck {
    Wrong,
    Right,
    RightButRehash, ///< right, but stored at another cost than wanted: store a new hash now
};

/**
 * `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`, the PHC string format, with a new 16-byte salt. The
 * password is taken as the UTF-8 bytes that it is, without normalisation.
 * Cost: about 0.3 s and 32 MiB, so never on a thread that serves others.
 */
QByteArray hashPassword(QByteArrayView password, ScryptCost cost = {});

/// Costs as much as hashPassword() with the cost in `phc`. A string that is not one of ours, or
/// asks for more than 256 MiB, is Wrong.
PasswordCheck verifyPassword(QByteArrayView password, QByteArrayView phc, ScryptCost wanted = {});

/// The hash that an unknown user's password is checked against, so that the answer takes as long as
/// for a known user. Made of random bytes, at once; no password fits.
QByteArray dummyHash(ScryptCost cost = {});

/// RFC 7914. Empty where OpenSSL refuses the parameters.
QByteArray scrypt(QByteArrayView password, QByteArrayView salt, ScryptCost cost, qsizetype length);

} // namespace Crypto
