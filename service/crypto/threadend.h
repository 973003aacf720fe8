// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QThread;

namespace Crypto {

/**
 * Frees OpenSSL's data of a thread (its random generators) while that thread ends. Otherwise
 * OpenSSL does so a moment after QThread::wait() has returned, and at the end of the program that
 * runs in parallel with OpenSSL's own clean-up. Call it once, before the thread starts.
 */
void releaseAtEndOf(QThread &thread);

/// Frees the data of the calling thread now: the threads of a pool may outlive OpenSSL's own
/// clean-up.
void releaseThisThread();

} // namespace Crypto
