// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/mailtotals.h"

#include "store/lists/mailfilter.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<MailTotals> totalsColumns{
    { "everything", &MailTotals::all },    { "seen", &MailTotals::seen },
    { "matching", &MailTotals::matching }, { "of_account", &MailTotals::ofAccount },
    { "unread", &MailTotals::unread },     { "starred", &MailTotals::starred },
};

} // namespace

Result<MailTotals> totalsOf(Session &session, const MailQuery &mails)
{
    Query query = session.query("mails_totals", MailFilter(mails).counted(),
                                [&mails](const QByteArray &sql) { return totalsText(sql, mails); });
    bindTotals(query, mails);
    const Result<std::optional<MailTotals>> totals = query.readFirst(totalsColumns);
    RETURN_IF_ERROR(totals);
    return totals->value_or(MailTotals());
}

QByteArray totalsText(QByteArray sql, const MailQuery &mails)
{
    return sql.replace("/*counted*/", MailFilter(mails).counted());
}

void bindTotals(Query &query, const MailQuery &mails)
{
    query.bind(u":owner"_s, mails.viewer.ownerFilter());
    query.bind(u":account"_s, mails.accountId.value_or(0));
    MailFilter(mails).bind(query, MailFilter(mails).counted());
}

} // namespace Store
