// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/frames.h"

#include "api/framepolicy.h"
#include "common/timestamp.h"
#include "html/page.h"
#include "http/body.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr qint64 ticketSeconds = 300;
constexpr qsizetype mostCached = 32 << 20;

Json::Bytes ticketJson(const FrameTicket &ticket, const QByteArray &words, int remoteImages)
{
    Json::Writer json;
    json.beginObject().key("url").value("/api/v1/frames/" + words);
    json.key("expiresAt").value(Timestamp::toIso(ticket.expiresAt));
    json.key("remoteImages").value(remoteImages).endObject();
    return json.take();
}

QString sentenceFor(const ApiFailure &failure)
{
    if (failure.error == ApiError::TokenExpired || failure.error == ApiError::TokenInvalid)
        return u"The address of this mail is no longer valid. Open the mail again."_s;
    if (failure.error == ApiError::MailNotFound)
        return u"This mail does not exist any more."_s;
    return u"This mail cannot be shown now. Try again later."_s;
}

Http::Response documentResponse(const QByteArray &policy, const QByteArray &html, int status = 200)
{
    auto response = Http::Response::bytes("text/html; charset=utf-8", html, status).inPieces();
    response.with("Content-Security-Policy", policy)
        .with("X-Frame-Options", "SAMEORIGIN")
        .with("Cache-Control", "private, no-store");
    return response;
}

// The document has no origin, so even its own images are cross-origin for the browser.
Http::Response forFrame(Http::Response response)
{
    response.with("Cross-Origin-Resource-Policy", "cross-origin")
        .with("Cache-Control", "private, max-age=300");
    return response;
}

} // namespace

Frames::Frames(Collaborators with, QObject *parent)
    : QObject(parent), m_with(std::move(with)), m_tickets(m_with.keys), m_pages(mostCached)
{
}

void Frames::addRoutes(Http::Router &router)
{
    const auto get = [&router](const QByteArray &path, const Http::Route::Handler &handler) {
        router.add("GET", "/api/v1/frames/:ticket" + path,
                   { .auth = Http::Auth::None, .handler = handler });
    };
    router.add("POST", "/api/v1/mails/:id/ticket",
               { .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                   makeTicket(request, reply);
               } });
    get("", [this](const Http::Request &request, const Http::Reply &reply) {
        document(request, reply);
    });
    get("/parts/:attachmentId", [this](const Http::Request &request, const Http::Reply &reply) {
        part(request, reply, true);
    });
    get("/attachments/:attachmentId",
        [this](const Http::Request &request, const Http::Reply &reply) {
            part(request, reply, false);
        });
    get("/images/:image",
        [this](const Http::Request &request, const Http::Reply &reply) { image(request, reply); });
}

QCoro::Task<> Frames::makeTicket(Http::Request request, Http::Reply reply)
{
    Http::Body body(request.body.isEmpty() ? "{}"_ba : request.body);
    const bool hasImages = body.optionalBoolean("images"_L1).value_or(false);
    if (const auto failure = body.failure()) {
        reply.fail(*failure);
        co_return;
    }
    FrameTicket ticket;
    ticket.mailId = request.id();
    ticket.userId = request.userId();
    ticket.tokenVersion = request.principal->tokenVersion;
    ticket.tokenId = request.principal->jti.toLatin1();
    ticket.expiresAt = m_with.clock.now() + ticketSeconds;
    ticket.hasImages = hasImages;
    const QByteArray words = m_tickets.sign(ticket);
    const Page page = co_await makePage(ticket, words);
    if (page)
        reply.send(Http::Response::data(ticketJson(ticket, words, page->remoteImages), "made"));
    else
        reply.fail(page.error());
}

QCoro::Task<> Frames::document(Http::Request request, Http::Reply reply)
{
    const Page page = co_await pageFor(request);
    const QByteArray words = page ? request.texts.first().toLatin1() : QByteArray();
    const QByteArray policy = framePolicy(request, m_with.publicUrl, words);
    if (page) {
        reply.send(documentResponse(policy, page->html));
        co_return;
    }
    const QByteArray problem = Html::pageOfProblem(sentenceFor(page.error()));
    reply.send(documentResponse(policy, problem, httpStatus(page.error().error)));
}

QCoro::Task<> Frames::part(Http::Request request, Http::Reply reply, bool isInline)
{
    const Result<FrameTicket, ApiFailure> ticket = ticketOf(request);
    if (!ticket) {
        reply.fail(ticket.error());
        co_return;
    }
    Attachments::Wanted wanted;
    wanted.id = request.id();
    wanted.viewer = m_with.access.viewer(ticket->userId);
    wanted.isInline = isInline;
    wanted.ofMail = ticket->mailId;
    const Result<Http::Response, ApiFailure> content =
        co_await m_with.attachments.content(wanted, reply);
    if (content)
        reply.send(forFrame(*content));
    else
        reply.fail(content.error());
}

QCoro::Task<> Frames::image(Http::Request request, Http::Reply reply)
{
    const Result<FrameTicket, ApiFailure> ticket = ticketOf(request);
    if (!ticket) {
        reply.fail(ticket.error());
        co_return;
    }
    const auto url =
        m_tickets.checkImage(request.texts.first().toLatin1(), request.texts.last().toLatin1());
    if (!url || !ticket->hasImages) {
        reply.fail(failed(ApiError::AttachmentNotFound));
        co_return;
    }
    const Result<void, ApiFailure> visible = co_await checkVisible(*ticket);
    if (!visible) {
        reply.fail(visible.error());
        co_return;
    }
    const Result<RemoteImages::Image, ApiFailure> found =
        co_await m_with.images.get(*url, ticket->userId, reply);
    if (found)
        reply.send(forFrame(Http::Response::file(found->contentType, found->bytes)));
    else
        reply.fail(found.error());
}

Result<FrameTicket, ApiFailure> Frames::ticketOf(const Http::Request &request) const
{
    const auto ticket = m_tickets.check(request.texts.first().toLatin1(), m_with.clock.now());
    if (!ticket) {
        const bool isExpired = ticket.error() == Crypto::TokenProblem::Expired;
        return failed(isExpired ? ApiError::TokenExpired : ApiError::TokenInvalid);
    }
    if (!m_with.authenticator.isInForce(ticket->userId, ticket->tokenVersion, ticket->tokenId))
        return failed(ApiError::TokenInvalid);
    return *ticket;
}

QCoro::Task<Result<void, ApiFailure>> Frames::checkVisible(FrameTicket ticket)
{
    auto find = [id = ticket.mailId,
                 viewer = m_with.access.viewer(ticket.userId)](Store::Session &session) {
        return Store::mailById(session, id, viewer);
    };
    const Result<Store::MailRow> row = co_await m_with.database.reading(std::move(find));
    if (!row)
        co_return failedLookup(row.error(), ApiError::MailNotFound);
    co_return Result<void, ApiFailure>();
}

QCoro::Task<Frames::Page> Frames::pageFor(Http::Request request)
{
    const Result<FrameTicket, ApiFailure> ticket = ticketOf(request);
    CO_RETURN_IF_ERROR(ticket);
    const QByteArray words = request.texts.first().toLatin1();
    if (m_pages.contains(words)) {
        const Result<void, ApiFailure> visible = co_await checkVisible(*ticket);
        CO_RETURN_IF_ERROR(visible);
        if (const FramePage *page = m_pages.object(words))
            co_return *page;
    }
    Page page = co_await makePage(*ticket, words);
    co_return page;
}

QCoro::Task<Frames::Page> Frames::makePage(FrameTicket ticket, QByteArray words)
{
    const Store::Viewer viewer = m_with.access.viewer(ticket.userId);
    Result<MailLoader::Found, ApiFailure> found =
        co_await m_with.loader.load(ticket.mailId, viewer, MailLoader::Into::Memory);
    CO_RETURN_IF_ERROR(found);
    auto make = [this, mail = std::move(found->mail), words, hasImages = ticket.hasImages] {
        return framePage(mail, m_tickets, words, hasImages);
    };
    const FramePage page = co_await Async::onPool(&m_with.pool, std::move(make));
    m_pages.insert(words, new FramePage(page), page.html.size() + 512);
    co_return page;
}

} // namespace Api
