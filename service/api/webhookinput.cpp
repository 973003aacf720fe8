// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/webhookinput.h"

#include "api/accountjson.h"
#include "api/secretplace.h"
#include "webhooks/content.h"
#include "webhooks/request.h"
#include "webhooks/samples.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr Http::TextRule nameRule{ .min = 1, .max = 100 };
constexpr Http::TextRule filterRule{ .min = 1, .max = 200 };
constexpr qsizetype mostHeaders = 20;
constexpr qsizetype mostHeaderBytes = 8 * 1024;
constexpr qsizetype mostFilters = 100;

/// Headers that the service sets itself; users cannot set them.
bool isOurs(const QByteArray &lowerName)
{
    static const QList<QByteArray> names = { "host",
                                             "content-length",
                                             "transfer-encoding",
                                             "connection",
                                             "keep-alive",
                                             "upgrade",
                                             "te",
                                             "trailer",
                                             "expect",
                                             "accept-encoding" };
    return names.contains(lowerName) || lowerName.startsWith("proxy-")
        || lowerName.startsWith("webhook-");
}

/** Reads the fields of a request over the fields of a webhook. */
class Reader
{
public:
    Reader(Http::Body &body, const WebhookInput &before)
        : m_body(body), m_before(before), m_input(before)
    {
    }

    WebhookInput read(bool isNew)
    {
        m_isNew = isNew;
        if (isGiven("name"_L1))
            m_input.webhook.name = m_body.text("name"_L1, nameRule);
        if (isGiven("url"_L1))
            readUrl();
        readHeaders();
        readSecret();
        readChoices();
        readFilters();
        readTemplate();
        checkKeptSecrets();
        return m_input;
    }

private:
    // Null counts as given: reading a required field that is null reports a failure.
    bool isGiven(QLatin1StringView name) const
    {
        return m_isNew || m_body.has(name) || m_body.isNull(name);
    }

    void readUrl()
    {
        m_input.webhook.url = m_body.text("url"_L1, { .min = 1, .max = 2048 });
        const Result<QUrl> url = Net::callUrl(m_input.webhook.url);
        if (url)
            m_input.webhook.url = url->toString(QUrl::FullyEncoded);
    }

    void readHeaders()
    {
        if (m_body.isNull("headers"_L1)) {
            m_input.webhook.headers.clear();
            m_input.secrets.headers.clear();
        }
        const std::optional<QJsonObject> given = m_body.optionalObject("headers"_L1);
        if (!given)
            return;
        const QHash<QByteArray, QByteArray> kept = std::exchange(m_input.secrets.headers, {});
        m_input.webhook.headers.clear();
        qsizetype bytes = 0;
        for (auto it = given->begin(); it != given->end(); ++it) {
            addHeader(it.key(), it.value(), kept);
            bytes += it.key().size() + it.value().toString().size();
        }
        if (given->size() > mostHeaders || bytes > mostHeaderBytes)
            m_body.fail(u"headers"_s, u"must have at most 20 headers and 8 KiB"_s);
    }

    void addHeader(const QString &name, const QJsonValue &value,
                   const QHash<QByteArray, QByteArray> &kept)
    {
        const QString field = u"headers."_s + name.left(64);
        const QByteArray header = name.toUtf8();
        const QByteArray lower = header.toLower();
        QByteArray text = value.toString().toUtf8();
        const bool isRepeated =
            std::ranges::any_of(m_input.webhook.headers, [&lower](const auto &other) {
                return other.name.toLower() == lower;
            });
        const bool isSecret = Webhooks::isSecretHeader(lower);
        const bool isMasked = isSecret && text == QStringView(passwordMask).toLatin1();
        if (!Net::isHeaderName(header))
            return m_body.fail(field, u"is not a valid header name"_s);
        if (isOurs(lower))
            return m_body.fail(field, u"is set by the service itself"_s);
        if (isRepeated)
            return m_body.fail(field, u"is given twice"_s);
        if (!value.isString() || !Net::isHeaderValue(text))
            return m_body.fail(field, u"must be a text of visible ASCII, at most 1024 bytes"_s);
        if (isMasked && !kept.contains(lower))
            return m_body.fail(field, u"must be given, because no value is stored"_s);
        if (isMasked) {
            text = kept.value(lower);
            m_maskedHeaders.append(header);
        }
        if (isSecret)
            m_input.secrets.headers.insert(lower, text);
        m_input.webhook.headers.append({ header, isSecret ? std::nullopt : std::optional(text) });
    }

    void readSecret()
    {
        if (m_body.isNull("secret"_L1))
            m_input.secrets.signingKey.clear();
        else if (const auto secret = m_body.optionalText("secret"_L1, { .max = 200 })) {
            m_input.secrets.signingKey = secret->toUtf8();
            if (!secret->isEmpty() && !Webhooks::keyBytes(m_input.secrets.signingKey))
                m_body.fail(u"secret"_s, u"must be whsec_ and 24 to 64 bytes in base64"_s);
        }
        const bool isGiven = m_body.has("secret"_L1) || m_body.isNull("secret"_L1);
        if (isGiven || !hasUnreadSecrets(m_before))
            m_input.webhook.hasSecret = !m_input.secrets.signingKey.isEmpty();
    }

    void readChoices()
    {
        const Store::Webhook standard;
        Store::Webhook &webhook = m_input.webhook;
        if (m_body.isNull("enabled"_L1))
            webhook.enabled = standard.enabled;
        else if (const auto enabled = m_body.optionalBoolean("enabled"_L1))
            webhook.enabled = *enabled;
        if (m_body.isNull("mode"_L1))
            webhook.mode = standard.mode;
        else if (const auto mode = m_body.optionalText("mode"_L1)) {
            webhook.mode = mode->toUtf8();
            if (webhook.mode != "sync" && webhook.mode != "mail")
                m_body.fail(u"mode"_s, u"must be sync or mail"_s);
        }
        if (m_body.isNull("events"_L1))
            webhook.events = standard.events;
        else if (m_body.has("events"_L1))
            readEvents();
    }

    void readEvents()
    {
        const QList<QByteArray> &known = Webhooks::knownEvents();
        m_input.webhook.events.clear();
        const auto names = m_body.optionalTextList("events"_L1, known.size());
        for (const QString &name : names.value_or(QStringList())) {
            if (!known.contains(name.toUtf8()))
                m_body.fail(u"events"_s,
                            u"must contain only "_s + QString::fromLatin1(known.join(", ")));
            else if (!m_input.webhook.events.contains(name.toUtf8()))
                m_input.webhook.events.append(name.toUtf8());
        }
        if (m_input.webhook.events.isEmpty() && !m_body.failure())
            m_body.fail(u"events"_s, u"must not be empty"_s);
    }

    void readFilters()
    {
        if (m_body.isNull("filters"_L1))
            m_input.webhook.filters = {};
        const std::optional<QJsonObject> given = m_body.optionalObject("filters"_L1);
        if (!given)
            return;
        Http::Body filters(*given, u"filters."_s);
        m_input.webhook.filters = {
            filters.optionalIntegerList("accountIds"_L1, mostFilters).value_or(QList<qint64>()),
            filters.optionalTextList("from"_L1, mostFilters, filterRule).value_or(QStringList()),
            filters.optionalTextList("subject"_L1, mostFilters, filterRule).value_or(QStringList()),
        };
        m_body.takeFailures(filters);
    }

    // Called after readHeaders() and readChoices(), because the check depends on headers and events.
    void readTemplate()
    {
        Store::Webhook &webhook = m_input.webhook;
        if (m_body.isNull("bodyTemplate"_L1))
            webhook.bodyTemplate.reset();
        else if (const auto text = m_body.optionalText("bodyTemplate"_L1))
            webhook.bodyTemplate = *text;
        if (m_body.failure())
            return;
        const auto content = Webhooks::contentOf(
            webhook.bodyTemplate, Webhooks::headerOf(webhook, "content-type"), webhook.events);
        if (!content)
            m_body.fail(
                u"bodyTemplate"_s,
                u"at position %1: %2"_s.arg(content.error().position).arg(content.error().reason));
    }

    // Also for the signing key: it is not sent itself, but a new receiver could replay signed calls to
    // receivers that accept the key.
    void checkKeptSecrets()
    {
        if (m_isNew || isSameReceiver(m_before.webhook.url, m_input.webhook.url))
            return;
        const bool isSecretGiven = m_body.has("secret"_L1) || m_body.isNull("secret"_L1);
        const bool hasSecret = m_before.webhook.hasSecret || hasUnreadSecrets(m_before)
            || !m_before.secrets.signingKey.isEmpty();
        if (hasSecret && !isSecretGiven)
            m_body.fail(u"secret"_s, enterAgain(u"signing key"_s));
        for (const QByteArray &name : keptHeaders())
            m_body.fail(u"headers."_s + QString::fromLatin1(name), enterAgain(u"value"_s));
    }

    /// The names of the secret headers whose stored values stay.
    QList<QByteArray> keptHeaders() const
    {
        QList<QByteArray> names;
        const bool areGiven = m_body.has("headers"_L1) || m_body.isNull("headers"_L1);
        for (const Store::WebhookHeader &header : m_input.webhook.headers) {
            const bool isKept = !areGiven || m_maskedHeaders.contains(header.name);
            if (!header.value && isKept)
                names.append(header.name);
        }
        return names;
    }

    Http::Body &m_body;
    const WebhookInput &m_before;
    WebhookInput m_input;
    QList<QByteArray> m_maskedHeaders; ///< headers of the request whose value is the mask
    bool m_isNew = false;
};

} // namespace

bool hasUnreadSecrets(const WebhookInput &input)
{
    return !input.webhook.secretRef.isEmpty() && input.secrets.isEmpty();
}

WebhookInput readNewWebhook(Http::Body &body)
{
    const WebhookInput none;
    return Reader(body, none).read(true);
}

WebhookInput readWebhookUpdate(Http::Body &body, const WebhookInput &before)
{
    WebhookInput input = Reader(body, before).read(false);
    // Enabling a webhook also resets its failures and its pause.
    if (body.optionalBoolean("enabled"_L1).value_or(false)) {
        input.webhook.consecutiveFailures = 0;
        input.webhook.failingSince = 0;
        input.webhook.pausedUntilMs = 0;
        input.webhook.disabledReason.clear();
    }
    if (input.webhook.url != before.webhook.url)
        input.webhook.pausedUntilMs = 0;
    return input;
}

} // namespace Api
