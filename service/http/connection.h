// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/bodysink.h"
#include "http/gatekeeper.h"
#include "http/outlet.h"
#include "http/reply.h"
#include "http/requestreader.h"

#include <QHostAddress>
#include <QObject>
#include <QSslConfiguration>

#include <memory>
#include <optional>

class QTcpSocket;

namespace Http {

class Engine;
class Ticket;

/**
 * One client. Requests are read one at a time: while one is answered, the bytes behind it wait in
 * the socket and then in the network, so that answers keep their order and nobody fills our memory.
 * Owns its socket; deletes itself, later, after it left the engine.
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
    void stop(); ///< no further request; what runs may be answered
    void abort();
    void sweep(qint64 nowMs, qint64 nowSeconds); ///< looks at the deadlines

    // What replies do; a sequence that is not the current request's is ignored.
    void finish(quint32 sequence, const Response &response);
    std::optional<StreamId> startStream(quint32 sequence, StreamOptions options);
    void resumeBody(quint32 sequence);

    // What Streams does.
    bool sendFrame(const QByteArray &bytes, bool wantsDrained);
    void endStream();
    qint64 pendingBytes() const { return m_outlet.pending(); }

private:
    enum class Mode {
        Handshake,
        Reading, ///< a request comes in; an upload may be answered meanwhile
        Busy,    ///< a request is being answered
        Sending, ///< the content of an answer goes out piece by piece
        Stream,  ///< events go out until somebody ends it
        Linger,  ///< all is said; the client gets a moment to read it
        Dead,
    };

    void ready();
    void onReadyRead();
    void onBytesWritten();
    void readRequests();
    void discardInput(qint64 mostBytes);

    void acceptHead();
    void startUpload();
    void takePiece(QByteArrayView piece);
    void keepSink(std::unique_ptr<BodySink> sink);
    void endUpload();
    void dispatch();
    Request makeRequest() const;
    QHostAddress clientAddress() const;

    void refuse(const ApiFailure &failure);
    void answer(const Response &response);
    void sendContent();
    void nextRequest();
    void send(const QByteArray &bytes);
    void linger();
    void endOutputIfSent();
    void leaveStream();
    void notifyDrained();
    bool isBodySlow(qint64 nowMs);
    void logAnswer(int status, qint64 bytes) const;

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

    // The current request.
    quint32 m_sequence = 0;
    QByteArray m_requestId;
    Verdict m_verdict;
    std::weak_ptr<Ticket> m_ticket;
    std::optional<Reply> m_uploadReply;
    std::unique_ptr<BodySink> m_sink;
    bool m_isSinkWaiting = false;
    std::shared_ptr<QIODevice> m_content;
    qint64 m_contentLeft = 0;

    std::optional<StreamOptions> m_stream;
    bool m_wantsDrained = false;

    qint64 m_sinceMs;         ///< when the present phase began
    qint64 m_windowBytes = 0; ///< body bytes at the start of the rate window
    qint64 m_discarded = 0;   ///< bytes read and thrown away in this phase
};

} // namespace Http
