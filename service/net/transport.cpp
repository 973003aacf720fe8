// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/transport.h"

#include "net/proxytunnel.h"
#include "net/publicaddress.h"

#include <QDeadlineTimer>
#include <QHostInfo>
#include <QPointer>
#include <QUrl>

#include <algorithm>

namespace Net {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// If more addresses are left to try, one that does not answer must not use up the whole time.
constexpr std::chrono::milliseconds perAddress = 10s;

Error cancelled()
{
    return { Error::Code::Cancelled, u"Postrider closed the connection."_s };
}

QString asciiHost(const QString &host)
{
    const QByteArray ace = QUrl::toAce(host);
    return ace.isEmpty() ? host : QString::fromLatin1(ace);
}

} // namespace

Transport::Transport(TlsPolicy policy, TransportOptions options, QObject *parent)
    : QObject(parent), m_policy(std::move(policy)), m_options(options)
{
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        fail({ Error::Code::Timeout, u"%1 did not answer in time."_s.arg(peerName()) });
    });
}

Transport::~Transport()
{
    abort(cancelled());
}

QCoro::Task<Result<void>> Transport::connectTo(Endpoint endpoint)
{
    m_endpoint = std::move(endpoint);
    m_ended.reset();
    m_peerKey.clear();
    m_peerCertificate.clear();
    const QDeadlineTimer total(m_options.connectTimeout);
    startDeadline(m_options.connectTimeout);
    const Proxy proxy = m_endpoint.proxy;
    m_isTunnelling = proxy.isSet();
    CO_RETURN_IF_ERROR(mayBeAskedFor());
    const QString nearest = m_isTunnelling ? proxy.host : m_endpoint.host;
    const Addresses addresses = co_await resolve(nearest);
    CO_RETURN_IF_ERROR(addresses);

    const bool tls = resolved(m_endpoint.security, m_endpoint.port) == Security::Tls;
    qsizetype left = addresses->size();
    for (const QHostAddress &address : *addresses) {
        const std::chrono::milliseconds rest(total.remainingTime());
        startDeadline(--left > 0 ? std::min(rest, perAddress) : rest);
        const Result<void> connected = co_await connectOnce(address, tls && !m_isTunnelling);
        if (connected && m_isTunnelling) {
            const std::chrono::milliseconds time(total.remainingTime());
            Result<void> through = co_await connectThrough(tls, time);
            co_return through;
        }
        if (connected)
            co_return connected;
        const bool tryNext = connected.error().code == Error::Code::Unreachable
            || connected.error().code == Error::Code::Timeout;
        // After Cancelled this object may be in its destructor.
        if (!tryNext || left == 0 || total.hasExpired())
            co_return connected;
    }
    co_return Error{ Error::Code::Unreachable, u"The host has no address."_s };
}

// The proxy looks the name up, but addresses that we never connect to must not be reached through it
// either.
Result<void> Transport::mayBeAskedFor() const
{
    if (!m_isTunnelling || mayProxyReach(asciiHost(m_endpoint.host), m_options.allowPrivate))
        return {};
    return Error{ Error::Code::Unreachable,
                  u"%1 has an address that is not allowed for mail servers."_s.arg(
                      m_endpoint.host) };
}

// Called when the proxy is connected: connects through it to the server, then starts TLS with the server.
QCoro::Task<Result<void>> Transport::connectThrough(bool tls, std::chrono::milliseconds time)
{
    QCoro::Task<Result<void>> tunnel =
        openTunnel(this, m_endpoint.proxy, asciiHost(m_endpoint.host), m_endpoint.port, time);
    const Result<void> opened = co_await tunnel;
    m_deadline.stop();
    m_isTunnelling = false;
    if (!opened) {
        if (opened.error().code != Error::Code::Cancelled) // then this may be in its destructor
            abort(opened.error());
        co_return opened;
    }
    if (tls) {
        Result<void> encrypted = co_await startTls();
        co_return encrypted;
    }
    // Bytes that the server has sent already are for the handler. It is called later, when the caller has
    // the connection.
    if (m_readable && bytesAvailable() > 0)
        QMetaObject::invokeMethod(this, &Transport::onReadyRead, Qt::QueuedConnection);
    co_return Result<void>();
}

QString Transport::peerName() const
{
    return m_isTunnelling ? u"The proxy %1"_s.arg(m_endpoint.proxy.host) : m_endpoint.host;
}

QCoro::Task<Transport::Addresses> Transport::resolve(QString host)
{
    const auto resolving = m_resolving.emplace();
    if (!m_isTunnelling && !m_endpoint.addresses.isEmpty()) {
        m_resolving.reset();
        resolving.finish(m_endpoint.addresses);
    } else if (QHostAddress literal; literal.setAddress(host)) {
        m_resolving.reset();
        resolving.finish(QList<QHostAddress>{ literal });
    } else {
        m_phase = Phase::Resolving;
        m_lookup = QHostInfo::lookupHost(host, this, [this](const QHostInfo &info) {
            m_lookup = -1;
            if (const auto waiting = std::exchange(m_resolving, {})) {
                m_phase = Phase::Closed;
                waiting->finish(info.addresses());
            }
        });
    }
    const Addresses found = co_await resolving;
    if (!found)
        co_return found;
    QList<QHostAddress> allowed;
    for (const QHostAddress &address : *found) {
        if (isMailServerAllowed(address, m_options.allowPrivate))
            allowed.append(address);
    }
    if (found->isEmpty())
        co_return Error{ Error::Code::Unreachable, u"%1 has no address."_s.arg(host) };
    if (allowed.isEmpty())
        co_return Error{ Error::Code::Unreachable,
                         u"%1 has an address that is not allowed for mail servers."_s.arg(host) };
    co_return allowed;
}

QCoro::Task<Result<void>> Transport::connectOnce(QHostAddress address, bool tls)
{
    makeSocket();
    m_ended.reset();
    m_phase = Phase::Connecting;
    const Step step = m_step.emplace();
    const QString name = asciiHost(m_endpoint.host);
    if (tls) {
        m_socket->connectToHostEncrypted(address.toString(), m_endpoint.port, name);
    } else {
        m_socket->setPeerVerifyName(name);
        m_socket->connectToHost(address.toString(),
                                m_isTunnelling ? m_endpoint.proxy.port : m_endpoint.port);
    }
    const Result<void> connected = co_await step;
    co_return connected;
}

QCoro::Task<Result<void>> Transport::startTls()
{
    if (!m_socket || m_phase != Phase::Open)
        co_return m_ended.value_or(cancelled());
    if (bytesAvailable() > 0) {
        const Error injected{ Error::Code::Tls,
                              u"%1 sent data before the TLS handshake."_s.arg(m_endpoint.host) };
        abort(injected);
        co_return injected;
    }
    m_phase = Phase::Handshake;
    const Step step = m_step.emplace();
    startDeadline(m_options.connectTimeout);
    m_socket->startClientEncryption();
    const Result<void> encrypted = co_await step;
    co_return encrypted;
}

void Transport::setHandlers(std::function<void()> readable, std::function<void(Error)> closed)
{
    m_readable = std::move(readable);
    m_closed = std::move(closed);
    if (m_readable && bytesAvailable() > 0)
        onReadyRead();
}

qint64 Transport::read(char *to, qint64 size)
{
    if (!m_socket || !hasTurn())
        return 0;
    const qint64 got = std::max<qint64>(0, m_socket->read(to, size));
    m_turnRead += got;
    return got;
}

// A turn lasts until the event loop calls nextTurn(), however often readyRead() is emitted before: TLS
// emits it for every 4 KiB. The queued call does not delay other sockets, because a round of the event
// loop sends only the events that were posted before the round began.
bool Transport::hasTurn()
{
    if (!m_turn.isValid()) {
        m_turn.start();
        m_turnRead = 0;
        QMetaObject::invokeMethod(this, &Transport::nextTurn, Qt::QueuedConnection);
    }
    m_isTurnOver = m_isTurnOver || m_turnRead >= TransportOptions::turnBytes
        || m_turn.hasExpired(TransportOptions::turnTime.count());
    return !m_isTurnOver;
}

void Transport::nextTurn()
{
    m_turn.invalidate();
    if (!std::exchange(m_isTurnOver, false) || m_phase != Phase::Open)
        return;
    const QPointer<Transport> self(this);
    onReadyRead();
    if (self && m_ending && m_phase == Phase::Open && !m_isTurnOver)
        fail(*m_ending);
}

qint64 Transport::bytesAvailable() const
{
    return m_socket ? m_socket->bytesAvailable() : 0;
}

QCoro::Task<Result<QByteArray>> Transport::readLine(qsizetype limit,
                                                    std::chrono::milliseconds deadline)
{
    const QDeadlineTimer until(deadline);
    for (;;) {
        if (m_socket && m_socket->canReadLine()) {
            QByteArray line = m_socket->readLine(limit + 3);
            if (line.endsWith('\n')) {
                line.chop(line.endsWith("\r\n") ? 2 : 1);
                if (line.size() <= limit)
                    co_return line;
            }
        }
        if (bytesAvailable() > limit + 1 || (m_socket && m_socket->canReadLine())) {
            const Error tooLong{ Error::Code::Protocol,
                                 u"%1 sent a line that is too long."_s.arg(m_endpoint.host) };
            abort(tooLong);
            co_return tooLong;
        }
        const Result<void> more =
            co_await waitForBytes(std::chrono::milliseconds(until.remainingTime()));
        CO_RETURN_IF_ERROR(more);
    }
}

QCoro::Task<Result<QByteArray>> Transport::readBytes(qsizetype count,
                                                     std::chrono::milliseconds deadline)
{
    const QDeadlineTimer until(deadline);
    QByteArray bytes;
    for (;;) {
        if (m_socket)
            bytes += m_socket->read(count - bytes.size());
        if (bytes.size() == count)
            co_return bytes;
        const Result<void> more =
            co_await waitForBytes(std::chrono::milliseconds(until.remainingTime()));
        CO_RETURN_IF_ERROR(more);
    }
}

QCoro::Task<Result<void>> Transport::hear(std::chrono::milliseconds deadline)
{
    if (bytesAvailable() > 0)
        co_return Result<void>();
    Result<void> heard = co_await waitForBytes(deadline);
    co_return heard;
}

QCoro::Task<Result<void>> Transport::waitForBytes(std::chrono::milliseconds deadline)
{
    if (!m_socket || m_phase != Phase::Open)
        co_return m_ended.value_or(cancelled());
    const Step step = m_step.emplace();
    startDeadline(deadline);
    const Result<void> ready = co_await step;
    co_return ready;
}

void Transport::write(const QByteArray &bytes)
{
    if (m_socket && m_phase == Phase::Open)
        m_socket->write(bytes);
}

qint64 Transport::unsentBytes() const
{
    return m_socket ? m_socket->bytesToWrite() + m_socket->encryptedBytesToWrite() : 0;
}

QCoro::Task<Result<void>> Transport::drain(qint64 most, std::chrono::milliseconds silence)
{
    while (unsentBytes() > most && (m_readable || bytesAvailable() == 0)) {
        m_isDraining = true;
        const Result<void> progress = co_await waitForBytes(silence);
        CO_RETURN_IF_ERROR(progress);
        m_isDraining = false;
    }
    if (!m_socket || m_phase != Phase::Open)
        co_return m_ended.value_or(cancelled());
    co_return Result<void>();
}

bool Transport::isEncrypted() const
{
    return m_socket && m_socket->isEncrypted();
}

void Transport::abort(Error why)
{
    if (m_lookup >= 0)
        QHostInfo::abortHostLookup(std::exchange(m_lookup, -1));
    m_closed = {};
    dropSocket();
    fail(std::move(why));
}

void Transport::makeSocket()
{
    dropSocket();
    m_socket = new QSslSocket;
    m_socket->setSslConfiguration(m_policy.configuration());
    m_socket->setReadBufferSize(TransportOptions::mostUnread);
    connect(m_socket, &QSslSocket::connected, this, &Transport::onConnected);
    connect(m_socket, &QSslSocket::encrypted, this, &Transport::onEncrypted);
    connect(m_socket, &QSslSocket::readyRead, this, &Transport::onReadyRead);
    connect(m_socket, &QSslSocket::bytesWritten, this, &Transport::onBytesWritten);
    connect(m_socket, &QSslSocket::encryptedBytesWritten, this, &Transport::onBytesWritten);
    connect(m_socket, &QSslSocket::sslErrors, this, &Transport::onSslErrors);
    connect(m_socket, &QSslSocket::errorOccurred, this, &Transport::onFailed);
    connect(m_socket, &QSslSocket::disconnected, this,
            [this] { onFailed(QAbstractSocket::RemoteHostClosedError); });
}

// Also called from the socket's own signals, where neither delete nor abort() is safe.
void Transport::dropSocket()
{
    if (!m_socket)
        return;
    m_socket->disconnect(this);
    std::exchange(m_socket, nullptr)->deleteLater();
}

void Transport::startDeadline(std::chrono::milliseconds time)
{
    m_deadline.start(std::max(time, 0ms));
}

void Transport::finishStep(Result<void> result)
{
    m_deadline.stop();
    if (const auto step = std::exchange(m_step, {}))
        step->finish(std::move(result)); // may delete this object
}

void Transport::onConnected()
{
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_socket->setSocketOption(QAbstractSocket::KeepAliveOption, 1);
    if (!m_isTunnelling && resolved(m_endpoint.security, m_endpoint.port) == Security::Tls) {
        m_phase = Phase::Handshake;
        return;
    }
    m_phase = Phase::Open;
    finishStep({});
}

void Transport::onEncrypted()
{
    const QSslCertificate certificate = m_socket->peerCertificate();
    m_peerCertificate = certificate;
    m_peerKey = keyFingerprint(certificate);
    if (!m_endpoint.tlsPin.isEmpty() && m_peerKey != m_endpoint.tlsPin)
        return fail(wrongPinError(m_endpoint.host, certificate));
    m_phase = Phase::Open;
    finishStep({});
}

void Transport::onSslErrors(const QList<QSslError> &problems)
{
    const QSslCertificate certificate = m_socket->peerCertificate();
    m_peerCertificate = certificate;
    m_peerKey = keyFingerprint(certificate);
    if (m_endpoint.tlsPin.isEmpty())
        return fail(certificateError(m_endpoint.host, certificate, problems));
    if (m_peerKey != m_endpoint.tlsPin)
        return fail(wrongPinError(m_endpoint.host, certificate));
    // The user accepted exactly this key for the account: the certificate's issuer, name and expiry do
    // not matter then.
    m_socket->ignoreSslErrors();
}

void Transport::onReadyRead()
{
    if (m_phase != Phase::Open)
        return;
    const bool isHandled = m_readable && !m_isTunnelling;
    if (m_step && !(m_isDraining && isHandled))
        return finishStep({});
    if (isHandled) {
        const auto readable = m_readable; // a copy: the handler may delete this object
        readable();
    } else if (bytesAvailable() >= TransportOptions::mostUnread) {
        fail({ Error::Code::Protocol,
               u"%1 sent too much data that was not requested."_s.arg(m_endpoint.host) });
        dropSocket();
    }
}

void Transport::onBytesWritten()
{
    if (m_isDraining && m_step && m_phase == Phase::Open)
        finishStep({});
}

void Transport::onFailed(QAbstractSocket::SocketError error)
{
    if (m_phase == Phase::Closed || m_ending)
        return;
    Error why = describe(error);
    if (m_phase == Phase::Open && m_readable && bytesAvailable() > 0) {
        m_ending = why; // what came before is read first, also where that takes several turns
        const QPointer<Transport> self(this);
        onReadyRead();
        if (!self || !m_socket || m_isTurnOver)
            return;
    }
    fail(std::move(why));
}

Error Transport::describe(QAbstractSocket::SocketError error) const
{
    const QString text = m_socket->errorString();
    if (m_phase == Phase::Handshake || error == QAbstractSocket::SslHandshakeFailedError)
        return { Error::Code::Tls,
                 u"The TLS handshake with %1 failed: %2."_s.arg(m_endpoint.host, text) };
    if (error == QAbstractSocket::SslInternalError) // a record that was changed on its way
        return { Error::Code::Tls,
                 u"The TLS connection to %1 broke: %2."_s.arg(m_endpoint.host, text) };
    if (m_phase == Phase::Open)
        return { Error::Code::Unreachable,
                 u"%1 closed the connection: %2."_s.arg(m_endpoint.host, text) };
    if (m_isTunnelling)
        return { Error::Code::Unreachable,
                 u"No connection to the proxy %1 port %2: %3."_s.arg(m_endpoint.proxy.host)
                     .arg(m_endpoint.proxy.port)
                     .arg(text) };
    return {
        Error::Code::Unreachable,
        u"No connection to %1 port %2: %3."_s.arg(m_endpoint.host).arg(m_endpoint.port).arg(text)
    };
}

void Transport::fail(Error why)
{
    m_deadline.stop();
    m_ending.reset();
    m_isDraining = false;
    const bool wasOpen = std::exchange(m_phase, Phase::Closed) == Phase::Open;
    if (!m_ended)
        m_ended = why;
    // Lines that came before the end may still be read by readLine().
    if (m_readable || !wasOpen || bytesAvailable() == 0)
        dropSocket();
    if (const auto resolving = std::exchange(m_resolving, {}))
        return resolving->finish(std::move(why));
    if (m_step)
        return finishStep(std::move(why));
    if (const auto closed = std::exchange(m_closed, {}); closed && wasOpen)
        closed(std::move(why));
}

} // namespace Net
