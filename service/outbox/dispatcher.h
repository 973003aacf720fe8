// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/resident.h"
#include "outbox/context.h"

#include <QThread>

#include <chrono>

namespace Outbox {

class DeliveryQueue;

/**
 * The DeliveryQueue for callers on other threads, and the outbox thread itself. It is not a sync thread,
 * because the encryption of a large mail would delay events of new mail there, and because a queue
 * outlives the worker of its account. Made and destroyed on the main thread; every other call may come
 * from any thread, is passed to the queue and returns at once.
 */
class Dispatcher
{
public:
    explicit Dispatcher(Context context);
    ~Dispatcher(); ///< stop() first

    void start(); ///< repairs interrupted mails, and sends due mails

    /// See DeliveryQueue.
    QCoro::Task<bool> deliver(qint64 accountId, qint64 mailId, std::chrono::milliseconds within);
    /// A mail may be due: an account was enabled, or a mail has to be sent sooner.
    void wake();
    void databaseReturned(bool isOther); ///< see DeliveryQueue

    /// Sends no more mails of the account; ends when its sender has ended.
    QCoro::Task<void> stopAccount(qint64 accountId);

    /// Aborts the mails that were not handed over, and answers all waiting callers.
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
