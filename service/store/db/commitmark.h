// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "common/result.h"
#include "store/sql/reconnectingsession.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <optional>

namespace Store {

class Session;

/**
 * Decides the outcome of a transaction whose COMMIT was not answered (PostgreSQL). Each transaction of
 * the writer stores a rising number beside the name of this run, in the round trip of its BEGIN. After
 * the connection was lost, another connection waits until the lost transaction has ended, and compares
 * the stored number. This holds over crashes and fail-overs, where the numbers of PostgreSQL's own
 * transactions may be given out again. For one writer, on its thread.
 */
class CommitMark
{
public:
    /// The objects in `context` must outlive it.
    CommitMark(const ReconnectContext &context, const Clock &clock);

    /// Returns the statement that marks the transaction that begins now.
    QString next();

    /// Whether the last marked transaction is stored; nothing: unknown, because no answer came in
    /// time. Blocks for `atMost`, and for at most 5 s.
    std::optional<bool> wasCommitted(std::chrono::milliseconds atMost) const;

    /// Deletes the marks of runs that wrote nothing for 30 days.
    static Result<void> prune(Session &session);

private:
    std::optional<bool> ask(std::chrono::milliseconds atMost) const;

    const ReconnectContext m_context;
    const Clock &m_clock;
    const QByteArray m_run; ///< hexadecimal digits and hyphens
    qint64 m_mark = 0;
};

} // namespace Store
