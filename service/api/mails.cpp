// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/mails.h"

#include "api/failure.h"
#include "api/mailchanges.h"
#include "api/mailjson.h"
#include "api/maillist.h"
#include "api/statistics.h"
#include "mime/reader.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

ApiFailure gone()
{
    return { .error = ApiError::ImapUnreachable,
             .message = u"The mail is too large to be stored here, and the mail server does not "
                        "have it any more."_s };
}

Json::Bytes decodedDetail(const Store::MailDetail &mail)
{
    if (!mail.raw)
        return mailDetailJson(mail.row, mail.attachments, nullptr);
    const Mime::Message message = Mime::Reader::parse(*mail.raw);
    return mailDetailJson(mail.row, mail.attachments, &message);
}

} // namespace

Mails::Mails(Collaborators with, QObject *parent) : QObject(parent), m_with(with) { }

void Mails::addRoutes(Http::Router &router)
{
    const Handlers handlers(m_with.database);
    const Access *access = &m_with.access;
    Sync::Scheduler *scheduler = &m_with.scheduler;
    const auto get = [&](const QByteArray &path, auto answerOf) {
        const auto handler = [access, answerOf](const Http::Request &request,
                                                Store::Session &session) {
            return answerOf(request, session, *access);
        };
        router.add("GET", path, { .handler = handlers.reading(handler) });
    };
    const auto change = [&](QByteArrayView method, const QByteArray &path, auto write) {
        const auto handler = [access, scheduler, write](const Http::Request &request,
                                                        Store::Session &session) {
            Result<Change, ApiFailure> done = write(request, session, *access);
            for (const qint64 account : done ? done->toStore : QList<qint64>())
                scheduler->storeChanges(account);
            return done;
        };
        router.add(method, path, { .handler = handlers.writing(handler) });
    };
    router.add("GET", "/api/v1/mails", { .handler = listHandler(handlers) });
    get("/api/v1/mails/stats", mailStats);
    get("/api/v1/mails/stats/history", mailHistory);
    get("/api/v1/mails/stats/senders", topSenders);
    get("/api/v1/mails/:id/thread", mailThread);
    change("PUT", "/api/v1/mails/:id/read", setMailRead);
    change("PUT", "/api/v1/mails/:id/star", setMailStarred);
    change("DELETE", "/api/v1/mails/:id", deleteMail);
    change("POST", "/api/v1/mails/batch-delete", Api::deleteMails);
    change("POST", "/api/v1/mails/batch-read", setMailsRead);
    change("POST", "/api/v1/mails/batch-star", setMailsStarred);
    change("POST", "/api/v1/mails/mark-all-read", markAllMailsRead);
    router.add("GET", "/api/v1/mails/:id",
               { .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                   detail(request, reply);
               } });
    router.add("GET", "/api/v1/mails/:id/raw",
               { .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                   raw(request, reply);
               } });
}

// A page is read, written and sent by one database thread. With highlights, its messages are parsed on the pool.
Http::Route::Handler Mails::listHandler(const Handlers &handlers)
{
    const Access *access = &m_with.access;
    const auto list =
        handlers.reading([access](const Http::Request &request, Store::Session &session) {
            return listMails(request, session, *access);
        });
    return [this, list](const Http::Request &request, const Http::Reply &reply) {
        if (wantsHighlights(request))
            highlightedList(request, reply);
        else
            list(request, reply);
    };
}

QCoro::Task<> Mails::highlightedList(Http::Request request, Http::Reply reply)
{
    const Result<Store::MailQuery, ApiFailure> query = readMailQuery(request, m_with.access);
    if (!query) {
        reply.fail(query.error());
        co_return;
    }
    auto find = [query = *query](Store::Session &session) {
        return pageWithBodies(session, query);
    };
    Result<PageWithBodies> found = co_await m_with.database.reading(std::move(find));
    if (!found) {
        reply.fail(storageFailure(found.error()));
        co_return;
    }
    auto write = [found = *std::move(found), query = *query, page = requestedPage(request)] {
        return mailPageJson(found.page, page, query.pageSize, highlightsOf(found, query));
    };
    const Json::Bytes data = co_await Async::onPool(&m_with.pool, std::move(write));
    reply.send(Http::Response::data(data));
}

QCoro::Task<> Mails::detail(Http::Request request, Http::Reply reply)
{
    const Store::Viewer viewer = m_with.access.viewer(request);
    Result<MailLoader::Found, ApiFailure> found =
        co_await m_with.loader.load(request.id(), viewer, MailLoader::Into::Memory);
    if (!found) {
        reply.fail(found.error());
        co_return;
    }
    auto decode = [mail = std::move(found->mail)] {
        return decodedDetail(mail);
    };
    const Json::Bytes data = co_await Async::onPool(&m_with.pool, std::move(decode));
    reply.send(Http::Response::data(data));
}

QCoro::Task<> Mails::raw(Http::Request request, Http::Reply reply)
{
    const Store::Viewer viewer = m_with.access.viewer(request);
    const Result<MailLoader::Found, ApiFailure> found =
        co_await m_with.loader.load(request.id(), viewer, MailLoader::Into::File);
    if (!found) {
        reply.fail(found.error());
        co_return;
    }
    PartCache::File source{ found->file, found->fileSize };
    const Store::MailRow &row = found->mail.row;
    const bool isInPieces = !found->mail.cuts.isEmpty();
    const bool isElsewhere = isInPieces || row.bodyState == Store::BodyState::OnDemand;
    if (found->fileSize < 0 && !isElsewhere) {
        reply.fail(fetchFailure({ Error::Code::NotFound, {} }));
        co_return;
    }
    if (isElsewhere) {
        const Result<PartCache::File, ApiFailure> whole =
            co_await wholeMail(row, isInPieces, reply);
        if (!whole) {
            reply.fail(whole.error());
            co_return;
        }
        source = *whole;
    }
    if (!source.device) {
        reply.fail({ .error = ApiError::StorageFull });
        co_return;
    }
    const QByteArray name = "mail-" + QByteArray::number(request.id());
    // A mail never changes, so a client may resume a download with this tag.
    reply.send(Http::Response::file("message/rfc822", source.device, source.size)
                   .with("Content-Disposition", "attachment; filename=\"" + name + ".eml\"")
                   .with("ETag", '"' + name + '"'));
}

// The whole message of a mail that is stored in pieces, or that is too large and only at its server.
QCoro::Task<Result<PartCache::File, ApiFailure>>
Mails::wholeMail(Store::MailRow mail, bool isInPieces, Http::Reply reply)
{
    if (!isInPieces && !mail.isOnServer())
        co_return gone();
    Sync::PartWanted wanted;
    wanted.accountId = mail.accountId;
    wanted.folderId = mail.folderId;
    wanted.uid = mail.uid;
    const QByteArray name = "mail-" + QByteArray::number(mail.id);
    const PartSource source = isInPieces ? PartSource(StoredRange{ .mailId = mail.id }) : wanted;
    const Result<PartCache::File> whole = co_await m_with.cache.get(name, source, reply);
    if (!whole)
        co_return fetchFailure(whole.error());
    co_return *whole;
}

} // namespace Api
