// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/bodies.h"

#include "store/mail/attachments.h"
#include "store/mail/bodybatch.h"
#include "store/mail/mailstate.h"
#include "store/mail/piecefile.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

#include <limits>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr int mostTries = 3; ///< to fetch a text that the server does not return

const Columns<BodyWanted> wantedColumns{
    { "id", &BodyWanted::mailId },
    { "uid", &BodyWanted::uid },
    { "size", &BodyWanted::size },
};

/// Counts an attempt to fetch the text. Returns the number of attempts so far.
Result<qint64> countTry(Session &session, qint64 mailId)
{
    return session.query("body_tries_add").bind(u":mail_id"_s, mailId).readNumber();
}

Result<void> putRaw(Session &session, const ParsedBody &body)
{
    if (body.compressed.isEmpty())
        return {};
    return session.query("bodies_put")
        .bind(u":mail_id"_s, body.mailId)
        .bind(u":raw_size"_s, body.rawSize)
        .bind(u":raw"_s, body.compressed)
        .bindName(u":cuts"_s, body.cuts)
        .run();
}

Result<void> noteBody(Session &session, const ParsedBody &body)
{
    return session.query("mails_set_body")
        .bind(u":summary"_s, body.summary)
        .bind(u":is_html"_s, body.isHtml)
        .bind(u":body_state"_s, int(stateOf(body)))
        .bind(u":id"_s, body.mailId)
        .run();
}

/// A separate statement, because the column is part of every index of the list and rarely changes.
Result<void> noteAttachment(Session &session, const MailState &mail, bool hasAttachment,
                            CounterChanges &counters)
{
    if (mail.counts.hasAttachment == hasAttachment)
        return {};
    CounterKey after = mail.counts;
    after.hasAttachment = hasAttachment;
    counters.moved(mail.counts, after);
    return session.query("mails_set_attachment")
        .bind(u":has_attachment"_s, hasAttachment)
        .bind(u":id"_s, mail.id)
        .run();
}

Result<void> storeBody(Session &session, const ListedMail &listed, const ParsedBody &body,
                       CounterChanges &counters)
{
    const MailState &mail = listed.state;
    RETURN_IF_ERROR(putRaw(session, body));
    RETURN_IF_ERROR(noteBody(session, body));
    RETURN_IF_ERROR(noteAttachment(session, mail, body.hasAttachment, counters));
    if (body.header) {
        RETURN_IF_ERROR(correctHeader(session, listed, *body.header));
    }
    return replaceAttachments(session, mail.id, body.attachments);
}

} // namespace

BodyState stateOf(const ParsedBody &body)
{
    const bool isWhole = !body.compressed.isEmpty() && !body.isOutline;
    return isWhole ? BodyState::Stored : BodyState::OnDemand;
}

Result<QList<qint64>> storeBodies(Session &session, const QList<ParsedBody> &bodies)
{
    if (session.dialect().costsRoundTrips())
        return storeBodyBatch(session, bodies);
    QList<qint64> stored;
    CounterChanges counters;
    for (const ParsedBody &body : bodies) {
        const Result<std::optional<ListedMail>> mail = listedMail(session, body.mailId);
        RETURN_IF_ERROR(mail);
        if (!*mail)
            continue;
        RETURN_IF_ERROR(storeBody(session, **mail, body, counters));
        stored.append(body.mailId);
    }
    RETURN_IF_ERROR(counters.apply(session));
    return stored;
}

Result<QList<qint64>> noteMissingBodies(Session &session, const QList<qint64> &mailIds)
{
    QList<qint64> unavailable;
    for (const qint64 id : mailIds) {
        const Result<std::optional<MailState>> mail = mailStateOfAny(session, id);
        RETURN_IF_ERROR(mail);
        if (!*mail)
            continue;
        const Result<qint64> tries = countTry(session, id);
        RETURN_IF_ERROR(tries);
        if (*tries != mostTries)
            continue;
        unavailable.append(id);
        RETURN_IF_ERROR(session.query("mails_set_body_state")
                            .bind(u":body_state"_s, int(BodyState::Unavailable))
                            .bind(u":id"_s, id)
                            .run());
    }
    return unavailable;
}

Result<StoredBody> storedBody(Session &session, qint64 mailId)
{
    Query query = session.query("bodies_get");
    query.bind(u":mail_id"_s, mailId).exec();
    if (!query.next())
        return query.failed() ? query.error()
                              : Error{ Error::Code::NotFound, u"The message is not stored."_s };
    const Result<QByteArray> raw = decompressBody(query.borrowedBytes("raw"));
    RETURN_IF_ERROR(raw);
    return StoredBody{ *raw, query.bytes("cuts") };
}

Result<QByteArray> rawBody(Session &session, qint64 mailId)
{
    Result<StoredBody> body = storedBody(session, mailId);
    RETURN_IF_ERROR(body);
    return std::move(body->raw);
}

Result<PackedBody> packedBody(Session &session, qint64 mailId, qint64 most)
{
    Query query = session.query("bodies_get_packed");
    query.bind(u":mail_id"_s, mailId).bind(u":most"_s, most).exec();
    PackedBody body;
    if (query.next())
        body = { query.bytes("raw"), query.int64("raw_size") };
    return query.failed() ? Result<PackedBody>(query.error()) : Result<PackedBody>(body);
}

Result<void> keepPieces(Session &session, qint64 outboxId, qint64 mailId)
{
    Query query = session.query("body_pieces_take");
    return query.bind(u":outbox_id"_s, outboxId).bind(u":mail_id"_s, mailId).run();
}

Result<QByteArray> bodyPiece(Session &session, qint64 mailId, int position)
{
    Query query = session.query("body_piece");
    query.bind(u":mail_id"_s, mailId).bind(u":position"_s, position);
    return unpackedPiece(std::move(query));
}

Result<bool> hasBody(Session &session, qint64 mailId)
{
    Query query = session.query("mails_body_state");
    const auto state = query.bind(u":id"_s, mailId).readValue<qint64>();
    RETURN_IF_ERROR(state);
    if (!*state)
        return Error{ Error::Code::NotFound, u"There is no such mail."_s };
    return **state == int(BodyState::Stored) || **state == int(BodyState::OnDemand);
}

Result<QList<BodyWanted>> wantedBodies(Session &session, qint64 folderId, quint32 belowUid,
                                       qint64 maxSize, int max)
{
    constexpr qint64 noLimit = qint64(std::numeric_limits<quint32>::max()) + 1;
    Query query = session.query("mails_wanting_body");
    query.bind(u":folder_id"_s, folderId).bind(u":max_size"_s, maxSize).bind(u":max"_s, max);
    query.bind(u":below"_s, belowUid ? qint64(belowUid) : noLimit);
    return query.readAll(wantedColumns);
}

} // namespace Store
