// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/recognise.h"

#include "store/mail/folders.h"
#include "store/mail/mailrow.h"
#include "store/mail/mailwriter.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<bool> Recogniser::hasWithoutUid(qint64 folderId)
{
    Query query = m_session.query("mails_has_lost_uid");
    const Result<qint64> any = query.bind(u":folder_id"_s, folderId).readNumber();
    RETURN_IF_ERROR(any);
    return *any != 0;
}

Result<void> Recogniser::prepare(const QList<NewMail> &mails)
{
    if (m_folder.path == u"$sent")
        return {};
    const Result<bool> lost = hasWithoutUid(m_folder.id);
    RETURN_IF_ERROR(lost);
    m_hasLost = *lost;
    RETURN_IF_ERROR(m_alike.prepare(mails));
    if (m_folder.role != "sent")
        return {};
    Query query = m_session.query("folders_by_path");
    query.bind(u":account_id"_s, m_folder.accountId).bind(u":path"_s, u"$sent"_s).exec();
    if (query.next())
        m_sentCopies = query.int64("id");
    return query.result();
}

Result<bool> Recogniser::isHere(const NewMail &mail)
{
    const Result<std::optional<MailState>> here = mailStateByUid(m_session, m_folder.id, mail.uid);
    RETURN_IF_ERROR(here);
    return here->has_value();
}

Result<Recognised> Recogniser::find(const NewMail &mail, qsizetype index)
{
    if (mail.uid == 0)
        return Recognised();
    if (m_hasLost || m_sentCopies != 0) {
        const Result<bool> here = isHere(mail);
        if (!here || *here) // an interrupted run has stored it already
            return here ? Result<Recognised>(Recognised()) : here.error();
    }
    if (m_hasLost) {
        const Result<std::optional<MailState>> lost = findLost(mail);
        RETURN_IF_ERROR(lost);
        if (*lost)
            return Recognised{ Recognised::As::Renamed, **lost, {}, {} };
    }
    if (m_sentCopies != 0) {
        const Result<std::optional<MailState>> copy = findSentCopy(mail);
        RETURN_IF_ERROR(copy);
        if (*copy)
            return Recognised{ Recognised::As::Renamed, **copy, {}, {} };
    }
    return findElsewhere(mail, index);
}

Result<Recognised> Recogniser::findElsewhere(const NewMail &mail, qsizetype index)
{
    const Likeness likeness = m_alike.of(mail, index);
    if (likeness.kind == Likeness::Kind::Unknown)
        return Recognised();
    if (likeness.kind == Likeness::Kind::Copy)
        return Recognised{ Recognised::As::Duplicate, likeness.mail, {}, likeness.others };
    const Result<bool> here = isHere(mail);
    if (!here || *here)
        return here ? Result<Recognised>(Recognised()) : here.error();
    return Recognised{ Recognised::As::Moved, likeness.mail, likeness.beside, likeness.others };
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

Result<void> Recogniser::place(const Recognised &known, const NewMail &mail,
                               CounterChanges &counters)
{
    const ServerPlace where{ m_folder.id, mail.uid, serverFlagsOf(mail), mail.emailId };
    if (known.as == Recognised::As::Renamed)
        return m_mover.place(known.mail, where, counters);
    m_alike.noteMoved(known.mail.id);
    if (known.beside && known.beside->id < known.mail.id)
        return m_mover.bringBack(*known.beside, known.mail, where, known.others, counters);
    return m_mover.move(known.mail, where, known.others, counters);
}

} // namespace Store
