// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/connection.h"

#include "http/engine.h"
#include "http/monotonic.h"

#include <QSslSocket>

#include <algorithm>
#include <array>

namespace Http {

namespace {

constexpr qint64 lingerBytes = 64 * 1024 * 1024; ///< limit of discarded input before closing
constexpr qint64 streamBytes = 1024 * 1024;      ///< limit of discarded input during a stream

} // namespace

Connection::Connection(Engine &engine, QTcpSocket *socket, QHostAddress peer, quint64 id)
    : QObject(&engine), m_engine(engine), m_socket(socket), m_peer(std::move(peer)), m_id(id),
      m_outlet(socket), m_reader(engine.limits()), m_sinceMs(monotonicMs())
{
    socket->setParent(this);
    connect(socket, &QTcpSocket::readyRead, this, &Connection::onReadyRead);
    connect(socket, &QTcpSocket::bytesWritten, this, &Connection::onBytesWritten);
    connect(socket, &QTcpSocket::disconnected, this, &Connection::abort);
}

Connection::~Connection() = default;

void Connection::start(const std::optional<QSslConfiguration> &tls)
{
    if (!tls) {
        ready();
        return;
    }
    m_isTls = true;
    auto *const socket = static_cast<QSslSocket *>(m_socket);
    connect(socket, &QSslSocket::encrypted, this, &Connection::ready);
    connect(socket, &QSslSocket::encryptedBytesWritten, this, &Connection::onBytesWritten);
    connect(socket, &QSslSocket::errorOccurred, this, [this](QAbstractSocket::SocketError error) {
        if (error == QAbstractSocket::SslHandshakeFailedError)
            cut("TLS handshake failed");
    });
    socket->setSslConfiguration(*tls);
    socket->startServerEncryption();
}

void Connection::ready()
{
    m_socket->setReadBufferSize(readBuffer);
    m_mode = Mode::Reading;
    m_sinceMs = monotonicMs();
    readRequests();
}

void Connection::onReadyRead()
{
    m_engine.wake();
    switch (m_mode) {
    case Mode::Reading:
        advance();
        break;
    case Mode::Stream:
        discardInput();
        if (m_discarded > streamBytes)
            abort();
        break;
    case Mode::Linger:
        // Above the limit the bytes stay in the socket's buffer until lingerTimeout is over. A close now would
        // reset the connection, and a client or proxy that is still sending would lose the answer.
        if (m_discarded <= lingerBytes)
            discardInput();
        break;
    default: // the bytes stay in the socket's buffer, which is limited
        break;
    }
}

void Connection::onBytesWritten()
{
    m_outlet.noteProgress(monotonicMs());
    switch (m_mode) {
    case Mode::Reading:
    case Mode::Sending:
        advance();
        break;
    case Mode::Stream:
        notifyDrained();
        break;
    case Mode::Linger:
        endOutputIfSent();
        break;
    default:
        break;
    }
}

/// Called from the event loop: begins a new turn and works until it is used up. Does nothing while a
/// turn is queued.
void Connection::advance()
{
    if (m_isWaitingForTurn)
        return;
    m_turnLeft = turnBytes;
    if (m_mode == Mode::Reading)
        readRequests();
    else if (m_mode == Mode::Sending)
        sendContent();
}

/// False: the turn is used up. The next one is queued, so that other connections are served first.
bool Connection::hasTurn()
{
    if (m_turnLeft > 0)
        return true;
    if (!std::exchange(m_isWaitingForTurn, true))
        QMetaObject::invokeMethod(this, &Connection::takeTurn, Qt::QueuedConnection);
    return false;
}

void Connection::takeTurn()
{
    m_isWaitingForTurn = false;
    advance();
}

void Connection::send(const QByteArray &bytes)
{
    m_turnLeft -= bytes.size();
    m_engine.traffic().sentBytes.add(quint64(bytes.size()));
    if (!m_outlet.write(bytes))
        abort();
}

void Connection::discardInput()
{
    // Reads until nothing is left: after its buffer was full, the socket reads from the kernel again
    // only once the buffer is empty.
    std::array<char, pieceBytes> buffer;
    for (qint64 got = 1; got > 0 && m_mode != Mode::Dead; m_discarded += got)
        got = std::max<qint64>(0, m_socket->read(buffer.data(), pieceBytes));
}

void Connection::stop()
{
    m_isEnding = true;
    const bool isIdle = m_mode == Mode::Handshake
        || (m_mode == Mode::Reading && m_reader.state() == RequestReader::State::Idle);
    if (!isIdle)
        return;
    // No request is under way and no bytes are unsent, so a reset cannot destroy an answer.
    if (m_outlet.pending() == 0)
        abort();
    else
        linger();
}

void Connection::abort()
{
    if (m_mode == Mode::Dead)
        return;
    const bool wasStream = m_mode == Mode::Stream;
    m_mode = Mode::Dead;
    dropRequest();
    disconnect(m_socket, nullptr, this, nullptr);
    m_socket->abort();
    if (wasStream)
        leaveStream();
    m_engine.remove(*this);
    deleteLater();
}

} // namespace Http
