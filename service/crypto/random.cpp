// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/random.h"

#include "crypto/openssl.h"

#include <openssl/rand.h>

namespace Crypto {

QByteArray randomBytes(qsizetype count)
{
    QByteArray bytes(count, Qt::Uninitialized);
    require(RAND_bytes(writable(bytes), int(count)) == 1, "RAND_bytes");
    return bytes;
}

} // namespace Crypto
