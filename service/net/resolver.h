// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"

#include <QElapsedTimer>
#include <QHash>
#include <QHostAddress>

#include <deque>
#include <functional>
#include <map>
#include <memory>

namespace Net {

/// All addresses of a name, or Unreachable. Called on a thread of its own; may block.
using AddressLookup = std::function<Result<QList<QHostAddress>>(const QString &host)>;

/// Uses the system's look-up, and no cache of our own.
Result<QList<QHostAddress>> lookUpAddresses(const QString &host);

struct ResolverOptions {
    AddressLookup lookup = &lookUpAddresses;
    int atOnce = 32;                              ///< threads that look up
    int atOncePerShare = 2;                       ///< of these
    int waitingPerShare = 64;                     ///< more are refused
    int waiting = 1024;                           ///< of all shares
    std::chrono::milliseconds slow{ 1'000 };      ///< a failure that took this long ..
    std::chrono::milliseconds keepSlow{ 30'000 }; ///< .. is the answer for this long
};

/**
 * Looks names up, with a share of the threads for each user: the system's look-up cannot be
 * cancelled and blocks for 10 s and more where a name server is silent, so a user whose names are not
 * answered waits for those, and the others have the rest of the threads. The share with the fewest
 * look-ups in progress is served first.
 *
 * Only one look-up of a name runs at a time: a further call for it gets the same answer, but does
 * not wait for a look-up that has taken longer than the deadline already. Addresses are not kept;
 * failures are, where they took long.
 *
 * Lives on one thread with an event loop. Threads that are still blocked when this is destroyed go on
 * without it.
 */
class Resolver : public QObject
{
public:
    using Addresses = Result<QList<QHostAddress>>;

    explicit Resolver(ResolverOptions options, QObject *parent = nullptr);
    ~Resolver() override;

    /**
     * Unreachable: no address, or too much waits; Timeout: not known after `deadline`, waiting
     * included; Cancelled. One that is given up leaves the queue.
     */
    QCoro::Task<Addresses> lookUp(QString host, qint64 shareOf, std::chrono::milliseconds deadline);

    /// All waiting calls end with `why`; look-ups in progress run to their end on their threads.
    void abortAll(Error why);

    int running() const { return int(m_running.size()); }
    int waiting() const { return m_waiting; }

private:
    using Done = Async::Completion<Addresses>;

    /** A look-up that is awaited. */
    struct Question {
        QString host;
        qint64 share = 0;
        QList<Done> waiters;
        QElapsedTimer since; ///< began when the look-up was started
    };
    using QuestionPtr = std::shared_ptr<Question>;

    struct Share {
        int running = 0;
        qint64 lastStart = 0; ///< number of its last look-up among all; 0: none yet
        std::deque<QuestionPtr> waiting;
    };

    /** A failure that took long. */
    struct Failure {
        Error error;
        QElapsedTimer since;
    };

    /// The state that the threads use; it outlives this object.
    struct Link;

    std::optional<Error> knownFailure(const QString &host);
    std::optional<Error> enter(const QString &host, qint64 shareOf,
                               std::chrono::milliseconds deadline, const Done &done);
    void forget(const QString &host, qint64 shareOf);
    void startMore();
    Share *next();
    void start(const QuestionPtr &question);
    void onFound(const QString &host, const Addresses &found);
    void keepFailure(const QString &host, const Error &error);

    const ResolverOptions m_options;
    const std::shared_ptr<Link> m_link;
    QHash<QString, QuestionPtr> m_running; ///< by name
    qint64 m_starts = 0;
    std::map<qint64, Share> m_shares; ///< shares with running or waiting look-ups
    QHash<QString, Failure> m_failures;
    int m_waiting = 0;
};

} // namespace Net
