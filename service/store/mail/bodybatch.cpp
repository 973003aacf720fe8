// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/bodybatch.h"

#include "store/mail/attachmentbatch.h"
#include "store/sql/jsonrows.h"
#include "store/sql/session.h"

#include <QHash>
#include <QSet>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/// The maximum size of the messages in one statement. A larger message has its own statement.
constexpr qsizetype maxBatchBytes = qsizetype(4) << 20;

using Listed = QHash<qint64, ListedMail>;
using Bodies = QList<const ParsedBody *>;

QList<qint64> idsOf(const Bodies &bodies)
{
    QList<qint64> ids;
    for (const ParsedBody *body : bodies)
        ids.append(body->mailId);
    return ids;
}

Result<Listed> listedOf(Session &session, const Bodies &bodies)
{
    Query query = session.query("mails_listed_all");
    query.bind(u":ids"_s, idArray(idsOf(bodies))).exec();
    Listed listed;
    while (query.next()) {
        const ListedMail mail = readListed(query);
        listed.insert(mail.state.id, mail);
    }
    if (query.failed())
        return query.error();
    return listed;
}

// All messages are one value of bytes, one after the other: as base64 in the JSON they would cost the client and
// the server time.
Result<void> putRaw(Session &session, const Bodies &bodies)
{
    JsonRows rows({ "mail_id", "raw_size", "at", "size", "cuts" });
    QByteArray raws;
    for (const ParsedBody *body : bodies) {
        if (body->compressed.isEmpty())
            continue;
        rows.begin().add(body->mailId).add(body->rawSize);
        rows.add(raws.size() + 1).add(body->compressed.size()).add(QString::fromUtf8(body->cuts));
        raws += body->compressed;
    }
    if (rows.isEmpty())
        return {};
    Query put = session.query("bodies_put_all");
    return put.bind(u":raws"_s, raws).bindName(u":rows"_s, rows.take()).run();
}

Result<void> noteBodies(Session &session, const Bodies &bodies)
{
    JsonRows rows({ "id", "summary", "is_html", "has_attachment", "body_state" });
    for (const ParsedBody *body : bodies) {
        rows.begin().add(body->mailId).add(body->summary).add(body->isHtml);
        rows.add(body->hasAttachment).add(int(stateOf(*body)));
    }
    return session.query("mails_set_bodies")
        .bind(u":ids"_s, idArray(idsOf(bodies)))
        .bindName(u":rows"_s, rows.take())
        .run();
}

Result<void> replaceAttachments(Session &session, const Bodies &bodies)
{
    QList<Attachment> attachments;
    for (const ParsedBody *body : bodies) {
        for (Attachment attachment : body->attachments) {
            attachment.mailId = body->mailId;
            attachments.append(attachment);
        }
    }
    return replaceAttachmentBatch(session, idsOf(bodies), attachments);
}

/// All mails of these bodies exist.
Result<void> write(Session &session, const Bodies &bodies)
{
    for (const auto step : { putRaw, noteBodies, replaceAttachments }) {
        RETURN_IF_ERROR(step(session, bodies));
    }
    return {};
}

/** Stores bodies in as few statements as possible. */
class Storing
{
public:
    explicit Storing(Session &session) : m_session(session) { }

    Result<void> take(const ParsedBody &body);
    Result<QList<qint64>> finish();

private:
    Result<void> flush();

    Session &m_session;
    Bodies m_bodies;
    QSet<qint64> m_mails; ///< the mails of m_bodies
    qsizetype m_bytes = 0;
    CounterChanges m_counters;
    QList<qint64> m_stored;
};

// A statement contains each mail only once. With two rows for a mail, the INSERT would fail, and the
// UPDATE would use either of them.
Result<void> Storing::take(const ParsedBody &body)
{
    const bool isFull = m_bytes + body.compressed.size() > maxBatchBytes;
    if (isFull || m_mails.contains(body.mailId)) {
        RETURN_IF_ERROR(flush());
    }
    m_bodies.append(&body);
    m_mails.insert(body.mailId);
    m_bytes += body.compressed.size();
    return {};
}

Result<void> Storing::flush()
{
    const Result<Listed> listed = listedOf(m_session, m_bodies);
    RETURN_IF_ERROR(listed);
    m_bodies.removeIf([&](const ParsedBody *body) { return !listed->contains(body->mailId); });
    if (!m_bodies.isEmpty()) {
        RETURN_IF_ERROR(write(m_session, m_bodies));
    }
    for (const ParsedBody *body : std::as_const(m_bodies)) {
        const ListedMail mail = listed->value(body->mailId);
        if (body->header) {
            RETURN_IF_ERROR(correctHeader(m_session, mail, *body->header));
        }
        CounterKey after = mail.state.counts;
        after.hasAttachment = body->hasAttachment;
        m_counters.moved(mail.state.counts, after);
        m_stored.append(body->mailId);
    }
    m_bodies.clear();
    m_mails.clear();
    m_bytes = 0;
    return {};
}

Result<QList<qint64>> Storing::finish()
{
    RETURN_IF_ERROR(flush());
    RETURN_IF_ERROR(m_counters.apply(m_session));
    return m_stored;
}

} // namespace

Result<QList<qint64>> storeBodyBatch(Session &session, const QList<ParsedBody> &bodies)
{
    Storing storing(session);
    for (const ParsedBody &body : bodies) {
        RETURN_IF_ERROR(storing.take(body));
    }
    return storing.finish();
}

} // namespace Store
