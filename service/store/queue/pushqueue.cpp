// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/queue/pushqueue.h"

#include "store/sql/columns.h"
#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<PushJob> jobColumns{
    { "job_id", &PushJob::id },
    { "attempts", &PushJob::attempts,
      +[](qint64 before) {
          return before + 1;
      } },
    { "is_minimal", &PushJob::isMinimal },
};

const Columns<PushNotice> noticeColumns{
    { "notice_id", &PushNotice::id },
    { "account_id", &PushNotice::accountId },
    { "email", &PushNotice::accountEmail },
    { "mail_count", &PushNotice::mailCount },
    { "noticed_at", &PushNotice::createdAt },
    { "mail_id", &PushNotice::mailId }, // of the mail's row, which may be deleted
    { "from_addr", &PushNotice::from },
    { "from_name", &PushNotice::fromName },
    { "subject", &PushNotice::subject },
};

const Columns<PushWork> workColumns{
    { "notices", &PushWork::hasNotices },
    { "due_at_ms", &PushWork::dueAtMs },
    { "last_ms", &PushWork::lastMs },
};

// Reads the columns of push_jobs_by_id.
PushJob readJob(const Query &query)
{
    PushJob job = query.read(jobColumns);
    job.to = readPushSubscription(query);
    job.notice = query.read(noticeColumns);
    return job;
}

Result<QList<qint64>> dueJobs(Session &session, const QByteArray &vapidKey,
                              const PushChoice &mayTake)
{
    Query due = session.query("push_jobs_due");
    due.bind(u":now_ms"_s, session.nowMs()).bindName(u":vapid_key"_s, vapidKey).exec();
    QList<qint64> ids;
    while (due.next()) {
        if (mayTake(due.int64("user_id"), due.bytes("origin")))
            ids.append(due.int64("id"));
    }
    if (due.failed())
        return due.error();
    return ids;
}

Result<PushJob> jobById(Session &session, qint64 id)
{
    Query query = session.query("push_jobs_by_id");
    query.bind(u":id"_s, id).exec();
    const bool isThere = query.next();
    if (query.failed())
        return query.error();
    if (!isThere) // cannot happen in the transaction that found it
        return Error{ Error::Code::NotFound, u"The push job does not exist any more."_s };
    return readJob(query);
}

bool isOlder(const MailRow &a, const MailRow &b)
{
    return std::pair(a.createdAt, a.id) < std::pair(b.createdAt, b.id);
}

} // namespace

Result<void> notePushes(Session &session, qint64 accountId, const QList<MailRow> &mails)
{
    QList<MailRow> unread = mails;
    unread.removeIf([](const MailRow &mail) { return mail.isRead; });
    if (unread.isEmpty())
        return {};
    return session.query("push_notices_insert")
        .bind(u":account_id"_s, accountId)
        .bind(u":mail_id"_s, std::ranges::max_element(unread, isOlder)->id)
        .bind(u":mail_count"_s, qint64(unread.size()))
        .bind(u":now"_s, session.now())
        .run();
}

Result<PushWork> pushWork(Session &session, const QByteArray &vapidKey)
{
    Query query = session.query("push_work");
    const auto work = query.bindName(u":vapid_key"_s, vapidKey).readFirst(workColumns);
    RETURN_IF_ERROR(work);
    return work->value_or(PushWork());
}

Result<void> spreadPushNotices(Session &session, const QByteArray &vapidKey)
{
    const Result<void> spread =
        session.query("push_notices_spread").bindName(u":vapid_key"_s, vapidKey).run();
    return spread ? session.query("push_notices_note_spread").run() : spread;
}

Result<QList<PushJob>> claimPushJobs(Session &session, const QByteArray &vapidKey,
                                     const PushChoice &mayTake, qint64 untilMs)
{
    const Result<QList<qint64>> ids = dueJobs(session, vapidKey, mayTake);
    RETURN_IF_ERROR(ids);
    QList<PushJob> jobs;
    for (const qint64 id : *ids) {
        Result<PushJob> job = jobById(session, id);
        RETURN_IF_ERROR(job);
        RETURN_IF_ERROR(session.query("push_jobs_claim")
                            .bind(u":id"_s, id)
                            .bind(u":until_ms"_s, untilMs)
                            .run());
        jobs.append(*std::move(job));
    }
    return jobs;
}

Result<void> endPushJob(Session &session, const PushJob &job)
{
    return session.query("push_jobs_delete").bind(u":id"_s, job.id).run();
}

Result<void> putOffPushJob(Session &session, const PushJob &job, qint64 atMs)
{
    return session.query("push_jobs_put_off")
        .bind(u":next_attempt_at_ms"_s, atMs)
        .bind(u":is_minimal"_s, job.isMinimal)
        .bind(u":id"_s, job.id)
        .run();
}

Result<void> dropPushJobs(Session &session, qint64 subscriptionId)
{
    return session.query("push_jobs_delete_of").bind(u":subscription_id"_s, subscriptionId).run();
}

Result<void> pausePushes(Session &session, const QByteArray &origin, qint64 untilMs)
{
    return session.query("push_pauses_put")
        .bindName(u":origin"_s, origin)
        .bind(u":until_ms"_s, untilMs)
        .run();
}

Result<void> pullPushJobs(Session &session, qint64 nowMs, qint64 latestMs)
{
    Query jobs = session.query("push_jobs_pull");
    RETURN_IF_ERROR(jobs.bind(u":now_ms"_s, nowMs).bind(u":latest_ms"_s, latestMs).run());
    return session.query("push_pauses_pull").bind(u":latest_ms"_s, latestMs).run();
}

Result<void> releasePushJobs(Session &session, qint64 untilMs)
{
    return session.query("push_jobs_release_lease").bind(u":until_ms"_s, untilMs).run();
}

Result<void> releasePushJobs(Session &session)
{
    return session.query("push_jobs_release").run();
}

Result<void> prunePushes(Session &session, qint64 before)
{
    RETURN_IF_ERROR(session.query("push_notices_prune").bind(u":before"_s, before).run());
    return session.query("push_pauses_prune").bind(u":now_ms"_s, session.nowMs()).run();
}

} // namespace Store
