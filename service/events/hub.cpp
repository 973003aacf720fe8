// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/hub.h"

#include "common/async.h"
#include "common/sse.h"
#include "events/replay.h"
#include "events/streamevents.h"
#include "store/db/database.h"

#include <QPointer>
#include <QUuid>

#include <algorithm>
#include <functional>

namespace Events {

namespace {

/// Bytes of events in one write; the last event may exceed them.
constexpr qsizetype mostTogether = 64 * 1024;

/// Reads of a replay that may fail one after the other: the database may be out of reach for some seconds.
constexpr int mostFailures = 600;

QByteArray frameOf(const Store::Event &event)
{
    return Sse::frame(event.name, event.data,
                      event.id ? std::optional<qint64>(event.id) : std::nullopt);
}

/// The frame of an event without an id of its own. `id`: the id to resume from after a disconnect.
QByteArray frameAt(const Store::Event &event, const std::optional<qint64> &id)
{
    return Sse::frame(event.name, event.data, id);
}

} // namespace

struct Hub::Client {
    ListenerId id = 0;
    Listener listener;
    bool gone = false;
    bool replaying = false;
    bool firstPage = true;
    qint64 upTo = 0;    ///< durable events up to this id are not sent any more
    ReplayPage page;    ///< the page of the replay that is being sent
    qsizetype sent = 0; ///< number of its events that were sent
    int failures = 0;   ///< of reads for the replay, one after the other

    bool hasRoom() const { return !listener.hasRoom || listener.hasRoom(); }

    bool mayHave(const Store::Event &event) const
    {
        if (event.userId != 0 && event.userId != listener.viewer.userId)
            return false;
        // Uses the owner in the event: a query of the database for each event would delay all listeners.
        return !listener.viewer.ownAccounts || event.accountId == 0
            || event.ownerId == listener.viewer.userId;
    }
};

Hub::Hub(Store::Database &database, const Clock &clock, qint64 newestId, const Options &options,
         QObject *parent)
    : QObject(parent), m_database(database), m_clock(clock), m_options(options),
      m_inbox(options.queue), m_heartbeat(this), m_newestId(newestId)
{
    connect(&m_heartbeat, &QTimer::timeout, this,
            [this] { broadcast({ heartbeat(m_clock.now()) }); });
}

Hub::~Hub() = default;

void Hub::post(const QList<Store::Event> &events)
{
    if (m_inbox.put(events))
        QMetaObject::invokeMethod(this, &Hub::drain, Qt::QueuedConnection);
}

void Hub::drain()
{
    const Inbox::Batch batch = m_inbox.takeAll();
    QList<Store::Event> together;
    // A replay would skip a `resync` among these events.
    const auto isResync = [](const Store::Event &event) {
        return event.name == "resync";
    };
    if (batch.lostResync || (batch.lostDurable && std::ranges::any_of(batch.events, isResync)))
        together.append(resync("overflow"));
    else if (batch.lostDurable)
        replayFromNewest();
    qsizetype bytes = 0;
    for (const Store::Event &event : batch.events) {
        if (bytes > mostTogether) {
            broadcast(std::exchange(together, {}));
            bytes = 0;
        }
        together.append(event);
        bytes += event.data.size();
    }
    if (!together.isEmpty())
        broadcast(together);
    m_newestId = std::max(m_newestId, batch.newestId);
}

void Hub::broadcast(const QList<Store::Event> &events)
{
    QByteArrayList frames;
    for (const Store::Event &event : events)
        frames.append(frameOf(event));
    const QByteArray all = frames.join(); // joined once: most listeners receive all events
    ++m_busy;
    for (size_t i = 0, n = m_clients.size(); i < n; ++i) {
        Client &client = *m_clients[i];
        if (client.gone || client.replaying)
            continue;
        const auto isFor = [&client](const Store::Event &event) {
            return (event.id == 0 || event.id > client.upTo) && client.mayHave(event);
        };
        if (std::ranges::all_of(events, isFor)) {
            client.listener.send(all);
            continue;
        }
        QByteArray some;
        for (qsizetype k = 0; k < events.size(); ++k)
            some += isFor(events[k]) ? frames[k] : QByteArray();
        if (!some.isEmpty())
            client.listener.send(some);
    }
    --m_busy;
    sweep();
}

Hub::ListenerId Hub::add(Listener listener, const std::optional<QByteArray> &lastEventId)
{
    auto client = std::make_shared<Client>();
    client->id = m_nextId++;
    client->listener = std::move(listener);
    client->upTo = m_newestId;
    m_clients.push_back(client);
    if (m_options.heartbeat.count() > 0 && !m_heartbeat.isActive())
        m_heartbeat.start(m_options.heartbeat);
    const Store::Event greeting = connected({ QUuid::createUuid().toByteArray(QUuid::WithoutBraces),
                                              m_clock.now(), online(), m_newestId });
    sendFrame(*client, frameAt(greeting, lastEventId ? eventIdOf(*lastEventId) : m_newestId));
    if (lastEventId)
        beginReplay(client, *lastEventId);
    return client->id;
}

void Hub::remove(ListenerId id)
{
    for (const std::shared_ptr<Client> &client : m_clients) {
        if (client->id == id)
            client->gone = true;
    }
    sweep();
}

qsizetype Hub::online() const
{
    return std::ranges::count_if(m_clients, [](const auto &client) { return !client->gone; });
}

void Hub::sweep()
{
    if (m_busy == 0)
        std::erase_if(m_clients, [](const auto &client) { return client->gone; });
    if (m_clients.empty())
        m_heartbeat.stop();
}

void Hub::sendFrame(Client &client, const QByteArray &frame)
{
    ++m_busy;
    if (!client.gone)
        client.listener.send(frame);
    --m_busy;
    sweep();
}

// Everything up to m_newestId was sent to the listeners that have no replay.
void Hub::replayFromNewest()
{
    const Clients clients = m_clients;
    for (const std::shared_ptr<Client> &client : clients) {
        if (client->gone || client->replaying)
            continue;
        client->replaying = true;
        client->firstPage = true;
        client->upTo = std::max(client->upTo, m_newestId);
        readOn(client);
    }
}

void Hub::beginReplay(const std::shared_ptr<Client> &client, const QByteArray &lastEventId)
{
    const std::optional<qint64> id = eventIdOf(lastEventId);
    if (!id) {
        sendFrame(*client, frameOf(resync("malformed")));
        return;
    }
    client->replaying = true;
    client->upTo = *id;
    readOn(client);
}

void Hub::later(const std::shared_ptr<Client> &client, Step step)
{
    QTimer::singleShot(m_options.replayRetry, this,
                       [this, client, step] { std::invoke(step, this, client); });
}

void Hub::readOn(const std::shared_ptr<Client> &client)
{
    if (client->gone)
        return;
    if (!client->hasRoom()) {
        later(client, &Hub::readOn);
        return;
    }
    const bool accepted = m_database.read([hub = QPointer<Hub>(this), home = Async::Home(), client,
                                           after = client->upTo, max = m_options.replayPage,
                                           viewer = client->listener.viewer,
                                           first = client->firstPage](Store::Session &session) {
        const Result<ReplayPage> page = replayAfter(session, after, max, viewer, first);
        home.post([hub, client, page] {
            if (!hub)
                return;
            if (page)
                hub->sendPage(client, *page);
            else
                hub->readFailed(client);
        });
    });
    if (!accepted)
        later(client, &Hub::readOn);
}

void Hub::readFailed(const std::shared_ptr<Client> &client)
{
    if (++client->failures < mostFailures)
        later(client, &Hub::readOn);
    else
        sendPage(client, { { {}, client->upTo }, "overflow", true });
}

void Hub::sendPage(const std::shared_ptr<Client> &client, const ReplayPage &page)
{
    client->page = page;
    client->sent = 0;
    client->failures = 0;
    sendOn(client);
}

// Sends one event after the other while the listener has room: a whole page of long events could exceed
// its buffer, and its connection would be closed.
void Hub::sendOn(const std::shared_ptr<Client> &client)
{
    while (client->sent < client->page.page.events.size()) {
        if (client->gone)
            return;
        if (client->sent > 0 && !client->hasRoom()) {
            later(client, &Hub::sendOn);
            return;
        }
        const Store::Event event = client->page.page.events[client->sent++];
        sendFrame(*client, frameOf(event));
    }
    endPage(client);
}

void Hub::endPage(const std::shared_ptr<Client> &client)
{
    const ReplayPage page = std::exchange(client->page, {});
    if (!page.resync.isEmpty())
        sendFrame(*client, frameOf(resync(page.resync)));
    client->firstPage = false;
    client->upTo = page.page.upTo;
    // Events that were broadcast while the page was read were not sent to this client, so the replay
    // goes on until it has sent them too.
    const bool caughtUp = page.last && client->upTo >= m_newestId;
    client->replaying = !caughtUp && page.resync.isEmpty();
    if (client->replaying)
        readOn(client);
}

} // namespace Events
