// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "common/result.h"
#include "net/endpoint.h"
#include "net/tlspolicy.h"

#include <QElapsedTimer>
#include <QHostAddress>
#include <QObject>
#include <QSslSocket>

#include <chrono>
#include <functional>
#include <optional>

namespace Net {

/** What a Transport allows and how long it waits. */
struct TransportOptions {
    /// The limit of received bytes that are not read yet; further bytes wait in the kernel. If a
    /// peer has sent so much and no handler reads, this counts as a flood and the connection is
    /// ended.
    static constexpr qint64 mostUnread = 64 * 1024;
    /// Bytes that a readable handler may read in one turn; then other connections of the thread are
    /// served.
    static constexpr qint64 turnBytes = 256 * 1024;
    static constexpr std::chrono::milliseconds turnTime{ 2 };

    bool allowPrivate = true; ///< `mail.allow_private`: loopback and private addresses
    std::chrono::milliseconds connectTimeout{ 30'000 }; ///< DNS, TCP and TLS together
};

/**
 * One connection to a mail server: name look-up, TCP, TLS from the start or later, bytes in and out.
 *
 * Lives on one thread with an event loop; owned by the conversation that it serves. What arrives is
 * either taken in the readable handler (hot paths) or awaited with readLine()/readBytes(), not both.
 * It may be aborted or destroyed at any moment, also from inside its own handlers: everything that
 * waits ends with an error, and the socket is deleted later, outside its own code.
 */
class Transport : public QObject
{
public:
    explicit Transport(TlsPolicy policy, TransportOptions options = {}, QObject *parent = nullptr);
    ~Transport() override;

    /**
     * Connects; with Security::Tls the handshake is done too, else the connection is still plain.
     * Each address of the name is tried in turn. With a proxy, the proxy's name is looked up here, and
     * the server's name by the proxy. Unreachable (also: an address that we never connect to), Tls,
     * Certificate, Timeout, Cancelled.
     */
    QCoro::Task<Result<void>> connectTo(Endpoint endpoint);

    /**
     * Starts TLS on a plain connection. Tls where a single byte is waiting to be read: it may have
     * been injected before the handshake by an attacker on the network, and would be taken for data
     * of the server.
     */
    QCoro::Task<Result<void>> startTls();

    /**
     * `readable` is called in readyRead and once when set with bytes waiting; it reads with read(),
     * and is called again in the next turn where one turn was not enough. `closed` is called once
     * when the connection ended without abort() and everything was read, as the last thing this
     * object does.
     */
    void setHandlers(std::function<void()> readable, std::function<void(Error)> closed);

    /// Takes up to `size` bytes; 0 where nothing waits, and where the turn is over.
    qint64 read(char *to, qint64 size);
    qint64 bytesAvailable() const;

    /// Waits until a byte can be read, and reads none; errors as readLine().
    QCoro::Task<Result<void>> hear(std::chrono::milliseconds deadline);

    /**
     * One line without its CRLF (a bare LF is accepted too). Protocol: longer than `limit` bytes;
     * Timeout: not complete within `deadline`; Unreachable: the connection ended.
     */
    QCoro::Task<Result<QByteArray>> readLine(qsizetype limit, std::chrono::milliseconds deadline);

    /// Exactly `count` bytes; errors as readLine(). The caller checks `count` against its limit.
    QCoro::Task<Result<QByteArray>> readBytes(qsizetype count, std::chrono::milliseconds deadline);

    /// Queues bytes; bytes for an ended connection are dropped.
    void write(const QByteArray &bytes);

    /**
     * Waits until at most `most` of the queued bytes are still here. Timeout: for `silence` no
     * byte was sent. Ends early, without an error, where bytes arrive that no handler reads.
     */
    QCoro::Task<Result<void>> drain(qint64 most, std::chrono::milliseconds silence);

    /// Ends the connection at once; the waiting coroutine gets `why`. The closed handler is not
    /// called.
    void abort(Error why);

    bool isOpen() const { return m_socket != nullptr; }
    bool isEncrypted() const;

    /// Fingerprint of the peer's public key (see keyFingerprint()); empty before TLS.
    QByteArray peerKey() const { return m_peerKey; }
    /// The certificate of the peer, trusted or not; null before TLS.
    QSslCertificate peerCertificate() const { return m_peerCertificate; }

private:
    using Step = Async::Completion<Result<void>>;
    using Addresses = Result<QList<QHostAddress>>;
    enum class Phase { Closed, Resolving, Connecting, Handshake, Open };

    Result<void> mayBeAskedFor() const;
    QCoro::Task<Result<void>> connectThrough(bool tls, std::chrono::milliseconds time);
    QString peerName() const;
    QCoro::Task<Addresses> resolve(QString host);
    QCoro::Task<Result<void>> connectOnce(QHostAddress address, bool tls);
    QCoro::Task<Result<void>> waitForBytes(std::chrono::milliseconds deadline);
    void makeSocket();
    void dropSocket();
    void startDeadline(std::chrono::milliseconds time);
    void finishStep(Result<void> result);
    void onConnected();
    void onEncrypted();
    void onReadyRead();
    bool hasTurn();
    void nextTurn();
    void onBytesWritten();
    qint64 unsentBytes() const;
    void onSslErrors(const QList<QSslError> &problems);
    void onFailed(QAbstractSocket::SocketError error);
    Error describe(QAbstractSocket::SocketError error) const;
    void fail(Error why);

    TlsPolicy m_policy;
    TransportOptions m_options;
    Endpoint m_endpoint;
    Phase m_phase = Phase::Closed;
    QSslSocket *m_socket = nullptr; ///< ours; only ever deleted later
    bool m_isTunnelling = false;    ///< received bytes are from the proxy, not from the server
    QTimer m_deadline;
    int m_lookup = -1;
    std::optional<Async::Completion<Addresses>> m_resolving;
    std::optional<Step> m_step; ///< what connectTo, startTls, a read or drain() waits for
    bool m_isDraining = false;
    std::optional<Error> m_ended;  ///< why there is no connection any more
    std::optional<Error> m_ending; ///< why it will end after the received bytes were read
    QElapsedTimer m_turn;          ///< invalid: the next read begins a turn
    qint64 m_turnRead = 0;         ///< bytes in this turn
    bool m_isTurnOver = false;     ///< the handler is called again in the next one
    QByteArray m_peerKey;
    QSslCertificate m_peerCertificate;
    std::function<void()> m_readable;
    std::function<void(Error)> m_closed;
};

} // namespace Net
