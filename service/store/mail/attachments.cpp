// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/attachments.h"

#include "common/shortened.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QByteArray shortType(const QByteArray &contentType)
{
    return Text::shortened(contentType, Text::mostName);
}

QByteArray shortId(const QByteArray &contentId)
{
    return Text::shortened(contentId, Text::mostMessageId);
}

// The names come from the mail and are used in headers and lists, so long names are cut.
const Columns<Attachment> attachmentColumns{
    { "id", &Attachment::id },
    { "mail_id", &Attachment::mailId },
    { "part_path", &Attachment::partPath },
    { "filename", &Attachment::filename, Text::shortFileName },
    { "content_type", &Attachment::contentType, shortType },
    { "size", &Attachment::size },
    { "content_id", &Attachment::contentId, shortId },
    { "is_inline", &Attachment::isInline },
};

} // namespace

Result<QList<Attachment>> attachmentsOf(Session &session, qint64 mailId)
{
    Query query = session.query("attachments_of");
    return query.bind(u":mail_id"_s, mailId).readAll(attachmentColumns);
}

Result<Attachment> attachmentById(Session &session, qint64 id, const Viewer &viewer)
{
    Query query = session.query("attachments_by_id");
    query.bind(u":id"_s, id).bind(u":owner"_s, viewer.ownerFilter());
    const Result<std::optional<Attachment>> attachment = query.readFirst(attachmentColumns);
    RETURN_IF_ERROR(attachment);
    if (!*attachment)
        return Error{ Error::Code::NotFound, u"There is no such attachment."_s };
    return **attachment;
}

Result<void> setAttachmentSize(Session &session, qint64 id, qint64 size)
{
    return session.query("attachments_set_size").bind(u":id"_s, id).bind(u":size"_s, size).run();
}

Result<void> addAttachments(Session &session, qint64 mailId, const QList<Attachment> &attachments)
{
    if (attachments.isEmpty())
        return {};
    Query query = session.query("attachments_put");
    for (const Attachment &attachment : attachments) {
        query.bind(u":mail_id"_s, mailId).bindName(u":part_path"_s, attachment.partPath);
        query.bind(u":filename"_s, attachment.filename);
        query.bindName(u":content_type"_s, attachment.contentType);
        query.bind(u":size"_s, attachment.size);
        query.bindName(u":content_id"_s, attachment.contentId);
        query.bind(u":is_inline"_s, attachment.isInline).exec();
    }
    return query.result();
}

Result<void> replaceAttachments(Session &session, qint64 mailId,
                                const QList<Attachment> &attachments)
{
    const Result<QList<Attachment>> known = attachmentsOf(session, mailId);
    RETURN_IF_ERROR(known);
    for (const Attachment &old : *known) {
        const bool stays = std::ranges::any_of(
            attachments, [&](const Attachment &a) { return a.partPath == old.partPath; });
        if (stays)
            continue;
        RETURN_IF_ERROR(session.query("attachments_delete").bind(u":id"_s, old.id).run());
    }
    return addAttachments(session, mailId, attachments);
}

} // namespace Store
