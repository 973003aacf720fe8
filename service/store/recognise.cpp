// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/recognise.h"

#include "store/folders.h"
#include "store/mailrow.h"
#include "store/session.h"
#include "store/sortkey.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<bool> Recogniser::hasWithoutUid(qint64 folderId)
{
    Query query = m_session.query("mails_has_lost_uid");
    query.bind(u":folder_id"_s, folderId).exec();
    const bool any = query.next() && query.flag(0);
    if (query.failed())
        return query.error();
    return any;
}

Result<void> Recogniser::prepare()
{
    if (m_folder.path == u"$sent")
        return {};
    const Result<bool> lost = hasWithoutUid(m_folder.id);
    if (!lost)
        return lost.error();
    m_hasLost = *lost;
    if (m_folder.role != "sent")
        return {};
    Query query = m_session.query("folders_by_path");
    query.bind(u":account_id"_s, m_folder.accountId).bind(u":path"_s, u"$sent"_s).exec();
    if (query.next())
        m_sentCopies = query.int64(0);
    return query.result();
}

Result<std::optional<MailState>> Recogniser::find(const NewMail &mail)
{
    std::optional<MailState> none;
    if (mail.uid == 0 || (!m_hasLost && m_sentCopies == 0))
        return none;
    const Result<std::optional<MailState>> here = mailStateByUid(m_session, m_folder.id, mail.uid);
    if (!here || *here) // an interrupted run had it already
        return here.ok() ? Result<std::optional<MailState>>(none) : here;
    if (m_hasLost) {
        const Result<std::optional<MailState>> lost = findLost(mail);
        if (!lost || *lost)
            return lost;
    }
    return m_sentCopies ? findSentCopy(mail) : Result<std::optional<MailState>>(none);
}

Result<std::optional<MailState>> Recogniser::findLost(const NewMail &mail)
{
    Query query = m_session.query("mails_match");
    query.bind(u":folder_id"_s, m_folder.id).bind(u":message_id"_s, mail.messageId);
    query.bind(u":size"_s, mail.size).bind(u":created_at"_s, clampSeconds(mail.createdAt));
    query.bind(u":sent_at"_s, mail.sentAt).bind(u":from_addr"_s, mail.from);
    query.bind(u":subject"_s, mail.subject);
    return firstState(query);
}

Result<std::optional<MailState>> Recogniser::findSentCopy(const NewMail &mail)
{
    if (mail.messageId.isEmpty())
        return std::optional<MailState>();
    Query query = m_session.query("mails_match_sent");
    query.bind(u":folder_id"_s, m_sentCopies).bind(u":message_id"_s, mail.messageId);
    return firstState(query);
}

Result<void> Recogniser::place(const MailState &known, quint32 uid, quint8 serverFlags,
                               CounterChanges &counters)
{
    CounterKey after = known.counts;
    after.folderId = m_folder.id;
    after.listing = Listing::OnServer;
    counters.moved(known.counts, after);
    return m_session.query("mails_set_place")
        .bind(u":folder_id"_s, m_folder.id)
        .bind(u":uid"_s, uid)
        .bind(u":server_flags"_s, int(serverFlags))
        .bind(u":id"_s, known.id)
        .run();
}

} // namespace Store
