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
    /// Whether the listener can take more of the replay; absent: always. If not, the hub calls it again
    /// later.
    std::function<bool()> hasRoom;
};

struct HubOptions {
    qsizetype queue = 256;                         ///< events under way; more are read again
    std::chrono::milliseconds heartbeat{ 15'000 }; ///< 0: none
    int replayPage = 200;                          ///< events read at once
    std::chrono::milliseconds replayRetry{ 50 };   ///< while a reader has no room
};

/**
 * Sends committed events to the listeners. Each event becomes one SSE frame for every listener that may
 * receive it. Events that arrive together are sent together, in one write. Lives on the http thread; only
 * post() may be called from other threads. Does not use sockets itself.
 *
 * A listener gets `connected`, then the events that it missed (read from the store in pages), then new
 * events. The id of `connected` is the id to resume from after a disconnect: the newest durable event,
 * or the client's own Last-Event-ID, because its replay has not been sent yet.
 * A listener does not get transient events that arrive during its replay. Durable events are never sent
 * twice, and never skipped without a `resync`.
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

    /// Sends `connected` before it returns. `lastEventId`: the client's Last-Event-ID, if it sent one.
    ListenerId add(Listener listener, const std::optional<QByteArray> &lastEventId = {});
    void remove(ListenerId id); ///< an unknown id is not an error
    qsizetype online() const;

private:
    struct Client;
    using Clients = std::vector<std::shared_ptr<Client>>;

    void drain();
    void broadcast(const QList<Store::Event> &events);
    void sendFrame(Client &client, const QByteArray &frame);
    /// For listeners that miss events for which the inbox had no room.
    void replayFromNewest();
    void beginReplay(const std::shared_ptr<Client> &client, const QByteArray &lastEventId);
    void readOn(const std::shared_ptr<Client> &client);
    void sendPage(const std::shared_ptr<Client> &client, const struct ReplayPage &page);
    void sendOn(const std::shared_ptr<Client> &client);
    void endPage(const std::shared_ptr<Client> &client);
    using Step = void (Hub::*)(const std::shared_ptr<Client> &client);
    void later(const std::shared_ptr<Client> &client, Step step); ///< when there may be room
    void readFailed(const std::shared_ptr<Client> &client);
    void sweep();

    Store::Database &m_database;
    const Clock &m_clock;
    const Options m_options;
    Inbox m_inbox;
    QTimer m_heartbeat;
    Clients m_clients;
    ListenerId m_nextId = 1;
    qint64 m_newestId; ///< of the durable events that went through here
    int m_busy =
        0; ///< running loops over m_clients; removed clients stay in it until the loops end
};

} // namespace Events
