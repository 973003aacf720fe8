// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpcall.h"
#include "net/httppool.h"
#include "net/resolver.h"

#include <QSet>

namespace Net {

struct HttpCallerOptions {
    TlsPolicy tls;
    QByteArray userAgent = "Postrider/" POSTRIDER_VERSION;
    HttpDeadlines deadlines;
    AddressLookup lookup = &lookUpAddresses;
};

/**
 * Makes calls to hosts that users named. Each call looks up all addresses of the host and is refused
 * if one of them may not be called. It connects to an address that was checked, under the name of the
 * host (Host field, certificate). A name that resolves to another address a moment later has thus no
 * effect. There are no redirections, cookies, proxies, caches or decompression. Any number of calls
 * run at once; the code that makes them limits the number.
 *
 * Connections are kept for a few seconds. A request on a kept one that was closed before the first
 * byte of an answer is sent once more on a new one; no other request is repeated.
 *
 * Lives on one thread with an event loop. Every call ends: abortAll() ends them at once.
 */
class HttpCaller : public QObject
{
public:
    explicit HttpCaller(HttpCallerOptions options, QObject *parent = nullptr);
    ~HttpCaller() override;

    /**
     * BadRequest: URL or header that may not be sent, host that may not be called (nothing was
     * sent); Unreachable, Timeout, Tls, Certificate, Protocol; Cancelled. Otherwise the answer,
     * whatever its status. This object outlives the call.
     */
    QCoro::Task<Result<HttpAnswer>> call(HttpCall call);

    /// The checked addresses that call() would use now for this URL and this HttpCall::shareOf. Errors as
    /// of call().
    QCoro::Task<Result<QList<QHostAddress>>> resolve(QUrl url, Networks opened, qint64 shareOf);

    void abortAll(); ///< also all later calls

private:
    using Addresses = Result<QList<QHostAddress>>;
    struct Try;

    QCoro::Task<Addresses> resolveWithin(QUrl url, Networks opened, qint64 shareOf,
                                         std::chrono::milliseconds deadline);
    QCoro::Task<Addresses> lookUp(QString host, qint64 shareOf, std::chrono::milliseconds deadline);
    QCoro::Task<std::optional<Result<HttpAnswer>>> askKept(HttpPeer peer, HttpRequest request);
    QCoro::Task<Try> askNew(HttpPeer peer, HttpRequest request);

    const HttpCallerOptions m_options;
    Resolver m_resolver;
    HttpPool m_pool;
    QSet<HttpConnection *> m_running; ///< they live in the coroutines
    bool m_isStopping = false;
};

} // namespace Net
