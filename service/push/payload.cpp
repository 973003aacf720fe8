// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/payload.h"

#include "common/shortened.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Push {

namespace {

const QString usualIcon = u"/icons/icon-192x192.png"_s;
constexpr qsizetype longestTitle = 200; // code points; the sender chooses the name freely
constexpr qsizetype longestIcon = 256;

/** The texts that a notice shows, and `data`, the JSON for the service worker. */
struct Shown {
    QString title;
    QString body;
    QString icon = usualIcon;
    QString tag;
    Json::Bytes data;
};

Json::Bytes written(const Shown &shown, qsizetype bodyLength)
{
    Json::Writer json;
    json.beginObject().key("title").value(shown.title);
    json.key("body").value(Text::shortened(shown.body, bodyLength));
    json.key("icon").value(shown.icon).key("tag").value(shown.tag);
    return json.key("data").raw(shown.data).endObject().take();
}

// Finds the longest beginning of the body that fits, by bisection: a character takes 1 to 6 bytes in JSON.
Json::Bytes fitted(Shown shown, qsizetype most)
{
    shown.title = Text::shortened(shown.title, longestTitle);
    shown.icon = Text::shortened(shown.icon, longestIcon);
    qsizetype fits = 0;
    qsizetype tooLong = std::min(shown.body.size(), most) + 1;
    while (tooLong - fits > 1) {
        const qsizetype middle = (fits + tooLong) / 2;
        if (written(shown, middle).size() <= most)
            fits = middle;
        else
            tooLong = middle;
    }
    return written(shown, fits);
}

Json::Bytes dataOf(const Store::PushNotice &notice)
{
    const bool isOne = notice.mailCount == 1 && notice.mailId != 0;
    Json::Writer json;
    json.beginObject().key("event").value("mail.received");
    json.key("account_id").value(notice.accountId);
    json.key("account_email").value(Text::shortened(notice.accountEmail, longestTitle));
    json.key("mail_count").value(notice.mailCount).key("mail_id");
    notice.mailId == 0 ? json.null() : json.value(notice.mailId);
    json.key("url").value(isOne ? u"/mails/%1"_s.arg(notice.mailId) : u"/"_s);
    return json.endObject().take();
}

} // namespace

Json::Bytes payloadOf(const Store::PushNotice &notice, Content content, qsizetype most)
{
    Shown shown;
    shown.tag = u"mail-%1"_s.arg(notice.accountId);
    shown.data = dataOf(notice);
    shown.body = notice.accountEmail;
    if (notice.mailCount != 1) {
        shown.title = u"%1 new mails"_s.arg(notice.mailCount);
    } else if (content == Content::Minimal) {
        shown.title = u"New mail"_s;
    } else {
        shown.title = notice.fromName.isEmpty() ? notice.from : notice.fromName;
        shown.body = Text::shortened(notice.subject, Text::mostSubject);
    }
    return fitted(std::move(shown), most);
}

Json::Bytes payloadOf(const TestNotice &notice, qsizetype most)
{
    Shown shown;
    shown.title = notice.title.isEmpty() ? u"Postrider"_s : notice.title;
    shown.body = notice.body.isEmpty() ? u"Notifications reach this browser."_s : notice.body;
    if (!notice.icon.isEmpty())
        shown.icon = notice.icon;
    shown.tag = u"test"_s;
    Json::Writer json;
    json.beginObject().key("event").value("push.test").key("account_id").null();
    json.key("account_email").null().key("mail_count").value(0).key("mail_id").null();
    shown.data = json.key("url").value("/").endObject().take();
    return fitted(std::move(shown), most);
}

} // namespace Push
