// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/variables.h"

#include "common/jsonwriter.h"
#include "mime/reader.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Webhooks {

namespace {

QString joined(const QJsonValue &addresses)
{
    QStringList all;
    for (const QJsonValue &address : addresses.toArray())
        all.append(address.toString());
    return all.join(u", "_s);
}

QString cut(QString text)
{
    // The limit is in bytes, because the text is sent as UTF-8.
    QByteArray bytes = text.toUtf8();
    if (bytes.size() <= mostText)
        return text;
    qsizetype end = mostText;
    while (end > 0 && (quint8(bytes.at(end)) & 0xc0) == 0x80)
        --end;
    return QString::fromUtf8(bytes.first(end));
}

QString linesOf(const QJsonArray &mails)
{
    QStringList lines;
    for (const QJsonValue &mail : mails)
        lines.append(mail["from"_L1].toString() + u": "_s + mail["subject"_L1].toString());
    return lines.join(u'\n');
}

void addNewest(QJsonObject &data, const QJsonArray &mails, const MailTexts &texts)
{
    const QJsonObject newest = mails.first().toObject();
    data.insert("mail_id"_L1, newest.value("id"_L1));
    for (const char *name :
         { "message_id", "subject", "from", "from_name", "sent_at", "created_at", "preview" }) {
        const QLatin1StringView key(name);
        data.insert(key, newest.value(key));
    }
    data.insert("to"_L1, joined(newest.value("to"_L1)));
    data.insert("cc"_L1, joined(newest.value("cc"_L1)));
    data.insert("text_body"_L1, texts.text);
    data.insert("html_body"_L1, texts.html);
    data.insert("mails_text"_L1, linesOf(mails));
}

} // namespace

QByteArray withAccountName(QByteArray payload, const QString &name)
{
    // A quote inside a string has a backslash before it, so these bytes are the key and never part of a value.
    constexpr QByteArrayView key = R"("account_name":)";
    const qsizetype found = payload.indexOf(key);
    if (found < 0 || name.isNull())
        return payload;
    const qsizetype from = found + key.size();
    qsizetype end = from + 1; // after the opening quote
    while (end < payload.size() && payload.at(end) != '"')
        end += payload.at(end) == '\\' ? 2 : 1;
    Json::Writer json;
    json.value(name);
    return payload.replace(from, end + 1 - from, json.take());
}

QJsonObject variables(const QByteArray &payload, const MailTexts &texts)
{
    QJsonObject all = QJsonDocument::fromJson(payload).object();
    QJsonObject data = all.value("data"_L1).toObject();
    if (const QJsonArray mails = data.value("mails"_L1).toArray(); !mails.isEmpty()) {
        addNewest(data, mails, texts);
        all.insert("data"_L1, data);
    }
    return all;
}

bool needsTexts(const Template &text)
{
    return std::ranges::any_of(text.variables(), [](const Variable &variable) {
        return variable.path.size() == 2
            && (variable.path[1] == u"text_body" || variable.path[1] == u"html_body");
    });
}

MailTexts textsOf(const QByteArray &message)
{
    const Mime::Message read = Mime::Reader::parse(message);
    return { cut(read.textBody().value_or(QString())), cut(read.htmlBody().value_or(QString())) };
}

} // namespace Webhooks
