// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/mailquery.h"
#include "store/sql/query.h"

namespace Store {

/// Values for mails_totals.
void bindTotals(Query &query, const MailQuery &mails);

/// Values for those conditions that `where` (PagePlan, CountPlan) has.
void bindConditions(Query &query, const MailQuery &mails, const QByteArray &where);

} // namespace Store
