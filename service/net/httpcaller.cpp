// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/httpcaller.h"

#include "net/publicaddress.h"

#include <QDeadlineTimer>
#include <QNetworkProxy>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Net {

namespace {

constexpr int lookupsAtOnce = 8;

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

QByteArray asciiHost(const QUrl &url)
{
    const QByteArray ace = QUrl::toAce(url.host());
    return ace.isEmpty() ? url.host().toLatin1() : ace; // empty for IPv6
}

} // namespace

HttpCaller::HttpCaller(HttpCallerOptions options, QObject *parent)
    : QObject(parent), m_options(std::move(options))
{
    m_lookups.setMaxThreadCount(lookupsAtOnce);
}

HttpCaller::~HttpCaller()
{
    abortAll();
}

void HttpCaller::abortAll()
{
    m_isStopping = true;
    for (const Async::Completion<Addresses> &waiting : std::exchange(m_resolving, {}))
        waiting.finish(cancelled());
    while (!m_running.isEmpty()) {
        HttpExchange *exchange = *m_running.begin();
        m_running.remove(exchange);
        exchange->abort(cancelled());
    }
}

QCoro::Task<Result<HttpAnswer>> HttpCaller::call(HttpCall call)
{
    const bool hasOwnTime = call.timeout.count() > 0;
    const QDeadlineTimer total(hasOwnTime ? call.timeout : m_options.deadlines.total);
    const Result<void> valid = checked(call);
    if (!valid)
        co_return valid.error();
    const Addresses addresses = co_await resolve(call.url, call.opened);
    if (!addresses)
        co_return addresses.error();
    for (qsizetype i = 0;; ++i) {
        if (m_isStopping)
            co_return cancelled();
        HttpDeadlines deadlines = m_options.deadlines;
        deadlines.total = std::chrono::milliseconds(total.remainingTime());
        HttpExchange exchange(call.mostAnswer);
        m_running.insert(&exchange);
        Result<HttpAnswer> answer = co_await exchange.run(post(call, addresses->at(i)), deadlines);
        m_running.remove(&exchange);
        const bool isUnreachable = !answer && !exchange.wasConnected()
            && (answer.error().code == Error::Code::Unreachable
                || answer.error().code == Error::Code::Timeout);
        if (!isUnreachable || i + 1 == addresses->size() || total.hasExpired())
            co_return answer;
    }
}

QCoro::Task<HttpCaller::Addresses> HttpCaller::resolve(QUrl url, Networks opened)
{
    const Addresses found = co_await lookUp(url.host());
    if (!found)
        co_return found;
    const bool isAllowed = std::ranges::all_of(
        *found, [&opened](const QHostAddress &address) { return mayBeCalled(address, opened); });
    if (!isAllowed)
        co_return Error{ Error::Code::BadRequest,
                         u"%1 has an address that is not public."_s.arg(url.host()) };
    co_return found;
}

QCoro::Task<HttpCaller::Addresses> HttpCaller::lookUp(QString host)
{
    if (m_isStopping)
        co_return cancelled();
    if (QHostAddress literal; literal.setAddress(host))
        co_return QList<QHostAddress>{ literal };
    Async::Completion<Addresses> done;
    done.finishAfter(
        m_options.deadlines.lookup, this,
        Error{ Error::Code::Timeout, u"The look-up of %1 took too long."_s.arg(host) });
    const Async::Home home;
    m_lookups.start([lookup = m_options.lookup, host, done, home] {
        const Addresses found = lookup(host);
        home.post([done, found] { done.finish(found); });
    });
    m_resolving.removeIf([](const auto &waiting) { return waiting.isFinished(); });
    m_resolving.append(done);
    Addresses found = co_await done;
    co_return found;
}

QNetworkReply *HttpCaller::post(const HttpCall &call, const QHostAddress &address)
{
    QUrl url = call.url;
    url.setHost(address.toString()); // with brackets where it is IPv6
    QNetworkRequest request(url);
    const QByteArray host = asciiHost(call.url);
    const int port = call.url.port();
    const QByteArray bracketed = host.contains(':') ? '[' + host + ']' : host;
    request.setRawHeader("Host", port < 0 ? bracketed : bracketed + ':' + QByteArray::number(port));
    request.setPeerVerifyName(QString::fromLatin1(host));
    request.setRawHeader("User-Agent", m_options.userAgent);
    request.setRawHeader("Accept-Language", "*");
    for (const auto &[name, value] : call.headers)
        request.setRawHeader(name, value);
    request.setRawHeader("Accept-Encoding", "identity"); // else Qt would decompress
    request.setSslConfiguration(m_options.tls.configuration());
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute,
                         QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    for (const auto attribute :
         { QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::CookieSaveControlAttribute,
           QNetworkRequest::AuthenticationReuseAttribute })
        request.setAttribute(attribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute,
                         QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    return network().post(request, call.body);
}

QNetworkAccessManager &HttpCaller::network()
{
    if (!m_network) {
        m_network = new QNetworkAccessManager(this);
        m_network->setProxy(QNetworkProxy::NoProxy);
    }
    return *m_network;
}

} // namespace Net
