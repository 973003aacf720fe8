// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/attachmentbatch.h"

#include "store/sql/jsonrows.h"
#include "store/sql/session.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// One statement must not write a row twice. Of several attachments with the same part path only the
// last one is kept.
QList<Attachment> eachOnce(const QList<Attachment> &attachments)
{
    QList<Attachment> once;
    QHash<std::pair<qint64, QByteArray>, qsizetype> places;
    for (const Attachment &attachment : attachments) {
        const auto key = std::pair(attachment.mailId, attachment.partPath);
        if (const auto place = places.constFind(key); place != places.cend()) {
            once[*place] = attachment;
            continue;
        }
        places.insert(key, once.size());
        once.append(attachment);
    }
    return once;
}

JsonRows rowsOf(const QList<Attachment> &attachments)
{
    JsonRows rows(
        { "mail_id", "part_path", "filename", "content_type", "size", "content_id", "is_inline" });
    for (const Attachment &attachment : attachments) {
        rows.begin().add(attachment.mailId).add(QString::fromUtf8(attachment.partPath));
        rows.add(attachment.filename).add(QString::fromUtf8(attachment.contentType));
        rows.add(attachment.size).add(QString::fromUtf8(attachment.contentId));
        rows.add(attachment.isInline);
    }
    return rows;
}

} // namespace

Result<void> addAttachmentBatch(Session &session, const QList<Attachment> &attachments)
{
    if (attachments.isEmpty())
        return {};
    Query put = session.query("attachments_put_all");
    return put.bindName(u":rows"_s, rowsOf(eachOnce(attachments)).take()).run();
}

Result<void> replaceAttachmentBatch(Session &session, const QList<qint64> &mailIds,
                                    const QList<Attachment> &attachments)
{
    const Result<void> removed = session.query("attachments_delete_others")
                                     .bind(u":mails"_s, idArray(mailIds))
                                     .bindName(u":rows"_s, rowsOf(attachments).take())
                                     .run();
    return removed ? addAttachmentBatch(session, attachments) : removed;
}

} // namespace Store
