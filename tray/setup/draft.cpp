// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/draft.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

const QString mask = u"********"_s; // stands for the stored password in the service's API

QJsonValue textOrNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

void addServers(QJsonObject &body, const Draft &draft)
{
    body["host"_L1] = draft.imap.host;
    body["port"_L1] = draft.imap.port;
    body["security"_L1] = wireName(draft.imap.security);
    body["username"_L1] = draft.imap.username;
    const bool sends = !draft.smtp.host.isEmpty();
    body["smtp_host"_L1] = textOrNull(draft.smtp.host);
    body["smtp_port"_L1] =
        sends && draft.smtp.port > 0 ? QJsonValue(draft.smtp.port) : QJsonValue();
    body["smtpSecurity"_L1] = wireName(draft.smtp.security);
    const bool isOther =
        !draft.smtp.username.isEmpty() && draft.smtp.username != draft.imap.username;
    body["smtpUsername"_L1] = isOther ? QJsonValue(draft.smtp.username) : QJsonValue();
    body["tlsPin"_L1] = textOrNull(draft.tlsPin);
}

void addOptions(QJsonObject &body, const Draft &draft)
{
    body["email"_L1] = draft.email;
    body["name"_L1] = draft.name.isEmpty() ? draft.email : draft.name;
    body["senderName"_L1] = draft.senderName;
    body["folders"_L1] = QJsonArray::fromStringList(draft.folders);
    body["syncMode"_L1] = draft.span.mode;
    body["syncDays"_L1] = draft.span.days;
}

void addSecrets(QJsonObject &body, const Draft &draft)
{
    if (!draft.grant.isEmpty())
        body["oauthGrant"_L1] = draft.grant;
    else if (!draft.password.isEmpty())
        body["password"_L1] = draft.password;
    if (!draft.smtpPassword.isEmpty())
        body["smtpPassword"_L1] = draft.smtpPassword;
}

} // namespace

Draft draftOf(const QJsonValue &account)
{
    const QJsonObject json = account.toObject();
    const auto text = [&json](QLatin1StringView name) {
        return json.value(name).toString();
    };
    Draft draft;
    draft.id = json.value("id"_L1).toInteger();
    draft.email = text("email"_L1);
    draft.name = text("name"_L1);
    draft.senderName = text("senderName"_L1);
    draft.imap = { text("host"_L1), json.value("port"_L1).toInt(),
                   securityFrom(text("security"_L1)), text("username"_L1) };
    draft.smtp = { text("smtp_host"_L1), json.value("smtp_port"_L1).toInt(),
                   securityFrom(text("smtpSecurity"_L1)), text("smtpUsername"_L1) };
    draft.oauthProvider = text("oauthProvider"_L1);
    draft.tlsPin = text("tlsPin"_L1);
    draft.folders.clear();
    for (const QJsonValue &folder : json.value("folders"_L1).toArray())
        draft.folders.append(folder.toString());
    draft.span = { text("syncMode"_L1), json.value("syncDays"_L1).toInt() };
    return draft;
}

QJsonObject trialBody(const Draft &draft)
{
    QJsonObject body;
    addServers(body, draft);
    addOptions(body, draft);
    addSecrets(body, draft);
    if (draft.id > 0) {
        body["id"_L1] = draft.id;
        if (draft.password.isEmpty() && draft.grant.isEmpty())
            body["password"_L1] = mask;
    }
    return body;
}

QJsonObject createBody(const Draft &draft)
{
    QJsonObject body;
    addServers(body, draft);
    addOptions(body, draft);
    addSecrets(body, draft);
    return body;
}

QJsonObject changeBody(const Draft &before, const Draft &after)
{
    QJsonObject old;
    addServers(old, before);
    addOptions(old, before);
    QJsonObject body;
    addServers(body, after);
    addOptions(body, after);
    for (auto it = body.begin(); it != body.end();)
        it = old.value(it.key()) == it.value() ? body.erase(it) : std::next(it);
    addSecrets(body, after);
    return body;
}

} // namespace Setup
