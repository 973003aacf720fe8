// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/connection.h"

#include "http/engine.h"
#include "http/log.h"
#include "http/monotonic.h"
#include "http/qtseam.h"
#include "http/rawsocket.h"
#include "http/ticket.h"
#include "http/wire.h"

#include <QIODevice>
#include <QSslSocket>

#include <algorithm>
#include <array>

namespace Http {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype pieceBytes = 16 * 1024;     ///< read from a socket at once
constexpr qint64 readBuffer = 64 * 1024;        ///< what a busy client may send ahead
constexpr qint64 unsentAnswers = 256 * 1024;    ///< above this no further request is read
constexpr qint64 contentPiece = 64 * 1024;      ///< of a file, in memory at once
constexpr qint64 lingerBytes = 4 * 1024 * 1024; ///< taken from a client that was refused
constexpr qint64 streamBytes = 1024 * 1024;     ///< taken from a client that only has to listen

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

// Reading

void Connection::onReadyRead()
{
    switch (m_mode) {
    case Mode::Reading:
        readRequests();
        break;
    case Mode::Stream:
        discardInput(streamBytes);
        break;
    case Mode::Linger:
        discardInput(lingerBytes);
        break;
    default: // left in the buffer, which is bounded
        break;
    }
}

void Connection::discardInput(qint64 mostBytes)
{
    // Until nothing is left: only then the socket listens on after its buffer was full.
    std::array<char, pieceBytes> buffer;
    for (qint64 got = 1; got > 0 && m_mode != Mode::Dead; m_discarded += got)
        got = std::max<qint64>(0, m_socket->read(buffer.data(), pieceBytes));
    if (m_discarded > mostBytes)
        abort();
}

void Connection::readRequests()
{
    if (m_isInReader)
        return;
    m_isInReader = true;
    std::array<char, pieceBytes> buffer;
    while (m_mode == Mode::Reading && !m_isSinkWaiting && m_outlet.pending() <= unsentAnswers) {
        const qint64 got = m_socket->peek(buffer.data(), pieceBytes);
        if (got <= 0)
            break;
        if (m_reader.state() == RequestReader::State::Idle)
            m_sinceMs = monotonicMs();
        m_socket->skip(m_reader.take({ buffer.data(), got }));
        if (m_reader.state() == RequestReader::State::HeadDone)
            acceptHead();
        if (m_mode != Mode::Reading)
            break;
        if (m_reader.state() == RequestReader::State::Bad)
            refuse(m_reader.failure());
        else if (m_reader.state() == RequestReader::State::Done)
            dispatch();
    }
    m_isInReader = false;
}

void Connection::acceptHead()
{
    const Head &head = m_reader.head();
    ++m_sequence;
    m_requestId = m_engine.newRequestId();
    m_sinceMs = monotonicMs();
    m_windowBytes = 0;
    m_verdict = m_engine.gatekeeper().judge(head, m_sinceMs);

    const Route *const route = m_verdict.refusal ? nullptr : m_verdict.match.route;
    const qint64 usual = m_engine.limits().bodyBytes > 0 ? m_engine.limits().bodyBytes : -1;
    const qint64 limit = route && route->bodyLimit >= 0 ? route->bodyLimit : usual;
    if (route && route->upload)
        m_reader.acceptBody(limit, false, [this](QByteArrayView piece) { takePiece(piece); });
    else
        // The body of a refused request is read and dropped, so that the connection stays usable.
        m_reader.acceptBody(limit, route != nullptr);
    if (m_reader.state() == RequestReader::State::Bad)
        return;
    if (head.expectsContinue && head.hasBody()) {
        if (m_verdict.refusal) {
            // RFC 9110 10.1.1: a final answer instead of 100, and the body may never come.
            answer(*m_verdict.refusal);
            return;
        }
        send("HTTP/1.1 100 Continue\r\n\r\n");
    }
    if (route && route->upload)
        startUpload();
}

void Connection::startUpload()
{
    const auto ticket = std::make_shared<Ticket>(m_engine.mailbox(), m_id, m_sequence, m_requestId);
    m_ticket = ticket;
    m_uploadReply.emplace(ticket);
    m_isSinkWaiting = false;
    keepSink(m_verdict.match.route->upload(makeRequest(), Reply(ticket)));
}

void Connection::takePiece(QByteArrayView piece)
{
    // Held here: it may answer, which ends it, from within the call.
    auto sink = std::move(m_sink);
    if (sink && sink->take(piece) == BodySink::Flow::Wait)
        m_isSinkWaiting = true;
    keepSink(std::move(sink));
}

/// Unless it has answered meanwhile.
void Connection::keepSink(std::unique_ptr<BodySink> sink)
{
    if (m_mode == Mode::Reading)
        m_sink = std::move(sink);
    else if (sink)
        sink->aborted();
}

void Connection::resumeBody(quint32 sequence)
{
    if (sequence != m_sequence || !std::exchange(m_isSinkWaiting, false))
        return;
    m_sinceMs = monotonicMs(); // the wait was ours, not the client's
    m_windowBytes = m_reader.bodyBytes();
    readRequests();
}

void Connection::dispatch()
{
    m_mode = Mode::Busy;
    if (m_verdict.refusal) {
        answer(*m_verdict.refusal);
        return;
    }
    if (m_verdict.match.route->upload) {
        m_uploadReply.reset();
        if (const auto sink = std::exchange(m_sink, nullptr))
            sink->finished();
        return;
    }
    Request request = makeRequest();
    request.body = m_reader.takeBody();
    if (!m_engine.seam().agrees(m_reader.head(), request.body)) {
        qCWarning(lcHttp, "request=%s is read differently by Qt: refused", m_requestId.constData());
        m_mode = Mode::Reading;
        refuse({ ApiError::InvalidRequest, u"The request is not valid HTTP."_s });
        return;
    }
    const auto ticket = std::make_shared<Ticket>(m_engine.mailbox(), m_id, m_sequence, m_requestId);
    m_ticket = ticket;
    m_verdict.match.route->handler(request, Reply(ticket));
}

Request Connection::makeRequest() const
{
    const Head &head = m_reader.head();
    Request request;
    request.method = head.method;
    request.path = head.path().toByteArray();
    request.query = head.query().toByteArray();
    request.headers = head.fields;
    request.peer = clientAddress();
    request.requestId = m_requestId;
    request.isTls = m_isTls;
    request.ids = m_verdict.match.ids;
    request.texts = m_verdict.match.texts;
    request.principal = m_verdict.principal;
    return request;
}

/// Behind trusted proxies: the last address of X-Forwarded-For that is not one of them.
QHostAddress Connection::clientAddress() const
{
    const auto isTrusted = [this](const QHostAddress &address) {
        return std::ranges::any_of(m_engine.options().trustedProxies, [&](const auto &network) {
            return address.isInSubnet(network.first, network.second);
        });
    };
    QHostAddress client = m_peer;
    if (m_engine.options().trustedProxies.isEmpty() || !isTrusted(client))
        return client;
    auto hops = m_reader.head().field("x-forwarded-for").split(',');
    while (!hops.isEmpty() && isTrusted(client)) {
        const QHostAddress hop(QString::fromLatin1(hops.takeLast().trimmed()));
        if (hop.isNull())
            break;
        client = hop;
    }
    return client;
}

// Answering

void Connection::finish(quint32 sequence, const Response &response)
{
    const bool isUpload = m_mode == Mode::Reading && m_uploadReply.has_value();
    if (sequence == m_sequence && (m_mode == Mode::Busy || isUpload))
        answer(response);
}

/// For what is no request that could be answered and forgotten: the connection ends with it.
void Connection::refuse(const ApiFailure &failure)
{
    if (m_requestId.isEmpty())
        m_requestId = m_engine.newRequestId();
    answer(Response::failed(failure));
}

void Connection::answer(const Response &response)
{
    const bool isComplete = m_reader.state() == RequestReader::State::Done;
    const bool isHead = m_reader.head().method == "HEAD";
    const bool isKept = isComplete && m_reader.head().isKeptAlive && !m_isEnding;
    const WireContext context{ .requestId = m_requestId,
                               .date = m_engine.date(),
                               .corsOrigin = m_verdict.corsOrigin,
                               .hasCors = m_engine.gatekeeper().hasCors(),
                               .isHead = isHead,
                               .isKeptAlive = isKept,
                               .isTls = m_isTls };
    const QByteArray bytes = encode(response, context);
    logAnswer(response.status, bytes.size());
    if (response.content && !isHead) {
        m_content = response.content;
        m_contentLeft = response.contentLength;
    }
    m_mode = m_content ? Mode::Sending : Mode::Busy;
    m_isEnding = m_isEnding || !isKept;
    endUpload();
    send(bytes);
    if (m_mode == Mode::Sending)
        sendContent();
    else if (m_mode == Mode::Busy)
        nextRequest();
}

void Connection::endUpload()
{
    m_isSinkWaiting = false;
    m_uploadReply.reset();
    if (const auto sink = std::exchange(m_sink, nullptr))
        sink->aborted();
}

/// Keeps at most contentPiece bytes unsent, so that a slow client costs no memory.
void Connection::sendContent()
{
    while (m_mode == Mode::Sending && m_contentLeft > 0 && m_outlet.pending() < contentPiece) {
        const QByteArray piece = m_content->read(std::min(contentPiece, m_contentLeft));
        if (piece.isEmpty()) {
            if (m_content->isSequential() && m_content->isOpen() && !m_content->atEnd()) {
                connect(m_content.get(), &QIODevice::readyRead, this, &Connection::sendContent,
                        Qt::UniqueConnection);
                return;
            }
            // Shorter than announced: only a cut tells the client.
            qCWarning(lcHttp, "request=%s: the content ended early", m_requestId.constData());
            abort();
            return;
        }
        m_contentLeft -= piece.size();
        send(piece);
    }
    if (m_mode == Mode::Sending && m_contentLeft == 0) {
        m_content.reset();
        m_mode = Mode::Busy;
        nextRequest();
    }
}

void Connection::nextRequest()
{
    m_requestId.clear();
    m_verdict = {};
    m_ticket.reset();
    if (m_isEnding) {
        linger();
        return;
    }
    m_reader.reset();
    m_mode = Mode::Reading;
    m_sinceMs = monotonicMs();
    readRequests();
}

void Connection::send(const QByteArray &bytes)
{
    if (!m_outlet.write(bytes))
        abort();
}

void Connection::onBytesWritten()
{
    m_outlet.noteProgress(monotonicMs());
    switch (m_mode) {
    case Mode::Reading:
        readRequests();
        break;
    case Mode::Sending:
        sendContent();
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

// Streams

std::optional<StreamId> Connection::startStream(quint32 sequence, StreamOptions options)
{
    if (sequence != m_sequence || m_mode != Mode::Busy)
        return std::nullopt;
    const WireContext context{ .requestId = m_requestId,
                               .date = m_engine.date(),
                               .corsOrigin = m_verdict.corsOrigin,
                               .hasCors = m_engine.gatekeeper().hasCors(),
                               .isTls = m_isTls };
    logAnswer(200, 0);
    send(encodeStreamHead(context));
    if (m_mode != Mode::Busy)
        return std::nullopt;
    if (m_reader.head().method == "HEAD") {
        linger();
        return std::nullopt;
    }
    m_mode = Mode::Stream;
    m_discarded = 0;
    m_reader.reset(); // thousands of streams stay open: keep nothing
    m_verdict = {};
    m_ticket.reset();
    m_stream = std::move(options);
    m_engine.streams().add(m_id, m_stream->userId, this);
    m_socket->setReadBufferSize(4096);
    return m_id;
}

bool Connection::sendFrame(const QByteArray &bytes, bool wantsDrained)
{
    if (m_mode != Mode::Stream)
        return false;
    const qint64 backlog = m_engine.limits().streamBacklog;
    if (backlog > 0 && m_outlet.pending() + bytes.size() > backlog && m_outlet.pending() > 0) {
        qCInfo(lcHttp, "stream=%llu is too slow: closed", qulonglong(m_id));
        abort();
        return false;
    }
    if (!m_outlet.write(bytes)) {
        abort();
        return false;
    }
    m_wantsDrained = m_wantsDrained || (wantsDrained && m_stream->onDrained);
    if (m_wantsDrained && m_outlet.pending() == 0)
        // Not from here: the caller would be called by what it calls.
        QMetaObject::invokeMethod(this, &Connection::notifyDrained, Qt::QueuedConnection);
    return true;
}

void Connection::notifyDrained()
{
    if (m_mode != Mode::Stream || !m_wantsDrained || m_outlet.pending() > 0)
        return;
    m_wantsDrained = false;
    const auto drained = m_stream->onDrained;
    drained(m_id);
}

void Connection::endStream()
{
    if (m_mode != Mode::Stream)
        return;
    m_engine.streams().remove(m_id);
    m_stream.reset();
    linger();
}

void Connection::leaveStream()
{
    m_engine.streams().remove(m_id);
    const auto options = std::exchange(m_stream, std::nullopt);
    if (options && options->onClosed)
        options->onClosed(m_id);
}

// Ends

void Connection::stop()
{
    m_isEnding = true;
    const bool isIdle = m_mode == Mode::Handshake
        || (m_mode == Mode::Reading && m_reader.state() == RequestReader::State::Idle);
    if (!isIdle)
        return;
    // Nobody waits for anything, so there is nothing that a reset could eat.
    if (m_outlet.pending() == 0)
        abort();
    else
        linger();
}

/// A client that is still sending would, if we closed now, get a reset that eats our answer.
void Connection::linger()
{
    m_mode = Mode::Linger;
    m_sinceMs = monotonicMs();
    m_discarded = 0;
    m_socket->setReadBufferSize(readBuffer);
    endOutputIfSent();
    if (m_mode == Mode::Linger)
        discardInput(lingerBytes);
}

void Connection::endOutputIfSent()
{
    if (m_hasEndedOutput || m_outlet.pending() > 0)
        return;
    m_hasEndedOutput = true;
    const bool isInputComplete = m_reader.state() == RequestReader::State::Done
        || m_reader.state() == RequestReader::State::Idle;
    // TLS cannot be half closed through Qt; what is still to come is waited for.
    if (m_isTls ? isInputComplete : !endOutput(m_socket->socketDescriptor()))
        m_socket->disconnectFromHost();
}

void Connection::abort()
{
    if (m_mode == Mode::Dead)
        return;
    const bool wasStream = m_mode == Mode::Stream;
    m_mode = Mode::Dead;
    ++m_sequence;
    if (const auto ticket = m_ticket.lock())
        ticket->dropWanted();
    disconnect(m_socket, nullptr, this, nullptr);
    m_socket->abort();
    m_content.reset();
    endUpload();
    if (wasStream)
        leaveStream();
    m_engine.remove(*this);
    deleteLater();
}

void Connection::sweep(qint64 nowMs, qint64 nowSeconds)
{
    const Limits &limits = m_engine.limits();
    const auto isOver = [&](Limits::ms limit) {
        return limit.count() > 0 && nowMs - m_sinceMs > limit.count();
    };
    switch (m_mode) {
    case Mode::Handshake:
        if (isOver(limits.tlsTimeout))
            abort();
        break;
    case Mode::Reading:
        if (m_outlet.isStalled(nowMs, limits.writeTimeout.count()))
            abort();
        else if (m_reader.state() == RequestReader::State::Idle && isOver(limits.idleTimeout))
            linger();
        else if ((m_reader.state() == RequestReader::State::Head && isOver(limits.headTimeout))
                 || (m_reader.state() == RequestReader::State::Body && isBodySlow(nowMs)))
            refuse({ ApiError::RequestTimeout });
        break;
    case Mode::Busy:
        break;
    case Mode::Sending:
        if (m_outlet.isStalled(nowMs, limits.writeTimeout.count()))
            abort();
        break;
    case Mode::Stream:
        if (m_stream->expiresAt > 0 && nowSeconds >= m_stream->expiresAt) {
            leaveStream();
            linger();
        } else if (m_outlet.isStalled(nowMs, limits.streamStall.count())) {
            qCInfo(lcHttp, "stream=%llu takes nothing: closed", qulonglong(m_id));
            abort();
        }
        break;
    case Mode::Linger:
        if (isOver(limits.lingerTimeout))
            abort();
        break;
    case Mode::Dead:
        break;
    }
}

/// Fewer bytes in this window than the rate asks for; starts the next window when one is over.
bool Connection::isBodySlow(qint64 nowMs)
{
    const Limits &limits = m_engine.limits();
    const qint64 window = limits.bodyWindow.count();
    if (window == 0 || m_isSinkWaiting || nowMs - m_sinceMs <= window)
        return false;
    const qint64 got = m_reader.bodyBytes() - m_windowBytes;
    if (got * 1000 < limits.bodyBytesPerSecond * window)
        return true;
    m_sinceMs = nowMs;
    m_windowBytes = m_reader.bodyBytes();
    return false;
}

void Connection::logAnswer(int status, qint64 bytes) const
{
    if (!lcAccess().isInfoEnabled())
        return;
    const Head &head = m_reader.head();
    // A text in the path may be a secret (a ticket), so then the pattern stands for it.
    const QByteArray path =
        m_verdict.match.texts.isEmpty() ? head.path().toByteArray() : m_verdict.match.pattern;
    qCInfo(lcAccess, "%s %s %s %d bytes=%lld ms=%lld user=%lld request=%s",
           qPrintable(m_peer.toString()), head.method.constData(), path.constData(), status,
           qlonglong(bytes), qlonglong(monotonicMs() - m_sinceMs),
           qlonglong(m_verdict.principal ? m_verdict.principal->userId : 0),
           m_requestId.constData());
}

} // namespace Http
