// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/mailwriter.h"

#include "store/mail/attachmentbatch.h"
#include "store/mail/attachments.h"
#include "store/mail/mailheader.h"
#include "store/search/text/searchtext.h"
#include "store/sql/jsonrows.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QString toJson(const QStringList &addresses)
{
    return QString::fromUtf8(jsonOf(addresses));
}

// Adds values in the order of mails_insert and columns(), like the next two functions.
template<typename Row>
void addNumbers(Row &row, const NewMail &mail, qint64 id, const Folder &folder, qint64 now)
{
    const qint64 created = clampSeconds(mail.createdAt);
    row.begin().add(id).add(folder.accountId).add(folder.id);
    row.add(mail.uid ? std::optional(mail.uid) : std::nullopt).add(int(mail.listing));
    row.add(created).add(mail.sentAt).add(now).add(mail.size);
    row.add(mail.isRead).add(mail.isStarred).add(mail.hasAttachment).add(mail.isHtml);
    row.add(serverFlagsOf(mail) | (mail.isReplied ? ServerAnswered : 0)).add(int(mail.bodyState));
    row.add(int(SearchState::Pending)); // with the data available so far
    row.add(sortKey(created, id)).add(sortKey(mail.sentAt.value_or(created), id));
}

template<typename Row>
void addTexts(Row &row, const NewMail &mail)
{
    const QString &sender = mail.fromName.isEmpty() ? mail.from : mail.fromName;
    row.add(normalizedKey(sender)).add(normalizedKey(mail.subject));
    row.add(mail.messageId).add(mail.from).add(mail.fromName);
    row.add(toJson(mail.to)).add(toJson(mail.cc)).add(mail.subject).add(mail.summary);
    row.add(mail.emailId);
}

template<typename Row>
void addThread(Row &row, const ThreadPlace &place)
{
    row.add(place.threadId).add(int(place.state));
}

QByteArrayList columns()
{
    return { "id",           "account_id",     "folder_id", "uid",          "listing",
             "created_at",   "sent_at",        "stored_at", "size",         "is_read",
             "is_starred",   "has_attachment", "is_html",   "server_flags", "body_state",
             "search_state", "sort_key",       "sent_key",  "from_key",     "subject_key",
             "message_id",   "from_addr",      "from_name", "to_json",      "cc_json",
             "subject",      "summary",        "email_id",  "thread_id",    "thread_state" };
}

/** One statement for each row: SQLite. */
class MailStatement : public MailWriter
{
public:
    MailStatement(Session &session, const Folder &folder)
        : m_session(session), m_folder(folder), m_insert(session.query("mails_insert"))
    {
    }

    Result<void> prepare(const QList<NewMail> &) override { return {}; }
    Result<bool> put(const NewMail &mail, qint64 id, const ThreadPlace &place) override;
    Result<void> finish() override { return {}; }

private:
    Session &m_session;
    const Folder &m_folder;
    Query m_insert;
};

Result<bool> MailStatement::put(const NewMail &mail, qint64 id, const ThreadPlace &place)
{
    addNumbers(m_insert, mail, id, m_folder, m_session.now());
    addTexts(m_insert, mail);
    addThread(m_insert, place);
    m_insert.exec();
    if (m_insert.failed())
        return m_insert.error();
    if (m_insert.affected() == 0)
        return false;
    RETURN_IF_ERROR(addAttachments(m_session, id, mail.attachments));
    return true;
}

/** One statement for all rows: PostgreSQL. */
class MailBatch : public MailWriter
{
public:
    MailBatch(Session &session, const Folder &folder) : m_session(session), m_folder(folder) { }

    Result<void> prepare(const QList<NewMail> &mails) override;
    Result<bool> put(const NewMail &mail, qint64 id, const ThreadPlace &place) override;
    Result<void> finish() override;

private:
    Session &m_session;
    const Folder &m_folder;
    JsonRows m_rows{ columns() };
    QList<Attachment> m_attachments;
    QSet<quint32> m_here;
};

// No other transaction inserts mails before ours ends (Transaction), so the result stays true until then.
Result<void> MailBatch::prepare(const QList<NewMail> &mails)
{
    QList<qint64> uids;
    for (const NewMail &mail : mails)
        uids.append(mail.uid);
    Query here = m_session.query("mails_uids_here");
    here.bind(u":folder_id"_s, m_folder.id).bind(u":uids"_s, idArray(uids));
    const Result<QList<quint32>> found = here.readValues<quint32>();
    RETURN_IF_ERROR(found);
    m_here.unite(QSet<quint32>(found->cbegin(), found->cend()));
    return {};
}

Result<bool> MailBatch::put(const NewMail &mail, qint64 id, const ThreadPlace &place)
{
    if (m_here.contains(mail.uid))
        return false;
    addNumbers(m_rows, mail, id, m_folder, m_session.now());
    addTexts(m_rows, mail);
    addThread(m_rows, place);
    for (Attachment attachment : mail.attachments) {
        attachment.mailId = id;
        m_attachments.append(attachment);
    }
    if (mail.uid != 0)
        return true;
    const Result<void> written = finish(); // Recogniser searches the table for mails without a uid
    return written ? Result<bool>(true) : written.error();
}

Result<void> MailBatch::finish()
{
    if (m_rows.isEmpty())
        return {};
    Query insert = m_session.query("mails_insert_all");
    const Result<void> inserted = insert.bindName(u":rows"_s, m_rows.take()).run();
    return inserted ? addAttachmentBatch(m_session, std::exchange(m_attachments, {})) : inserted;
}

} // namespace

quint8 serverFlagsOf(const NewMail &mail)
{
    return quint8((mail.isRead ? ServerSeen : 0) | (mail.isStarred ? ServerFlagged : 0));
}

std::unique_ptr<MailWriter> MailWriter::make(Session &session, const Folder &folder)
{
    if (session.dialect().costsRoundTrips())
        return std::make_unique<MailBatch>(session, folder);
    return std::make_unique<MailStatement>(session, folder);
}

} // namespace Store
