// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "discover/dnsquery.h"

#include <QHash>
#include <QObject>
#include <QSet>

namespace Discover {

/**
 * Looks up DNS records. Each look-up runs on a separate thread, because it blocks. The number of look-ups
 * at the same time is limited, in total and per user: a user whose look-ups get no answer gets no more
 * threads until these look-ups end.
 *
 * Lives on one thread with an event loop. Threads that are still blocked when this is destroyed go on
 * without it.
 */
class DnsClient : public QObject
{
public:
    using Answer = Result<DnsAnswer>;

    explicit DnsClient(std::optional<Nameserver> nameserver, QObject *parent = nullptr);
    ~DnsClient() override;

    /// Unreachable: no answer, or too many look-ups are in progress; Timeout; Cancelled.
    QCoro::Task<Answer> ask(RecordType type, QString name, qint64 shareOf,
                            std::chrono::milliseconds deadline);

    void abortAll(); ///< waiting callers get Cancelled

private:
    using Done = Async::Completion<Answer>;
    struct Link;

    std::optional<Error> start(RecordType type, const QString &name, qint64 shareOf,
                               const Done &done);
    void onAnswered(quint64 id, qint64 shareOf, const Answer &answer);

    const std::optional<Nameserver> m_nameserver;
    const std::shared_ptr<Link> m_link;
    QHash<quint64, Done> m_waiting;
    QHash<qint64, int> m_running; ///< threads by user
    int m_allRunning = 0;
    quint64 m_lastId = 0;
};

} // namespace Discover
