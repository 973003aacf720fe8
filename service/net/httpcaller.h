// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpexchange.h"
#include "net/resolver.h"
#include "net/tlspolicy.h"

#include <QHostAddress>
#include <QNetworkAccessManager>
#include <QPointer>
#include <QSet>
#include <QThreadPool>

namespace Net {

struct HttpCallerOptions {
    TlsPolicy tls;
    QByteArray userAgent = "Postrider/" POSTRIDER_VERSION;
    HttpDeadlines deadlines;
    AddressLookup lookup = &lookUpAddresses;
};

/**
 * Makes calls to hosts that users named, and only to those that they may name: every address of the
 * host is looked up at each call, one that may not be called refuses the call, and the connection
 * goes to an address that was checked (Host and the certificate's name stay the host's), so that a
 * name that changes meanwhile changes nothing. No redirections, cookies, proxies, caches, nothing
 * decompressed. Any number of calls at once; whoever calls bounds them.
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
     * sent); Unreachable, Timeout, Tls, Certificate, Protocol; Cancelled. Otherwise what was
     * answered, whatever its status. This object outlives the call.
     */
    QCoro::Task<Result<HttpAnswer>> call(HttpCall call);

    /// Where a call to this URL could go, as call() would find out now; errors as there.
    QCoro::Task<Result<QList<QHostAddress>>> resolve(QUrl url, Networks opened);

    void abortAll(); ///< also those that are called afterwards

private:
    using Addresses = Result<QList<QHostAddress>>;

    QCoro::Task<Addresses> lookUp(QString host);
    QNetworkReply *post(const HttpCall &call, const QHostAddress &address);
    QNetworkAccessManager &network();

    const HttpCallerOptions m_options;
    QNetworkAccessManager *m_network = nullptr; ///< made on the thread that calls
    QThreadPool m_lookups;
    QSet<HttpExchange *> m_running; ///< they live in the coroutines
    QList<Async::Completion<Addresses>> m_resolving;
    bool m_isStopping = false;
};

} // namespace Net
