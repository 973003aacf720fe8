// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/attachments.h"

#include "common/shortened.h"
#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// The names come from the mail and are used in headers and lists, so long names are cut.
Attachment readAttachment(const Query &query)
{
    return { .id = query.int64(0),
             .mailId = query.int64(1),
             .partPath = query.name(2),
             .filename = Text::shortFileName(query.text(3)),
             .contentType = Text::shortened(query.name(4), Text::mostName),
             .size = query.maybeInt64(5),
             .contentId = Text::shortened(query.name(6), Text::mostMessageId),
             .isInline = query.flag(7) };
}

} // namespace

Result<QList<Attachment>> attachmentsOf(Session &session, qint64 mailId)
{
    Query query = session.query("attachments_of");
    query.bind(u":mail_id"_s, mailId).exec();
    QList<Attachment> all;
    while (query.next())
        all.append(readAttachment(query));
    if (query.failed())
        return query.error();
    return all;
}

Result<Attachment> attachmentById(Session &session, qint64 id, const Viewer &viewer)
{
    Query query = session.query("attachments_by_id");
    query.bind(u":id"_s, id).bind(u":owner"_s, viewer.ownerFilter()).exec();
    if (query.next())
        return readAttachment(query);
    return query.failed() ? query.error()
                          : Error{ Error::Code::NotFound, u"There is no such attachment."_s };
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
