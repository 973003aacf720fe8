// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/httpexchange.h"

#include "net/tlspolicy.h"

#include <QSslCertificate>
#include <QSslConfiguration>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Net {

HttpExchange::~HttpExchange()
{
    abort({ Error::Code::Cancelled, u"The call was cancelled."_s });
}

QCoro::Task<Result<HttpAnswer>> HttpExchange::run(QNetworkReply *reply, HttpDeadlines deadlines)
{
    m_reply = reply;
    m_host = reply->request().peerVerifyName();
    reply->setReadBufferSize(m_mostAnswer + 1);
    connect(reply, &QNetworkReply::socketStartedConnecting, this,
            [this, deadlines] { onConnecting(deadlines); });
    connect(reply, &QNetworkReply::encrypted, this, &HttpExchange::onConnected);
    connect(reply, &QNetworkReply::requestSent, this, &HttpExchange::onConnected);
    connect(reply, &QNetworkReply::uploadProgress, this, [this](qint64 sent) {
        if (sent > 0)
            onConnected();
    });
    connect(reply, &QNetworkReply::readyRead, this, &HttpExchange::onReadyRead);
    connect(reply, &QNetworkReply::finished, this, &HttpExchange::onFinished);
    connect(reply, &QNetworkReply::sslErrors, this, &HttpExchange::onSslErrors);
    for (QTimer *timer : { &m_phase, &m_total }) {
        timer->setSingleShot(true);
        connect(timer, &QTimer::timeout, this, [this] {
            if (hasStatus())
                return end(answer(true));
            end(Error{ Error::Code::Timeout, u"%1 did not answer in time."_s.arg(m_host) });
        });
    }
    m_total.start(deadlines.total);
    Result<HttpAnswer> result = co_await m_done;
    co_return result;
}

void HttpExchange::abort(Error why)
{
    end(std::move(why));
}

// Qt tells of no moment between TCP and TLS, so they share their time.
void HttpExchange::onConnecting(HttpDeadlines deadlines)
{
    const bool isTls = m_reply->url().scheme() == u"https";
    m_phase.start(deadlines.connect + (isTls ? deadlines.tls : 0ms));
}

void HttpExchange::onConnected()
{
    m_isConnected = true;
    m_phase.stop();
}

void HttpExchange::onReadyRead()
{
    onConnected();
    m_body += m_reply->read(m_mostAnswer + 1 - m_body.size());
    if (m_body.size() > m_mostAnswer && hasStatus())
        end(answer(true));
}

void HttpExchange::onFinished()
{
    m_body += m_reply->read(m_mostAnswer + 1 - m_body.size());
    if (!hasStatus())
        return end(describe());
    // Below 200 they tell that the answer broke off; the error of a 404 is just the 404.
    const bool isWhole = m_reply->error() == QNetworkReply::NoError || m_reply->error() > 200;
    end(answer(!isWhole || m_body.size() > m_mostAnswer));
}

void HttpExchange::onSslErrors(const QList<QSslError> &problems)
{
    const QSslCertificate certificate = m_reply->sslConfiguration().peerCertificate();
    m_certificateError = certificateError(m_host, certificate, problems);
}

// Also called from the reply's own signals, where it must not be deleted.
void HttpExchange::end(Result<HttpAnswer> result)
{
    m_phase.stop();
    m_total.stop();
    if (QNetworkReply *reply = std::exchange(m_reply, nullptr)) {
        reply->disconnect(this);
        reply->abort();
        reply->deleteLater();
    }
    const auto done = m_done;
    done.finish(std::move(result)); // may end this object
}

bool HttpExchange::hasStatus() const
{
    return m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).isValid();
}

HttpAnswer HttpExchange::answer(bool isCut) const
{
    HttpAnswer answer;
    answer.status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    for (const QNetworkReply::RawHeaderPair &header : m_reply->rawHeaderPairs())
        answer.headers.append({ header.first.toLower(), header.second });
    answer.body = m_body.first(std::min(m_body.size(), m_mostAnswer));
    answer.isCut = isCut;
    return answer;
}

Error HttpExchange::describe() const
{
    if (m_certificateError)
        return *m_certificateError;
    switch (m_reply->error()) {
    case QNetworkReply::ConnectionRefusedError:
        return { Error::Code::Unreachable, u"%1 refused the connection."_s.arg(m_host) };
    case QNetworkReply::RemoteHostClosedError:
        return { Error::Code::Unreachable, u"%1 closed the connection."_s.arg(m_host) };
    case QNetworkReply::TimeoutError:
        return { Error::Code::Timeout, u"%1 did not answer in time."_s.arg(m_host) };
    case QNetworkReply::SslHandshakeFailedError:
        return { Error::Code::Tls,
                 u"The TLS handshake with %1 failed: %2."_s.arg(m_host, m_reply->errorString()) };
    default:
        break;
    }
    if (m_isConnected)
        return { Error::Code::Protocol, u"%1 did not answer in HTTP."_s.arg(m_host) };
    return { Error::Code::Unreachable, u"There is no connection to %1."_s.arg(m_host) };
}

} // namespace Net
