// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/failure.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkReply>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Client {

bool Failure::names(const QString &field) const
{
    return std::ranges::find(details, field, &FieldProblem::field) != details.end();
}

Failure failureOf(const QNetworkReply &reply, const QByteArray &body)
{
    Failure failure;
    failure.status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (failure.status == 0) {
        if (reply.error() == QNetworkReply::ContentAccessDenied) // see ProvenReply
            failure.kind = Failure::Kind::Unproven;
        failure.message = reply.error() == QNetworkReply::OperationCanceledError
            ? u"The service did not answer in time."_s
            : reply.errorString();
        return failure;
    }
    const QJsonObject json = QJsonDocument::fromJson(body).object();
    failure.code = json.value("code"_L1).toInt();
    if (failure.code == 0) {
        failure.kind = Failure::Kind::NotOurs;
        failure.message =
            u"The program at this address is not Postrider (HTTP %1)."_s.arg(failure.status);
        return failure;
    }
    failure.kind = Failure::Kind::Refused;
    failure.message = json.value("message"_L1).toString();
    const int wait = reply.rawHeader("Retry-After").toInt();
    failure.retryAfter = std::chrono::seconds(std::clamp(wait, 0, 3600));
    for (const QJsonValue &value : json.value("details"_L1).toArray()) {
        const QJsonObject detail = value.toObject();
        failure.details.append(
            { detail.value("field"_L1).toString(), detail.value("reason"_L1).toString() });
    }
    return failure;
}

} // namespace Client
