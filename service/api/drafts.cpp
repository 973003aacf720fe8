// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/drafts.h"

#include "api/draftinput.h"
#include "api/failure.h"
#include "api/userlimit.h"
#include "events/sendevents.h"
#include "http/query.h"
#include "mime/htmltext.h"
#include "store/db/transaction.h"
#include "store/mail/accounts.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr qsizetype maxBatch = 1000;
constexpr qsizetype mostSearchText = 64 * 1024;

/** What saving a draft depends on besides the request. */
struct SaveRules {
    const Access &access;
    int mostOfAUser = 0; ///< drafts; 0: any number
};

Json::Bytes draftJson(const Store::Draft &draft)
{
    Json::Writer json;
    writeDraft(json, draft, true);
    return json.take();
}

Http::Response draftResponse(const Store::Draft &draft, QByteArrayView message)
{
    Http::Response response = Http::Response::data(draftJson(draft), message);
    response.with("ETag", draftTag(draft));
    return response;
}

Result<Json::Bytes, ApiFailure> listDrafts(const Http::Request &request, Store::Session &session)
{
    Http::Query query(request.query);
    const Http::Page page = query.page();
    const QString keyword = query.text("keyword"_L1, 200).value_or(QString());
    if (query.failure())
        return *query.failure();
    const auto drafts =
        Store::draftPage(session, request.userId(), keyword, page.offset(), page.size);
    if (!drafts)
        return storageFailure(drafts.error());
    Json::Writer json;
    json.beginObject().key("items").beginArray();
    for (const Store::Draft &draft : drafts->items)
        writeDraft(json, draft, false);
    json.endArray().key("total").value(drafts->total);
    json.key("page").value(page.number).key("pageSize").value(page.size);
    return json.endObject().take();
}

Http::Response getDraft(const Http::Request &request, Store::Session &session)
{
    const auto draft = Store::draftById(session, request.userId(), request.id());
    if (!draft)
        return Http::Response::failed(failedLookup(draft.error(), ApiError::DraftNotFound));
    return draftResponse(*draft, {});
}

/// Writes the draft under `id`, or as a new one (0). On the writer.
Http::Response saveDraft(const Http::Request &request, Store::Session &session,
                         const SaveRules &rules, const MailInput &mail, qint64 id)
{
    const auto failedWith = [](const ApiFailure &failure) {
        return Http::Response::failed(failure);
    };
    Store::Transaction transaction(session);
    const qint64 user = request.userId();
    if (id != 0) {
        const auto current = Store::draftById(session, user, id);
        if (!current)
            return failedWith(failedLookup(current.error(), ApiError::DraftNotFound));
        if (const auto conflict = versionConflict(request, *current))
            return *conflict;
    }
    const auto account = Store::accountById(session, mail.accountId, rules.access.viewer(request));
    if (!account)
        return failedWith(failedLookup(account.error(), ApiError::AccountNotFound));
    Store::Draft draft = draftOf(mail);
    draft.id = id;
    const QString text = Mime::htmlToText(mail.body, mostSearchText);
    if (id == 0) {
        const auto room = checkLimit(session, draftLimit(rules.mostOfAUser), user);
        if (!room)
            return failedWith(room.error());
        const Result<qint64> made = Store::insertDraft(session, user, draft, text);
        if (!made)
            return failedWith(storageFailure(made.error()));
        draft.id = *made;
    } else {
        const Result<bool> updated = Store::updateDraft(session, user, draft, text);
        if (!updated)
            return failedWith(storageFailure(updated.error()));
    }
    const auto saved = Store::draftById(session, user, draft.id);
    if (!saved)
        return failedWith(storageFailure(saved.error()));
    const Result<void> committed = transaction.commit();
    if (!committed)
        return failedWith(storageFailure(committed.error()));
    return draftResponse(*saved, "saved");
}

/// Saves the mail in the body under the id of the path, else of the body, else as a new draft.
Http::Response save(const Http::Request &request, Store::Session &session, const SaveRules &rules,
                    qint64 pathId)
{
    Http::Body body(request.body);
    const MailInput mail = readMailInput(body);
    const qint64 bodyId = body.optionalInteger("id"_L1, 1).value_or(0);
    if (const auto failure = body.failure())
        return Http::Response::failed(*failure);
    if (pathId != 0 && bodyId != 0 && pathId != bodyId)
        return Http::Response::failed(failed(ApiError::IdMismatch));
    if (const auto illegal = illegalIn(mail))
        return Http::Response::failed(*illegal);
    return saveDraft(request, session, rules, mail, pathId != 0 ? pathId : bodyId);
}

/// Deletes the drafts in one transaction; ids without a draft are added to `unknown`.
Result<QList<qint64>, ApiFailure> removeDrafts(Store::Session &session, qint64 user,
                                               const QList<qint64> &ids, QList<qint64> &unknown)
{
    Store::Transaction transaction(session);
    QList<qint64> removed;
    for (const qint64 id : ids) {
        if (removed.contains(id) || unknown.contains(id))
            continue;
        const Result<bool> gone = Store::deleteDraft(session, user, id);
        if (!gone)
            return storageFailure(gone.error());
        (*gone ? removed : unknown).append(id);
    }
    if (!removed.isEmpty())
        transaction.publish(Events::draftsDeleted(user, removed, session.now()));
    const Result<void> committed = transaction.commit();
    if (!committed)
        return storageFailure(committed.error());
    return removed;
}

Result<Change, ApiFailure> deleteOne(const Http::Request &request, Store::Session &session)
{
    QList<qint64> unknown;
    const auto removed = removeDrafts(session, request.userId(), { request.id() }, unknown);
    RETURN_IF_ERROR(removed);
    if (removed->isEmpty())
        return failed(ApiError::DraftNotFound);
    return Change{ "null", "deleted" };
}

Result<Change, ApiFailure> deleteMany(const Http::Request &request, Store::Session &session)
{
    Http::Body body(request.body);
    const QList<qint64> ids = body.integerList("ids"_L1, maxBatch);
    if (ids.isEmpty() && !body.failure())
        body.fail(u"ids"_s, u"must contain 1 to 1000 ids"_s);
    if (const auto failure = body.failure())
        return *failure;
    QList<qint64> unknown;
    const auto removed = removeDrafts(session, request.userId(), ids, unknown);
    RETURN_IF_ERROR(removed);
    Json::Writer json;
    json.beginObject().key("deleted").value(removed->size()).key("failed").beginArray();
    for (const qint64 id : std::as_const(unknown))
        json.value(id);
    return Change{ json.endArray().endObject().take(), "deleted" };
}

} // namespace

void addDraftRoutes(Http::Router &router, Store::Database &database, const Access &access,
                    int mostOfAUser, qint64 bodyBytes)
{
    const Handlers handlers(database);
    const SaveRules rules{ access, mostOfAUser };
    const auto saving = [&database, rules](qint64 (*pathId)(const Http::Request &)) {
        return [&database, rules, pathId](const Http::Request &request, const Http::Reply &reply) {
            const bool accepted =
                database.write([rules, pathId, request, reply](Store::Session &session) {
                    reply.send(save(request, session, rules, pathId(request)));
                });
            if (!accepted)
                reply.fail(failed(ApiError::Overloaded));
        };
    };
    const auto get = [&database](const Http::Request &request, const Http::Reply &reply) {
        const bool accepted = database.read(
            [request, reply](Store::Session &session) { reply.send(getDraft(request, session)); });
        if (!accepted)
            reply.fail(failed(ApiError::Overloaded));
    };
    const auto noId = [](const Http::Request &) {
        return qint64(0);
    };
    const auto idOf = [](const Http::Request &request) {
        return request.id();
    };
    router.add("GET", "/api/v1/drafts", { .handler = handlers.reading(listDrafts) });
    router.add("POST", "/api/v1/drafts", { .bodyLimit = bodyBytes, .handler = saving(noId) });
    router.add("GET", "/api/v1/drafts/:id", { .handler = get });
    router.add("PUT", "/api/v1/drafts/:id", { .bodyLimit = bodyBytes, .handler = saving(idOf) });
    router.add("DELETE", "/api/v1/drafts/:id", { .handler = handlers.writing(deleteOne) });
    router.add("POST", "/api/v1/drafts/batch-delete", { .handler = handlers.writing(deleteMany) });
}

} // namespace Api
