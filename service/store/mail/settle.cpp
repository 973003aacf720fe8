// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/settle.h"

#include "store/mail/maildelete.h"
#include "store/mail/pendingflagchanges.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Result<QList<qint64>> leavingMails(Session &session, qint64 accountId, int max)
{
    Query query = session.query("mails_leaving");
    return query.bind(u":account_id"_s, accountId).bind(u":max"_s, max).readValues<qint64>();
}

} // namespace

Result<bool> hasUnsettled(Session &session, qint64 accountId)
{
    Query query = session.query("mails_unsettled_any");
    const Result<qint64> any = query.bind(u":account_id"_s, accountId).readNumber();
    RETURN_IF_ERROR(any);
    return *any != 0;
}

Result<void> countPass(Session &session, qint64 accountId)
{
    return session.query("accounts_count_pass").bind(u":id"_s, accountId).run();
}

Result<Settled> settle(Session &session, qint64 accountId, int max)
{
    RETURN_IF_ERROR(settlePendingFlagChanges(session, accountId));
    const Result<QList<qint64>> leaving = leavingMails(session, accountId, max);
    RETURN_IF_ERROR(leaving);
    RETURN_IF_ERROR(eraseMails(session, *leaving));
    Query stay = session.query("mails_settle");
    stay.bind(u":account_id"_s, accountId).bind(u":max"_s, max).exec();
    if (stay.failed())
        return stay.error();
    return Settled{ *leaving, leaving->size() == max || stay.affected() == max };
}

} // namespace Store
