// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/sendanswer.h"

#include "common/shortened.h"
#include "common/timestamp.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

using State = Store::OutboxRecipient::State;

/// Shortens the answer of a server, which may have 64 KiB.
QString said(const QString &text)
{
    return Text::shortened(text, Text::mostError);
}

void writeNextAttempt(Json::Writer &json, const Store::OutboxMail &mail)
{
    json.key("nextAttemptAt");
    mail.nextAttemptAtMs > 0 ? json.value(Timestamp::toIso(mail.nextAttemptAtMs / 1000))
                             : json.null();
    json.key("lastError");
    mail.lastError.isEmpty() ? json.null() : json.value(said(mail.lastError));
    const bool hasFailed = !mail.failure.isEmpty();
    json.key("failure");
    hasFailed ? json.value(mail.failure) : json.null();
    json.key("response");
    hasFailed &&mail.smtpCode != 0 ? json.value(said(mail.response)) : json.null();
}

using Recipients = QList<Store::OutboxRecipient>;

Recipients inState(const Store::OutboxMail &mail, State state)
{
    Recipients found = mail.recipients;
    found.removeIf([state](const Store::OutboxRecipient &one) { return one.state != state; });
    return found;
}

Recipients firstOf(const Recipients &recipients)
{
    return recipients.first(std::min(recipients.size(), Text::mostAddresses));
}

void writeRecipients(Json::Writer &json, const Recipients &accepted, const Recipients &rejected)
{
    json.key("accepted").beginArray();
    for (const Store::OutboxRecipient &one : accepted)
        json.value(one.address);
    json.endArray().key("rejected").beginArray();
    for (const Store::OutboxRecipient &one : rejected) {
        json.beginObject().key("address").value(one.address);
        json.key("smtpCode").value(one.code).key("response").value(said(one.response)).endObject();
    }
    json.endArray();
}

void writeTexts(Json::Writer &json, const QStringList &texts)
{
    json.beginArray();
    for (const QString &text : texts)
        json.value(text);
    json.endArray();
}

void writeShort(Json::Writer &json, const QStringList &texts)
{
    json.raw(Text::shortList(texts).json);
}

Json::Bytes dataOf(const Store::OutboxMail &mail)
{
    Json::Writer json;
    json.beginObject().key("id").value(mail.id).key("status").value(mail.status);
    json.key("messageId").value(mail.messageId);
    if (mail.status == "sent") {
        writeRecipients(json, inState(mail, State::Accepted), inState(mail, State::Rejected));
        json.key("sentAt").value(Timestamp::toIso(mail.sentAt.value_or(0)));
    } else {
        writeNextAttempt(json, mail);
    }
    return json.endObject().take();
}

ApiFailure refusal(const Store::OutboxMail &mail)
{
    ApiFailure failure{ .error = ApiError::SmtpRejected, .message = said(mail.lastError) };
    if (mail.smtpCode == 0)
        return failure;
    failure.details = { { u"smtpCode"_s, QString::number(mail.smtpCode) },
                        { u"enhancedCode"_s, QString::fromLatin1(mail.enhancedCode) },
                        { u"response"_s, said(mail.response) } };
    return failure;
}

ApiFailure failureOf(const Store::OutboxMail &mail)
{
    if (mail.failure == "auth") {
        ApiFailure failure = refusal(mail);
        failure.error = ApiError::SmtpAuthFailed;
        return failure;
    }
    if (mail.failure == "rejected")
        return refusal(mail);
    if (mail.failure == "unfit")
        return { .error = ApiError::InvalidRecipient,
                 .message = mail.lastError,
                 .details = { { u"to"_s, mail.lastError } } };
    return { .error = ApiError::SmtpUnreachable, .message = mail.lastError };
}

} // namespace

SendAnswer sendAnswer(const Store::OutboxMail &mail)
{
    if (mail.status == "failed")
        return { .failure = failureOf(mail) };
    if (mail.status == "sent")
        return { 200, "sent", dataOf(mail), {} };
    const QByteArray message = mail.status == "unknown"
        ? "handed over, and the server did not answer: it may have arrived"_ba
        : mail.status;
    return { 202, message, dataOf(mail), {} };
}

Http::Response toResponse(const SendAnswer &answer)
{
    if (answer.failure)
        return Http::Response::failed(*answer.failure);
    return Http::Response::data(answer.data, answer.message, answer.status);
}

Json::Bytes toJson(const SendAnswer &answer)
{
    Json::Writer json;
    json.beginObject().key("status").value(answer.status).key("message").value(answer.message);
    json.key("data").value(answer.data); // as a string, so that it is returned byte for byte
    if (answer.failure) {
        json.key("error").value(int(answer.failure->error));
        json.key("text").value(answer.failure->message).key("details").beginArray();
        for (const ApiErrorDetail &detail : answer.failure->details) {
            json.beginObject().key("field").value(detail.field);
            json.key("reason").value(detail.reason).endObject();
        }
        json.endArray();
    }
    return json.endObject().take();
}

SendAnswer sendAnswerFrom(const Json::Bytes &json)
{
    const QJsonObject kept = QJsonDocument::fromJson(json).object();
    SendAnswer answer;
    answer.status = kept.value("status"_L1).toInt();
    answer.message = kept.value("message"_L1).toString().toUtf8();
    answer.data = kept.value("data"_L1).toString().toUtf8();
    if (!kept.contains("error"_L1))
        return answer;
    ApiFailure failure{ .error = ApiError(kept.value("error"_L1).toInt()),
                        .message = kept.value("text"_L1).toString() };
    for (const QJsonValue &value : kept.value("details"_L1).toArray()) {
        const QJsonObject detail = value.toObject();
        failure.details.append(
            { detail.value("field"_L1).toString(), detail.value("reason"_L1).toString() });
    }
    answer.failure = failure;
    return answer;
}

void writeOutboxMail(Json::Writer &json, const Store::OutboxMail &mail, bool isWhole)
{
    json.beginObject().key("id").value(mail.id).key("accountId").value(mail.accountId);
    json.key("to");
    isWhole ? writeTexts(json, mail.to) : writeShort(json, mail.to);
    json.key("toCount").value(mail.to.size());
    json.key("subject").value(mail.subject).key("status").value(mail.status);
    json.key("attempts").value(mail.attempts);
    writeNextAttempt(json, mail);
    json.key("messageId").value(mail.messageId);
    const Recipients accepted = inState(mail, State::Accepted);
    const Recipients rejected = inState(mail, State::Rejected);
    isWhole ? writeRecipients(json, accepted, rejected)
            : writeRecipients(json, firstOf(accepted), firstOf(rejected));
    json.key("acceptedCount").value(accepted.size());
    json.key("rejectedCount").value(rejected.size());
    json.key("createdAt").value(Timestamp::toIso(mail.createdAt)).key("sentAt");
    mail.sentAt ? json.value(Timestamp::toIso(*mail.sentAt)) : json.null();
    json.key("mailId");
    mail.mailId == 0 ? json.null() : json.value(mail.mailId);
    json.key("copyState");
    mail.copyState.isEmpty() ? json.null() : json.value(mail.copyState);
    json.key("copyError");
    mail.copyError.isEmpty() ? json.null() : json.value(said(mail.copyError));
    json.endObject();
}

} // namespace Api
