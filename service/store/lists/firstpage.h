// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailquery.h"
#include "store/mail/mailrow.h"

namespace Store {

class Session;

/// Whether the query asks for a page near the beginning whose total the counters have.
bool isFirstPage(const MailQuery &query);

/// listMails() of such a page on PostgreSQL, in one statement and so from one snapshot: with a
/// transaction around four of them it took twice the processor time.
Result<MailPage> firstPage(Session &session, const MailQuery &query);

} // namespace Store
