// SPDX-License-Identifier: GPL-3.0-or-later
// Connection: reads requests and passes them to their routes.
#include "http/clientaddress.h"
#include "http/connection.h"
#include "http/engine.h"
#include "http/log.h"
#include "http/monotonic.h"
#include "http/secondreader.h"
#include "http/ticket.h"

#include <array>

namespace Http {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 unsentAnswers = 32 * 1024; ///< with more unsent bytes no further request is read

} // namespace

void Connection::readRequests()
{
    if (m_isInReader)
        return;
    m_isInReader = true;
    std::array<char, pieceBytes> buffer;
    while (m_mode == Mode::Reading && !m_upload.isWaiting() && m_outlet.pending() <= unsentAnswers
           && m_socket->bytesAvailable() > 0 && hasTurn()) {
        const qint64 got = m_socket->peek(buffer.data(), pieceBytes);
        if (got <= 0)
            break;
        if (m_reader.state() == RequestReader::State::Idle)
            begin();
        const qsizetype taken = m_reader.take({ buffer.data(), got });
        m_socket->skip(taken);
        m_engine.traffic().receivedBytes.add(quint64(taken));
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

/// Called when the first bytes of a request have arrived.
void Connection::begin()
{
    m_sinceMs = monotonicMs();
    m_askedAt = std::chrono::steady_clock::now(); // for a request whose head is never complete
}

void Connection::acceptHead()
{
    const Head &head = m_reader.head();
    ++m_sequence;
    m_turnLeft -= requestBytes;
    m_requestId = m_engine.newRequestId();
    m_askedAt = std::chrono::steady_clock::now();
    m_sinceMs = monotonicMs();
    m_pace.begin(m_sinceMs, 0);
    m_verdict = m_engine.gatekeeper().judge(head, m_sinceMs);

    const Route *const route = m_verdict.refusal ? nullptr : m_verdict.match.route;
    const qint64 usual = m_engine.limits().bodyBytes > 0 ? m_engine.limits().bodyBytes : -1;
    const qint64 limit = route && route->bodyLimit >= 0 ? route->bodyLimit : usual;
    if (route && route->upload)
        m_reader.acceptBody(limit, false, [this](QByteArrayView piece) { m_upload.take(piece); });
    else
        // The body of a refused request is read and dropped, so that the connection stays usable.
        m_reader.acceptBody(limit, route != nullptr);
    if (m_reader.state() == RequestReader::State::Bad)
        return;
    if (head.expectsContinue && head.hasBody()) {
        if (m_verdict.refusal) {
            // RFC 9110 10.1.1: the final answer is sent instead of 100; the client may then never send
            // the body.
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
    const Reply reply = newReply();
    m_upload.begin(reply);
    m_upload.keep(m_verdict.match.route->upload(makeRequest(), reply));
}

void Connection::resumeBody(quint32 sequence)
{
    if (sequence != m_sequence || !m_upload.resume())
        return;
    m_pace.begin(monotonicMs(), m_reader.bodyBytes()); // the sink caused the pause, not the client
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
        m_upload.finish();
        return;
    }
    Request request = makeRequest();
    request.body = m_reader.takeBody();
    if (!m_engine.secondReader().agrees(m_reader.head(), request.body)) {
        qCWarning(lcHttp, "request=%s was refused: Qt's HTTP parser reads it differently",
                  m_requestId.constData());
        m_mode = Mode::Reading;
        m_isEnding = true; // the two may also differ about where the next request begins
        refuse({ ApiError::InvalidRequest, u"The request is not valid HTTP."_s });
        return;
    }
    m_verdict.match.route->handler(request, newReply());
}

Reply Connection::newReply()
{
    const auto ticket = std::make_shared<Ticket>(m_engine.mailbox(), m_id, m_sequence, m_requestId);
    m_ticket = ticket;
    return Reply(ticket);
}

Request Connection::makeRequest() const
{
    const Head &head = m_reader.head();
    const ServerOptions &options = m_engine.options();
    Request request;
    request.method = head.method;
    request.path = head.path().toByteArray();
    request.query = head.query().toByteArray();
    request.headers = head.fields;
    request.peer = clientAddress(m_peer, head, options.trustedProxies, options.forwardedHeader);
    request.requestId = m_requestId;
    request.isTls = m_isTls;
    request.ids = m_verdict.match.ids;
    request.texts = m_verdict.match.texts;
    request.principal = m_verdict.principal;
    return request;
}

/// Ends the current request: its answer is not needed any more, and later replies to it are ignored.
void Connection::dropRequest()
{
    ++m_sequence;
    if (const auto ticket = m_ticket.lock())
        ticket->dropWanted();
    m_download.end();
    m_upload.end();
}

} // namespace Http
