// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/httpcaller.h"

#include "net/publicaddress.h"
#include "net/requestwriter.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Net {

namespace {

Error cancelled()
{
    return { Error::Code::Cancelled, u"The call was cancelled."_s };
}

Result<void> checked(const HttpCall &call)
{
    const Result<QUrl> url = callUrl(call.url.toString(QUrl::FullyEncoded));
    if (!url)
        return Error{ url.error().code, u"The URL "_s + url.error().message + u'.' };
    for (const auto &[name, value] : call.headers) {
        if (!isHeaderName(name) || !isHeaderValue(value))
            return Error{ Error::Code::BadRequest, u"A header is not allowed."_s };
    }
    return {};
}

HttpPeer peerOf(const QUrl &url, const QHostAddress &address)
{
    const bool isTls = url.scheme() == u"https";
    return { isTls, asciiHost(url), address, quint16(url.port(isTls ? 443 : 80)) };
}

std::chrono::milliseconds left(const QDeadlineTimer &until)
{
    return std::chrono::milliseconds(until.remainingTime());
}

} // namespace

/** The result of the call to one address. */
struct HttpCaller::Try {
    Result<HttpAnswer> answer = cancelled();
    bool wasConnected = false;
};

HttpCaller::HttpCaller(HttpCallerOptions options, QObject *parent)
    : QObject(parent), m_options(std::move(options)),
      m_resolver({ .lookup = m_options.lookup }, this), m_pool(m_options.deadlines.idle, this)
{
}

HttpCaller::~HttpCaller()
{
    abortAll();
}

void HttpCaller::abortAll()
{
    m_isStopping = true;
    m_resolver.abortAll(cancelled());
    while (!m_running.isEmpty()) {
        HttpConnection *connection = *m_running.begin();
        m_running.remove(connection);
        connection->abort(cancelled());
    }
    m_pool.clear();
}

QCoro::Task<Result<HttpAnswer>> HttpCaller::call(HttpCall call)
{
    const bool hasOwnTime = call.timeout.count() > 0;
    const QDeadlineTimer until(hasOwnTime ? call.timeout : m_options.deadlines.total);
    CO_RETURN_IF_ERROR(checked(call));
    const Addresses addresses =
        co_await resolveWithin(call.url, call.opened, call.shareOf, left(until));
    CO_RETURN_IF_ERROR(addresses);
    const HttpRequest request{ requestBytes(call, m_options.userAgent), call.mostAnswer, until };
    for (qsizetype i = 0;; ++i) {
        const HttpPeer peer = peerOf(call.url, addresses->at(i));
        const auto kept = co_await askKept(peer, request);
        if (kept)
            co_return *kept;
        const Try tried = co_await askNew(peer, request);
        const bool isUnreachable = !tried.answer && !tried.wasConnected
            && (tried.answer.error().code == Error::Code::Unreachable
                || tried.answer.error().code == Error::Code::Timeout);
        if (!isUnreachable || i + 1 == addresses->size() || until.hasExpired())
            co_return tried.answer;
    }
}

QCoro::Task<HttpCaller::Addresses> HttpCaller::resolve(QUrl url, Networks opened, qint64 shareOf)
{
    Addresses found = co_await resolveWithin(url, opened, shareOf, m_options.deadlines.lookup);
    co_return found;
}

QCoro::Task<HttpCaller::Addresses> HttpCaller::resolveWithin(QUrl url, Networks opened,
                                                             qint64 shareOf,
                                                             std::chrono::milliseconds deadline)
{
    const Addresses found =
        co_await lookUp(url.host(), shareOf, std::min(deadline, m_options.deadlines.lookup));
    if (!found)
        co_return found;
    const bool isAllowed = std::ranges::all_of(
        *found, [&opened](const QHostAddress &address) { return mayBeCalled(address, opened); });
    if (!isAllowed)
        co_return Error{ Error::Code::BadRequest,
                         u"%1 has an address that is not public."_s.arg(url.host()) };
    co_return found;
}

QCoro::Task<HttpCaller::Addresses> HttpCaller::lookUp(QString host, qint64 shareOf,
                                                      std::chrono::milliseconds deadline)
{
    if (m_isStopping)
        co_return cancelled();
    if (QHostAddress literal; literal.setAddress(host))
        co_return QList<QHostAddress>{ literal };
    Addresses found = co_await m_resolver.lookUp(host, shareOf, deadline);
    co_return found;
}

/// Nothing: no connection to this peer is kept, or it had ended before the request was answered.
QCoro::Task<std::optional<Result<HttpAnswer>>> HttpCaller::askKept(HttpPeer peer,
                                                                   HttpRequest request)
{
    std::unique_ptr<HttpConnection> connection = m_pool.take(peer);
    if (!connection || m_isStopping)
        co_return std::nullopt;
    m_running.insert(connection.get());
    const Result<HttpAnswer> answer = co_await connection->post(std::move(request));
    if (!m_running.remove(connection.get())) // abortAll() has removed it
        co_return answer;
    if (!answer && connection->wasClosedUnanswered())
        co_return std::nullopt;
    m_pool.put(std::move(connection));
    co_return answer;
}

QCoro::Task<HttpCaller::Try> HttpCaller::askNew(HttpPeer peer, HttpRequest request)
{
    if (m_isStopping)
        co_return Try{};
    auto connection =
        std::make_unique<HttpConnection>(std::move(peer), m_options.tls, m_options.deadlines);
    m_running.insert(connection.get());
    const Result<void> opened = co_await connection->open(request.until);
    if (!opened) {
        m_running.remove(connection.get());
        co_return Try{ opened.error(), connection->wasConnected() };
    }
    Result<HttpAnswer> answer = co_await connection->post(std::move(request));
    if (m_running.remove(connection.get()))
        m_pool.put(std::move(connection));
    co_return Try{ std::move(answer), true };
}

} // namespace Net
