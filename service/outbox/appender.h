// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "outbox/appendtask.h"
#include "store/queue/outbox.h"

#include <QHash>
#include <QTimer>

namespace Outbox {

/**
 * Runs one AppendTask per account, which stores sent mails in the server's folder for sent mail
 * (`appendSent`). Lives on the outbox thread; owned by the DeliveryQueue.
 */
class Appender : public QObject
{
public:
    explicit Appender(Context &context, QObject *parent = nullptr);
    ~Appender() override;

    void wake() { m_worker.wake(); } ///< there may be something to do
    QCoro::Task<void> stopAccount(qint64 accountId);
    /// Aborts all tasks. Resumes when nothing runs.
    QCoro::Task<void> stop();

private:
    QCoro::Task<void> poll();
    QCoro::Task<void> pull(Store::LatestDue due);
    void wakeAccount(qint64 accountId);

    Context &m_context;
    Places m_places;
    QTimer m_timer;
    QHash<qint64, AppendTask *> m_tasks; ///< owned, by account
    Async::Worker m_worker;
};

} // namespace Outbox
