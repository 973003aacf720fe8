// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/authenticator.h"
#include "api/loginthrottle.h"
#include "http/router.h"
#include "store/db/database.h"

namespace Api {

/**
 * For programs of the same person on the same machine. Whoever can read the pairing file is that
 * person: it lies in the runtime directory (0700), has mode 0600 and holds this service's address, a
 * code of 256 bits that works once (a new one takes its place at once) and a secret of this run.
 *
 * `POST /api/v1/auth/pair`: a token for the code, without a password. `POST /api/v1/auth/proof`: shows
 * with that secret that this is the service which wrote the file, because any program may listen on
 * a port that the service no longer uses. It costs microseconds and reveals nothing, so it has no
 * throttle.
 *
 * Wrong codes are throttled, the right one never is: otherwise any program of this machine could
 * block the user. A code that is compared without a throttle is safe because it has 256 random
 * bits: at a million guesses a second it is found in 10^63 years on average, and the comparison
 * takes the same time for each wrong one.
 *
 * Loopback only. On the http thread; the collaborators outlive it.
 */
class Pairing
{
public:
    struct Collaborators {
        Store::Database &database;
        Authenticator &authenticator;
        LoginThrottle &throttle; ///< of wrong codes
        QString file;            ///< see pairingFile()
    };

    explicit Pairing(Collaborators with) : m_with(std::move(with)) { }
    ~Pairing(); ///< removes the file

    void addRoutes(Http::Router &router);

    /// Writes the file when the address is known: `http://127.0.0.1:8725`. Without this call, as on a
    /// server, every code is wrong and no proof is given.
    Result<void> announce(const QString &address);

private:
    QCoro::Task<> pair(Http::Request request, Http::Reply reply);
    /// Counts a wrong code; the failure says how long to wait where there were too many.
    ApiFailure wrongCode(const QHostAddress &peer);
    void prove(const Http::Request &request, const Http::Reply &reply);
    Result<void> renew();

    Collaborators m_with;
    QString m_address;
    QByteArray m_code;
    QByteArray m_secret; ///< of this run; empty before announce()
};

/// `$XDG_RUNTIME_DIR/postrider/pair.json`, or a similar folder on other systems; the tray reads it.
QString pairingFile();

} // namespace Api
