// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/ledger.h"

#include "webhooks/log.h"

using namespace std::chrono_literals;

namespace Webhooks {

namespace {

constexpr auto writeAgainAfter = 2s;
constexpr qsizetype mostAtOnce = 500;

} // namespace

Async::Completion<bool> Ledger::write(Outcome outcome)
{
    Async::Completion<bool> written;
    m_waiting.append({ std::move(outcome), written });
    if (!m_worker.isRunning()) // a running round writes this outcome too
        m_worker.wake();
    return written;
}

void Ledger::stopRepeating()
{
    m_isRepeating = false;
    m_worker.wake(); // ends a pause
}

QCoro::Task<void> Ledger::run()
{
    bool isLogged = false;
    while (!m_waiting.isEmpty()) {
        const QList<Entry> entries = m_waiting.first(std::min(m_waiting.size(), mostAtOnce));
        QList<Outcome> outcomes;
        for (const Entry &entry : entries)
            outcomes.append(entry.outcome);
        const Result<void> written = co_await writeAll(std::move(outcomes));
        if (!written && !std::exchange(isLogged, true))
            qCWarning(logWebhooks).noquote()
                << "cannot store the results of calls:" << written.error().message;
        const bool isUnknown = !written && written.error().code == Error::Code::OutcomeUnknown;
        for (qsizetype i = 0; isUnknown && i < entries.size(); ++i)
            m_waiting[i].outcome.mayBeWritten = true;
        if (!written && m_isRepeating) {
            co_await m_worker.pause(writeAgainAfter, this);
            continue;
        }
        m_waiting.remove(0, entries.size());
        for (const Entry &entry : entries)
            entry.written.finish(written.ok());
    }
}

QCoro::Task<Result<void>> Ledger::writeAll(QList<Outcome> outcomes)
{
    auto work = [outcomes = std::move(outcomes), policy = m_context.settings.retry,
                 kept = m_context.settings.keptLogs](Store::Session &session) {
        return writeOutcomes(session, outcomes, policy, kept);
    };
    Result<void> written = co_await m_context.database.writingSoon(std::move(work));
    co_return written;
}

} // namespace Webhooks
