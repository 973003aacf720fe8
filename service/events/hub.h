// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "events/inbox.h"
#include "store/sql/viewer.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace Store {
class Database;
}

namespace Events {

/** One reader of the stream, as the hub sees it. The functions are called on the hub's thread. */
struct Listener {
    Store::Viewer viewer;
    /// Takes whole SSE frames, one or more; never blocks. May remove the listener.
    std::function<void(const QByteArray &frames)> send;
    /// Whether there is room for more of the replay; absent: always. While not, the hub asks again.
    std::function<bool()> hasRoom;
};

struct HubOptions {
    qsizetype queue = 256;                         ///< events under way, oldest dropped
    std::chrono::milliseconds heartbeat{ 15'000 }; ///< 0: none
    int replayPage = 200;                          ///< events read at once
    std::chrono::milliseconds replayRetry{ 50 };   ///< while a reader has no room
};

/**
 * Brings committed events to those who listen: each becomes one SSE frame, handed to every listener
 * that may have it; what came together is handed over together, as one write. Lives on the http thread; only post() may be called elsewhere. Knows no sockets.
 *
 * A listener gets `connected`, then what it missed (read from the store in pages), then what comes.
 * The id of `connected` is where to go on from after a break: the newest durable event, or what the
 * client itself named, because its replay has not come yet.
 * Transient events that come during its replay are left out for it; durable ones are never sent
 * twice and never skipped without a `resync`.
 */
class Hub : public QObject
{
    Q_OBJECT

public:
    using Options = HubOptions;
    using ListenerId = quint64;

    /// `newestId`: Store::eventBounds().newest at the start. The database outlives the hub.
    Hub(Store::Database &database, const Clock &clock, qint64 newestId, const Options &options = {},
        QObject *parent = nullptr);
    ~Hub() override;

    /// Any thread: takes events that are committed (Store::Database::onCommitted) or transient.
    void post(const QList<Store::Event> &events);

    /// Greets the listener before it returns. `lastEventId`: what the client sent, if it did.
    ListenerId add(Listener listener, const std::optional<QByteArray> &lastEventId = {});
    void remove(ListenerId id); ///< unknown is no error
    qsizetype online() const;

private:
    struct Client;
    using Clients = std::vector<std::shared_ptr<Client>>;

    void drain();
    void broadcast(const QList<Store::Event> &events);
    void tell(Client &client, const QByteArray &frame);
    void beginReplay(const std::shared_ptr<Client> &client, const QByteArray &lastEventId);
    void readOn(const std::shared_ptr<Client> &client);
    void sendPage(const std::shared_ptr<Client> &client, const struct ReplayPage &page);
    void sendOn(const std::shared_ptr<Client> &client);
    void endPage(const std::shared_ptr<Client> &client);
    using Step = void (Hub::*)(const std::shared_ptr<Client> &client);
    void later(const std::shared_ptr<Client> &client, Step step); ///< when there may be room
    void sweep();

    Store::Database &m_database;
    const Clock &m_clock;
    const Options m_options;
    Inbox m_inbox;
    QTimer m_heartbeat;
    Clients m_clients;
    ListenerId m_nextId = 1;
    qint64 m_newestId; ///< of the durable events that went through here
    int m_busy = 0;    ///< loops over m_clients that run; removed ones stay in it meanwhile
};

} // namespace Events
