// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QThread;

namespace Crypto {

/**
 * Gives up what OpenSSL keeps for a thread (its random generators) while that thread still ends.
 * Left to itself OpenSSL does so a moment after QThread::wait() has returned, and at the end of the
 * program that is beside its own clean-up. Call it once, before the thread starts.
 */
void releaseAtEndOf(QThread &thread);

/// Gives it up now, for the calling thread: those of a pool may outlive OpenSSL's own clean-up.
void releaseThisThread();

} // namespace Crypto
