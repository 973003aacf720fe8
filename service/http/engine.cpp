// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/engine.h"

#include "http/acceptor.h"
#include "http/connection.h"
#include "http/monotonic.h"
#include "http/rawsocket.h"
#include "http/secondreader.h"
#include "http/tlsconfiguration.h"
#include "http/wire.h"
#include "net/plainaddress.h"

#include <QDateTime>
#include <QSslSocket>

namespace Http {

using namespace Qt::StringLiterals;

namespace {

constexpr int unsentInKernel = 64 * 1024;

/// How long the sweep runs before other work of the thread gets its turn: ending hundreds of
/// connections at one deadline takes longer than a request may wait.
constexpr qint64 sweepTurnMs = 2;

/// The longest time between two sweeps while no connection has a request under way.
constexpr qint64 longestRestMs = 60'000;

} // namespace

Engine::Engine(const ServerOptions &options, const Router &router)
    : m_options(options), m_router(router), m_streams(m_options.limits),
      m_gatekeeper(m_options, router), m_sweeper(this), m_sweepRest(this)
{
    m_sweeper.setInterval(m_options.limits.sweepInterval);
    connect(&m_sweeper, &QTimer::timeout, this, &Engine::sweep);
    m_sweepRest.setSingleShot(true);
    connect(&m_sweepRest, &QTimer::timeout, this, &Engine::sweepSome);
}

Engine::~Engine()
{
    closeAll();
    if (m_mailbox)
        m_mailbox->close();
}

Result<quint16> Engine::listen(const QHostAddress &address, quint16 port,
                               const std::optional<TlsIdentity> &tls)
{
    if (tls)
        useIdentity(*tls);
    auto acceptor = std::make_unique<Acceptor>([this](qintptr fd) { adopt(fd); });
    if (!acceptor->listen(address, port))
        return Error{ Error::Code::Unreachable,
                      u"cannot listen on %1 port %2: %3"_s.arg(address.toString())
                          .arg(port)
                          .arg(acceptor->errorString()) };
    limitUnsent(acceptor->socketDescriptor(), unsentInKernel);
    m_mailbox = std::make_shared<Mailbox>(this);
    m_gatekeeper.setHostChecked(address.isLoopback());
    m_acceptor = acceptor.get();
    m_secondReader = std::make_unique<SecondReader>(acceptor.release());
    m_sweeper.start();
    return m_acceptor->serverPort();
}

void Engine::useIdentity(const TlsIdentity &identity)
{
    m_tls = tlsConfiguration(identity);
}

bool Engine::isExempt(const QHostAddress &address) const
{
    return address.isLoopback()
        || std::ranges::any_of(m_options.trustedProxies, [&](const auto &network) {
               return address.isInSubnet(network.first, network.second);
           });
}

void Engine::adopt(qintptr descriptor)
{
    if (m_isStopping) {
        closeRaw(descriptor);
        return;
    }
    auto socket = m_tls ? std::make_unique<QSslSocket>() : std::make_unique<QTcpSocket>();
    if (!socket->setSocketDescriptor(descriptor)) {
        closeRaw(descriptor);
        return;
    }
    // An IPv6 socket reports IPv4 clients with mapped addresses; they are counted and logged as IPv4.
    const QHostAddress peer = Net::plainAddress(socket->peerAddress());
    if (peer.isNull()) // the client has left already and cannot be counted without an address
        return;
    if (!hasRoomFor(peer)) {
        refuse(descriptor, peer); // `socket` closes the descriptor when it is destroyed
        return;
    }
    ++m_perAddress[Net::countedAddress(peer)];
    socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    socket->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
    wake();
    auto *const connection = new Connection(*this, socket.release(), peer, ++m_lastId);
    m_connections.insert(connection->id(), connection);
    m_traffic.acceptedConnections.add();
    m_traffic.connections.set(m_connections.size());
    connection->start(m_tls);
}

bool Engine::hasRoomFor(const QHostAddress &peer) const
{
    const bool isFull = limits().connections && m_connections.size() >= limits().connections;
    const bool isPeerFull = limits().connectionsPerAddress
        && m_perAddress.value(Net::countedAddress(peer)) >= limits().connectionsPerAddress
        && !isExempt(peer);
    return !isFull && !isPeerFull;
}

/// Counts and logs the refused connection. Sends a 503 only without TLS, which would need a handshake.
void Engine::refuse(qintptr descriptor, const QHostAddress &peer)
{
    m_traffic.refusedConnections.add();
    const QByteArray requestId = newRequestId();
    m_refusals.note(peer, requestId, "too many connections", monotonicMs());
    const Response response =
        Response::failed({ ApiError::Overloaded, u"Too many connections are open."_s, {}, 1 });
    const WireContext context{ .requestId = requestId, .date = date(), .isKeptAlive = false };
    if (!m_tls)
        sendNow(descriptor, encode(response, context));
}

void Engine::remove(const Connection &connection)
{
    m_connections.remove(connection.id());
    m_traffic.connections.set(m_connections.size());
    const auto it = m_perAddress.find(Net::countedAddress(connection.peer()));
    if (it != m_perAddress.end() && --*it <= 0)
        m_perAddress.erase(it);
    if (m_isStopping && m_connections.isEmpty())
        announceStopped();
}

void Engine::deliver()
{
    for (const Delivery &delivery : m_mailbox->takeAll()) {
        Connection *const connection = find(delivery.connection);
        if (!connection)
            continue;
        if (delivery.response)
            connection->finish(delivery.sequence, *delivery.response);
        else
            connection->resumeBody(delivery.sequence);
    }
}

const QByteArray &Engine::date()
{
    const qint64 second = QDateTime::currentSecsSinceEpoch();
    if (std::exchange(m_dateSecond, second) != second)
        m_date = httpDate(second);
    return m_date;
}

void Engine::sweep()
{
    if (m_toSweep.isEmpty()) { // the previous sweep is complete
        m_toSweep = m_connections.keys();
        m_restMs = longestRestMs;
    }
    sweepSome();
    if (m_isStopping && monotonicMs() >= m_stopAtMs)
        closeAll();
}

void Engine::sweepSome()
{
    const qint64 now = monotonicMs();
    const qint64 seconds = QDateTime::currentSecsSinceEpoch();
    QElapsedTimer turn;
    turn.start();
    while (!m_toSweep.isEmpty() && !turn.hasExpired(sweepTurnMs)) {
        Connection *const connection = find(m_toSweep.takeLast());
        if (!connection) // it ended after the sweep began
            continue;
        connection->sweep(now, seconds);
        m_restMs = std::min(m_restMs, connection->restsForMs(now, seconds));
    }
    if (!m_toSweep.isEmpty())
        m_sweepRest.start(0);
    else if (m_restMs > limits().sweepInterval.count() && !m_isStopping)
        beginRest();
    else
        endRest();
}

// An idle service must not wake up four times a second.
void Engine::beginRest()
{
    m_isResting = true;
    m_sweeper.start(std::chrono::milliseconds(m_restMs));
}

void Engine::endRest()
{
    if (!std::exchange(m_isResting, false))
        return;
    m_sweeper.start(limits().sweepInterval);
}

void Engine::stop(std::chrono::milliseconds deadline)
{
    if (m_isStopping)
        return;
    m_isStopping = true;
    wake();
    m_stopAtMs = monotonicMs() + deadline.count();
    if (m_acceptor)
        m_acceptor->close();
    m_streams.closeAll();
    const auto connections = m_connections.values();
    for (Connection *const connection : connections)
        connection->stop();
    if (m_connections.isEmpty())
        announceStopped();
}

void Engine::announceStopped()
{
    QMetaObject::invokeMethod(this, &Engine::stopped, Qt::QueuedConnection);
}

void Engine::closeAll()
{
    const auto connections = m_connections.values();
    for (Connection *const connection : connections)
        connection->abort();
}

QByteArray Engine::newRequestId()
{
    return QByteArray::number(m_random.generate64() | Q_UINT64_C(1) << 63, 16);
}

} // namespace Http
