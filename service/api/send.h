// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/compose.h"
#include "api/handlers.h"
#include "api/partcache.h"
#include "api/sendanswer.h"
#include "outbox/dispatcher.h"
#include "store/people/idempotency.h"
#include "sync/scheduler.h"

#include <QObject>
#include <QThreadPool>

namespace Api {

/**
 * POST /mails/send and POST /drafts/:id/send: the request is checked and written as a finished
 * message into the outbox. Sending is tried at once. The answer has the outcome, or after a while
 * the state at that time. Lives on the http thread; the collaborators outlive it, and it outlives
 * every request.
 */
class Send : public QObject
{
public:
    struct Collaborators {
        Store::Database &database;
        Sync::Scheduler &scheduler; ///< fetches texts whose attachments are sent on
        Outbox::Dispatcher &outbox;
        PartCache &cache; ///< forwarded attachments of large mails
        QThreadPool &pool;
        const Clock &clock;
        const Access &access;
        const AttachmentStore &attachments;
        PartLimits limits;
        std::chrono::milliseconds answerWithin{ 20'000 };
        qint64 bodyBytes = 10 * 1024 * 1024; ///< of a request
    };

    explicit Send(Collaborators with, QObject *parent = nullptr);

    void addRoutes(Http::Router &router);

private:
    /** One request on its way into the outbox. */
    struct Order {
        Http::Reply reply; ///< the request that waits for it
        qint64 userId = 0;
        Store::Viewer viewer = {};
        MailInput input = {};
        bool wantsQueue = true;
        QByteArray key = {};         ///< Idempotency-Key; empty: none
        QByteArray requestHash = {}; ///< with a key
        qint64 draftId = 0;          ///< deleted when the mail is stored; 0: none
        int draftVersion = 0;        ///< as it was read; 0: any
    };
    using AnswerResult = Result<SendAnswer, ApiFailure>;
    using IdResult = Result<qint64, ApiFailure>;

    QCoro::Task<> sendMail(Http::Request request, Http::Reply reply);
    QCoro::Task<> sendDraft(Http::Request request, Http::Reply reply);
    QCoro::Task<> serve(Order order, Http::Reply reply);
    QCoro::Task<Result<std::optional<Store::IdempotencyKey>, ApiFailure>> keyInUse(Order order);
    QCoro::Task<AnswerResult> sendOnce(Order order);
    QCoro::Task<IdResult> enqueue(Order order);
    QCoro::Task<Result<Ingredients, ApiFailure>> gather(Order order);
    QCoro::Task<Result<MailParts, ApiFailure>> readParts(Order order);
    QCoro::Task<Result<MailParts, ApiFailure>> copyParts(MailParts parts, Http::Reply reply);
    QCoro::Task<Result<void>> fetch(Store::MailRow mail);
    QCoro::Task<IdResult> store(Order order, ComposedMail composed);
    QCoro::Task<AnswerResult> outcome(Order order, qint64 outboxId);
    /// The mail after its first attempt, or when the time for an answer is over.
    QCoro::Task<Result<Store::OutboxMail, ApiFailure>> attempted(qint64 outboxId);
    QCoro::Task<Result<Store::OutboxMail, ApiFailure>> find(qint64 outboxId);

    Collaborators m_with;
};

} // namespace Api
