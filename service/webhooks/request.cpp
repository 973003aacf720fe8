// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/request.h"

using namespace Qt::StringLiterals;

namespace Webhooks {

namespace {

Result<QByteArray> bodyOf(const CallParts &parts)
{
    if (!parts.content.text)
        return parts.payload;
    const Result<QByteArray, TemplateFault> body =
        parts.content.text->render(variables(parts.payload, parts.texts), parts.content.mode);
    if (!body)
        return Error{ Error::Code::BadRequest, body.error().reason };
    return *body;
}

} // namespace

QByteArray headerOf(const Store::Webhook &webhook, QByteArrayView lowerName)
{
    for (const Store::WebhookHeader &header : webhook.headers) {
        if (header.name.toLower() == lowerName)
            return header.value.value_or(QByteArray());
    }
    return {};
}

Result<Net::HttpCall> makeCall(const CallParts &parts)
{
    const Result<QByteArray> body = bodyOf(parts);
    RETURN_IF_ERROR(body);
    Net::HttpCall call;
    call.url = QUrl(parts.webhook.url, QUrl::StrictMode);
    call.body = *body;
    if (headerOf(parts.webhook, "content-type").isEmpty())
        call.headers.append({ "Content-Type", parts.content.contentType });
    for (const Store::WebhookHeader &header : parts.webhook.headers) {
        const QByteArray kept = parts.secrets.headers.value(header.name.toLower());
        call.headers.append({ header.name, header.value.value_or(kept) });
    }
    call.headers.append({ "webhook-id", parts.callId });
    call.headers.append({ "webhook-timestamp", QByteArray::number(parts.now) });
    if (const auto key = keyBytes(parts.secrets.signingKey))
        call.headers.append(
            { "webhook-signature", signature(*key, parts.callId, parts.now, call.body) });
    return call;
}

QString withoutSecrets(QString text, const Secrets &secrets)
{
    constexpr qsizetype shortest = 4; // shorter secrets may be parts of ordinary words
    for (const QByteArray &secret : secrets.headers) {
        if (secret.size() >= shortest)
            text.replace(QString::fromLatin1(secret), u"********"_s);
    }
    return text;
}

} // namespace Webhooks
