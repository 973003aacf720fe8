// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/stream.h"

#include "api/authenticator.h"
#include "api/failure.h"
#include "api/handlers.h"
#include "common/jsonwriter.h"
#include "common/sse.h"
#include "common/timestamp.h"
#include "http/query.h"
#include "http/reply.h"
#include "store/db/transaction.h"
#include "store/events/events.h"
#include "store/people/streamtickets.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr int reconnectMs = 3000;
constexpr qint64 replayBacklog = 256 * 1024; ///< unsent bytes after which a replay waits

// Browsers send the header when they reconnect; at the first connection they can only use the parameter.
std::optional<QByteArray> lastEventId(const Http::Request &request)
{
    const QByteArray header = request.header("last-event-id");
    if (!header.isNull())
        return header;
    Http::Query query(request.query);
    const std::optional<QString> parameter = query.text("lastEventId"_L1);
    return parameter ? std::optional(parameter->toUtf8()) : std::nullopt;
}

// The interface can be read in two ways, so the fields are at the top level and in `data`.
Http::Response healthResponse(qint64 online, bool isWell)
{
    const auto write = [online, isWell](Json::Writer &json) {
        json.key("status").value(isWell ? "ok" : "degraded").key("online").value(online);
        json.key("service").value("mail-stream");
    };
    Json::Writer json;
    json.beginObject().key("code").value(0);
    write(json);
    json.key("data").beginObject();
    write(json);
    json.endObject().endObject();
    return Http::Response::json(json.take());
}

constexpr qint64 ticketSeconds = 30;

Result<Change, ApiFailure> makeTicket(const Http::Request &request, Store::Session &session)
{
    Store::StreamTicket ticket;
    ticket.userId = request.userId();
    ticket.tokenId = request.principal->jti.toUtf8();
    ticket.tokenVersion = request.principal->tokenVersion;
    ticket.tokenExpiresAt = request.principal->expiresAt;
    ticket.expiresAt = session.now() + ticketSeconds;
    Store::Transaction transaction(session);
    const Result<QByteArray> words = transaction.commit(Store::makeStreamTicket(session, ticket));
    if (!words)
        return storageFailure(words.error());
    Json::Writer json;
    json.beginObject().key("ticket").value(*words);
    json.key("url").value("/api/v1/mails/stream?ticket=" + *words);
    json.key("expiresAt").value(Timestamp::toIso(ticket.expiresAt)).endObject();
    return Change{ json.take(), "made" };
}

Result<Store::StreamTicket> usedTicket(Store::Session &session, const QByteArray &words)
{
    Store::Transaction transaction(session);
    return transaction.commit(Store::useStreamTicket(session, words));
}

Http::Principal principalOf(const Store::StreamTicket &ticket)
{
    Http::Principal principal;
    principal.userId = ticket.userId;
    principal.tokenVersion = ticket.tokenVersion;
    principal.jti = QString::fromUtf8(ticket.tokenId);
    principal.expiresAt = ticket.tokenExpiresAt;
    return principal;
}

} // namespace

Stream::Stream(Store::Database &database, Events::Hub &hub, Http::Streams &streams,
               const Access &access, QObject *parent)
    : QObject(parent), m_database(database), m_hub(hub), m_streams(streams), m_access(access)
{
}

void Stream::addRoutes(Http::Router &router)
{
    router.add("GET", "/api/v1/mails/stream",
               { .auth = Http::Auth::TokenOrTicket,
                 .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                     open(request, reply);
                 } });
    router.add("POST", "/api/v1/mails/stream/ticket",
               { .handler = Handlers(m_database).writing(makeTicket) });
    router.add("GET", "/api/v1/mails/stream/health",
               { .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                   health(request, reply);
               } });
}

void Stream::open(const Http::Request &request, const Http::Reply &reply)
{
    if (request.principal)
        start(request, reply);
    else
        openWithTicket(request, reply);
}

// Anyone can send a made-up ticket, so a reader looks it up first: only known ones use the writer.
void Stream::openWithTicket(const Http::Request &request, const Http::Reply &reply)
{
    Http::Query query(request.query);
    const QByteArray words = query.text("ticket"_L1).value_or(QString()).toUtf8();
    if (!Store::isStreamTicket(words)) {
        reply.fail(failed(ApiError::TokenInvalid));
        return;
    }
    const auto refuse = [reply](const Error &error) {
        reply.fail(failedLookup(error, ApiError::TokenInvalid));
    };
    const auto startAs = [this, request, reply](const Store::StreamTicket &ticket) {
        Http::Request known = request;
        known.principal = principalOf(ticket);
        start(known, reply);
    };
    const auto use = [this, words, refuse, startAs, reply](Store::Session &session) {
        const auto ticket = usedTicket(session, words);
        if (!ticket)
            return refuse(ticket.error());
        if (ticket->expiresAt <= session.now())
            return reply.fail(failed(ApiError::TokenExpired));
        QMetaObject::invokeMethod(
            this, [startAs, found = *ticket] { startAs(found); }, Qt::QueuedConnection);
    };
    const bool accepted =
        m_database.read([this, words, refuse, use, reply](Store::Session &session) {
            const auto ticket = Store::findStreamTicket(session, words);
            if (!ticket)
                return refuse(ticket.error());
            if (!m_database.write(use))
                reply.fail(failed(ApiError::Overloaded));
        });
    if (!accepted)
        reply.fail(failed(ApiError::Overloaded));
}

void Stream::start(const Http::Request &request, const Http::Reply &reply)
{
    Http::StreamOptions options;
    options.userId = request.userId();
    options.expiresAt = request.principal->expiresAt;
    options.onClosed = [this](Http::StreamId stream) {
        forget(stream);
    };
    const std::optional<Http::StreamId> stream = reply.startStream(options);
    if (!stream)
        return; // it is answered already, or the client has left
    m_open.insert(*stream, { 0, request.userId(), request.principal->jti.toUtf8() });
    if (!m_streams.send(*stream, Sse::retryFrame(reconnectMs)))
        return; // the client has left, and forget() was called
    Events::Listener listener;
    listener.viewer = m_access.viewer(request);
    listener.send = [this, id = *stream](const QByteArray &frame) {
        m_streams.send(id, frame);
    };
    listener.hasRoom = [this, id = *stream] {
        return m_streams.pendingBytes(id) < replayBacklog;
    };
    const Events::Hub::ListenerId added = m_hub.add(std::move(listener), lastEventId(request));
    const auto opened = m_open.find(*stream);
    if (opened == m_open.end())
        m_hub.remove(added); // closed while add() sent the first event
    else
        opened->listener = added;
}

void Stream::forget(Http::StreamId stream)
{
    m_hub.remove(m_open.take(stream).listener);
}

void Stream::closeWhereRevoked(Authenticator &authenticator)
{
    const auto closeIf = [this](auto isMeant) {
        for (auto it = m_open.begin(); it != m_open.end();) {
            if (!isMeant(*it)) {
                ++it;
                continue;
            }
            m_hub.remove(it->listener);
            m_streams.close(it.key()); // does not call onClosed
            it = m_open.erase(it);
        }
    };
    connect(&authenticator, &Authenticator::userRevoked, this, [closeIf](qint64 userId) {
        closeIf([userId](const Open &open) { return open.userId == userId; });
    });
    connect(&authenticator, &Authenticator::tokenRevoked, this, [closeIf](const QByteArray &jti) {
        closeIf([&jti](const Open &open) { return open.tokenId == jti; });
    });
    // Clients connect again and get the events that they may see now.
    connect(&authenticator, &Authenticator::visibilityChanged, this,
            [closeIf] { closeIf([](const Open &) { return true; }); });
}

// Checks the database too, because events come from there.
void Stream::health(const Http::Request &, const Http::Reply &reply) const
{
    const qint64 online = m_hub.online();
    const bool accepted = m_database.read([reply, online](Store::Session &session) {
        reply.send(healthResponse(online, Store::eventBounds(session).ok()));
    });
    if (!accepted)
        reply.send(healthResponse(online, false));
}

} // namespace Api
