// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "webhooks/context.h"
#include "webhooks/outcome.h"

#include <QObject>

namespace Webhooks {

/**
 * Writes the outcomes of calls. While one transaction runs, new outcomes are collected for the next one.
 * So thousands of calls per second need only a few transactions. Outcomes that cannot be written (full
 * disk) are kept. Lives on the delivery thread.
 */
class Ledger : public QObject
{
public:
    explicit Ledger(Context &context) : m_context(context), m_worker([this] { return run(); }) { }

    /// Finishes when the outcome is written, or when it cannot be written any more because the service
    /// stops.
    Async::Completion<bool> write(Outcome outcome);

    /// From now on outcomes that cannot be written are not kept: what awaits them does not end otherwise.
    void stopRepeating();

    /// Writes the collected outcomes once. Resumes when no write is running.
    QCoro::Task<void> stop() { return m_worker.stop(); }

private:
    struct Entry {
        Outcome outcome;
        Async::Completion<bool> written;
    };

    QCoro::Task<void> run();
    QCoro::Task<Result<void>> writeAll(QList<Outcome> outcomes);

    Context &m_context;
    QList<Entry> m_waiting;
    Async::Worker m_worker;
    bool m_isRepeating = true;
};

} // namespace Webhooks
