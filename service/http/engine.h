// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/gatekeeper.h"
#include "http/mailbox.h"
#include "http/refusallog.h"
#include "http/server.h"
#include "http/streams.h"
#include "metrics/traffic.h"

#include <QElapsedTimer>
#include <QObject>
#include <QRandomGenerator>
#include <QSslConfiguration>
#include <QTimer>

#include <memory>

namespace Http {

class Acceptor;
class Connection;
class SecondReader;

/**
 * The objects of the http thread: the connections and their shared state. Made by Server and moved
 * to that thread; everything below is called there. One timer checks all deadlines: every 250 ms,
 * less often while all connections are idle.
 */
class Engine : public QObject
{
    Q_OBJECT

public:
    Engine(const ServerOptions &options, const Router &router);
    ~Engine() override;

    Result<quint16> listen(const QHostAddress &address, quint16 port,
                           const std::optional<TlsIdentity> &tls);
    void useIdentity(const TlsIdentity &identity); ///< for connections from here on
    void stop(std::chrono::milliseconds deadline);
    void closeAll(); ///< at once
    void deliver();  ///< handles the deliveries of the mailbox

    // For connections.
    Connection *find(quint64 id) const { return m_connections.value(id); }
    void remove(const Connection &connection);
    void wake() ///< a connection no longer rests
    {
        m_restMs = 0; // so that a sweep in progress does not begin a rest
        if (m_isResting)
            endRest();
    }
    const ServerOptions &options() const { return m_options; }
    const Limits &limits() const { return m_options.limits; }
    Gatekeeper &gatekeeper() { return m_gatekeeper; }
    Streams &streams() { return m_streams; }
    RefusalLog &refusals() { return m_refusals; }
    Metrics::Traffic &traffic() { return m_traffic; }
    Metrics::RequestTimes &otherTimes() const { return m_router.otherTimes(); }
    SecondReader &secondReader() { return *m_secondReader; }
    const std::shared_ptr<Mailbox> &mailbox() const { return m_mailbox; }
    const QByteArray &date(); ///< the current time, in the format of the Date field
    QByteArray newRequestId();
    bool isStopping() const { return m_isStopping; }

Q_SIGNALS:
    void stopped();

private:
    void adopt(qintptr descriptor);
    void refuse(qintptr descriptor, const QHostAddress &peer);
    bool hasRoomFor(const QHostAddress &peer) const;
    bool isExempt(const QHostAddress &address) const;
    void sweep();
    void sweepSome();
    void beginRest();
    void endRest();
    void announceStopped();

    const ServerOptions m_options;
    const Router &m_router;
    Metrics::Traffic m_traffic;
    Streams m_streams;
    Gatekeeper m_gatekeeper;
    RefusalLog m_refusals;
    std::shared_ptr<Mailbox> m_mailbox;
    std::unique_ptr<SecondReader> m_secondReader;
    Acceptor *m_acceptor = nullptr; ///< owned by m_secondReader
    std::optional<QSslConfiguration> m_tls;
    QHash<quint64, Connection *> m_connections; ///< owned; by id
    QHash<QHostAddress, int> m_perAddress;
    quint64 m_lastId = 0;
    QTimer m_sweeper;
    QTimer m_sweepRest;       ///< fires in the next turn of the thread
    QList<quint64> m_toSweep; ///< connections that this sweep has not looked at yet
    qint64 m_restMs = 0;      ///< until the first deadline, as far as this sweep has looked
    bool m_isResting = false; ///< the next sweep runs when the first deadline is due
    QByteArray m_date;
    qint64 m_dateSecond = 0;
    QRandomGenerator64 m_random = QRandomGenerator64::securelySeeded();
    bool m_isStopping = false;
    qint64 m_stopAtMs = 0;
};

} // namespace Http
