// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/httpconnection.h"

#include <QNetworkProxy>
#include <QSslCertificate>
#include <QSslConfiguration>

#include <array>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Net {

namespace {

/// The limit of bytes that Qt reads from the kernel before we take them.
constexpr qint64 mostUnread = 64 * 1024;

Error cancelled()
{
    return { Error::Code::Cancelled, u"The call was cancelled."_s };
}

} // namespace

HttpConnection::HttpConnection(HttpPeer peer, const TlsPolicy &tls, const HttpDeadlines &deadlines)
    : m_peer(std::move(peer)), m_tls(tls), m_deadlines(deadlines)
{
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, &HttpConnection::onTimeout);
}

HttpConnection::~HttpConnection()
{
    abort(cancelled());
}

QCoro::Task<Result<void>> HttpConnection::open(QDeadlineTimer until)
{
    m_until = until;
    m_phase = Phase::Connecting;
    makeSocket();
    const Async::Completion<Result<void>> opened = m_opening.emplace();
    startDeadline(m_deadlines.connect);
    m_socket->connectToHost(m_peer.address, m_peer.port);
    Result<void> result = co_await opened;
    co_return result;
}

QCoro::Task<Result<HttpAnswer>> HttpConnection::post(HttpRequest request)
{
    if (m_phase != Phase::Idle)
        co_return cancelled();
    m_until = request.until;
    m_phase = Phase::Asking;
    m_wasClosedUnanswered = false;
    m_reader.emplace(request.mostAnswer);
    const Async::Completion<Result<HttpAnswer>> answered = m_asking.emplace();
    startDeadline(m_deadlines.total);
    m_socket->write(request.bytes);
    request.bytes.clear();
    Result<HttpAnswer> answer = co_await answered;
    co_return answer;
}

void HttpConnection::abort(Error why)
{
    end(std::move(why));
}

void HttpConnection::makeSocket()
{
    if (m_peer.isTls) {
        auto *secured = new QSslSocket;
        secured->setSslConfiguration(m_tls.configuration());
        secured->setPeerVerifyName(host());
        connect(secured, &QSslSocket::encrypted, this, &HttpConnection::onEncrypted);
        connect(secured, &QSslSocket::sslErrors, this, &HttpConnection::onSslErrors);
        m_socket = secured;
    } else {
        m_socket = new QTcpSocket;
    }
    m_socket->setProxy(QNetworkProxy::NoProxy);
    m_socket->setReadBufferSize(mostUnread);
    connect(m_socket, &QTcpSocket::connected, this, &HttpConnection::onConnected);
    connect(m_socket, &QTcpSocket::readyRead, this, &HttpConnection::onReadyRead);
    connect(m_socket, &QTcpSocket::errorOccurred, this, &HttpConnection::onFailed);
    connect(m_socket, &QTcpSocket::disconnected, this,
            [this] { onFailed(QAbstractSocket::RemoteHostClosedError); });
}

// Also called from the socket's own signals, where neither delete nor abort() is safe. The event loop
// deletes the socket next, and bytes that the peer still sends are dropped.
void HttpConnection::dropSocket()
{
    m_phase = Phase::Closed;
    m_deadline.stop();
    if (!m_socket)
        return;
    m_socket->disconnect(this);
    std::exchange(m_socket, nullptr)->deleteLater();
}

/// Starts the timer for the end of this phase or of the whole call, whichever is earlier.
void HttpConnection::startDeadline(std::chrono::milliseconds phase)
{
    const QDeadlineTimer ofPhase(phase);
    m_deadline.start(std::chrono::milliseconds(std::min(ofPhase, m_until).remainingTime()));
}

void HttpConnection::onConnected()
{
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    if (!m_peer.isTls)
        return onEncrypted();
    m_phase = Phase::Handshake;
    startDeadline(m_deadlines.tls);
    static_cast<QSslSocket *>(m_socket)->startClientEncryption();
}

void HttpConnection::onEncrypted()
{
    m_wasConnected = true;
    m_phase = Phase::Idle;
    m_deadline.stop();
    if (const auto opening = std::exchange(m_opening, {}))
        opening->finish({}); // may delete this object
}

void HttpConnection::onSslErrors(const QList<QSslError> &problems)
{
    const QSslCertificate certificate = static_cast<QSslSocket *>(m_socket)->peerCertificate();
    end(certificateError(host(), certificate, problems));
}

/// Reads the bytes that have arrived, up to the end of the answer.
void HttpConnection::readAnswer()
{
    std::array<char, 16 * 1024> piece;
    while (!m_reader->isOver()) {
        const qint64 got = m_socket->read(piece.data(), qint64(piece.size()));
        if (got <= 0)
            return;
        const qsizetype used = m_reader->take({ piece.data(), qsizetype(got) });
        if (m_reader->isOver() && (used < got || m_socket->bytesAvailable() > 0))
            m_reader->takeEnd(); // bytes after the answer: no further request is sent here
    }
}

void HttpConnection::onReadyRead()
{
    if (m_phase == Phase::Idle) // bytes without a request: the connection is not usable
        return end(cancelled());
    if (m_phase != Phase::Asking)
        return;
    readAnswer();
    if (m_reader->isOver())
        finishAnswer(broken());
}

void HttpConnection::onFailed(QAbstractSocket::SocketError error)
{
    const Error why = describe(error);
    if (m_phase != Phase::Asking)
        return end(why);
    readAnswer(); // the bytes that came before the end
    const bool isEnd = error == QAbstractSocket::RemoteHostClosedError;
    m_wasClosedUnanswered = isEnd && !m_reader->hasBegun();
    const Error result = m_reader->isOver() ? broken() : why;
    if (isEnd)
        m_reader->takeEnd();
    finishAnswer(result);
}

void HttpConnection::onTimeout()
{
    const Error late{ Error::Code::Timeout, u"%1 did not answer in time."_s.arg(host()) };
    if (m_phase == Phase::Asking)
        finishAnswer(late);
    else
        end(late);
}

/// Ends the call with the answer as far as it was read, if its head is complete; otherwise with `why`.
void HttpConnection::finishAnswer(Error why)
{
    if (!m_reader->hasHead())
        return end(std::move(why));
    const HttpAnswer answer = m_reader->answer();
    const bool isSent = m_socket->bytesToWrite() == 0; // false: the answer came too early
    if (m_reader->mayGoOn() && isSent && m_socket->state() == QTcpSocket::ConnectedState) {
        m_phase = Phase::Idle;
        m_deadline.stop();
    } else {
        dropSocket();
    }
    m_reader.reset();
    if (const auto asking = std::exchange(m_asking, {}))
        asking->finish(answer); // may delete this object
}

void HttpConnection::end(Error why)
{
    dropSocket();
    if (const auto opening = std::exchange(m_opening, {}))
        opening->finish(std::move(why)); // may delete this object
    else if (const auto asking = std::exchange(m_asking, {}))
        asking->finish(std::move(why)); // may delete this object
}

/// Why the reader refused the answer.
Error HttpConnection::broken() const
{
    if (!m_reader->isHttp()) // treated as a host without a web server
        return { Error::Code::Unreachable, u"%1 did not answer with HTTP."_s.arg(host()) };
    if (m_reader->isTooLong())
        return { Error::Code::Protocol,
                 u"The HTTP headers in the answer of %1 are too long."_s.arg(host()) };
    return { Error::Code::Protocol, u"%1 sent an invalid HTTP answer."_s.arg(host()) };
}

Error HttpConnection::describe(QAbstractSocket::SocketError error) const
{
    switch (error) {
    case QAbstractSocket::ConnectionRefusedError:
        return { Error::Code::Unreachable, u"%1 refused the connection."_s.arg(host()) };
    case QAbstractSocket::RemoteHostClosedError:
        return { Error::Code::Unreachable, u"%1 closed the connection."_s.arg(host()) };
    case QAbstractSocket::SslHandshakeFailedError:
    case QAbstractSocket::SslInternalError:
        return { Error::Code::Tls,
                 u"The TLS handshake with %1 failed: %2."_s.arg(host(), m_socket->errorString()) };
    default:
        return { Error::Code::Unreachable, u"The connection to %1 failed."_s.arg(host()) };
    }
}

} // namespace Net
