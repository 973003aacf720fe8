// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/resident.h"
#include "net/callthread.h"
#include "push/deliveryqueue.h"

namespace Push {

/**
 * The DeliveryQueue of browser notices for callers on other threads: a call may come from any thread, is
 * passed to the delivery thread and returns at once. Made and destroyed on the main thread, before the
 * CallThread.
 */
class Dispatcher
{
public:
    Dispatcher(Net::CallThread &thread, const Context &context);

    void start(); ///< sends the messages that the last run did not send
    void wake();  ///< new mail came

    /// One try for each active subscription of the user, without the queue.
    QCoro::Task<Result<TestResult>> test(qint64 userId, TestNotice notice);

    /// Checks whether messages to this endpoint are allowed; BadRequest: why not.
    QCoro::Task<Result<void>> judge(QUrl endpoint, qint64 userId);

    QByteArray publicKey() const { return m_publicKey; } ///< in the format for browsers

    /// Aborts the running messages. Waits until the results are written, at most `time`.
    void stop(std::chrono::milliseconds time);

private:
    Resident<DeliveryQueue> m_queue; ///< lives on the delivery thread, which deletes it
    QByteArray m_publicKey;
};

} // namespace Push
