// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/resident.h"
#include "net/callthread.h"
#include "webhooks/deliveryqueue.h"

#include <atomic>
#include <memory>

namespace Webhooks {

/**
 * The DeliveryQueue of webhooks for callers on other threads: a call may come from any thread, is passed to
 * the delivery thread and returns at once. Made on the main thread after the CallThread, and destroyed
 * before it.
 */
class Dispatcher
{
public:
    Dispatcher(Context context, Net::CallThread &thread);

    void start(); ///< continues the calls of the last run
    void wake();  ///< calls may have been queued
    void forget(qint64 webhookId);

    /// One call with made-up data, whether or not the webhook is enabled; 15 s at most.
    QCoro::Task<TestResult> test(Store::Webhook webhook);
    /// Looks up the host and checks whether it may be called.
    QCoro::Task<AddressCheck> check(QUrl url, qint64 userId);

    void beginStop(); ///< aborts the running calls
    /// The same; waits until it has ended, at most `time`.
    void stop(std::chrono::milliseconds time);

private:
    Resident<DeliveryQueue> m_queue; ///< lives on the delivery thread, deleted there
    std::shared_ptr<std::atomic<bool>> m_isWakePosted;
};

} // namespace Webhooks
