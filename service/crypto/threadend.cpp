// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/threadend.h"

#include <QThread>

#include <openssl/crypto.h>

namespace Crypto {

void releaseAtEndOf(QThread &thread)
{
    // Direct: the thread emits finished() itself while it ends, so the call runs on it.
    QObject::connect(
        &thread, &QThread::finished, &thread, [] { OPENSSL_thread_stop(); }, Qt::DirectConnection);
}

void releaseThisThread()
{
    OPENSSL_thread_stop();
}

} // namespace Crypto
