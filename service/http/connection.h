// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/bodypace.h"
#include "http/download.h"
#include "http/gatekeeper.h"
#include "http/outlet.h"
#include "http/requestreader.h"
#include "http/upload.h"

#include <QHostAddress>
#include <QObject>
#include <QSslConfiguration>

#include <chrono>
#include <memory>
#include <optional>

class QTcpSocket;

namespace Http {

class Engine;
class Ticket;
struct WireContext;

/**
 * One client. Requests are read one at a time: while one is answered, the bytes behind it wait in
 * the socket and then in the network, so that answers keep their order and no client can fill our
 * memory. A client that sends many requests at once is served in turns: hundreds of such clients
 * must not delay a client with few requests. Owns its socket; deletes itself, later, after it left
 * the engine.
 *
 * connection.cpp has the life cycle, connectionrequests.cpp reads requests, connectionanswers.cpp
 * sends answers, connectionstream.cpp has the event stream, connectionend.cpp deadlines and the
 * end.
 */
class Connection : public QObject
{
    Q_OBJECT

public:
    Connection(Engine &engine, QTcpSocket *socket, QHostAddress peer, quint64 id);
    ~Connection() override;

    quint64 id() const { return m_id; }
    const QHostAddress &peer() const { return m_peer; }

    void start(const std::optional<QSslConfiguration> &tls);
    void stop(); ///< no further request; running requests may be answered
    void abort();
    void sweep(qint64 nowMs, qint64 nowSeconds); ///< looks at the deadlines
    /// The time until the deadline of an idle connection; 0: the connection is not idle.
    qint64 restsForMs(qint64 nowMs, qint64 nowSeconds) const;

    // Called by replies. A call with another sequence than the current request's is ignored.
    void finish(quint32 sequence, const Response &response);
    std::optional<StreamId> startStream(quint32 sequence, StreamOptions options);
    void resumeBody(quint32 sequence);

    // Called by Streams.
    bool sendFrame(const QByteArray &bytes, bool wantsDrained);
    void endStream();
    qint64 pendingBytes() const { return m_outlet.pending(); }

private:
    enum class Mode {
        Handshake,
        Reading, ///< a request comes in; an upload may be answered meanwhile
        Busy,    ///< a request is being answered
        Sending, ///< the content of an answer goes out piece by piece
        Stream,  ///< events go out until the stream is closed
        Linger,  ///< everything is sent; the client gets a moment to read it
        Dead,
    };

    static constexpr qsizetype pieceBytes = 16 * 1024; ///< read from a socket at once
    static constexpr qint64 readBuffer = 64 * 1024;    ///< bytes a busy client may send ahead
    static constexpr qint64 turnBytes = 16 * 1024;     ///< sent before others have their turn
    static constexpr qint64 requestBytes = 4 * 1024;   ///< the weight of a request in a turn

    void ready();
    void onReadyRead();
    void onBytesWritten();
    bool hasTurn();
    void takeTurn();
    void advance();
    void send(const QByteArray &bytes);
    void discardInput();

    void readRequests();
    void begin();
    void acceptHead();
    void startUpload();
    void dispatch();
    Reply newReply();
    Request makeRequest() const;
    void dropRequest();

    void refuse(const ApiFailure &failure);
    void answer(const Response &response);
    WireContext wireContext() const;
    void sendContent();
    void nextRequest();
    void noteAnswer(int status, qint64 bytes) const;
    void logAnswer(int status, qint64 bytes) const;
    void noteRefusal(QByteArrayView reason);

    void leaveStream();
    void notifyDrained();

    bool isOver(Limits::ms limit, qint64 nowMs) const;
    void sweepReading(qint64 nowMs);
    void sweepStream(qint64 nowMs, qint64 nowSeconds);
    void cut(QByteArrayView reason);
    void linger();
    void endOutputIfSent();

    Engine &m_engine;
    QTcpSocket *m_socket;
    const QHostAddress m_peer;
    const quint64 m_id;
    Outlet m_outlet;
    RequestReader m_reader;
    Mode m_mode = Mode::Handshake;
    bool m_isTls = false;
    bool m_isInReader = false; ///< readRequests() is on the stack
    bool m_isEnding = false;   ///< no request after this one
    bool m_hasEndedOutput = false;
    bool m_isWaitingForTurn = false;
    qint64 m_turnLeft = turnBytes;

    // The current request.
    quint32 m_sequence = 0;
    QByteArray m_requestId;
    Verdict m_verdict;
    std::chrono::steady_clock::time_point m_askedAt; ///< when its head was complete
    std::weak_ptr<Ticket> m_ticket;
    BodyPace m_pace;
    Upload m_upload;
    Download m_download;

    std::optional<StreamOptions> m_stream;
    bool m_wantsDrained = false;
    qint64 m_longestUnsent = 0; ///< longest write since the last time that all was sent

    qint64 m_sinceMs;       ///< when the present phase began
    qint64 m_discarded = 0; ///< bytes read and thrown away in this phase
};

} // namespace Http
