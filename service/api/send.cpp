// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/send.h"

#include "api/draftinput.h"
#include "api/failure.h"
#include "api/mailloader.h"
#include "events/sendevents.h"
#include "outbox/smtpendpoint.h"
#include "store/db/transaction.h"
#include "store/people/drafts.h"
#include "store/queue/outbox.h"

#include <QCryptographicHash>
#include <QDeadlineTimer>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr qsizetype longestKey = 128;
constexpr std::chrono::milliseconds lookAgainAfter{ 500 };

bool isKey(const QByteArray &key)
{
    return key.size() <= longestKey
        && std::all_of(key.begin(), key.end(), [](char c) { return c > 0x20 && c < 0x7f; });
}

QByteArray hashOf(const Http::Request &request)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(request.path);
    hash.addData(QByteArrayView("\n"));
    hash.addData(request.body);
    return hash.result();
}

/// The account, if it can send mail.
Result<Store::Account, ApiFailure> sendingAccount(Store::Session &session, qint64 id,
                                                  const Store::Viewer &viewer)
{
    Result<Store::Account> account = Store::accountById(session, id, viewer);
    if (!account)
        return failedLookup(account.error(), ApiError::AccountNotFound);
    if (account->status == "disabled")
        return failed(ApiError::AccountDisabled);
    if (!Outbox::smtpEndpoint(*account))
        return failed(ApiError::SmtpNotConfigured);
    return *std::move(account);
}

bool isSettled(const Store::OutboxMail &mail)
{
    const bool isWaiting = mail.status == "queued" && mail.attempts > 0;
    return isWaiting || (mail.status != "queued" && mail.status != "sending");
}

/// If the outcome is unknown, the failure names the Message-ID and key under which the mail may be found.
ApiFailure unknownOutcome(const Error &error, const QByteArray &key, const QByteArray &messageId)
{
    ApiFailure failure = storageFailure(error);
    if (failure.error != ApiError::OutcomeUnknown)
        return failure;
    if (key.isEmpty()) {
        failure.message = u"The connection to the database was lost while the mail was stored: it "
                          "may be sent or not. Look for this Message-ID in GET /outbox before you "
                          "send it again."_s;
    } else {
        failure.message = u"The connection to the database was lost while the mail was stored: it "
                          "may be sent or not. Send the same request with the same "
                          "Idempotency-Key: the answer says whether it was sent, and it is never "
                          "sent twice."_s;
        failure.details.append({ u"Idempotency-Key"_s, QString::fromLatin1(key) });
    }
    failure.details.append({ u"messageId"_s, QString::fromUtf8(messageId) });
    return failure;
}

/// Whether a repetition of the request gets the same answer. Not after a failure of the database, because
/// a repetition may succeed.
bool isWorthKeeping(const SendAnswer &answer)
{
    return !answer.failure || httpStatus(answer.failure->error) == 502
        || httpStatus(answer.failure->error) == 400;
}

ApiFailure copyFailure(const PartSource &source, const Error &error)
{
    if (!std::holds_alternative<StoredUpload>(source))
        return fetchFailure(error);
    if (error.code == Error::Code::NotFound) // deleted meanwhile
        return failed(ApiError::AttachmentNotAllowed);
    return storageFailure(error);
}

} // namespace

Send::Send(Collaborators with, QObject *parent) : QObject(parent), m_with(std::move(with)) { }

void Send::addRoutes(Http::Router &router)
{
    router.add("POST", "/api/v1/mails/send",
               { .bodyLimit = m_with.bodyBytes,
                 .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                     sendMail(request, reply);
                 } });
    router.add("POST", "/api/v1/drafts/:id/send",
               { .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                   sendDraft(request, reply);
               } });
}

QCoro::Task<> Send::sendMail(Http::Request request, Http::Reply reply)
{
    Http::Body body(request.body);
    Order order{ .reply = reply };
    order.userId = request.userId();
    order.viewer = m_with.access.viewer(request);
    order.input = readMailInput(body);
    order.wantsQueue = body.optionalBoolean("queue"_L1).value_or(true);
    if (const auto failure = body.failure()) {
        reply.fail(*failure);
        co_return;
    }
    order.key = request.header("idempotency-key");
    order.requestHash = hashOf(request);
    co_await serve(std::move(order), reply);
}

QCoro::Task<> Send::sendDraft(Http::Request request, Http::Reply reply)
{
    Order order{ .reply = reply };
    order.userId = request.userId();
    order.viewer = m_with.access.viewer(request);
    order.draftId = request.id();
    if (!request.body.isEmpty()) {
        Http::Body body(request.body);
        order.wantsQueue = body.optionalBoolean("queue"_L1).value_or(true);
        if (const auto failure = body.failure()) {
            reply.fail(*failure);
            co_return;
        }
    }
    order.key = request.header("idempotency-key");
    order.requestHash = hashOf(request);
    const auto used = co_await keyInUse(order); // a repetition finds the draft deleted
    if (!used || !*used) {
        auto load = [id = order.draftId, user = order.userId](Store::Session &session) {
            return Store::draftById(session, user, id);
        };
        const Result<Store::Draft> draft = co_await m_with.database.reading(std::move(load));
        if (!draft) {
            reply.fail(failedLookup(draft.error(), ApiError::DraftNotFound));
            co_return;
        }
        if (const auto conflict = versionConflict(request, *draft)) {
            reply.send(*conflict);
            co_return;
        }
        order.input = mailInputOf(*draft);
        order.draftVersion = draft->version;
    }
    co_await serve(std::move(order), reply);
}

QCoro::Task<> Send::serve(Order order, Http::Reply reply)
{
    if (!isKey(order.key)) {
        reply.fail({ .error = ApiError::ValidationFailed,
                     .details = { { u"Idempotency-Key"_s,
                                    u"must be 1 to 128 visible ASCII characters"_s } } });
        co_return;
    }
    const AnswerResult answer = co_await sendOnce(std::move(order));
    if (answer)
        reply.send(toResponse(*answer));
    else
        reply.fail(answer.error());
}

QCoro::Task<Result<std::optional<Store::IdempotencyKey>, ApiFailure>> Send::keyInUse(Order order)
{
    if (order.key.isEmpty() || !isKey(order.key))
        co_return std::optional<Store::IdempotencyKey>();
    auto find = [user = order.userId, name = order.key](Store::Session &session) {
        return Store::idempotencyKey(session, user, name);
    };
    const auto used = co_await m_with.database.reading(std::move(find));
    if (!used)
        co_return storageFailure(used.error());
    if (*used && (*used)->requestHash != order.requestHash)
        co_return failed(ApiError::IdempotencyConflict);
    co_return *used;
}

QCoro::Task<Send::AnswerResult> Send::sendOnce(Order order)
{
    const auto used = co_await keyInUse(order);
    CO_RETURN_IF_ERROR(used);
    if (*used && (*used)->answerStatus != 0)
        co_return sendAnswerFrom((*used)->answer);
    qint64 id = *used ? (*used)->outboxId : 0;
    if (id == 0) {
        const IdResult queued = co_await enqueue(order);
        CO_RETURN_IF_ERROR(queued);
        id = *queued;
    }
    AnswerResult answer = co_await outcome(std::move(order), id);
    co_return answer;
}

QCoro::Task<Send::IdResult> Send::enqueue(Order order)
{
    Result<Ingredients, ApiFailure> ingredients = co_await gather(order);
    CO_RETURN_IF_ERROR(ingredients);
    auto write = [from = *std::move(ingredients), folder = m_with.attachments.uploadFolder()] {
        return compose(from, folder);
    };
    Result<ComposedMail, ApiFailure> composed =
        co_await Async::onPool(&m_with.pool, std::move(write));
    CO_RETURN_IF_ERROR(composed);
    IdResult id = co_await store(std::move(order), *std::move(composed));
    co_return id;
}

QCoro::Task<Result<Ingredients, ApiFailure>> Send::gather(Order order)
{
    if (const auto illegal = illegalIn(order.input))
        co_return *illegal;
    const Result<Recipients, ApiFailure> recipients = readRecipients(order.input);
    auto check = [id = order.input.accountId, viewer = order.viewer](
                     Store::Session &session) -> Result<Result<Store::Account, ApiFailure>> {
        return sendingAccount(session, id, viewer);
    };
    const auto checked = co_await m_with.database.reading(std::move(check));
    if (!checked)
        co_return storageFailure(checked.error());
    const Result<Store::Account, ApiFailure> &account = *checked;
    CO_RETURN_IF_ERROR(account);
    CO_RETURN_IF_ERROR(recipients);
    Result<MailParts, ApiFailure> parts = co_await readParts(order);
    CO_RETURN_IF_ERROR(parts);
    Ingredients ingredients;
    ingredients.input = std::move(order.input);
    ingredients.recipients = *recipients;
    ingredients.parts = *std::move(parts);
    ingredients.account = *account;
    ingredients.now = m_with.clock.now();
    co_return ingredients;
}

QCoro::Task<Result<MailParts, ApiFailure>> Send::readParts(Order order)
{
    for (bool isFetched = false;; isFetched = true) {
        auto read = [order, attachments = &m_with.attachments, limits = m_with.limits](
                        Store::Session &session) -> Result<Result<MailParts, ApiFailure>> {
            return readMailParts(session, order.input, *attachments, order.userId, order.viewer,
                                 limits);
        };
        Result<Result<MailParts, ApiFailure>> parts =
            co_await m_with.database.reading(std::move(read));
        if (!parts)
            co_return storageFailure(parts.error());
        if (!*parts)
            co_return (*parts).error();
        if ((*parts)->missing.isEmpty()) {
            Result<MailParts, ApiFailure> copied = co_await copyParts(**parts, order.reply);
            co_return copied;
        }
        if (isFetched)
            co_return failed(ApiError::ImapUnreachable);
        for (const Store::MailRow &mail : std::as_const((*parts)->missing)) {
            const Result<void> fetched = co_await fetch(mail);
            if (!fetched)
                co_return failed(fetched.error().code == Error::Code::Unauthorized
                                     ? ApiError::ImapAuthFailed
                                     : ApiError::ImapUnreachable);
        }
    }
}

QCoro::Task<Result<MailParts, ApiFailure>> Send::copyParts(MailParts parts, Http::Reply reply)
{
    for (const PartToCopy &part : std::as_const(parts.toCopy)) {
        const Result<PartCache::File> copied =
            co_await m_with.cache.get(part.name, part.source, reply);
        if (!copied)
            co_return copyFailure(part.source, copied.error());
        parts.files[part.index].device = copied->device;
        parts.files[part.index].size = copied->size;
    }
    qint64 bytes = 0; // the size of some was not known before the copy
    for (const Mime::OutgoingFile &file : std::as_const(parts.files))
        bytes += file.device ? file.size : file.content.size();
    if (bytes > m_with.limits.bytes)
        co_return failed(ApiError::AttachmentsTooLarge);
    co_return parts;
}

QCoro::Task<Result<void>> Send::fetch(Store::MailRow mail)
{
    const Store::BodyWanted wanted{ mail.id, mail.uid, mail.size };
    Result<void> fetched =
        co_await m_with.scheduler.fetchBody(mail.accountId, mail.folderId, wanted);
    co_return fetched;
}

QCoro::Task<Send::IdResult> Send::store(Order order, ComposedMail composed)
{
    Store::OutboxMail mail = std::move(composed.mail);
    mail.userId = order.userId;
    mail.wantsQueue = order.wantsQueue;
    mail.nextAttemptAtMs = m_with.clock.nowMs();
    const std::chrono::milliseconds patience = m_with.outbox.settings().retry.giveUpAfter;
    mail.giveUpAtMs = mail.nextAttemptAtMs + patience.count();
    auto write = [order, mail, message = std::move(composed.message)](
                     Store::Session &session) -> Result<IdResult> {
        Store::Transaction transaction(session);
        const auto account = sendingAccount(session, mail.accountId, order.viewer);
        if (!account)
            return IdResult(account.error());
        if (!order.key.isEmpty()) { // the same request may run twice at the same time
            const auto used = Store::idempotencyKey(session, order.userId, order.key);
            RETURN_IF_ERROR(used);
            if (*used)
                return (*used)->requestHash == order.requestHash
                    ? IdResult((*used)->outboxId)
                    : IdResult(failed(ApiError::IdempotencyConflict));
        }
        const Result<qint64> id = Store::insertOutboxMail(session, mail, message);
        RETURN_IF_ERROR(id);
        if (!order.key.isEmpty()) {
            const Store::IdempotencyKey key{ order.userId, order.key, order.requestHash, *id };
            const Result<bool> isStored = Store::putIdempotencyKey(session, key);
            RETURN_IF_ERROR(isStored);
            if (!*isStored)
                return Error{ Error::Code::Conflict, u"Another request has the same key."_s };
        }
        if (order.draftId != 0) {
            const Result<bool> removed =
                Store::deleteDraft(session, order.userId, order.draftId, order.draftVersion);
            RETURN_IF_ERROR(removed);
            if (!*removed) // sent, deleted or changed meanwhile
                return IdResult(failed(ApiError::DraftConflict));
            transaction.publish(
                Events::draftsDeleted(order.userId, { order.draftId }, session.now()));
        }
        return transaction.commit(IdResult(*id));
    };
    const Result<IdResult> stored = co_await m_with.database.writing(std::move(write));
    if (stored)
        co_return *stored;
    if (stored.error().code == Error::Code::Conflict) { // nothing was stored
        const auto used = co_await keyInUse(order);
        CO_RETURN_IF_ERROR(used);
        if (*used)
            co_return (*used)->outboxId;
    }
    co_return unknownOutcome(stored.error(), order.key, mail.messageId);
}

QCoro::Task<Send::AnswerResult> Send::outcome(Order order, qint64 outboxId)
{
    const Result<Store::OutboxMail, ApiFailure> mail = co_await attempted(outboxId);
    CO_RETURN_IF_ERROR(mail);
    SendAnswer answer = sendAnswer(*mail);
    if (order.key.isEmpty() || !isWorthKeeping(answer))
        co_return answer;
    Store::IdempotencyKey key{ order.userId, order.key, order.requestHash, outboxId };
    key.answerStatus = answer.failure ? httpStatus(answer.failure->error) : answer.status;
    key.answer = toJson(answer);
    auto note = Store::inTransaction(
        [key](Store::Session &session) { return Store::noteIdempotentAnswer(session, key); });
    const Result<void> noted = co_await m_with.database.writing(std::move(note));
    Q_UNUSED(noted) // if it failed, a repetition gets the current state of the mail
    if (!m_with.database.isShared())
        co_return answer;
    const auto kept =
        co_await keyInUse(std::move(order)); // another service may have answered first
    if (kept && *kept && (*kept)->answerStatus != 0)
        co_return sendAnswerFrom((*kept)->answer);
    co_return answer;
}

// Another service may make the attempt; its end is then found in the database.
QCoro::Task<Result<Store::OutboxMail, ApiFailure>> Send::attempted(qint64 outboxId)
{
    using std::chrono::milliseconds;
    const milliseconds longest = m_with.database.isShared() ? lookAgainAfter : m_with.answerWithin;
    QDeadlineTimer end(m_with.answerWithin);
    Result<Store::OutboxMail, ApiFailure> mail = co_await find(outboxId);
    while (mail && !isSettled(*mail) && !end.hasExpired()) {
        const milliseconds step = std::min(longest, milliseconds(end.remainingTime()));
        const bool isOver = co_await m_with.outbox.deliver(mail->accountId, outboxId, step);
        Result<Store::OutboxMail, ApiFailure> now = co_await find(outboxId);
        mail = std::move(now);
        if (isOver)
            break;
    }
    co_return mail;
}

QCoro::Task<Result<Store::OutboxMail, ApiFailure>> Send::find(qint64 outboxId)
{
    auto load = [outboxId](Store::Session &session) {
        return Store::outboxMailById(session, outboxId);
    };
    Result<Store::OutboxMail> mail = co_await m_with.database.reading(std::move(load));
    if (!mail)
        co_return failedLookup(mail.error(), ApiError::OutboxNotFound);
    co_return *std::move(mail);
}

} // namespace Api
