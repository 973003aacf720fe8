// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"
#include "common/result.h"
#include "http/forwarded.h"
#include "http/limits.h"
#include "http/router.h"
#include "http/streams.h"

#include <QHostAddress>
#include <QObject>
#include <QSslCertificate>
#include <QSslKey>
#include <QStringList>
#include <QThread>

#include <functional>
#include <memory>
#include <optional>

namespace Metrics {
struct Traffic;
}

namespace Http {

class Engine;

/// Finds the user of a token, or the reason why the token is not valid. Runs on the http thread and
/// takes microseconds.
using TokenCheck = std::function<Result<Principal, ApiFailure>(QByteArrayView token)>;

/** How a server behaves; everything but the routes. */
struct ServerOptions {
    Limits limits;
    TokenCheck tokenCheck;
    QStringList corsOrigins; ///< exact origins, `https://mail.example.org`; empty: same origin only
    QStringList allowedHosts; ///< beside the loopback names; checked when bound to loopback
    QList<QPair<QHostAddress, int>> trustedProxies;          ///< networks of proxies in front of us
    ForwardedHeader forwardedHeader = ForwardedHeader::Auto; ///< that these proxies write
};

/** Certificate with its chain, leaf first, and the key. */
struct TlsIdentity {
    QList<QSslCertificate> chain;
    QSslKey key;
};

/**
 * The HTTP side of the service: one thread, which runs the handlers of the routes too. Belongs to
 * the thread that made it. Routes are added before listen().
 */
class Server : public QObject
{
    Q_OBJECT

public:
    explicit Server(ServerOptions options, QObject *parent = nullptr);
    ~Server() override; ///< closes open connections at once

    Router &router();
    /// Use it on the http thread only.
    Streams &streams();
    /// The thread of handlers and streams; objects that work with streams must be moved there.
    QThread *httpThread() { return &m_thread; }
    const Metrics::Traffic &traffic() const; ///< any thread

    /// TLS where there is an identity. Port 0 takes a free one.
    Result<void> listen(const QHostAddress &address, quint16 port,
                        std::optional<TlsIdentity> tls = {});
    quint16 port() const { return m_port; }
    /// For connections from here on; open ones keep theirs. Only where listen() got one.
    void useIdentity(TlsIdentity tls);

    /// Accepts no more connections, ends streams, and closes all connections when their requests are
    /// answered, at the deadline at the latest. Then stopped() is emitted.
    void stop(std::chrono::milliseconds deadline);

Q_SIGNALS:
    void stopped();

private:
    QThread m_thread;
    std::unique_ptr<Router> m_router;
    Engine *m_engine; ///< lives on m_thread, deleted there
    quint16 m_port = 0;
};

} // namespace Http
