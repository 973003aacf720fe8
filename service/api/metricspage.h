// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/metricstext.h"
#include "common/clock.h"
#include "http/server.h"
#include "metrics/counter.h"

#include <QByteArray>
#include <QObject>
#include <QTimer>

namespace Imap {
class LiteralBudget;
}

namespace Store {
class Database;
}

namespace Api {

class AccountBoard;
class Health;

/**
 * GET /metrics for Prometheus. Values that are counted in memory are always included. The others are
 * read from the database within a second at most, because the page must also work while the database
 * does not answer.
 *
 * If a token is set, every request needs it. Otherwise only requests from this machine are answered,
 * except those through a proxy. Lives on the http thread; must be destroyed after the database is
 * closed.
 */
class MetricsPage : public QObject
{
    Q_OBJECT

public:
    struct Collaborators {
        Store::Database &database;
        const Clock &clock;
        Http::Server &server;
        Health &health;
        const AccountBoard &board;
        const Nodes::Figures *node; ///< null: no other service uses the database
        std::shared_ptr<Imap::LiteralBudget> literals;
        QString dataDir;
        QByteArray token; ///< empty: see above
    };

    explicit MetricsPage(Collaborators collaborators, QObject *parent = nullptr);

    void addRoutes(Http::Router &router);
    void noteEvents(qsizetype count) { m_events.add(quint64(count)); } ///< any thread

private:
    void ask(const Http::Reply &reply);
    std::optional<ApiFailure> refusal(const Http::Request &request) const;
    bool startReading();
    void noteStorage(const std::optional<StorageFigures> &storage);
    void answerAll(const std::optional<StorageFigures> &storage);
    MetricsInput input() const;

    const Collaborators m_parts;
    const qint64 m_startedMs;
    Metrics::Counter m_events;
    QList<Http::Reply> m_waiting;
    QTimer m_patience;
    bool m_isReading = false;
};

} // namespace Api
