// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/tombstonecheck.h"

#include "store/mail/alikemails.h"
#include "store/mail/folders.h"
#include "store/mail/mailrow.h"
#include "store/mail/tombstones.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<void> TombstoneCheck::prepare()
{
    Query query = m_session.query("tombstones_any");
    query.bind(u":folder_id"_s, m_folder.id).bind(u":account_id"_s, m_folder.accountId).exec();
    if (query.next()) {
        m_hasInFolder = query.flag("in_folder");
        m_hasInAccount = query.flag("in_account");
    }
    return query.result();
}

Result<bool> TombstoneCheck::holdsBack(const NewMail &mail, Shown shown)
{
    if (mail.uid == 0 || !(m_hasInFolder || m_hasInAccount))
        return false;
    if (m_hasInFolder) {
        const Result<bool> here = isHere(mail);
        if (!here || *here || shown == Shown::AsGone)
            return here;
        const Result<bool> before = wasHere(mail);
        if (!before || *before)
            return before;
    }
    if (!m_hasInAccount || shown != Shown::Nowhere)
        return false;
    return wasElsewhere(mail);
}

Result<bool> TombstoneCheck::isHere(const NewMail &mail)
{
    Query query = m_session.query("tombstones_find");
    query.bind(u":folder_id"_s, m_folder.id).bind(u":uid_validity"_s, m_folder.uidValidity);
    query.bind(u":uid"_s, mail.uid).exec();
    const bool isHere = query.next();
    if (query.failed())
        return query.error();
    return isHere;
}

Result<bool> TombstoneCheck::wasHere(const NewMail &mail)
{
    Query older = m_session.query("tombstones_move");
    older.bind(u":folder_id"_s, m_folder.id).bind(u":uid_validity"_s, m_folder.uidValidity);
    older.bind(u":uid"_s, mail.uid);
    older.bind(u":identity"_s,
               mailIdentity(mail.messageId, mail.createdAt, mail.size, mail.from, mail.subject));
    older.exec();
    if (older.failed())
        return older.error();
    return older.affected() > 0;
}

Result<bool> TombstoneCheck::wasElsewhere(const NewMail &mail)
{
    Query find = m_session.query("tombstones_alike");
    find.bind(u":account_id"_s, m_folder.accountId).bind(u":evidence"_s, mailEvidence(mail));
    find.bind(u":email_id"_s, mail.emailId).bind(u":folder_id"_s, m_folder.id);
    find.bind(u":in_any_folder"_s, !mail.messageId.isEmpty()).exec();
    const bool isFound = find.next();
    if (find.failed())
        return find.error();
    if (!isFound)
        return false;
    const bool isThereToo = find.flag("at_server");
    Query follow = m_session.query(isThereToo ? "tombstones_copy" : "tombstones_follow");
    follow.bind(u":folder_id"_s, m_folder.id).bind(u":uid_validity"_s, m_folder.uidValidity);
    follow.bind(u":uid"_s, mail.uid).bind(u":old_folder_id"_s, find.int64("folder_id"));
    follow.bind(u":old_uid_validity"_s, find.int64("uid_validity"));
    follow.bind(u":old_uid"_s, find.int64("uid"));
    RETURN_IF_ERROR(follow.run());
    return true;
}

} // namespace Store
