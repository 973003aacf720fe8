// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/queue/outbox.h"

#include "common/jsonwriter.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

using State = OutboxRecipient::State;

QByteArray stateName(State state)
{
    switch (state) {
    case State::Pending:
        return "pending";
    case State::Accepted:
        return "accepted";
    case State::Rejected:
        return "rejected";
    }
    Q_UNREACHABLE();
}

State stateFromName(const QString &name)
{
    if (name == u"accepted")
        return State::Accepted;
    return name == u"rejected" ? State::Rejected : State::Pending;
}

QString recipientsJson(const QList<OutboxRecipient> &recipients)
{
    Json::Writer json;
    json.beginArray();
    for (const OutboxRecipient &one : recipients) {
        json.beginObject().key("address").value(one.address);
        json.key("state").value(stateName(one.state)).key("code").value(one.code);
        json.key("enhanced").value(one.enhancedCode).key("response").value(one.response);
        json.endObject();
    }
    return QString::fromUtf8(json.endArray().take());
}

QList<OutboxRecipient> recipientsFrom(const QByteArray &json)
{
    QList<OutboxRecipient> recipients;
    for (const QJsonValue &value : QJsonDocument::fromJson(json).array()) {
        const QJsonObject one = value.toObject();
        recipients.append(
            { one.value("address"_L1).toString().toUtf8(),
              stateFromName(one.value("state"_L1).toString()), one.value("code"_L1).toInt(),
              one.value("enhanced"_L1).toString().toUtf8(), one.value("response"_L1).toString() });
    }
    return recipients;
}

QString textsJson(const QStringList &texts)
{
    Json::Writer json;
    json.beginArray();
    for (const QString &text : texts)
        json.value(text);
    return QString::fromUtf8(json.endArray().take());
}

QStringList textsFrom(const QByteArray &json)
{
    QStringList texts;
    for (const QJsonValue &value : QJsonDocument::fromJson(json).array())
        texts.append(value.toString());
    return texts;
}

const Columns<OutboxMail> mailColumns{
    { "id", &OutboxMail::id },
    { "account_id", &OutboxMail::accountId },
    { "user_id", &OutboxMail::userId },
    { "status", &OutboxMail::status },
    { "handed_over", &OutboxMail::isHandedOver },
    { "wants_queue", &OutboxMail::wantsQueue },
    { "needs_utf8", &OutboxMail::needsUtf8 },
    { "message_id", &OutboxMail::messageId },
    { "sender", &OutboxMail::sender },
    { "recipients", &OutboxMail::recipients, recipientsFrom },
    { "to_json", &OutboxMail::to, textsFrom },
    { "subject", &OutboxMail::subject },
    { "size", &OutboxMail::size },
    { "attempts", &OutboxMail::attempts },
    { "next_attempt_at_ms", &OutboxMail::nextAttemptAtMs },
    { "give_up_at_ms", &OutboxMail::giveUpAtMs },
    { "failure", &OutboxMail::failure },
    { "last_error", &OutboxMail::lastError },
    { "smtp_code", &OutboxMail::smtpCode },
    { "enhanced_code", &OutboxMail::enhancedCode },
    { "response", &OutboxMail::response },
    { "mail_id", &OutboxMail::mailId },
    { "append_at_ms", &OutboxMail::appendAtMs },
    { "append_attempts", &OutboxMail::appendAttempts },
    { "created_at", &OutboxMail::createdAt },
    { "sent_at", &OutboxMail::sentAt },
    { "ended_at", &OutboxMail::endedAt },
    { "claimed_by", &OutboxMail::claimedBy },
    { "copy_state", &OutboxMail::copyState },
    { "copy_error", &OutboxMail::copyError },
};

const Columns<OutboxDue> dueColumns{
    { "account_id", &OutboxDue::accountId },
    { "at_ms", &OutboxDue::atMs },
    { "last_ms", &OutboxDue::lastMs },
};

} // namespace

Result<qint64> insertOutboxMail(Session &session, const OutboxMail &mail,
                                const OutboxMessage &message)
{
    Query query = session.query("outbox_insert");
    query.bind(u":account_id"_s, mail.accountId).bind(u":user_id"_s, mail.userId);
    query.bind(u":wants_queue"_s, mail.wantsQueue).bind(u":needs_utf8"_s, mail.needsUtf8);
    query.bindName(u":message_id"_s, mail.messageId).bindName(u":sender"_s, mail.sender);
    query.bind(u":recipients"_s, recipientsJson(mail.recipients));
    query.bind(u":to_json"_s, textsJson(mail.to)).bind(u":subject"_s, mail.subject);
    query.bind(u":size"_s, message.pieces->size());
    query.bind(u":next_attempt_at_ms"_s, mail.nextAttemptAtMs);
    query.bind(u":give_up_at_ms"_s, mail.giveUpAtMs).bind(u":now"_s, session.now());
    const Result<qint64> id = query.readNumber();
    RETURN_IF_ERROR(id);
    RETURN_IF_ERROR(insertOutboxMessage(session, *id, message));
    return id;
}

Result<std::optional<OutboxMail>> claimOutboxMail(Session &session, qint64 accountId, qint64 nowMs,
                                                  const OutboxClaim &claim)
{
    Query query = session.query("outbox_claim");
    query.bind(u":account_id"_s, accountId).bind(u":now_ms"_s, nowMs);
    query.bindName(u":run"_s, claim.run).bind(u":until_ms"_s, claim.untilMs);
    return query.readFirst(mailColumns);
}

Result<void> renewOutboxClaims(Session &session, const OutboxClaim &claim)
{
    Query query = session.query("outbox_renew");
    return query.bindName(u":run"_s, claim.run).bind(u":until_ms"_s, claim.untilMs).run();
}

Result<void> markHandedOver(Session &session, qint64 id, const QByteArray &run)
{
    Query query = session.query("outbox_hand_over");
    query.bind(u":id"_s, id).bindName(u":run"_s, run).exec();
    if (query.failed())
        return query.error();
    if (query.affected() == 0)
        return Error{ Error::Code::Conflict, u"The mail is not being sent any more."_s };
    return {};
}

Result<void> updateOutboxMail(Session &session, const OutboxMail &mail)
{
    Query query = session.query("outbox_update");
    query.bind(u":id"_s, mail.id).bindName(u":status"_s, mail.status);
    query.bind(u":handed_over"_s, mail.isHandedOver);
    query.bind(u":recipients"_s, recipientsJson(mail.recipients));
    query.bind(u":attempts"_s, mail.attempts);
    query.bind(u":next_attempt_at_ms"_s, mail.nextAttemptAtMs);
    query.bind(u":give_up_at_ms"_s, mail.giveUpAtMs).bindName(u":failure"_s, mail.failure);
    query.bind(u":last_error"_s, mail.lastError).bind(u":smtp_code"_s, mail.smtpCode);
    query.bindName(u":enhanced_code"_s, mail.enhancedCode).bind(u":response"_s, mail.response);
    query.bind(u":mail_id"_s, mail.mailId).bind(u":append_at_ms"_s, mail.appendAtMs);
    query.bind(u":append_attempts"_s, mail.appendAttempts);
    query.bindName(u":copy_state"_s, mail.copyState).bind(u":copy_error"_s, mail.copyError);
    query.bind(u":sent_at"_s, mail.sentAt).bind(u":ended_at"_s, mail.endedAt);
    query.bindName(u":claimed_by"_s, mail.claimedBy).exec();
    if (query.failed())
        return query.error();
    if (query.affected() == 0)
        return Error{ Error::Code::Conflict, u"Another service instance has claimed this mail."_s };
    return {};
}

Result<OutboxMail> outboxMailById(Session &session, qint64 id, const Viewer &viewer)
{
    Query query = session.query("outbox_by_id");
    query.bind(u":id"_s, id).bind(u":owner"_s, viewer.ownerFilter());
    const Result<std::optional<OutboxMail>> mail = query.readFirst(mailColumns);
    RETURN_IF_ERROR(mail);
    if (!*mail)
        return Error{ Error::Code::NotFound, u"There is no such mail in the outbox."_s };
    return **mail;
}

Result<OutboxPage> outboxPage(Session &session, const OutboxQuery &asked)
{
    const auto bound = [&](const char *resource) {
        Query query = session.query(resource);
        query.bind(u":owner"_s, asked.viewer.ownerFilter());
        query.bind(u":account_id"_s, asked.accountId).bindName(u":status"_s, asked.status);
        return query;
    };
    const Result<qint64> total = bound("outbox_count").readNumber();
    RETURN_IF_ERROR(total);
    Query rows = bound("outbox_page");
    rows.bind(u":count"_s, asked.count).bind(u":offset"_s, asked.offset);
    Result<QList<OutboxMail>> mails = rows.readAll(mailColumns);
    RETURN_IF_ERROR(mails);
    return OutboxPage{ *std::move(mails), *total };
}

Result<QList<OutboxDue>> outboxDue(Session &session)
{
    return session.query("outbox_due").readAll(dueColumns);
}

Result<void> pullOutboxMails(Session &session, LatestDue due)
{
    Query query = session.query("outbox_pull");
    return query.bind(u":now_ms"_s, due.nowMs).bind(u":latest_ms"_s, due.latestMs).run();
}

Result<void> pullAppends(Session &session, LatestDue due)
{
    Query query = session.query("outbox_pull_appends");
    return query.bind(u":now_ms"_s, due.nowMs).bind(u":latest_ms"_s, due.latestMs).run();
}

Result<qint64> lastAppend(Session &session)
{
    return session.query("outbox_last_append").readNumber();
}

Result<QList<OutboxMail>> interruptedOutboxMails(Session &session, const OutboxClaim &claim)
{
    Query query = session.query("outbox_interrupted");
    query.bindName(u":run"_s, claim.run).bind(u":until_ms"_s, claim.untilMs);
    query.bind(u":latest_ms"_s, claim.latestMs);
    return query.readAll(mailColumns);
}

Result<QList<OutboxMail>> claimedOutboxMails(Session &session, qint64 accountId,
                                             const QByteArray &run)
{
    Query query = session.query("outbox_claimed");
    query.bind(u":account_id"_s, accountId).bindName(u":run"_s, run);
    return query.readAll(mailColumns);
}

Result<QList<qint64>> accountsToAppend(Session &session, qint64 nowMs)
{
    Query query = session.query("outbox_accounts_to_append");
    return query.bind(u":now_ms"_s, nowMs).readValues<qint64>();
}

Result<std::optional<OutboxMail>> outboxMailToAppend(Session &session, qint64 accountId,
                                                     qint64 nowMs)
{
    Query query = session.query("outbox_to_append");
    query.bind(u":account_id"_s, accountId).bind(u":now_ms"_s, nowMs);
    return query.readFirst(mailColumns);
}

Result<void> noteAppended(Session &session, const OutboxMail &mail)
{
    return session.query("outbox_note_append")
        .bind(u":id"_s, mail.id)
        .bind(u":append_at_ms"_s, mail.appendAtMs)
        .bind(u":append_attempts"_s, mail.appendAttempts)
        .bindName(u":copy_state"_s, mail.copyState)
        .bind(u":copy_error"_s, mail.copyError)
        .run();
}

Result<void> pruneOutbox(Session &session, qint64 endedBefore)
{
    return session.query("outbox_prune").bind(u":before"_s, endedBefore).run();
}

Result<qint64> sentMailWithId(Session &session, qint64 accountId, const QByteArray &messageId,
                              qint64 since)
{
    Query query = session.query("outbox_sent_there");
    query.bind(u":account_id"_s, accountId).bindName(u":message_id"_s, messageId);
    query.bind(u":since_key"_s, sortKey(clampSeconds(since), 0));
    return query.readNumber();
}

} // namespace Store
