// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "net/answerreader.h"
#include "net/tlspolicy.h"

#include <QDeadlineTimer>
#include <QHostAddress>
#include <QSslSocket>
#include <QTimer>

#include <chrono>
#include <optional>

namespace Net {

/** How long a call may take. */
struct HttpDeadlines {
    std::chrono::milliseconds lookup{ 5'000 };
    std::chrono::milliseconds connect{ 5'000 };
    std::chrono::milliseconds tls{ 5'000 };
    std::chrono::milliseconds total{ 15'000 }; ///< with all of these
    std::chrono::milliseconds idle{ 3'000 };   ///< of a connection that is kept for the next call
};

/** The server of a connection. */
struct HttpPeer {
    bool isTls = false;
    QByteArray host; ///< in ASCII: for SNI and the certificate, and in messages
    QHostAddress address;
    quint16 port = 0;

    friend bool operator==(const HttpPeer &, const HttpPeer &) = default;
};

/** A request, and the limits for reading its answer. */
struct HttpRequest {
    QByteArray bytes;
    qsizetype mostAnswer = 0; ///< bytes of the body
    QDeadlineTimer until;     ///< for connecting, the request and the answer
};

/**
 * A connection to a web server for one request at a time. The size of an answer is limited (AnswerReader,
 * and 64 KiB of unread bytes), and every step has a deadline. If a limit is exceeded, the connection is
 * closed at once.
 *
 * Used on one thread with an event loop, by one coroutine at a time, which owns it until it returns it to
 * the HttpPool. It may be destroyed at any time, also while the socket emits a signal, because the event
 * loop deletes the socket later.
 */
class HttpConnection : public QObject
{
public:
    HttpConnection(HttpPeer peer, const TlsPolicy &tls, const HttpDeadlines &deadlines);
    ~HttpConnection() override;

    /// Connects by TCP and then TLS. Errors: Unreachable, Timeout, Tls, Certificate, Cancelled.
    QCoro::Task<Result<void>> open(QDeadlineTimer until);

    /// Sends a request and reads its answer. Errors: those of open(), and Protocol. An incomplete answer
    /// that has a status is not an error.
    QCoro::Task<Result<HttpAnswer>> post(HttpRequest request);

    /// Closes the connection at once. The waiting call returns the error `why`.
    void abort(Error why);

    const HttpPeer &peer() const { return m_peer; }
    bool wasConnected() const { return m_wasConnected; } ///< a request may have been sent
    /// The last answer was complete and the connection is still open: another request may follow.
    bool isIdle() const { return m_phase == Phase::Idle; }
    /// The connection was closed before the first byte of the answer arrived.
    bool wasClosedUnanswered() const { return m_wasClosedUnanswered; }

private:
    enum class Phase { Closed, Connecting, Handshake, Idle, Asking };

    void makeSocket();
    void dropSocket();
    void startDeadline(std::chrono::milliseconds phase);
    void onConnected();
    void onEncrypted();
    void onSslErrors(const QList<QSslError> &problems);
    void onReadyRead();
    void onFailed(QAbstractSocket::SocketError error);
    void onTimeout();
    void readAnswer();
    void finishAnswer(Error why);
    void end(Error why);
    Error broken() const;
    Error describe(QAbstractSocket::SocketError error) const;
    QString host() const { return QString::fromLatin1(m_peer.host); }

    const HttpPeer m_peer;
    const TlsPolicy m_tls;
    const HttpDeadlines m_deadlines;
    Phase m_phase = Phase::Closed;
    QTcpSocket *m_socket = nullptr; ///< owned; deleted only by the event loop (deleteLater())
    QDeadlineTimer m_until;
    QTimer m_deadline;
    std::optional<AnswerReader> m_reader;
    std::optional<Async::Completion<Result<void>>> m_opening;
    std::optional<Async::Completion<Result<HttpAnswer>>> m_asking;
    bool m_wasConnected = false;
    bool m_wasClosedUnanswered = false;
};

} // namespace Net
