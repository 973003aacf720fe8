// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "webhooks/context.h"
#include "webhooks/outcome.h"

#include <QObject>

namespace Webhooks {

/**
 * Writes the outcome of calls. While one transaction is on its way, what comes meanwhile is gathered
 * for the next, so that thousands of calls a second cost few. What cannot be written (a full disk)
 * is held on to. Lives on the delivery thread.
 */
class Ledger : public QObject
{
public:
    explicit Ledger(Context &context) : m_context(context) { }

    /// Finishes once it is written, or never will be because the service ends.
    Async::Completion<bool> write(Outcome outcome);

    /// Writes once what is there; resumes when nothing is under way any more.
    QCoro::Task<void> stop();

private:
    struct Entry {
        Outcome outcome;
        Async::Completion<bool> written;
    };

    QCoro::Task<void> run();
    QCoro::Task<Result<void>> writeAll(QList<Outcome> outcomes);
    QCoro::Task<void> pause();

    Context &m_context;
    QList<Entry> m_waiting;
    std::optional<Async::Completion<bool>> m_pause;
    QList<Async::Completion<bool>> m_stopped;
    bool m_isRunning = false;
    bool m_isStopping = false;
};

} // namespace Webhooks
