// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/resident.h"
#include "outbox/context.h"

#include <QThread>

#include <functional>

namespace Outbox {

class DeliveryQueue;

/**
 * The DeliveryQueue for callers on other threads, and the outbox thread itself. It is not a sync thread,
 * because the encryption of a large mail would delay events of new mail there, and because a queue
 * outlives the worker of its account. Made and destroyed on the main thread; every other call may come
 * from any thread, is passed to the queue and returns at once. Answers arrive on the thread of
 * `answerTo`, or never once that object is destroyed.
 */
class Dispatcher
{
public:
    explicit Dispatcher(Context context);
    ~Dispatcher(); ///< stop() first

    void start(); ///< puts right what was interrupted, and sends what is due

    /// Tries the account's due mails now; `done` once this mail was tried, whatever the outcome.
    void deliver(qint64 accountId, qint64 mailId, QObject *answerTo, std::function<void()> done);
    void wake();
    void databaseReturned(
        bool
            isOther); ///< see DeliveryQueue ///< something may be due: an account was enabled, a mail is wanted sooner

    /// Nothing more is sent for it; `done` when nothing of it runs.
    void stopAccount(qint64 accountId, QObject *answerTo, std::function<void()> done);

    /// Ends what has not been handed over, and tells whoever waits.
    void beginStop();
    /// The same; waits until it has ended, at most `time`.
    void stop(std::chrono::milliseconds time);

    const Settings &settings() const { return m_context.settings; }

private:
    Context m_context;
    QThread m_thread;
    Resident<DeliveryQueue> m_queue; ///< lives on m_thread, deleted there
};

} // namespace Outbox
