// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/webhooknotices.h"

#include "common/shortened.h"
#include "common/timestamp.h"
#include "events/mailevents.h"
#include "store/events/webhookqueue.h"
#include "store/events/webhooks.h"
#include "store/mail/shortrow.h"
#include "store/search/text/searchtext.h"

#include <QMap>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Events {

namespace {

using Mails = QList<Store::MailRow>;

bool isCut(const QByteArray &addresses, qsizetype count)
{
    return count > Text::countOf(addresses);
}

bool holdsOneOf(const QByteArray &text, const QStringList &wanted)
{
    const QByteArray folded = Store::normalizedKey(QString::fromUtf8(text));
    return std::ranges::any_of(wanted, [&folded](const QString &word) {
        return folded.contains(Store::normalizedKey(word));
    });
}

/// Splits a list (newest first) into calls; the first call has the oldest mails.
QList<Mails> callsOf(const Mails &mails, const QByteArray &mode)
{
    QList<Mails> calls;
    const qsizetype most = mode == "mail" ? 1 : mailsInCall;
    qsizetype bytes = 0;
    for (qsizetype i = mails.size() - 1; i >= 0; --i) {
        Json::Writer json;
        writeMail(json, mails[i]);
        const qsizetype size = json.bytes().size();
        if (calls.isEmpty() || calls.last().size() == most || bytes + size > bytesInCall) {
            calls.append(Mails());
            bytes = 0;
        }
        calls.last().prepend(mails[i]);
        bytes += size;
    }
    return calls;
}

/** Writes each notice once, even if several webhooks receive it. */
class Notices
{
public:
    Notices(Store::Session &session, const About &about, const QString &accountName)
        : m_session(session), m_about(about), m_accountName(accountName)
    {
    }

    Result<qint64> of(const Mails &mails)
    {
        QList<qint64> ids;
        for (const Store::MailRow &mail : mails)
            ids.append(mail.id);
        if (const auto known = m_known.constFind(ids); known != m_known.constEnd())
            return *known;
        const Result<qint64> made =
            Store::insertWebhookNotice(m_session, noticeOfMails(m_about, m_accountName, mails));
        if (made)
            m_known.insert(ids, *made);
        return made;
    }

private:
    Store::Session &m_session;
    const About m_about;
    const QString m_accountName;
    QMap<QList<qint64>, qint64> m_known;
};

Result<void> queueFor(Store::Session &session, const Store::Webhook &webhook, const Mails &mails,
                      Notices &notices)
{
    Mails wanted;
    for (const Store::MailRow &mail : mails) {
        if (passes(webhook.filters, mail))
            wanted.append(mail);
    }
    for (const Mails &call : callsOf(wanted, webhook.mode)) {
        const Result<qint64> notice = notices.of(call);
        RETURN_IF_ERROR(notice);
        RETURN_IF_ERROR(Store::queueWebhookCall(session, webhook.id, *notice));
    }
    return {};
}

} // namespace

bool passes(const Store::WebhookFilters &filters, const Store::MailRow &mail)
{
    if (!filters.accountIds.isEmpty() && !filters.accountIds.contains(mail.accountId))
        return false;
    if (!filters.from.isEmpty() && !holdsOneOf(mail.fromName, filters.from)
        && !holdsOneOf(mail.from, filters.from))
        return false;
    return filters.subject.isEmpty() || holdsOneOf(mail.subject, filters.subject);
}

Store::WebhookNotice noticeOfMails(const About &about, const QString &accountName,
                                   const QList<Store::MailRow> &mails)
{
    const QByteArray at = Timestamp::toIso(about.at);
    bool isTruncated = false;
    Json::Writer json;
    json.beginObject().key("event").value("mail.received").key("timestamp").value(at);
    json.key("data").beginObject().key("account_id").value(about.accountId);
    json.key("account_email").value(about.email).key("account_name").value(accountName);
    json.key("protocol").value("imap").key("mail_count").value(mails.size());
    json.key("mails").beginArray();
    for (Store::MailRow mail : mails) {
        Store::shorten(mail);
        isTruncated =
            isTruncated || isCut(mail.toJson, mail.toCount) || isCut(mail.ccJson, mail.ccCount);
        writeMail(json, mail);
    }
    json.endArray().key("truncated").value(isTruncated).key("timestamp").value(at);
    json.endObject().endObject();
    Store::MailRow newest = mails.value(0);
    Store::shorten(newest);
    return { .accountId = about.accountId,
             .event = "mail.received",
             .payload = json.take(),
             .mailId = newest.id,
             .mailSubject = QString::fromUtf8(newest.subject),
             .mailFrom = QString::fromUtf8(newest.from) };
}

Result<void> queueMailCalls(Store::Session &session, const About &about, const QString &accountName,
                            QList<Store::MailRow> mails)
{
    const auto webhooks = Store::webhooksWanting(session, "mail.received", about.ownerId);
    RETURN_IF_ERROR(webhooks);
    if (webhooks->isEmpty())
        return {};
    const auto newestFirst = [](const Store::MailRow &a, const Store::MailRow &b) {
        return std::pair(a.createdAt, a.id) > std::pair(b.createdAt, b.id);
    };
    std::ranges::sort(mails, newestFirst);
    Notices notices(session, about, accountName);
    for (const Store::Webhook &webhook : *webhooks) {
        RETURN_IF_ERROR(queueFor(session, webhook, mails, notices));
    }
    return {};
}

} // namespace Events
