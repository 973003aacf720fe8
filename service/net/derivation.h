// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "common/result.h"

#include <atomic>
#include <memory>

/**
 * PBKDF2 for logins. How long it takes is the server's choice, so it never runs on the thread that
 * waits for it: all of the process share a few threads of their own, half as many as there are cores.
 * Those with fewer iterations go first, so that a server that asks for many iterations delays only
 * logins at similar servers. Beside those that run, at most 64 wait: with the most iterations and
 * one thread the last one waits for half a minute. Further ones are refused.
 */
namespace Net {

enum class ScramHash { Sha1, Sha256 };

struct Derivation {
    ScramHash hash = ScramHash::Sha256;
    QByteArray password; ///< prepared, UTF-8
    QByteArray salt;
    int iterations = 0;
    /// Cleared, on any thread, when the result is no longer awaited; a derivation that has not
    /// begun is then skipped.
    std::shared_ptr<std::atomic<bool>> isWanted = std::make_shared<std::atomic<bool>>(true);
};

/// The salted password. Timeout: too many wait already. Cancelled: the result was no longer
/// awaited.
QCoro::Task<Result<QByteArray>> derive(Derivation wanted);

/// For the end of the service, before the threads that await a derivation end: waiting derivations
/// are cancelled, running ones are awaited, later ones are refused. Any thread.
void endDerivations();

} // namespace Net
