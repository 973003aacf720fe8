// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/mailrow.h"
#include "store/sql/query.h"

namespace Store {

/// The row that a query with the columns of mails_by_id stands on, cut for lists and events: a
/// page of the longest mails that there can be takes little memory.
MailRow readShortRow(const Query &query);

} // namespace Store
