// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/mails.h"

#include "api/mailchanges.h"
#include "api/mailjson.h"
#include "api/maillist.h"
#include "http/spool.h"
#include "mime/reader.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

// Why a message could not be had from its server.
ApiFailure fetchFailure(const Error &error)
{
    switch (error.code) {
    case Error::Code::Unauthorized:
        return failed(ApiError::ImapAuthFailed);
    case Error::Code::Timeout:
    default:
        return failed(ApiError::ImapUnreachable);
    }
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
            for (const qint64 account : done ? done->toTell : QList<qint64>())
                scheduler->tellServer(account);
            return done;
        };
        router.add(method, path, { .handler = handlers.writing(handler) });
    };
    get("/api/v1/mails", listMails);
    get("/api/v1/mails/stats", mailStats);
    change("PUT", "/api/v1/mails/:id/read", setMailRead);
    change("PUT", "/api/v1/mails/:id/star", setMailStarred);
    change("DELETE", "/api/v1/mails/:id", deleteMail);
    change("POST", "/api/v1/mails/batch-delete", Api::deleteMails);
    change("POST", "/api/v1/mails/batch-read", setMailsRead);
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

QCoro::Task<> Mails::detail(Http::Request request, Http::Reply reply)
{
    const Store::Viewer viewer = m_with.access.viewer(request);
    Result<Found, ApiFailure> found = co_await load(request.id(), viewer, Into::Memory);
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
    const Result<Found, ApiFailure> found = co_await load(request.id(), viewer, Into::File);
    if (!found) {
        reply.fail(found.error());
        co_return;
    }
    if (found->fileSize < 0) {
        reply.fail(
            { .error = ApiError::ImapUnreachable,
              .message = u"This mail is too large to be kept here; read it at the server."_s });
        co_return;
    }
    if (!found->file) {
        reply.fail({ .error = ApiError::StorageFull });
        co_return;
    }
    const QByteArray name = "mail-" + QByteArray::number(request.id());
    // A mail never changes, so its id says whether the part that a client has is of this one.
    reply.send(Http::Response::file("message/rfc822", found->file, found->fileSize)
                   .with("Content-Disposition", "attachment; filename=\"" + name + ".eml\"")
                   .with("ETag", '"' + name + '"'));
}

QCoro::Task<Result<Mails::Found, ApiFailure>> Mails::load(qint64 id, Store::Viewer viewer,
                                                          Into into)
{
    Result<Found> found = co_await read(id, viewer, into);
    if (!found)
        co_return failedLookup(found.error(), ApiError::MailNotFound);
    const Store::MailRow &row = found->mail.row;
    const bool isMissing = row.bodyState == Store::BodyState::Pending
        || row.bodyState == Store::BodyState::Unavailable; // a person may try once more
    if (!isMissing || !row.isOnServer())
        co_return *found;
    const Result<void> fetched = co_await fetchText(row);
    Result<Found> again = co_await read(id, viewer, into);
    if (!again)
        co_return failedLookup(again.error(), ApiError::MailNotFound);
    // It may have come another way while ours failed.
    if (again->mail.row.bodyState == Store::BodyState::Pending)
        co_return fetched ? failed(ApiError::ImapUnreachable) : fetchFailure(fetched.error());
    co_return *again;
}

QCoro::Task<Result<Mails::Found>> Mails::read(qint64 id, Store::Viewer viewer, Into into)
{
    auto find = [id, viewer, into, home = thread()](Store::Session &session) -> Result<Found> {
        Result<Store::MailDetail> mail = Store::mailDetail(session, id, viewer);
        if (!mail)
            return mail.error();
        Found found{ .mail = *std::move(mail), .file = nullptr };
        if (into == Into::File && found.mail.raw) {
            const QByteArray raw = *std::exchange(found.mail.raw, std::nullopt);
            found.fileSize = raw.size();
            found.file = Http::spooled(raw, home);
        }
        return found;
    };
    Result<Found> found = co_await m_with.database.reading(std::move(find));
    co_return found;
}

QCoro::Task<Result<void>> Mails::fetchText(Store::MailRow mail)
{
    Async::Completion<Result<void>> done;
    const auto finish = [done](const Result<void> &result) {
        done.finish(result);
    };
    m_with.scheduler.fetchText(mail.accountId, mail.folderId, { mail.id, mail.uid, mail.size },
                               this, finish);
    Result<void> fetched = co_await done;
    co_return fetched;
}

} // namespace Api
