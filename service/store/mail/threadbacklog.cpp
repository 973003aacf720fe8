// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/threadbacklog.h"

#include "store/mail/bodies.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QStringList addresses(const QByteArray &json)
{
    QStringList list;
    const QJsonArray array = QJsonDocument::fromJson(json).array();
    for (const QJsonValue &address : array)
        list.append(address.toString());
    return list;
}

const Columns<NewMail> mailColumns{
    { "message_id", &NewMail::messageId },
    { "from_addr", &NewMail::from },
    { "to_json", &NewMail::to, addresses },
    { "subject", &NewMail::subject },
};

UnplacedMail readWork(const Query &rows)
{
    return { rows.int64("id"), rows.read(mailColumns), rows.bytes("raw") };
}

/// The owner of the mail's account; nothing: the mail was deleted or placed meanwhile.
Result<std::optional<qint64>> ownerOf(Session &session, qint64 mailId)
{
    Query query = session.query("threads_to_place");
    return query.bind(u":id"_s, mailId).readValue<qint64>();
}

Result<void> placeOne(Session &session, Threader &threader, qsizetype index, qint64 id)
{
    const Result<ThreadPlace> place = threader.placeOf(index, id);
    RETURN_IF_ERROR(place);
    threader.noteStored();
    return session.query("mails_set_thread")
        .bind(u":thread_id"_s, place->threadId)
        .bind(u":thread_state"_s, int(place->state))
        .bind(u":id"_s, id)
        .run();
}

} // namespace

Result<QList<UnplacedMail>> unplacedMails(Session &session, int max)
{
    constexpr qsizetype maxBytes = qsizetype(2) << 20;
    QList<UnplacedMail> list;
    qsizetype bytes = 0;
    Query rows = session.query("threads_work");
    rows.bind(u":max"_s, max).exec();
    while (bytes < maxBytes && rows.next()) {
        list.append(readWork(rows));
        bytes += list.last().compressedBody.size();
    }
    if (rows.failed())
        return rows.error();
    return list;
}

UnplacedMail readUnplaced(UnplacedMail mail, const ReferenceReader &reader)
{
    const QByteArray packed = std::exchange(mail.compressedBody, {});
    if (packed.isEmpty())
        return mail;
    if (const Result<QByteArray> raw = decompressBody(packed))
        mail.mail.references = reader(*raw);
    return mail;
}

Result<void> placeMails(Session &session, const QList<UnplacedMail> &mails)
{
    QList<ThreadNodes> nodes;
    QList<qint64> ids;
    for (const UnplacedMail &work : mails) {
        const Result<std::optional<qint64>> owner = ownerOf(session, work.id);
        RETURN_IF_ERROR(owner);
        if (!*owner)
            continue;
        nodes.append(threadNodes(**owner, work.mail));
        ids.append(work.id);
    }
    Threader threader(session);
    RETURN_IF_ERROR(threader.prepare(nodes));
    for (qsizetype i = 0; i < ids.size(); ++i) {
        RETURN_IF_ERROR(placeOne(session, threader, i, ids[i]));
    }
    return threader.finish();
}

} // namespace Store
