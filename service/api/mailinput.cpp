// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/mailinput.h"

#include "api/attachmentstore.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr Http::TextRule addressRule{ .min = 0, .max = 2000 }; // a group may be long
constexpr Http::TextRule referenceRule{ .min = 1, .max = 1000 };
constexpr qsizetype mostEntries = 100;
constexpr qsizetype longestSubject = 998; // RFC 5322 2.1.1
constexpr qsizetype mostFiles = 100;      // PartLimits allows fewer in a mail that is sent

bool breaksLines(const QString &text)
{
    return text.contains(u'\r') || text.contains(u'\n') || text.contains(QChar(u'\0'));
}

class IllegalFinder
{
public:
    void check(const QString &field, const QString &value)
    {
        if (breaksLines(value))
            m_details.append({ field, u"contains a line break or NUL"_s });
    }
    void check(const QString &field, const QStringList &values)
    {
        for (qsizetype i = 0; i < values.size(); ++i)
            check(u"%1[%2]"_s.arg(field).arg(i), values.at(i));
    }
    void checkNul(const QString &field, const QString &value)
    {
        if (value.contains(QChar(u'\0')))
            m_details.append({ field, u"contains NUL"_s });
    }
    std::optional<ApiFailure> failure() const
    {
        if (m_details.isEmpty())
            return {};
        return ApiFailure{ .error = ApiError::IllegalCharacters, .details = m_details };
    }

private:
    QList<ApiErrorDetail> m_details;
};

QList<InlineFile> readInlines(Http::Body &body)
{
    QList<InlineFile> inlines;
    const auto objects = body.optionalObjectList("inline"_L1, mostFiles);
    for (qsizetype i = 0; objects && i < objects->size(); ++i) {
        Http::Body one(objects->at(i), u"inline[%1]."_s.arg(i));
        const QString cid = one.text("cid"_L1, { .min = 1, .max = 200 });
        inlines.append({ cid, one.text("attachment"_L1, referenceRule) });
        body.takeFailures(one);
    }
    return inlines;
}

} // namespace

MailInput readMailInput(Http::Body &body)
{
    const auto list = [&body](QLatin1StringView name) {
        return body.optionalTextList(name, mostEntries, addressRule).value_or(QStringList());
    };
    MailInput mail;
    mail.accountId = body.integer("accountId"_L1, 1);
    mail.to = body.textList("to"_L1, mostEntries, addressRule);
    mail.cc = list("cc"_L1);
    mail.bcc = list("bcc"_L1);
    mail.subject = body.text("subject"_L1, { .min = 0, .max = longestSubject });
    mail.body = body.text("body"_L1);
    mail.attachments = body.optionalTextList("attachments"_L1, mostFiles, { .min = 0, .max = 1000 })
                           .value_or(QStringList());
    mail.replyTo = list("replyTo"_L1);
    mail.replyToMailId = body.optionalInteger("replyToMailId"_L1, 1);
    mail.forwardAttachmentIds =
        body.optionalIntegerList("forwardAttachmentIds"_L1, mostFiles).value_or(QList<qint64>());
    mail.inlines = readInlines(body);
    return mail;
}

std::optional<ApiFailure> illegalIn(const MailInput &mail)
{
    IllegalFinder finder;
    finder.check(u"to"_s, mail.to);
    finder.check(u"cc"_s, mail.cc);
    finder.check(u"bcc"_s, mail.bcc);
    finder.check(u"replyTo"_s, mail.replyTo);
    finder.check(u"subject"_s, mail.subject);
    finder.checkNul(u"body"_s, mail.body);
    finder.check(u"attachments"_s, mail.attachments);
    for (const InlineFile &file : mail.inlines) {
        finder.check(u"inline"_s, file.cid);
        finder.check(u"inline"_s, file.attachment);
    }
    if (const auto illegal = finder.failure())
        return illegal;
    QStringList references = mail.attachments;
    for (const InlineFile &file : mail.inlines)
        references.append(file.attachment);
    for (const QString &reference : std::as_const(references)) {
        if (!AttachmentStore::isReference(reference))
            return ApiFailure{ .error = ApiError::AttachmentNotAllowed };
    }
    return {};
}

} // namespace Api
